/** Which tokens of a board went where between two pictures of it, which came, and which left. */

/** A token in a picture. */
export interface Standing {
  name: string;
  /** The place that it stands on. */
  place: string;
}

/** One token, by its numbers in the pictures: null before it came, or after it left. */
export interface Motion {
  from: number | null;
  to: number | null;
}

/**
 * Pairs the tokens of two pictures. Tokens of the same name cannot be told apart: those of a place stay there as far as there are any
 * left, and the others go in the order of the pictures.
 */
export function motionsOf(before: readonly Standing[], after: readonly Standing[]): Motion[] {
  const left = new Set(before.keys());
  const take = (fits: (standing: Standing) => boolean): number | null => {
    for (const i of left)
      if (fits(before[i]!)) {
        left.delete(i);
        return i;
      }
    return null;
  };
  const stayed = after.map(({ name, place }) => take((old) => old.name === name && old.place === place));
  const found = after.map(({ name }, to) => ({ from: stayed[to] ?? take((old) => old.name === name), to }));
  return [...found, ...[...left].map((from) => ({ from, to: null }))];
}
