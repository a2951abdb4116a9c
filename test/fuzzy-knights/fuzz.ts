/**
 * Whole games of Fuzzy Knights between mixed players, everything checked after each decision, and a tally of what was
 * reached. Used by a short test and by the long run in bench/.
 */
import { plans } from '../../agents/fuzzy-knights/plans.js';
import { choose } from '../../agents/fuzzy-knights/scores.js';
import { createRng, type Rng, SeededChance } from '../../env/chance.js';
import { ACTIONS, END, FOUND, RETREAT } from '../../env/games/fuzzy-knights/actions.js';
import { FuzzyState, game } from '../../env/games/fuzzy-knights/game.js';
import { violations } from '../../env/games/fuzzy-knights/invariants.js';
import type { FuzzyOptionsInput } from '../../env/games/fuzzy-knights/options.js';
import * as S from '../../env/games/fuzzy-knights/state.js';

/** What was reached so far; plain arrays, so that it travels between threads and lies in JSON. */
export interface Tally {
  games: number;
  decisions: number;
  days: number;
  /** Positions in which save, load, view and the slow enumerator were checked too. */
  deep: number;
  /** How often each prompt was asked; how often each action was legal, and was played; landmarks of the rules. */
  prompts: number[];
  offered: number[];
  played: number[];
  landmarks: number[];
  endings: Record<string, number>;
  seats: Record<string, number>;
  /** What went wrong: game, decision, words. At most 20. */
  faults: string[];
  faulty: number;
}
const zeros = (n: number): number[] => Array.from({ length: n }, () => 0);
export const emptyTally = (): Tally => ({
  games: 0,
  decisions: 0,
  days: 0,
  deep: 0,
  prompts: zeros(game.prompts.length),
  offered: zeros(ACTIONS),
  played: zeros(ACTIONS),
  landmarks: zeros(game.landmarks!.names.length),
  endings: {},
  seats: {},
  faults: [],
  faulty: 0,
});

const addRecord = (to: Record<string, number>, from: Record<string, number>): void => {
  for (const [key, n] of Object.entries(from)) to[key] = (to[key] ?? 0) + n;
};
/** Adds `from` to `to`. */
export function addTally(to: Tally, from: Tally): void {
  for (const key of ['games', 'decisions', 'days', 'deep', 'faulty'] as const) to[key] += from[key];
  for (const key of ['prompts', 'offered', 'played', 'landmarks'] as const)
    from[key].forEach((n, i) => {
      to[key][i]! += n;
    });
  addRecord(to.endings, from.endings);
  addRecord(to.seats, from.seats);
  to.faults.push(...from.faults.slice(0, 20 - to.faults.length));
}

/** Two games of three follow the rules as they stand; the others go through the switches. All player counts take turns. */
export const variants: readonly (readonly [string, FuzzyOptionsInput])[] = [
  ['rotating order', { rotateOrderDaily: true }],
  ['tokens may be declined', { tokenMayDecline: true, maxDays: 20 }],
  ['everything asked', { askForced: true, maxDays: 30 }],
  ['poor and hungry', { maxDays: 25, components: { setup: { startCoins: 12, cityIncome: 0 } } }],
  [
    'rich, great monsters',
    { maxDays: 15, components: { setup: { startCoins: 99 }, encounters: { fight: [6, 6, 0], bribeCost: 1 } } },
  ],
];

/** Chooses among the legal actions of a position. */
type Player = (s: FuzzyState, rng: Rng) => number;
const random: Player = (s, rng) => s.legalActions[rng.int(s.listed[0]!)]!;
/** Random, but neither ends nor retreats early, and founds cities: it meets more of the rules. */
const restless: Player = (s, rng) => {
  let action = random(s, rng);
  if (action === RETREAT) action = random(s, rng);
  if (action === END) action = random(s, rng);
  return action === END && s.prompt === S.P_FOUND ? FOUND : action;
};

const mask = new Uint8Array(ACTIONS);
const places = new Uint8Array(4);

