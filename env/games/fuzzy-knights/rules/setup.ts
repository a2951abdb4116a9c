/** The board and the order of play at the start. Rulebook, Board Setup. */
import type { Chance } from '../../../chance.js';
import { NEUTRAL_MINE, type Position, SETUP, TILES } from '../state.js';
import { ANCHOR_TIE, reached } from './landmarks.js';

/** Tokens on random distinct tiles, the anchor, the coins. The capitals are placed by the players. */
export function setUp(s: Position, chance: Chance): void {
  const n = s.players;
  const { tokensPerPlayer: tokens, startCoins, anchorDie } = s.tables.setup;
  const bag = Uint8Array.from({ length: TILES }, (_, t) => t);
  let placed = 0;
  const take = (): number => {
    const pick = placed + chance.draw(SETUP, TILES - placed);
    const t = bag[pick]!;
    bag[pick] = bag[placed]!;
    placed++;
    return t;
  };
  for (let i = 0; i < tokens.item * n; i++) s.item[take()] = 1;
  for (let i = 0; i < tokens.resource * n; i++) s.resource[take()] = 1;
  for (let i = 0; i < tokens.monster * n; i++) s.monster[take()] = 1;
  for (let i = 0; i < tokens.mine * n; i++) s.mine[take()] = NEUTRAL_MINE;
  s.anchor = drawAnchor(chance, n, anchorDie);
  for (let seat = 0; seat < n; seat++) s.treasury[seat] = startCoins;
  s.derive();
}

/** The highest roll; among those who tie one draw decides, which has the odds of rolling again (decision 38). */
function drawAnchor(chance: Chance, n: number, sides: number): number {
  let best = -1;
  let tied: number[] = [];
  for (let seat = 0; seat < n; seat++) {
    const roll = chance.draw(SETUP, sides);
    if (roll > best) {
      best = roll;
      tied = [];
    }
    if (roll === best) tied.push(seat);
  }
  if (tied.length > 1) reached(ANCHOR_TIE);
  return tied[tied.length > 1 ? chance.draw(SETUP, tied.length) : 0]!;
}
