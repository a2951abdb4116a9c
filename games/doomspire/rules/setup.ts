/** A new board: trios dealt to their slots, decks shuffled, pieces placed. */

import { type Chance, shuffleBy } from '../../../env/chance.js';
import {
  CARDS,
  DECK_SIZE,
  HOME_TRIOS,
  KIND_RESOURCE,
  KIND_STARRED,
  KIND_TOKENS,
  KIND_WOLF_DEN,
  PIECE_KIND,
  PIECES,
  TIER1_TRIOS,
  TIER3_TILES,
  WOLF,
} from '../data.js';
import { CENTRE, HOME_SLOTS, HOME_TILE, REGION, SLOT_TILES, TIER1_SLOTS, TIER2_SLOTS } from '../geometry.js';
import { ABSENT, type Position, STREAM } from '../state.js';
import { decision } from './landmarks.js';
import { placeKnight, putMonster, splitDeck } from './pieces.js';

function deal(s: Position, trios: Uint8Array, slot: number, chance: Chance): void {
  const order = Uint8Array.from({ length: trios.length / 3 }, (_, i) => i);
  shuffleBy(chance, STREAM.setup, order);
  for (let i = 0; i < order.length; i++)
    for (let j = 0; j < 3; j++) s.kind[SLOT_TILES[(slot + i) * 3 + j]!] = trios[order[i]! * 3 + j]!;
}

/** Sets a fresh position up, round 0; the first round is begun by the engine. */
export function setUp(s: Position, chance: Chance): void {
  deal(s, HOME_TRIOS, HOME_SLOTS, chance);
  deal(s, TIER1_TRIOS, TIER1_SLOTS, chance);
  deal(s, s.tables.hillTrios, TIER2_SLOTS, chance);
  const peaks = TIER3_TILES.slice();
  shuffleBy(chance, STREAM.setup, peaks);
  for (let i = 0; i < 4; i++) s.kind[CENTRE[i]!] = peaks[i]!;
  for (let t = 0; t < 64; t++) {
    const kind = s.kind[t]!;
    s.tokens[t] = KIND_TOKENS[kind]!;
    if (REGION[t] !== 1) continue;
    s.explored[t] = 1;
    if (kind === KIND_WOLF_DEN || (KIND_RESOURCE[kind] && KIND_STARRED[kind])) putMonster(s, t, WOLF, 0);
  }
  for (let tier = 0; tier < 3; tier++) {
    const bottom = tier * DECK_SIZE;
    let n = 0;
    for (let card = 0; card < CARDS; card++)
      if (s.tables.cardTier[card] === tier)
        for (let i = 0; i < s.tables.cardCount[card]!; i++) s.deckCards[bottom + n++] = card;
    shuffleBy(chance, STREAM.deck, s.deckCards, bottom, n);
    s.deckSize[tier] = n;
    if (s.tables.airef) splitDeck(s, tier);
  }
  s.traderStock.set(s.tables.itemStock);
  for (let p = 0; p < PIECES; p++) s.itemKind[p] = PIECE_KIND[p]!;
  s.stackTaken.fill(1);
  s.knightTile.fill(ABSENT);
  s.boatZone.fill(ABSENT);
  for (let seat = 0; seat < 4; seat++) {
    for (let r = 0; r < 4; r++) s.resources[seat * 4 + r] = s.tables.numbers.startResources[r]!;
    s.owner[HOME_TILE[seat]!] = seat + 1;
    placeKnight(s, seat * 3, HOME_TILE[seat]!);
    s.boatZone[seat * 2] = seat;
  }
  s.tax = s.tables.numbers.foodPerExtraDie;
  s.firstPlayer = chance.draw(STREAM.setup, 4);
  decision(8);
}
