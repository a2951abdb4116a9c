/**
 * What looking ahead promises itself in play, beside what it wins: the leads for which it leaves its bot's choice, added up
 * over a game. Each lead is what another action seems to be worth above the usual one when the bot plays on; a judge that is
 * too hopeful, and the best of many uncertain leads, promise more than comes.
 *
 *   npx tsx bench/promised.ts doomspire --against mixed --samples 32 --rounds 2 --margin 0.02 --opponents mixed+tuned+fame+warrior --games 200
 *
 * Printed: games won with looking ahead and by the bot alone, on the same deals; departures a game, the first places that
 * they promise (a lead in expected return, with winning alone counted, times (n - 1) / n at n seats), and how many more were
 * won. Each deal is played once from every seat.
 */
import { gamePlayers } from '../agents/bots/index.js';
import { lookaheadBot } from '../agents/policy/policy-agent.js';
import { lookaheadDefaults, lookaheadProblem } from '../agents/search/lookahead.js';
import { splitOpponents } from '../agents/search/opponents.js';
import type { Agent } from '../env/agent.js';
import { loadGame } from '../env/games/index.js';
import { firstShares } from '../env/returns.js';
import { TurnEnv } from '../env/turn-env.js';
import { UserError } from '../env/user-error.js';
import { playMatch } from '../eval/match.js';
import { commandLine, positiveNumber, wholeNumber } from './command-line.js';

const { values: flags, positionals } = commandLine(
  import.meta.url,
  {
    bot: { type: 'string', default: 'tuned' },
    against: { type: 'string', default: 'mixed' },
    opponents: { type: 'string' },
    samples: { type: 'string', default: String(lookaheadDefaults.samples) },
    rounds: { type: 'string', default: String(lookaheadDefaults.rounds) },
    margin: { type: 'string', default: String(lookaheadDefaults.margin) },
    games: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
  },
  1,
);
const { game } = await loadGame(positionals[0] ?? 'doomspire');
const { bots, evaluate } = gamePlayers(game.id);
if (!evaluate) throw new UserError(`${game.id} has nothing that judges unfinished positions: try doomspire`);
const creators = Object.fromEntries(Object.entries(bots).map(([name, { create }]) => [name, create]));
for (const name of [flags.bot, flags.against])
  if (!Object.hasOwn(bots, name)) throw new UserError(`no bot ${name}: use one of ${Object.keys(bots).join(', ')}`);
const strength = {
  name: 'player',
  samples: wholeNumber('samples', flags.samples),
  rounds: wholeNumber('rounds', flags.rounds, 0),
  margin: flags.margin === '0' ? 0 : positiveNumber('margin', flags.margin, 1),
  ...(flags.opponents !== undefined && { opponents: splitOpponents(flags.opponents, '--opponents') }),
};
const problem = lookaheadProblem(strength);
if (problem) throw new UserError(problem);
const games = wholeNumber('games', flags.games);

const env = new TurnEnv(game);
const players = game.players(env.options);
const player = lookaheadBot(creators[flags.bot]!, evaluate, strength, creators);
const found = { won: 0, alone: 0, departures: 0, promised: 0 };
const started = performance.now();
for (let i = 0; i < games; i++) {
  const seat = i % players;
  const won = (agent: Agent) => {
    const line = Array.from({ length: players }, (_, at) => (at === seat ? agent : creators[flags.against]!()));
    return firstShares(playMatch(env, line, `${flags.seed}/${Math.floor(i / players)}`).places)[seat]!;
  };
  found.alone += won(creators[flags.bot]!());
  found.won += won(player);
  found.departures += player.departures;
  found.promised += (player.promised * (players - 1)) / players;
  const left = (((performance.now() - started) / (i + 1)) * (games - i - 1)) / 60_000;
  process.stderr.write(`\r${i + 1} of ${games} games, ${left.toFixed(0)} min left `);
}
process.stderr.write('\n');
const share = (n: number) => {
  const error = Math.sqrt((n * (1 - n / games)) / games ** 2);
  return `${((100 * n) / games).toFixed(1)} % (standard error ${(100 * error).toFixed(1)} %)`;
};
const perGame = (n: number) => (n / games).toFixed(2);
process.stdout.write(
  `${games} games: ${share(found.won)} won, by the bot alone ${share(found.alone)}\n` +
    `${(found.departures / games).toFixed(1)} departures a game promised ${perGame(found.promised)} wins, ` +
    `${perGame(found.won - found.alone)} more were won\n`,
);
