/**
 * Time a decision of agents of a game, the same agent in every seat: every scripted bot, or the agents that are named.
 * Decisions with one legal answer are left out, as in matches.
 *
 *   npx tsx bench/agent-speed.ts doomspire --games 40
 *   npx tsx bench/agent-speed.ts doomspire --games 8 player
 */
import { loadAgent } from '../agents/spec/load.js';
import { loadGame } from '../env/load-game.js';
import { TurnEnv } from '../env/turn-env.js';
import { playMatch } from '../eval/match.js';
import { commandLine, given, wholeNumber } from './command-line.js';

const { values: flags, positionals } = commandLine(
  import.meta.url,
  { games: { type: 'string', default: '40' } },
  Infinity,
);
const games = wholeNumber('games', flags.games);
const id = given('a game', positionals[0]);
const specs = positionals.slice(1);
const pack = await loadGame(id);
const bots = Object.keys(pack.bots).map((name) => `scripted:${name}`);
const env = new TurnEnv(pack.game);
for (const spec of specs.length > 0 ? specs : bots) {
  const create = await loadAgent(spec, { ...pack, options: env.options });
  const times: number[] = [];
  const agents = Array.from({ length: pack.game.players(env.options) }, () => {
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
      `longest ${at(1)} (${warm.length} decisions); a game ${shown(total(times) / games)}`,
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
