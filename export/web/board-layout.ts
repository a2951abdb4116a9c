/** Where things stand on a board that is drawn, for the page and for pictures. */
import type { SceneBoard, ScenePlace } from '../../env/scene.js';

/** Of one unit of a board. */
export const UNIT = 100;
const PAD = 7;
const LETTERS = 22;
/** Of most fonts, in its height. */
const LETTER_WIDTH = 0.56;

/** What stands in a place: lines of letters from above, and under them its tokens. */
interface Inside {
  /** The middle of all lines. */
  middle: number;
  lines: { words: string; letters: number; baseline: number }[];
  /** Of each token: its upper left corner, and its width and height. */
  spots: Spot[];
}

interface Spot {
  x: number;
  y: number;
  size: number;
}

/**
 * @param most the largest tokens
 * @param least the smallest letters
 */
export function insideOf(place: ScenePlace, most: number, least: number): Inside {
  const { at, size = [1, 1], shape, text = [], tokens = [] } = place;
  const [x, y, width, height] = [at[0] * UNIT, at[1] * UNIT, size[0] * UNIT, size[1] * UNIT];
  let bottom = y + PAD;
  // Letters that cannot be smaller are left out where they would cover the places beside it.
  const fits = (words: string) => LETTER_WIDTH * least * words.length <= 1.15 * width;
  const lines = text.filter(fits).map((words) => {
    const letters = lettersOf(words, width - 2 * PAD, least);
    bottom += letters * 1.08;
    return { words, letters, baseline: bottom - letters * 0.22 };
  });
  const below = bottom - y - PAD;
  // One fills a round place, several stay within it.
  const pad = shape !== 'round' ? PAD : tokens.length === 1 ? 2 : 0.15 * width;
  const spots = arrange(tokens.length, most, {
    x: x + pad,
    y: y + pad + below,
    width: width - 2 * pad,
    height: height - 2 * pad - below,
  });
  return { middle: x + width / 2, lines, spots };
}

/** As large as the width allows, within reason: letters of most fonts are a little over half as wide as high. */
function lettersOf(words: string, width: number, least: number): number {
  return Math.max(least, Math.min(LETTERS, width / (LETTER_WIDTH * Math.max(1, words.length))));
}

interface Room {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Rows of squares, as large as fit and in the middle of the room. */
function arrange(count: number, most: number, { x, y, width, height }: Room): Spot[] {
  let best = { size: 0, columns: 1 };
  for (let columns = 1; columns <= count; columns++) {
    const size = Math.min(width / columns, height / Math.ceil(count / columns), most);
    // Beside each other rather than one above the other.
    if (size > best.size - 0.01) best = { size, columns };
  }
  const { size, columns } = best;
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / columns);
    const inRow = row === rows - 1 ? count - columns * (rows - 1) : columns;
    return {
      x: x + (width - inRow * size) / 2 + (i % columns) * size + size * 0.03,
      y: y + (height - rows * size) / 2 + row * size + size * 0.03,
      size: size * 0.94,
    };
  });
}

/** Left, top, right and bottom, with room for what is written beside the places. */
export function edges({ size: [width, height], labels = [] }: SceneBoard): [number, number, number, number] {
  const xs = labels.map(({ at }) => at[0] * UNIT);
  const ys = labels.map(({ at }) => at[1] * UNIT);
  return [
    Math.min(-3, ...xs.map((x) => x - 22)),
    Math.min(-3, ...ys.map((y) => y - 20)),
    Math.max(width * UNIT + 3, ...xs.map((x) => x + 22)),
    Math.max(height * UNIT + 3, ...ys.map((y) => y + 20)),
  ];
}
