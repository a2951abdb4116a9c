/**
 * Solved positions of Connect Four in which it matters what is played: at least two moves lead to different results.
 * Made by `npx tsx games/connect-four/test/make-positions.ts`; the file is committed, so that everybody is measured by
 * the same ones.
 */

import type { SolvedPosition } from '../../../env/game-package.js';
import stored from './positions.json' with { type: 'json' };
import { COLUMNS, canPlay, discsAfter, type Outcome, winsAt } from './solver.js';

const letters: Readonly<Record<string, Outcome | null>> = { w: 1, d: 0, l: -1, '-': null };

/** A position as it lies in the file. */
export interface StoredPosition {
  /** Columns of the discs so far, 0 to 6 from the left. */
  moves: readonly number[];
  /** What each column leads to for the side to move; null where it is full. */
  outcomes: readonly (Outcome | null)[];
}

/** Its text: `3342 wdl-lll`. */
export function positionText({ moves, outcomes }: StoredPosition): string {
  const letter = (outcome: Outcome | null) => Object.keys(letters).find((key) => letters[key] === outcome)!;
  return `${moves.join('')} ${outcomes.map(letter).join('')}`;
}

/** The position of a text. @throws RangeError when it is none */
export function readPosition(text: string): StoredPosition {
  const [, moves, outcomes] = /^([0-6]*) ([wdl-]{7})$/.exec(text) ?? [];
  if (moves === undefined || outcomes?.length !== COLUMNS) throw new RangeError(`not a solved position: ${text}`);
  return { moves: Array.from(moves, Number), outcomes: Array.from(outcomes, (letter) => letters[letter]!) };
}

/** Numbers of discs by which positions are grouped. */
const stages = [
  [12, 17],
  [18, 23],
  [24, 30],
] as const;

/** Whether one side or the other could make four at once, so that one sees what to do without looking ahead. */
function near(moves: readonly number[]): boolean {
  const mine = discsAfter(moves);
  const theirs = { ...mine, mineLow: mine.mineLow ^ mine.allLow, mineHigh: mine.mineHigh ^ mine.allHigh };
  return [mine, theirs].some((at) =>
    Array.from({ length: COLUMNS }, (_, column) => canPlay(at, column) && winsAt(at, column)).includes(true),
  );
}

/** All of them, with the groups by which results are told. */
export function solvedPositions(): SolvedPosition[] {
  return stored.positions.map(readPosition).map(({ moves, outcomes }) => {
    const stage = stages.find(([from, to]) => moves.length >= from && moves.length <= to);
    return {
      actions: moves,
      outcomes,
      groups: [
        near(moves) ? 'a four can be made or must be stopped at once' : 'no four can be made at once',
        ...(stage ? [`${stage[0]} to ${stage[1]} discs`] : []),
      ],
    };
  });
}
