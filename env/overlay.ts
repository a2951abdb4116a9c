/** Tables with parts of them replaced, as options do with the component tables of a game. */

/** What may stand for parts of `T`: any fields of its objects, at any depth; lists and single values are whole. */
export type PartsOf<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: PartsOf<T[K]> | undefined }
    : T;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * `base` with `parts` laid over it, field by field: objects are merged, lists and single values replaced; what is
 * undefined replaces nothing. Neither argument is changed.
 */
export function overlay<T extends object>(base: T, parts: NoInfer<PartsOf<T>> | undefined): T {
  const merged: Record<string, unknown> = { ...(base as Record<string, unknown>) };
  for (const [key, part] of Object.entries(parts ?? {})) {
    if (part === undefined) continue;
    const below = Object.hasOwn(merged, key) ? merged[key] : undefined;
    const value = isObject(below) && isObject(part) ? overlay(below, part) : part;
    // A plain assignment to `__proto__` would be none.
    Object.defineProperty(merged, key, { value, enumerable: true, writable: true, configurable: true });
  }
  return merged as T;
}
