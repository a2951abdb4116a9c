/**
 * Solved positions of Connect Four in which it matters what is played: at least two moves lead to different results. Made
 * by `npx tsx bench/connect-four-positions.ts`; the file is committed, so that everybody is measured by the same ones.
 */
import stored from './positions.json' with { type: 'json' };
import { COLUMNS, type Outcome } from './solver.js';

/** One of them. */
export interface SolvedPosition {
  /** Columns of the discs so far, 0 to 6 from the left. */
  moves: readonly number[];
  /** What each column leads to for the side to move; null where it is full. */
  outcomes: readonly (Outcome | null)[];
}

const letters: Readonly<Record<string, Outcome | null>> = { w: 1, d: 0, l: -1, '-': null };

/** A position as it lies in the file: `3342 wdl-lll`. */
export function positionText({ moves, outcomes }: SolvedPosition): string {
  const letter = (outcome: Outcome | null) => Object.keys(letters).find((key) => letters[key] === outcome)!;
  return `${moves.join('')} ${outcomes.map(letter).join('')}`;
}

/** The way back. @throws RangeError when it is none */
export function readPosition(text: string): SolvedPosition {
  const [, moves, outcomes] = /^([0-6]*) ([wdl-]{7})$/.exec(text) ?? [];
  if (moves === undefined || outcomes?.length !== COLUMNS) throw new RangeError(`not a solved position: ${text}`);
  return { moves: Array.from(moves, Number), outcomes: Array.from(outcomes, (letter) => letters[letter]!) };
}

/** All of them. */
export const solvedPositions = (): SolvedPosition[] => stored.positions.map(readPosition);
