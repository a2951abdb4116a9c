/** Ten of the measured agents, spread evenly over their ratings. */
import { LEVELS } from '../../agents/ladder.js';
import type { Estimate } from '../statistics.js';

/**
 * For each level the agent whose rating is nearest to the level's share of the way from the anchor to the strongest; the
 * weaker of two that are as near. One agent plays several levels where nobody else is between. Who is rated below the
 * anchor plays none: nobody wants an opponent that is weaker than random play.
 * @param anchor index of random play
 * @param alone indices of those who may stand on a level: the last of them on the highest, whoever is rated above it on none,
 *   and the weakest on the lowest. Default: all, and the anchor on the lowest
 * @returns indices by level
 */
export function chooseRungs(
  ratings: readonly Pick<Estimate, 'mean'>[],
  anchor = 0,
  alone?: readonly number[],
): number[] {
  const at = (i: number) => ratings[i]!.mean;
  const sorted = (some: readonly number[]) => [...some].sort((a, b) => at(a) - at(b) || a - b);
  const above = ratings.map((_, i) => i).filter((i) => i !== anchor && at(i) >= at(anchor));
  const top = alone?.at(-1);
  const below = alone?.filter((i) => at(i) < at(top!)) ?? [];
  const order = top === undefined ? [anchor, ...sorted(above)] : [...sorted(below), top];
  const [weakest, strongest] = [at(order[0]!), order.at(-1)!];
  return Array.from({ length: LEVELS }, (_, level) => {
    // Sums of floats may miss the end by a hair.
    if (level === LEVELS - 1) return strongest;
    const target = weakest + ((at(strongest) - weakest) * level) / (LEVELS - 1);
    return order.reduce((best, i) => (Math.abs(at(i) - target) < Math.abs(at(best) - target) ? i : best));
  });
}
