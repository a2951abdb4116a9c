/** The one shuffle: from the last place down, each with a place at or before it. */

/** @param draw a whole number below `n`: `(n) => chance.draw(stream, n)`, `(n) => rng.int(n)` */
export function shuffle(
  list: { [place: number]: number },
  from: number,
  length: number,
  draw: (n: number) => number,
): void {
  for (let i = length - 1; i > 0; i--) {
    const j = draw(i + 1);
    const kept = list[from + i]!;
    list[from + i] = list[from + j]!;
    list[from + j] = kept;
  }
}
