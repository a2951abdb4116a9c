/** What training on Doomspire may shape rewards with. */
import type { State } from '../../../env/game.js';
import { KIND_DOOMSPIRE } from '../data.js';
import { CENTRE, DISTANCE } from '../geometry.js';
import { starredTiles } from '../rules/territory.js';
import { ABSENT, type Position } from '../state.js';

/**
 * How far a seat is on its way: the best of the three ways to impress the dragon (fame, gold, starred tiles),
 * how near its nearest knight is to Doomspire once it can impress (three impressions are needed: who has the means only
 * has to go there again), treasure stacks taken, tiles held. About 0 to 1.5.
 */
export function potential(state: State, seat: number): number {
  const s = state as unknown as Position;
  const { fameThreshold, goldThreshold, starredThreshold } = s.tables.numbers;
  const at = seat * 4;
  // Everything else can be exchanged for gold, four for one at worst.
  const gold = s.resources[at + 3]! + (s.resources[at]! + s.resources[at + 1]! + s.resources[at + 2]!) / 4;
  const stars = starredTiles(s, seat);
  const way = Math.max(s.fame[seat]! / fameThreshold, gold / goldThreshold, stars / starredThreshold);
  const able = s.fame[seat]! >= fameThreshold || s.resources[at + 3]! >= goldThreshold || stars >= starredThreshold;
  const near = able ? 1 - spireDistance(s, seat) / 14 : 0;
  return 0.4 * Math.min(1, way) + 0.2 * near + 0.25 * s.stacks[seat]! + 0.02 * s.flags[seat]!;
}

/** Steps from the seat's nearest knight to Doomspire, or to the nearest square where it may be; 14 without a knight. */
function spireDistance(s: Position, seat: number): number {
  const revealed = s.spireRevealed;
  let nearest = 14;
  for (const tile of CENTRE) {
    if (revealed ? s.kind[tile] !== KIND_DOOMSPIRE : s.explored[tile] === 1) continue;
    for (let knight = seat * 3; knight < seat * 3 + 3; knight++) {
      const stands = s.knightTile[knight]!;
      if (stands !== ABSENT) nearest = Math.min(nearest, DISTANCE[stands * 64 + tile]!);
    }
  }
  return nearest;
}
