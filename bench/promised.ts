/**
 * What looking ahead promises itself in play, beside what it wins: the leads for which it leaves its bot's choice, added up
 * over a game. Each lead is what another action seems to be worth above the usual one when the bot plays on; a judge that is
 * too hopeful, and the best of many uncertain leads, promise more than comes.
 *
 *   npx tsx bench/promised.ts doomspire --against mixed --rounds 2 --margin 0.02 --opponents mixed+tuned+fame+warrior --blocks 50
 *
 * Printed: games won when looking ahead and by the bot alone, on the same deals, each of which is played once from every
 * seat; departures a game; the wins that these promise (a lead in expected return, with winning alone counted, times
 * (n - 1) / n at n seats), and how many more were won.
 */
import { gamePlayers, scriptedBots } from '../agents/bots/index.js';
import { lookaheadBot } from '../agents/policy/policy-agent.js';
import { lookaheadDefaults, lookaheadProblem } from '../agents/search/lookahead.js';
import { splitOpponents, UNIFORM } from '../agents/search/opponents.js';
import type { Agent } from '../env/agent.js';
import { firstShares } from '../env/returns.js';
import { TurnEnv } from '../env/turn-env.js';
import { UserError } from '../env/user-error.js';
import { playMatch } from '../eval/match.js';
import { rateText } from '../eval/report.js';
import { wilson } from '../eval/statistics.js';
import { loadGame } from '../games/index.js';
import { checkBots, commandLine, minutesLeft, numberFrom0, wholeNumber } from './command-line.js';

const { values: flags, positionals } = commandLine(
  import.meta.url,
  {
    bot: { type: 'string', default: 'tuned' },
    against: { type: 'string', default: 'mixed' },
    opponents: { type: 'string' },
    samples: { type: 'string', default: String(lookaheadDefaults.samples) },
    rounds: { type: 'string', default: String(lookaheadDefaults.rounds) },
    margin: { type: 'string', default: String(lookaheadDefaults.margin) },
    blocks: { type: 'string', default: '25' },
    seed: { type: 'string', default: '1' },
  },
  1,
);
const { game } = await loadGame(positionals[0] ?? 'doomspire');
const { evaluate } = gamePlayers(game.id);
if (!evaluate) throw new UserError(`${game.id} has nothing that judges unfinished positions: try doomspire`);
const bots = scriptedBots(game.id);
const opponents = flags.opponents === undefined ? undefined : splitOpponents(flags.opponents, '--opponents');
checkBots([flags.bot, flags.against, ...Object.keys(opponents ?? {}).filter((name) => name !== UNIFORM)], bots);
const strength = {
  name: 'player',
  samples: wholeNumber('samples', flags.samples),
  rounds: wholeNumber('rounds', flags.rounds, 0),
  margin: numberFrom0('margin', flags.margin, 1),
  opponents,
};
const problem = lookaheadProblem(strength);
if (problem) throw new UserError(problem);
const blocks = wholeNumber('blocks', flags.blocks);

const env = new TurnEnv(game);
const players = game.players(env.options);
const games = blocks * players;
const player = lookaheadBot(bots[flags.bot]!, evaluate, strength, bots);

/** Plays a deal. @returns what the agent made of the first place; nothing of a game that the round cap ended */
function won(agent: Agent, seat: number, block: number): number {
  const line = Array.from({ length: players }, (_, at) => (at === seat ? agent : bots[flags.against]!()));
  const { places, truncated } = playMatch(env, line, `${flags.seed}/${block}`);
  return truncated ? 0 : firstShares(places)[seat]!;
}

const found = { won: 0, alone: 0, departures: 0, promised: 0 };
const started = performance.now();
for (let i = 0; i < games; i++) {
  const [seat, block] = [i % players, Math.floor(i / players)];
  found.alone += won(bots[flags.bot]!(), seat, block);
  found.won += won(player, seat, block);
  found.departures += player.departures;
  found.promised += (player.promised * (players - 1)) / players;
  process.stderr.write(`\r${i + 1} of ${games} games, ${minutesLeft(started, i + 1, games)} min left `);
}
process.stderr.write('\n');
const share = (n: number) => rateText(wilson(n, games));
const perGame = (n: number) => (n / games).toFixed(2);
process.stdout.write(
  `won ${share(found.won)} of ${games} games, by the bot alone ${share(found.alone)}\n` +
    `${(found.departures / games).toFixed(1)} departures a game promised ${perGame(found.promised)} wins, ` +
    `${perGame(found.won - found.alone)} more were won\n`,
);
