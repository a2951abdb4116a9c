/**
 * Whole games of Lords of Doomspire between mixed players, everything checked after each decision, and a tally of what
 * was reached. Used by a short test and by the long run in bench/.
 */
import { Planner } from '../../agents/doomspire/planner.js';
import { plans } from '../../agents/doomspire/plans.js';
import { createRng, type Rng, SeededChance } from '../../env/chance.js';
import { ACTIONS, actionBlocks, blockOf, DONE, MENU } from '../../env/games/doomspire/actions.js';
import { KIND_HOME, PIECES } from '../../env/games/doomspire/data.js';
import { enumerate } from '../../env/games/doomspire/enumerate.js';
import { DoomspireState, game } from '../../env/games/doomspire/game.js';
import { HOME_SEAT } from '../../env/games/doomspire/geometry.js';
import { violations } from '../../env/games/doomspire/invariants.js';
import type { DoomspireOptionsInput } from '../../env/games/doomspire/options.js';
import * as S from '../../env/games/doomspire/state.js';

/** What was reached so far; plain arrays, so that it travels between threads and lies in JSON. */
export interface Tally {
  games: number;
  decisions: number;
  rounds: number;
  /** Positions in which save, load, copy and the slow enumerator were checked too. */
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
const landmarkNames = game.landmarks!.names;
export const emptyTally = (): Tally => ({
  games: 0,
  decisions: 0,
  rounds: 0,
  deep: 0,
  prompts: game.prompts.map(() => 0),
  offered: Array.from({ length: ACTIONS }, () => 0),
  played: Array.from({ length: ACTIONS }, () => 0),
  landmarks: landmarkNames.map(() => 0),
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
  to.games += from.games;
  to.decisions += from.decisions;
  to.rounds += from.rounds;
  to.deep += from.deep;
  to.faulty += from.faulty;
  for (const key of ['prompts', 'offered', 'played', 'landmarks'] as const)
    from[key].forEach((n, i) => {
      to[key][i]! += n;
    });
  addRecord(to.endings, from.endings);
  addRecord(to.seats, from.seats);
  to.faults.push(...from.faults.slice(0, 20 - to.faults.length));
}

/** Two games of four are played by the rulebook as it stands, one in edition airef; the others go through the switches. */
export const variants: readonly (readonly [string, DoomspireOptionsInput])[] = [
  ['open dice, single tiles, drawn titles', { diceChoice: 'open', exploreUnit: 'square', titleTies: 'draw' }],
  ['choice of reward, owner stars', { impressReward: 'choice', blockadeStars: 'owner' }],
  ['conceding at any time', { conceding: 'any' }],
  ['card after flight, Doomspire passable', { cardAfterFlight: true, doomspireStops: false, trackMax: 15 }],
  ['no encounters, no trading, no conceding', { encounters: false, trading: false, conceding: 'off' }],
  ['everything asked', { askForced: true }],
  ['airef, everything asked', { edition: 'airef', askForced: true, exploreUnit: 'square' }],
  ['airef with encounters and conceding', { edition: 'airef', encounters: true, conceding: 'any', diceChoice: 'open' }],
  [
    'airef, Doomspire passable',
    { edition: 'airef', doomspireStops: false, trading: false, blockadeStars: 'blockader' },
  ],
];

/** Chooses among the legal actions of a position. */
type Player = (s: DoomspireState, rng: Rng) => number;
const random: Player = (s, rng) => s.legalActions[rng.int(s.g[S.COUNT]!)]!;
/** Random, but does not end turns early and takes what is rarely offered, so that it meets more of the rules. */
const restless: Player = (s, rng) => {
  const n = s.g[S.COUNT]!;
  if (rng.int(2))
    for (let i = 0; i < n; i++) {
      const block = actionBlocks[blockOf[s.legalActions[i]!]!]!.name;
      if (block === 'BOW' || block === 'BONUS' || block === 'BUILD' || block === 'TILEACT') return s.legalActions[i]!;
    }
  const action = random(s, rng);
  return action === DONE || action === MENU + 2 || action === MENU + 3 ? random(s, rng) : action;
};
const planners = Object.entries(plans).map(([name, { weights }]) => [name, new Planner(weights)] as const);

/** What only ever grows, for comparison with the step before. */
class Progress {
  private readonly gone = new Uint8Array(PIECES);
  private reveals = 0;
  private impressions = 0;
  private round = 0;
  private conceded = 0;
  private explored = 0;

  /** Things that a single position does not show: what has left stays away, what was done stays done. */
  check(s: DoomspireState): string {
    const { g } = s;
    for (let p = 0; p < PIECES; p++) {
      if (this.gone[p] && s.itemPlace[p] !== S.GONE) return `piece ${p} came back into the game`;
      this.gone[p] = s.itemPlace[p] === S.GONE ? 1 : 0;
    }
    let explored = 0;
    for (let t = 0; t < 64; t++) {
      explored += s.explored[t]!;
      if (s.tokens[t]! > 200) return `tokens below zero on tile ${t}`;
      const home = HOME_SEAT[t]!;
      if ((s.kind[t] === KIND_HOME) !== home < 4) return `home moved to tile ${t}`;
      if (home < 4 && s.concededOrder[home] === 0) {
        if (s.owner[t] !== home + 1) return `seat ${home} lost its home`;
        if (s.knightsOn[t]! & ~(7 << (home * 3))) return `a stranger in the home of seat ${home}`;
      }
    }
    if (explored < this.explored) return 'a tile was hidden again';
    if (g[S.REVEALS]! < this.reveals || g[S.REVEALS]! > 16) return 'reveals miscounted';
    if (g[S.IMPRESSIONS]! < this.impressions || g[S.IMPRESSIONS]! > 3) return 'impressions miscounted';
    if (s.stacks[0]! + s.stacks[1]! + s.stacks[2]! + s.stacks[3]! !== g[S.IMPRESSIONS]) return 'stacks of players';
    if (g[S.ROUND]! < this.round || g[S.ROUND]! > this.round + 1) return 'rounds skipped';
    if (g[S.CONCEDED]! < this.conceded) return 'somebody came back';
    const depth = g[S.DEPTH]!;
    // Between turns nothing lies on the stack; each kind of turn starts with one procedure.
    const outer = s.prompt === S.P_MENU || s.prompt === S.P_ROLL || (s.prompt >= S.P_HARVEST && s.prompt <= S.P_BUILD);
    if (outer && depth !== 1) return `${depth} procedures at ${game.prompts[s.prompt]}`;
    for (let i = 0; i < 8; i++) if (s.boatZone[i]! > 3 && s.boatZone[i] !== S.ABSENT) return `boat ${i} is nowhere`;
    this.explored = explored;
    this.reveals = g[S.REVEALS]!;
    this.impressions = g[S.IMPRESSIONS]!;
    this.round = g[S.ROUND]!;
    this.conceded = g[S.CONCEDED]!;
    return '';
  }
}

const mask = new Uint8Array(ACTIONS);
const places = new Uint8Array(4);

/** Plays and checks one game, drawn from `seed` and its number alone. Adds to `tally`; never throws. */
export function fuzzGame(seed: string, number: number, tally: Tally): void {
  const rng = createRng(`${seed}/${number}/players`);
  const airef: DoomspireOptionsInput = { edition: 'airef' };
  const plain = number % 4 === 2 ? airef : {};
  const [, input] = number % 4 === 3 ? variants[(number >> 2) % variants.length]! : ['', plain];
  const options = game.options.parse(input);
  const chance = new SeededChance(`${seed}/${number}`, game.streams);
  const seats: Player[] = [];
  // Few games are all random (they never end early), some are all scripted.
  const strength = 1 + rng.int(4);
  for (let seat = 0; seat < 4; seat++) {
    const scripted = rng.int(4) < strength;
    const [name, planner] = planners[rng.int(planners.length)]!;
    const idle = rng.int(2) === 0;
    const kind = scripted ? name : idle ? 'random' : 'restless';
    seats.push(scripted ? (s) => planner.choose(s) : idle ? random : restless);
    tally.seats[kind] = (tally.seats[kind] ?? 0) + 1;
  }
  const before = Uint32Array.from(game.landmarks!.counts);
  let decisions = 0;
  let where = 'set-up';
  try {
    const s = game.newState(options, chance);
    const other = new DoomspireState(options);
    const progress = new Progress();
    const most = game.maxDecisions(options);
    while (!s.over) {
      where = `decision ${decisions}, ${game.prompts[s.prompt]}`;
      const wrong = violations(s);
      const early = progress.check(s);
      if (early) wrong.push(early);
      const n = s.legal(mask);
      if (n < (options.askForced ? 1 : 2)) wrong.push(`${n} legal actions`);
      if (wrong.length) throw new Error(wrong.join('; '));
      tally.prompts[s.prompt]!++;
      for (let i = 0; i < n; i++) tally.offered[s.legalActions[i]!]!++;
      if (decisions % 64 === 63) {
        checkDeep(s, other, n, rng);
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
    const wanted = s.tables.airef && !s.truncated ? /^0,1(,1,1|,1,3|,2,3)$/ : /^0,1,2,3$/;
    if (!wanted.test([...places].sort().join())) wrong.push(`places ${places}`);
    if (s.legal(mask) !== 0) wrong.push('actions after the end');
    if (s.truncated !== (s.ending() === 'round cap')) wrong.push('truncated and ending differ');
    if (s.g[S.DEPTH] !== 0) wrong.push('procedures after the end');
    if (wrong.length) throw new Error(wrong.join('; '));
    tally.rounds += s.round;
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

/** What is too slow for every decision: save and load, hidden facts redrawn, the enumerator. */
function checkDeep(s: DoomspireState, other: DoomspireState, n: number, rng: Rng): void {
  const hash = s.hash();
  other.load(s.save());
  if (other.hash() !== hash) throw new Error('loading what was saved gives another position');
  const legal = [...mask.keys()].filter((a) => mask[a] === 1);
  const wanted = enumerate(s);
  if (wanted.join() !== legal.join()) throw new Error(`mask ${legal}, enumerator ${wanted}`);
  other.resample(s.actor, rng);
  if (other.g[S.COUNT] !== n || enumerate(other).join() !== legal.join()) throw new Error('redrawing changed the mask');
  const wrong = violations(other);
  if (wrong.length) throw new Error(`after redrawing: ${wrong.join('; ')}`);
  if (new Set(legal.map((a) => s.actionText(a))).size !== n) throw new Error('two actions share a text');
  if (s.hash() !== hash) throw new Error('looking changed the position');
}
