/**
 * Who plays which seat of a training game: mostly the policy that is learning, some earlier versions of it (half of
 * them recent, half by how hard they are: prioritised fictitious self-play, Vinyals et al. 2019), some scripted or
 * random agents. Every seat is drawn on its own; at least one seat of every game learns.
 */
import { z } from 'zod';
import type { Rng } from '../../env/chance.js';
import { count, type Schedule, schedule, scheduled } from '../schedule.js';

/** The current policy plays; its decisions are learned from. */
export const LEARNER = 0;
/** The imitated agent plays; its decisions are learned from. */
export const TEACHER = 1;
/** `BOT + i`: the i-th of the run's agents. */
export const BOT = 2;
/** `SNAPSHOT + id`: an earlier version of the policy. */
export const SNAPSHOT = 1000;

const opponentSchema = z.strictObject({
  agent: z
    .string()
    .min(1)
    .describe(
      "Agent spec, such as `random` or `scripted:merchant`; `advisor` is the run's own with its trained weights.",
    ),
  share: schedule(0, 1).prefault(0.1).describe('Share of all seats this agent plays.'),
  allSeats: schedule(0, 1)
    .prefault(0)
    .describe('Share of games in which this agent plays all seats but one, in addition to `share`.'),
});

/** Agents that play some seats, as settings say it. */
export const opponentsSchema = z.array(opponentSchema);

/** What `opponentsSchema` checks. */
export type Opponents = z.output<typeof opponentsSchema>;

/** Shares of opponents at one moment. @param first which of the run's agents the first one is @param progress 0..1 */
export function shares(opponents: Opponents, first: number, progress: number): SeatMix['bots'] {
  return opponents.map(({ share, allSeats }, i) => ({
    agent: first + i,
    share: scheduled(share, progress),
    allSeats: scheduled(allSeats, progress),
  }));
}

const never: Schedule = { from: 0, to: 0, until: 1 };

/**
 * Whether opponents leave no seat that is sure to learn, at any progress.
 * @param snapshots share of all seats that snapshots play
 * @param apart snapshots have theirs at other times than the others
 * @returns what is wrong and what to do; null when nothing is
 */
export function crowded(opponents: Opponents, snapshots: Schedule = never, apart = false): string | null {
  const shares = opponents.map((bot) => bot.share);
  const seats = apart ? most(shares) + most([snapshots]) : most([...shares, snapshots]);
  if (seats >= 1)
    return `opponents: shares add up to ${short(seats)} of all seats and leave none to learn; keep the sum below 1`;
  const games = most(opponents.map((bot) => bot.allSeats));
  if (games > 1 + 1e-9) return `opponents: allSeats add up to ${short(games)} of all games; keep the sum at 1 or less`;
  return null;
}

/** The largest sum of some schedules: it is reached where one of them bends. */
function most(lines: readonly Schedule[]): number {
  const at = (progress: number) => lines.reduce((sum, line) => sum + scheduled(line, progress), 0);
  return Math.max(0, at(0), ...lines.map((line) => at(line.until)));
}

const short = (value: number) => Number(value.toPrecision(3));

/** How seats are drawn in one rollout. Plain data: it travels to threads and into checkpoints. */
export const seatMixSchema = z.strictObject({
  /** Agents of the run that play: the share of single seats of each, and of games in which it plays all seats but one. */
  bots: z.array(z.strictObject({ agent: count, share: z.number(), allSeats: z.number() })).max(1000),
  /** Share of all seats of earlier versions; 0 where there are none. */
  snapshots: z.number(),
  /** The earlier versions to draw from; the weights sum to 1. */
  pool: z.array(z.strictObject({ id: count, weight: z.number() })).max(10_000),
  /** Share of seats, of those that are not opponents, that the imitated agent plays; 0 where none is imitated. */
  teacher: z.number(),
});

/** How seats are drawn: see `seatMixSchema`. */
export type SeatMix = z.infer<typeof seatMixSchema>;

/**
 * Draws who plays each seat of a new game.
 * @param out written from `at`, one number a seat (see the constants)
 * @param sure the seat that is sure to learn; drawn where it is not given
 */
export function drawSeats(
  mix: SeatMix,
  rng: Rng,
  players: number,
  out: Int32Array,
  at: number,
  sure = rng.int(players),
): void {
  // The number of draws does not depend on their results, so changing one share does not shift the others' chance.
  const everywhere = pick(mix.bots, 'allSeats', rng.uniform());
  let learners = 0;
  for (let seat = 0; seat < players; seat++) {
    const single = drawOpponent(mix, rng.uniform());
    const learner = rng.uniform() < mix.teacher ? TEACHER : LEARNER;
    const opponent = everywhere < 0 ? single : seat === sure ? LEARNER : BOT + everywhere;
    out[at + seat] = opponent === LEARNER ? learner : opponent;
    if (opponent === LEARNER) learners++;
  }
  if (learners === 0) out[at + sure] = mix.teacher > 0 ? TEACHER : LEARNER;
}

