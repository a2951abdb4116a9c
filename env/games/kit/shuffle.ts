/** The one shuffle: from the last place down, each changes with a place at or before it. */
import type { Chance, Rng } from '../../chance.js';

/** Shuffles `length` entries from `from` on. */
export function shuffle(
  list: { [place: number]: number },
  from: number,
  length: number,
  stream: number,
  chance: Pick<Chance, 'draw'>,
): void {
  for (let i = length - 1; i > 0; i--) {
    const j = chance.draw(stream, i + 1);
    const kept = list[from + i]!;
    list[from + i] = list[from + j]!;
    list[from + j] = kept;
  }
}

/** Any generator as chance with a single stream. */
export const chanceOf = (rng: Rng): Pick<Chance, 'draw'> => ({ draw: (_stream, n) => rng.int(n) });

/** 0, 1, 2, ... below `n`: a deck with one card of each number. */
export function oneEach(n: number): Uint8Array {
  const list = new Uint8Array(n);
  for (let i = 0; i < n; i++) list[i] = i;
  return list;
}
