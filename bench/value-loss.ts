/**
 * How well value heads foresee who becomes King in Doomspire, beside the evaluation that searches use: on games of bots
 * (`--bots`: each seat gets one of them; `--options` of the game) that nothing was fitted to, one turn of each stirred, at
 * moments where another seat begins to play.
 *
 *   npx tsx bench/value-loss.ts --games 2000 runs/<run> runs/<run>/checkpoints/<checkpoint>
 *
 * Printed: the mean logarithmic loss of the chances and their mean squared error (Brier score), for each and for the
 * mean of the evaluation and each of them. Policies must count winning alone (`returns.winWeight` 1).
 */
import { kingChances } from '../agents/bots/index.js';
import { policyValue } from '../agents/policy/actor-critic.js';
import { actorCritic, loadPolicy } from '../agents/policy/policy.js';
import type { State } from '../env/game.js';
import { game } from '../games/doomspire/game.js';
import type { Position } from '../games/doomspire/state.js';
import { commandLine, wholeNumber } from './command-line.js';
import { gameOptions, playStirred, tableOf } from './stirred-games.js';

/** Share of the moments that are judged. */
const TAKEN = 0.1;
/** What a judge holds possible at least. */
const LEAST = 0.005;
const SEATS = 4;

const { values: flags, positionals } = commandLine(
  import.meta.url,
  {
    games: { type: 'string', default: '2000' },
    seed: { type: 'string', default: 'value-loss' },
    bots: { type: 'string', default: 'mixed' },
    options: { type: 'string', default: '{}' },
  },
  Infinity,
);
const games = wholeNumber('games', flags.games);
const table = tableOf(flags.bots.split(','));
const options = gameOptions(flags.options);

/** Chances of the seats, by judge. */
type Judge = (s: Position, out: Float64Array) => void;
const judges = new Map<string, Judge>([['evaluation', kingChances]]);
for (const path of positionals) {
  const value = policyValue(actorCritic(game, loadPolicy(path, game)));
  judges.set(path, (s, out) => {
    value(s as unknown as State, out);
    for (let seat = 0; seat < SEATS; seat++) out[seat] = ((SEATS - 1) * out[seat]! + 1) / SEATS;
  });
}
const losses = new Map<string, { log: number; squared: number }>();
let positions = 0;

/** Notes what a judge said of a game that somebody has won. */
function count(name: string, chances: readonly number[], king: number): void {
  let loss = losses.get(name);
  if (!loss) losses.set(name, (loss = { log: 0, squared: 0 }));
  const bounded = chances.map((p) => Math.max(LEAST, p));
  loss.log -= Math.log(bounded[king]! / bounded.reduce((sum, p) => sum + p, 0));
  loss.squared += chances.reduce((sum, p, seat) => sum + (p - (seat === king ? 1 : 0)) ** 2, 0);
}

const out = new Float64Array(SEATS);

/** Plays one game, and has some of its positions judged. */
function play(seed: string): void {
  const said: Map<string, number[]>[] = [];
  const note = (s: Position) => {
    const here = new Map<string, number[]>();
    for (const [name, judge] of judges) {
      judge(s, out);
      here.set(name, [...out]);
    }
    said.push(here);
  };
  const king = playStirred(seed, table, TAKEN, note, options);
  if (king < 0) return;
  positions += said.length;
  for (const here of said) {
    const evaluation = here.get('evaluation')!;
    for (const [name, chances] of here) {
      count(name, chances, king);
      if (chances === evaluation) continue;
      count(
        `mean of the evaluation and ${name}`,
        chances.map((p, seat) => (p + evaluation[seat]!) / 2),
        king,
      );
    }
  }
}

for (let i = 0; i < games; i++) play(`${flags.seed}/${i}`);
console.log(
  `${positions} positions of ${games} games\n\n| judge | logarithmic loss | squared error |\n|---|---:|---:|`,
);
console.log(`| knows nothing | ${Math.log(SEATS).toFixed(3)} | ${(1 - 1 / SEATS).toFixed(3)} |`);
for (const [name, { log, squared }] of losses)
  console.log(`| ${name} | ${(log / positions).toFixed(3)} | ${(squared / positions).toFixed(3)} |`);
