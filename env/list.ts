/** Lists whose items are made when they are asked for: millions of games need no memory before they are played. */

/** What is read of an array. */
export interface List<T> {
  readonly length: number;
  /** Undefined beyond the end. @param index >= 0 */
  at(index: number): T | undefined;
}

/** @param make makes an item, the same every time */
export const listOf = <T>(length: number, make: (index: number) => T): List<T> => ({
  length,
  at: (index) => (index < length ? make(index) : undefined),
});

/** Some items as an array. @param to the first that is not among them */
export const itemsOf = <T>(list: List<T>, from: number, to: number): T[] =>
  Array.from({ length: to - from }, (_, i) => list.at(from + i)!);

/** Lists one after the other. */
export function joinLists<T>(lists: readonly List<T>[]): List<T> {
  return listOf(
    lists.reduce((sum, { length }) => sum + length, 0),
    (index) => {
      let from = 0;
      for (const list of lists) {
        if (index < from + list.length) return list.at(index - from)!;
        from += list.length;
      }
      throw new RangeError(`there is no item ${index}`);
    },
  );
}
