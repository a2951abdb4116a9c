/** Rows of named numbers, of which pieces of the observation are made: places follow from the declaration. */

/**
 * Where each part of a row begins, and how many numbers the row has.
 * @param parts by name in their order: how many numbers each has
 */
export function rowOf<Name extends string>(
  parts: Readonly<Record<Name, number>>,
): readonly [places: Readonly<Record<Name, number>>, size: number] {
  let size = 0;
  const places = {} as Record<Name, number>;
  for (const name in parts) {
    places[name] = size;
    size += parts[name];
  }
  return [places, size];
}

/** Where each piece of a group begins, counted from the start of the observation. */
export type Starts<Pieces> = Readonly<Record<keyof Pieces, number>>;