/** Plays and checks one game, drawn from `seed` and its number alone. Adds to `tally`; never throws. */
export function fuzzGame(seed: string, number: number, tally: Tally): void {
  const rng = createRng(`${seed}/${number}/players`);
  const players = 2 + (number % 3);
  const [, input] = number % 9 >= 6 ? variants[Math.floor(number / 9) % variants.length]! : ['', {}];
  const options = game.options.parse({ ...input, players });
  const chance = new SeededChance(`${seed}/${number}`, game.streams);
  const seats: Player[] = [];
  // Few games are all random (they never end early), some are all scripted.
  const strength = 1 + rng.int(4);
  for (let seat = 0; seat < players; seat++) {
    const [name, { weights }] = Object.entries(plans)[rng.int(4)]!;
    const scripted = rng.int(4) < strength;
    const idle = rng.int(2) === 0;
    const kind = scripted ? name : idle ? 'random' : 'restless';
    seats.push(scripted ? (s) => choose(s, weights) : idle ? random : restless);
    tally.seats[kind] = (tally.seats[kind] ?? 0) + 1;
  }
  const before = Uint32Array.from(game.landmarks!.counts);
  let decisions = 0;
  let where = 'set-up';
  try {
    const s = game.newState(options, chance);
    const other = new FuzzyState(options);
    const most = game.maxDecisions(options);
    const out = new Uint8Array(4);
    let day = 0;
    while (!s.over) {
      where = `decision ${decisions}, ${game.prompts[s.prompt]}`;
      const wrong = violations(s);
      const n = s.legal(mask);
      if (n < (options.askForced ? 1 : 2)) wrong.push(`${n} legal actions`);
      if (s.round < day) wrong.push('a day came back');
      for (let seat = 0; seat < players; seat++) if (out[seat]! > s.out[seat]!) wrong.push(`seat ${seat} came back`);
      if (wrong.length) throw new Error(wrong.join('; '));
      day = s.round;
      out.set(s.out);
      tally.prompts[s.prompt]!++;
      for (let i = 0; i < n; i++) tally.offered[s.legalActions[i]!]!++;
      if (decisions % 64 === 63) {
        checkDeep(s, other);
        tally.deep++;
      }
      const action = seats[s.actor]!(s, rng);
      if (mask[action] !== 1) throw new Error(`a player chose action ${action}, which is not legal`);
      tally.played[action]!++;
      s.apply(action, chance);
      if (++decisions > most) throw new Error(`more than ${most} decisions`);
    }
    where = 'end';
    const wrong = violations(s);
    s.places(places);
    checkPlaces(s, wrong);
    if (s.legal(mask) !== 0) wrong.push('actions after the end');
    if (s.truncated !== (s.ending() === 'day cap')) wrong.push('truncated and ending differ');
    if (wrong.length) throw new Error(wrong.join('; '));
    tally.days += s.round;
    tally.endings[s.ending()] = (tally.endings[s.ending()] ?? 0) + 1;
  } catch (error) {
    tally.faulty++;
    if (tally.faults.length < 20) tally.faults.push(`game ${number}, ${where}: ${(error as Error).message}`);
  }
  tally.games++;
  tally.decisions += decisions;
  game.landmarks!.counts.forEach((n, i) => {
    tally.landmarks[i]! += n - before[i]!;
  });
}

/** Who is left stands before who is out, and who went out later before who went out earlier. */
function checkPlaces(s: FuzzyState, wrong: string[]): void {
  for (let a = 0; a < s.players; a++)
    for (let b = 0; b < s.players; b++) {
      const later = s.out[a]! < s.out[b]! || (s.out[a] === 1 && s.out[b] === 1 && s.outDay[a]! > s.outDay[b]!);
      if (later && places[a]! >= places[b]!) wrong.push(`places ${places} of seats ${a} and ${b}`);
    }
  if (!places.subarray(0, s.players).includes(0)) wrong.push('nobody is first');
}

/** What is too slow for every decision: save and load, the view read back, the enumerator, unique texts. */
function checkDeep(s: FuzzyState, other: FuzzyState): void {
  const hash = s.hash();
  other.load(s.save());
  if (other.hash() !== hash) throw new Error('loading what was saved gives another position');
  const legal = [...mask.keys()].filter((a) => mask[a] === 1);
  const wanted = game.enumerate!(s);
  if (wanted.join() !== legal.join()) throw new Error(`mask ${legal}, enumerator ${wanted}`);
  const back = game.parseView!(JSON.parse(JSON.stringify(s.view(s.actor))));
  if (back.hash() !== hash) throw new Error('the view read back is another position');
  if (new Set(legal.map((a) => s.actionText(a))).size !== legal.length) throw new Error('two actions share a text');
  if (s.hash() !== hash) throw new Error('looking changed the position');
}
