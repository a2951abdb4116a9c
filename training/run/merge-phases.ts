/** Plain values laid over each other, and lists of phases. */

/** What a phase is called by: its name, else its algorithm. */
interface Named {
  name?: string | undefined;
  algorithm?: string | undefined;
}

/** Objects field by field; everything else (arrays, schedules given as numbers) is replaced. */
export function merge(base: unknown, over: unknown): unknown {
  if (!isObject(base) || !isObject(over)) return over;
  const result: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) result[key] = key in result ? merge(result[key], value) : value;
  return result;
}

/** The phases of `over`, each laid over the one of its name in `base` where that has the same algorithm. */
export function mergePhases<P>(base: readonly Named[], over: readonly P[]): P[] {
  const nameOf = ({ name, algorithm }: Named) => name ?? algorithm;
  return over.map((phase) => {
    if (!isObject(phase)) return phase;
    const named = phase as Named;
    const below = base.find((one) => nameOf(one) === nameOf(named));
    const same = below && (named.algorithm ?? below.algorithm) === below.algorithm;
    return (same ? merge(below, phase) : phase) as P;
  });
}

/** Whether a value has keys of its own. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
