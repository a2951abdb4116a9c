/**
 * The first eight discs of Connect Four, whose values take too long to find anew: who wins each position when both sides play
 * best, of a position and its mirror once. test/make-openings.ts makes the values.
 */
import { VALUES } from './opening-values.js';
import { afterMove, COLUMNS, canPlay, type Discs, type Outcome, winsAt } from './solver.js';

/** Discs up to which values are known. */
export const MOST_DISCS = 8;

const HEIGHT = 7;
const LOW_COLUMNS = 4;
const LOW = 2 ** (HEIGHT * LOW_COLUMNS);
const SQUARES = (1 << HEIGHT) - 1;

/** Values that lie in a byte: each has three. */
const IN_BYTE = 5;

/** A number of its own for each position and its mirror: of each column the discs of the side to move and of both, added up. */
function keyOf({ mineLow, mineHigh, allLow, allHigh }: Discs): number {
  const low = mineLow + allLow;
  const high = mineHigh + allHigh;
  const column = (c: number) =>
    (c < LOW_COLUMNS ? low >>> (c * HEIGHT) : high >>> ((c - LOW_COLUMNS) * HEIGHT)) & SQUARES;
  let [mirrorLow, mirrorHigh] = [0, 0];
  for (let c = 0; c < COLUMNS; c++) {
    const squares = column(COLUMNS - 1 - c);
    if (c < LOW_COLUMNS) mirrorLow |= squares << (c * HEIGHT);
    else mirrorHigh |= squares << ((c - LOW_COLUMNS) * HEIGHT);
  }
  return Math.min(high * LOW + low, mirrorHigh * LOW + mirrorLow);
}

/** Positions of so many discs, none over, in the order in which they follow from those with one disc less. */
export class Openings {
  /** By number of discs: the positions, and the place of each by its key. */
  private readonly levels: { positions: Discs[]; places: Map<number, number> }[] = [];

  /** Up to `MOST_DISCS`, the first of them once it is asked for. */
  positions(discs: number): readonly Discs[] {
    return this.level(discs).positions;
  }

  /** The place of a position, or of its mirror, among those of as many discs; undefined: it is over, or none. */
  placeOf(at: Discs): number | undefined {
    return this.level(at.count).places.get(keyOf(at));
  }

  private level(discs: number) {
    const { levels } = this;
    if (levels.length === 0) {
      const empty: Discs = { mineLow: 0, mineHigh: 0, allLow: 0, allHigh: 0, count: 0 };
      levels.push({ positions: [empty], places: new Map([[keyOf(empty), 0]]) });
    }
    while (levels.length <= discs) {
      const positions: Discs[] = [];
      const places = new Map<number, number>();
      for (const at of levels.at(-1)!.positions)
        for (let column = 0; column < COLUMNS; column++) {
          if (!canPlay(at, column) || winsAt(at, column)) continue;
          const next = afterMove(at, column);
          const key = keyOf(next);
          if (places.has(key)) continue;
          places.set(key, positions.length);
          positions.push(next);
        }
      levels.push({ positions, places });
    }
    return levels[discs]!;
  }
}

/** Values of all positions, those of few discs first, as a text. */
export function packValues(values: readonly Outcome[]): string {
  const bytes = new Uint8Array(Math.ceil(values.length / IN_BYTE));
  for (const [i, value] of values.entries()) bytes[Math.floor(i / IN_BYTE)]! += (value + 1) * 3 ** (i % IN_BYTE);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

let openings: Openings | undefined;
let bytes: Uint8Array | undefined;

/** What the side to move gets out of a position of at most `MOST_DISCS` discs when both play best. */
export function openingValue(at: Discs): Outcome {
  openings ??= new Openings();
  bytes ??= Uint8Array.from(atob(VALUES), (letter) => letter.charCodeAt(0));
  let place = openings.placeOf(at)!;
  for (let discs = 0; discs < at.count; discs++) place += openings.positions(discs).length;
  const value = Math.floor(bytes[Math.floor(place / IN_BYTE)]! / 3 ** (place % IN_BYTE)) % 3;
  return (value - 1) as Outcome;
}
