/**
 * Time a decision of agents of Doomspire, four of the same at a table, as matches ask it: of every scripted bot, or of the
 * agents that are named. Decisions with one legal answer do not come up.
 *
 *   npx tsx bench/agent-speed.ts --games 40
 *   npx tsx bench/agent-speed.ts --games 8 player
 */
import { loadAgent } from '../agents/spec.js';
import { loadGame } from '../env/load-game.js';
import { TurnEnv } from '../env/turn-env.js';
import { playMatch } from '../eval/match.js';
import { commandLine, wholeNumber } from './command-line.js';

const { values: flags, positionals } = commandLine(
  import.meta.url,
  { games: { type: 'string', default: '40' } },
  Infinity,
);
const games = wholeNumber('games', flags.games);
const doomspire = await loadGame('doomspire');
const { game } = doomspire;
const bots = Object.keys(doomspire.bots).map((name) => `scripted:${name}`);
const env = new TurnEnv(game);
for (const spec of positionals.length > 0 ? positionals : bots) {
  const create = await loadAgent(spec, { ...doomspire, options: env.options });
  const times: number[] = [];
  const agents = [0, 1, 2, 3].map(() => {
    const agent = create();
    const act = agent.act.bind(agent);
    agent.act = (view) => {
      const before = performance.now();
      const action = act(view);
      times.push(performance.now() - before);
      return action;
    };
    return agent;
  });
  for (let i = 0; i < games; i++) playMatch(env, agents, `speed/${i}`);
  // The first tenth warms the compiler up.
  const warm = times.slice(times.length / 10).sort((a, b) => a - b);
  const at = (q: number) => shown(warm[Math.floor(q * (warm.length - 1))]!);
  console.log(
    `${spec.padEnd(18)} mean ${shown(total(warm) / warm.length)}, median ${at(0.5)}, 90 % below ${at(0.9)}, ` +
      `longest ${at(1)} (${warm.length} decisions); a game of four ${shown(total(times) / games)}`,
  );
}

function total(times: readonly number[]): number {
  return times.reduce((sum, t) => sum + t, 0);
}

/** A time in the unit that suits it. @param ms milliseconds */
function shown(ms: number): string {
  if (ms < 1) return `${(1000 * ms).toFixed(1)} us`;
  return ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
