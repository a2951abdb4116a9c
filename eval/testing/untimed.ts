/** For tests: a result without its times, which are all that is not the same every time. */
import type { EffortReport } from '../effort.js';

export function untimed<T extends { effort: EffortReport[] }>(result: T) {
  return { ...result, effort: result.effort.map(({ milliseconds: _, ...rest }) => rest) };
}
