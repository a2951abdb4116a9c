/** The legal actions of CartPole once more, from where cart and pole are. For tests; shares no code with the rules. */
import { LEFT, type Position, RIGHT } from './position.js';

export function enumerate({ x, theta, step, limit }: Position): number[] {
  const upright = Math.abs((theta / Math.PI) * 180) <= 12;
  const onTrack = Math.abs(x) <= 2.4;
  return upright && onTrack && step < limit ? [LEFT, RIGHT] : [];
}
