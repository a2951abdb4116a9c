/** What training on Islebound may shape rewards with. */
import type { State } from '../../../env/game.js';
import { humanScore, rivalScore } from '../../../env/games/islebound/rules/ending.js';
import { A_INFLUENCE, A_PIRATE, H_FISH, H_INFLUENCE, type Position } from '../../../env/games/islebound/state.js';

/** Renown that goods will be worth, about: what bots pay for them. Fish, wood, book, pirate, serpent. */
const GOODS = [1.6, 2.2, 0.8, 1.5, 3];

/** How far the player is ahead of the rival in renown, goods and influence counted at what they will fetch; in fiftieths. */
export function potential(state: State): number {
  const s = state as unknown as Position;
  let ahead = humanScore(s) - rivalScore(s);
  for (let good = 0; good < GOODS.length; good++) ahead += GOODS[good]! * Math.min(8, s.g[H_FISH + good]!);
  ahead += s.g[H_INFLUENCE]! - s.g[A_INFLUENCE]! - 0.5 * s.g[A_PIRATE]!;
  return ahead / 50;
}
