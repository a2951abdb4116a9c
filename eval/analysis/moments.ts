/** What a reviewed game tells at a glance: its turns, those that decided it, and how well each seat played. */
import { type Estimate, pairedTest } from '../statistics.js';

/** A position of the curve. */
export interface CurvePoint {
  at: number;
  chances: readonly Estimate[];
}

/** Moves that a seat made one after the other in one round. */
export interface Turn {
  /** Moves before it, and after it. */
  from: number;
  to: number;
  seat: number;
  round: number;
}

/** A turn in which chances moved. */
export interface Moment extends Turn {
  /** The seat whose chance moved most, and its chance before and after. */
  whose: number;
  before: Estimate;
  after: Estimate;
}

/** How well a seat played. */
export interface Accuracy {
  seat: number;
  /** Moves that were compared with others; of these, those that lost nothing as far as is known; and mistakes. */
  judged: number;
  good: number;
  mistakes: number;
  /** What a move lost on average, in chance to win or in what is earned; null where none was judged. */
  loss: Estimate | null;
}

/** The turns of a game. @param moves who made each, and in which round */
export function turnsOf(moves: readonly { seat: number; round: number }[]): Turn[] {
  const turns: Turn[] = [];
  for (const [at, { seat, round }] of moves.entries()) {
    const last = turns.at(-1);
    if (last && last.seat === seat && last.round === round) last.to = at + 1;
    else turns.push({ from: at, to: at + 1, seat, round });
  }
  return turns;
}

/**
 * The turns over which a seat's chance moved most, the largest first. Only those count at whose beginning and end the
 * chances are known and their intervals lie apart.
 */
export function momentsOf(turns: readonly Turn[], points: readonly CurvePoint[], most: number): Moment[] {
  const by = new Map(points.map(({ at, chances }) => [at, chances]));
  const moments = turns.flatMap((turn): Moment[] => {
    const [before, after] = [by.get(turn.from), by.get(turn.to)];
    if (!before || !after) return [];
    const moved = before.map(({ mean }, seat) => Math.abs(after[seat]!.mean - mean));
    const largest = Math.max(...moved);
    // Of two that win and lose the same, the one that moved.
    const whose = moved[turn.seat]! > largest - 1e-9 ? turn.seat : moved.indexOf(largest);
    const [was, is] = [before[whose]!, after[whose]!];
    const apart = was.high < is.low || is.high < was.low;
    return apart ? [{ ...turn, whose, before: was, after: is }] : [];
  });
  const size = ({ before, after }: Moment) => Math.abs(after.mean - before.mean);
  return moments.sort((a, b) => size(b) - size(a) || a.from - b.from).slice(0, most);
}

/** Moves from which on an interval of what they lost says something. */
const FEWEST = 5;

/**
 * How well each seat played.
 * @param judged moves, each with what it lost on average; null: too little is known
 * @param slight a smaller loss is none
 * @param most that a move can lose: 1 where chances count
 */
export function accuracyOf(
  judged: readonly { seat: number; mistake: boolean; regret: number | null }[],
  seats: number,
  slight: number,
  most: number,
): Accuracy[] {
  return Array.from({ length: seats }, (_, seat) => {
    const own = judged.filter((move) => move.seat === seat);
    const regrets = own.map(({ regret }) => regret ?? 0);
    const few = regrets.length < FEWEST;
    const difference = regrets.length > 0 ? pairedTest(regrets, 0).difference : { mean: 0, low: 0, high: 0 };
    const { mean } = difference;
    // Of few moves Student's interval may go below no loss at all, or above all that a chance can lose.
    const [low, high] = [Math.max(Math.min(0, mean), difference.low), Math.min(Math.max(most, mean), difference.high)];
    return {
      seat,
      judged: own.length,
      good: regrets.filter((regret) => regret <= slight).length,
      mistakes: own.filter(({ mistake }) => mistake).length,
      // Of so few moves an interval says no more than that they are few.
      loss: own.length === 0 ? null : few ? { mean, low: Number.NaN, high: Number.NaN } : { mean, low, high },
    };
  });
}
