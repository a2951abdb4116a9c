/** Names in an order that is a promise: the number of each is its index. */

/** `{ first: 0, second: 1, ... }` of `['first', 'second', ...]`. */
export function idsOf<const Names extends readonly string[]>(names: Names): { readonly [K in Names[number]]: number } {
  const ids = {} as { [K in Names[number]]: number };
  // By definition: V8 would turn an object with many keyed properties into a dictionary.
  names.forEach((name, id) => {
    Object.defineProperty(ids, name, { value: id, enumerable: true });
  });
  return Object.freeze(ids);
}