/** The agent into whose share `u` falls; -1 past them all. @param u uniform in [0, 1) */
function pick(bots: SeatMix['bots'], what: 'share' | 'allSeats', u: number): number {
  for (const bot of bots) if ((u -= bot[what]) < 0) return bot.agent;
  return -1;
}

/** @param u uniform in [0, 1) */
function drawOpponent(mix: SeatMix, u: number): number {
  const bot = pick(mix.bots, 'share', u);
  if (bot >= 0) return BOT + bot;
  u -= mix.bots.reduce((sum, { share }) => sum + share, 0);
  if (mix.pool.length === 0 || mix.snapshots <= 0) return LEARNER;
  if (u >= mix.snapshots) return LEARNER;
  let left = u / mix.snapshots;
  for (const { id, weight } of mix.pool) if ((left -= weight) < 0) return SNAPSHOT + id;
  return SNAPSHOT + mix.pool.at(-1)!.id;
}

/** One earlier version of the policy. */
export interface Snapshot {
  /** Counts up over the run. */
  id: number;
  /** Where its weights are kept, 0..size-1. */
  slot: number;
  /** Update after which it was taken. */
  update: number;
  /** The learner's mean score against it (1: always ranked better), of late. */
  score: number;
  /** Meetings behind `score`, at most `MEMORY`. */
  meetings: number;
}

/** Plain state of a `SnapshotPool`; the weights are kept apart, by slot. */
export interface PoolState {
  nextId: number;
  snapshots: Snapshot[];
}

// Old results fade: the learner that met a snapshot 200 meetings ago was another one.
const MEMORY = 200;
// Share of the weight that goes to recent snapshots regardless of their difficulty.
const RECENT = 0.5;
// A snapshot that is always beaten is still met now and then.
const FLOOR = 0.02;

/** Earlier versions of the policy, thinned so that their ages grow about geometrically. */
export class SnapshotPool {
  private state: PoolState = { nextId: 0, snapshots: [] };

  /** @param size most snapshots kept, >= 1 */
  constructor(readonly size: number) {}

  /** Oldest first. */
  get snapshots(): readonly Snapshot[] {
    return this.state.snapshots;
  }

  /** Takes in a new one, in place of the most dispensable when full. @returns it: put the weights into its slot */
  add(update: number): Snapshot {
    const { snapshots } = this.state;
    let slot = snapshots.length;
    if (snapshots.length >= this.size) slot = snapshots.splice(this.dispensable(update), 1)[0]!.slot;
    const snapshot = { id: this.state.nextId++, slot, update, score: 0.5, meetings: 0 };
    snapshots.push(snapshot);
    return snapshot;
  }

  /**
   * Drops the most dispensable ones until the rest have room, and moves those to the first slots.
   * @param update now
   * @returns the slots they were in, in the order of their new ones
   */
  fit(update: number): number[] {
    const { snapshots } = this.state;
    while (snapshots.length > this.size) snapshots.splice(this.dispensable(update), 1);
    const old = snapshots.map((snapshot) => snapshot.slot);
    for (const [slot, snapshot] of snapshots.entries()) snapshot.slot = slot;
    return old;
  }

  /** The one whose neighbours lie closest together for its age; never the first while there are others. */
  private dispensable(now: number): number {
    const { snapshots } = this.state;
    let best = Math.min(1, snapshots.length - 1);
    let least = Infinity;
    for (let i = 1; i < snapshots.length; i++) {
      const after = snapshots[i + 1]?.update ?? now;
      const gap = (after - snapshots[i - 1]!.update) / (now - snapshots[i]!.update + 1);
      if (gap < least) [best, least] = [i, gap];
    }
    return best;
  }

  /** Notes results of the learner against a snapshot. @param score sum over meetings, 1 each for being ranked better */
  record(id: number, score: number, meetings: number): void {
    const snapshot = this.state.snapshots.find((s) => s.id === id);
    if (!snapshot || meetings === 0) return;
    const total = snapshot.meetings + meetings;
    snapshot.score = (snapshot.score * snapshot.meetings + score) / total;
    snapshot.meetings = Math.min(MEMORY, total);
  }

  /** How snapshots are drawn: half of the weight on the newest quarter, the rest by difficulty, (1 - score)^2. */
  weights(): { id: number; weight: number }[] {
    const { snapshots } = this.state;
    const newest = Math.ceil(snapshots.length / 4);
    const hard = snapshots.map((s) => Math.max(FLOOR, (1 - s.score) ** 2));
    const total = hard.reduce((a, b) => a + b, 0);
    return snapshots.map((s, i) => ({
      id: s.id,
      weight: (i >= snapshots.length - newest ? RECENT / newest : 0) + ((1 - RECENT) * hard[i]!) / total,
    }));
  }

  save(): PoolState {
    return structuredClone(this.state);
  }

  load(state: PoolState): void {
    this.state = structuredClone(state);
  }
}
