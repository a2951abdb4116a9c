/** Parts of tables that are replaced by others, as the options of games lay them over: objects by field, lists as a whole. */

type Fields = Readonly<Record<string, unknown>>;

/**
 * @param parts what is replaced so far
 * @param whole the tables as they are with it
 * @param path names of fields and places in lists, from the outside
 * @returns `parts` with another value at `path`
 */
export function put(
  parts: unknown,
  whole: unknown,
  [key, ...path]: readonly (string | number)[],
  value: unknown,
): unknown {
  if (key === undefined) return value;
  const below = (whole as Fields | undefined)?.[key];
  if (Array.isArray(whole)) return whole.map((one, i) => (i === key ? put(one, one, path, value) : one));
  // Within a list everything is kept, elsewhere only what differs.
  return { ...(parts as Fields), [key]: put((parts as Fields | undefined)?.[key], below, path, value) };
}
