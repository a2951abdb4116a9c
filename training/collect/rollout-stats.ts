/** Statistics of a rollout. */
import { TRUNCATED, type VectorEnv } from '../../env/vector-env.js';
import { BOT } from './opponents.js';

/** Statistics of one rollout. All are sums, so those of several threads add up. */
export interface RolloutStats {
  /** Decisions learned from. */
  decisions: number;
  /** All decisions, opponents' included. */
  allDecisions: number;
  /** Games that ended, and sums over them. */
  games: number;
  truncated: number;
  gameDecisions: number;
  /** Sum of the final returns of learning seats, and their number. */
  returns: number;
  returnCount: number;
  /** Sum of shaping rewards given to the deciding seats. */
  shaping: number;
  /** Sum over learned decisions of entropy / log(legal actions), and the number with at least two legal actions. */
  entropyShare: number;
  entropyCount: number;
  /** Scores of learning seats against others in the same game (1: ranked better, 1/2: tied), by opponent. */
  versus: Record<string, { score: number; meetings: number }>;
  /** Milliseconds for observations of the learning seats, for the network, and in total. */
  observeMs: number;
  inferMs: number;
  totalMs: number;
}

/** Empty statistics. */
export function noStats(): RolloutStats {
  return {
    decisions: 0,
    allDecisions: 0,
    games: 0,
    truncated: 0,
    gameDecisions: 0,
    returns: 0,
    returnCount: 0,
    shaping: 0,
    entropyShare: 0,
    entropyCount: 0,
    versus: {},
    observeMs: 0,
    inferMs: 0,
    totalMs: 0,
  };
}

/** Adds the numbers of one thread to those of others. */
export function addStats(sum: RolloutStats, more: RolloutStats): RolloutStats {
  const { versus, ...numbers } = more;
  for (const key of Object.keys(numbers) as (keyof typeof numbers)[]) sum[key] += numbers[key];
  for (const [who, { score, meetings }] of Object.entries(versus)) {
    const entry = (sum.versus[who] ??= { score: 0, meetings: 0 });
    entry.score += score;
    entry.meetings += meetings;
  }
  return sum;
}

/**
 * Adds the result of a finished game.
 * @param who plays each seat of each game (`Seats.who`); results of learning seats are counted
 * @param returns return of each seat of each game
 */
export function countGame(
  stats: RolloutStats,
  env: VectorEnv,
  i: number,
  who: Int32Array,
  returns: Float64Array | Float32Array,
): void {
  const first = i * env.players;
  const end = first + env.seats(i);
  stats.games++;
  stats.gameDecisions += env.decisions[i]!;
  if (env.ended[i] === TRUNCATED) stats.truncated++;
  for (let slot = first; slot < end; slot++) {
    if (who[slot]! >= BOT) continue;
    stats.returns += returns[slot]!;
    stats.returnCount++;
    for (let other = first; other < end; other++) {
      if (who[other]! < BOT) continue;
      const gap = Math.sign(env.places[other]! - env.places[slot]!);
      const entry = (stats.versus[who[other]!] ??= { score: 0, meetings: 0 });
      entry.score += (1 + gap) / 2;
      entry.meetings++;
    }
  }
}
