/**
 * Whole games of Crown of Ash between mixed players, everything checked after each decision, and a tally of what was
 * reached. Used by a short test and by the long run in bench/.
 */
import { Planner } from '../../agents/crown-of-ash/planner.js';
import { plans } from '../../agents/crown-of-ash/plans.js';
import { createRng, type Rng, SeededChance } from '../../env/chance.js';
import { ACTIONS, DONE, GOLD } from '../../env/games/crown-of-ash/actions.js';
import { enumerate } from '../../env/games/crown-of-ash/enumerate.js';
import { CrownState, game } from '../../env/games/crown-of-ash/game.js';
import { violations } from '../../env/games/crown-of-ash/invariants.js';
import type { CrownOptionsInput } from '../../env/games/crown-of-ash/options.js';
import * as S from '../../env/games/crown-of-ash/state.js';

/** What was reached so far; plain arrays, so that it travels between threads and lies in JSON. */
export interface Tally {
  games: number;
  decisions: number;
  /** Positions in which save, load, redrawing and the slow enumerator were checked too. */
  deep: number;
  prompts: number[];
  offered: number[];
  played: number[];
  landmarks: number[];
  endings: Record<string, number>;
  variants: Record<string, number>;
  /** What went wrong: game, decision, words. At most 20. */
  faults: string[];
  faulty: number;
}
export const emptyTally = (): Tally => ({
  games: 0,
  decisions: 0,
  deep: 0,
  prompts: game.prompts.map(() => 0),
  offered: new Array<number>(ACTIONS).fill(0),
  played: new Array<number>(ACTIONS).fill(0),
  landmarks: game.landmarks!.names.map(() => 0),
  endings: {},
  variants: {},
  faults: [],
  faulty: 0,
});
/** Adds `from` to `to`. */
export function addTally(to: Tally, from: Tally): void {
  for (const key of ['games', 'decisions', 'deep', 'faulty'] as const) to[key] += from[key];
  for (const key of ['prompts', 'offered', 'played', 'landmarks'] as const)
    from[key].forEach((n, i) => {
      to[key][i]! += n;
    });
  for (const key of ['endings', 'variants'] as const)
    for (const [name, n] of Object.entries(from[key])) to[key][name] = (to[key][name] ?? 0) + n;
  to.faults.push(...from.faults.slice(0, 20 - to.faults.length));
}

/** Options that take turns: every number of seats, every AI, the switches. */
export const variants: readonly (readonly [string, CrownOptionsInput])[] = [
  ['2 seats', { players: 2 }],
  ['3 seats', { players: 3 }],
  ['4 seats', { players: 4 }],
  ['alone, easy', { players: 1, ai: 'easy' }],
  ['alone, medium', { players: 1, ai: 'medium' }],
  ['alone, hard', { players: 1, ai: 'hard' }],
  ['2 players, medium', { players: 2, ai: 'medium' }],
  ['3 players, hard, memory aid', { players: 3, ai: 'hard', memoryAid: true }],
  ['4 seats, everything asked', { players: 4, askForced: true }],
  ['2 seats, no choice at the start', { players: 2, startChoice: false }],
];

type Player = (s: CrownState, rng: Rng) => number;
const random: Player = (s, rng) => s.legalActions[rng.int(s.g[S.COUNT]!)]!;
/** Random, but thinks twice before it does nothing much. */
const restless: Player = (s, rng) => {
  const action = random(s, rng);
  return action === DONE || action === GOLD ? random(s, rng) : action;
};
const planners: Player[] = Object.values(plans).map(({ weights }) => {
  const planner = new Planner(weights);
  return (s) => planner.choose(s);
});

const mask = new Uint8Array(ACTIONS);
const places = new Uint8Array(4);

/** Plays and checks one game, drawn from `seed` and its number alone. Adds to `tally`; never throws. */
export function fuzzGame(seed: string, number: number, tally: Tally): void {
  const rng = createRng(`${seed}/${number}/players`);
  const [name, input] = variants[number % variants.length]!;
  tally.variants[name] = (tally.variants[name] ?? 0) + 1;
  const options = game.options.parse(input);
  const chance = new SeededChance(`${seed}/${number}`, game.streams);
  const players = [random, restless, ...planners];
  const seats = [0, 1, 2, 3].map(() => players[rng.int(players.length)]!);
  const before = Uint32Array.from(game.landmarks!.counts);
  let decisions = 0;
  let where = 'set-up';
  try {
    const s = game.newState(options, chance);
    const other = new CrownState(options);
    const most = game.maxDecisions(options);
    const points = [0, 0, 0, 0];
    let round = 1;
    while (!s.over) {
      where = `decision ${decisions}, ${game.prompts[s.prompt]}`;
      const wrong = violations(s);
      const n = s.legal(mask);
      if (n < (options.askForced ? 1 : 2)) wrong.push(`${n} legal actions`);
      if (s.round < round) wrong.push('the round went back');
      round = s.round;
      for (let seat = 0; seat < s.seats; seat++) {
        if (s.vp[seat]! < points[seat]!) wrong.push(`seat ${seat} lost points`);
        points[seat] = s.vp[seat]!;
      }
      if (wrong.length > 0) throw new Error(wrong.join('; '));
      tally.prompts[s.prompt]!++;
      for (let i = 0; i < n; i++) tally.offered[s.legalActions[i]!]!++;
      if (decisions % 32 === 31) {
        checkDeep(s, other, rng);
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
    if (s.players > 1 && ![...places.subarray(0, s.players)].includes(0)) wrong.push(`places ${places}`);
    if (s.legal(mask) !== 0) wrong.push('actions after the end');
    if (s.g[S.AI]! >= 0 && s.g[S.SHUFFLES] !== 4) wrong.push(`${s.g[S.SHUFFLES]} shuffles of the AI deck`);
    if (wrong.length > 0) throw new Error(wrong.join('; '));
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

/** What is too slow for every decision: save and load, hidden facts redrawn, the view, the enumerator. */
function checkDeep(s: CrownState, other: CrownState, rng: Rng): void {
  const hash = s.hash();
  other.load(s.save());
  if (other.hash() !== hash) throw new Error('loading what was saved gives another position');
  const legal = [...mask.keys()].filter((a) => mask[a] === 1);
  const wanted = enumerate(s);
  if (wanted.join() !== legal.join()) throw new Error(`mask ${legal}, enumerator ${wanted}`);
  other.resample(s.actor, rng);
  if (enumerate(other).join() !== legal.join()) throw new Error('redrawing changed the mask');
  const wrong = violations(other);
  if (wrong.length > 0) throw new Error(`after redrawing: ${wrong.join('; ')}`);
  const view = JSON.stringify(s.view(s.actor));
  if (JSON.stringify(other.view(s.actor)) !== view) throw new Error('redrawing changed the view');
  const seat = rng.int(s.players);
  const read = game.parseView!(JSON.parse(JSON.stringify(s.view(seat))));
  if (JSON.stringify((read as CrownState).view(seat)) !== JSON.stringify(s.view(seat)))
    throw new Error(`the view of seat ${seat} reads back as another`);
  if (new Set(legal.map((a) => s.actionText(a))).size !== legal.length) throw new Error('two actions share a text');
  if (s.hash() !== hash) throw new Error('looking changed the position');
}
