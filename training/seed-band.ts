/** Trainings of one kind with several seeds as one curve. */
import type { Curve, Point } from '../eval/charts/chart.js';
import { mean } from '../eval/statistics.js';

/**
 * The k-th evaluations of all seeds as one point, as far as all seeds that have begun have come: the mean, and from the
 * lowest to the highest.
 */
export function seedBand(label: string, runs: readonly (readonly Pick<Point, 'x' | 'y'>[])[]): Curve {
  const begun = runs.filter((run) => run.length > 0);
  const length = begun.length > 0 ? Math.min(...begun.map((run) => run.length)) : 0;
  const points = Array.from({ length }, (_, k) => {
    const ys = begun.map((run) => run[k]!.y);
    const band = begun.length > 1 ? { low: Math.min(...ys), high: Math.max(...ys) } : {};
    return { x: mean(begun.map((run) => run[k]!.x)), y: mean(ys), ...band };
  });
  return { label, points, band: `lowest to highest of ${begun.length} seeds` };
}
