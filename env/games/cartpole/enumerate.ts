/** The legal actions of CartPole once more, from where cart and pole are. For tests; shares no code with the rules. */
import { ACTIONS, LIMIT, STEP, THETA, X } from './state.js';

export function enumerate({ cells }: { cells: Float64Array }): number[] {
  const upright = Math.abs((cells[THETA]! / Math.PI) * 180) <= 12;
  const onTrack = Math.abs(cells[X]!) <= 2.4;
  return upright && onTrack && cells[STEP]! < cells[LIMIT]! ? [...new Array(ACTIONS).keys()] : [];
}
