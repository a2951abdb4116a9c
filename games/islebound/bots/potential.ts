/** What training on Islebound may shape rewards with. */
import type { State } from '../../../env/game.js';
import { humanScore, rivalScore } from '../rules/ending.js';
import type { Position } from '../state.js';

/** Renown that goods will be worth, about: what bots pay for them. Fish, wood, book, pirate, serpent. */
const GOODS = [1.6, 2.2, 0.8, 1.5, 3];

/** How far the player is ahead of the rival in renown, goods and influence counted at what they will fetch; in fiftieths. */
export function potential(state: State): number {
  const s = state as unknown as Position;
  let ahead = humanScore(s) - rivalScore(s);
  for (let good = 0; good < GOODS.length; good++) ahead += GOODS[good]! * Math.min(8, s.human.cells[good]!);
  ahead += s.human.influence - s.rival.influence - 0.5 * s.rival.pirate;
  return ahead / 50;
}
