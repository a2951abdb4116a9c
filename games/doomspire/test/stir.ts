/** Fresh positions stirred up at random, so that play from them meets late rules soon. */
import { createRng, type Rng, SeededChance } from '../../../env/chance.js';
import {
  BEAR,
  cardNumber,
  DECK_SIZE,
  ENCOUNTER_FIRST,
  followers,
  KIND_RESOURCE,
  KIND_TIER,
  PIECE_BLADE,
  PIECE_CARD,
  PIECE_KIND,
  PIECES,
  PILES,
  RING_STUCK,
  TRADER_KINDS,
  tileKinds,
} from '../data.js';
import { DoomspireState, game } from '../game.js';
import { HOME_TILE } from '../geometry.js';
import type { DoomspireOptionsInput } from '../options.js';
import { asking } from '../rules/engine.js';
import { addFollower, capacity, giveItem, layItem } from '../rules/items.js';
import { placeKnight, putMonster, setOwner } from '../rules/pieces.js';
import { setUp } from '../rules/setup.js';
import { revealHoard } from '../rules/spire.js';
import * as S from '../state.js';

/**
 * Stirs a fresh position up so that late rules are met soon: knights, boats, items, followers, goods, flags, tracks and
 * buildings at random. Keeps everything consistent; to be used in the first decision of a game.
 */
function stir(s: DoomspireState, rng: Rng): void {
  if (rng.int(3)) for (let t = 0; t < 64; t++) if (!s.explored[t]) open(s, t, rng);
  for (let seat = 0; seat < 4; seat++) {
    for (let r = 0; r < 4; r++) s.resources[seat * 4 + r] = rng.int(9);
    s.fame[seat] = Math.min(rng.int(20), s.options.trackMax);
    s.might[seat] = rng.int(8);
    const built = rng.int(64) & rng.int(64);
    s.buildings[seat] = built & S.CHAPEL ? built : built & ~S.MONASTERY;
    for (let i = 1; i < 3; i++) if (rng.int(2)) placeKnight(s, seat * 3 + i, HOME_TILE[seat]!);
    if (rng.int(2)) s.boatZone[seat * 2 + 1] = rng.int(4);
  }
  const knights = [...s.knightTile.keys()].filter((k) => s.knightTile[k] !== S.ABSENT);
  for (const k of knights) {
    if (rng.int(3) === 0) continue;
    const t = rng.int(64);
    const kind = tileKinds[s.kind[t]!]!;
    const free = s.knightsOn[t] === 0 && kind !== 'home' && kind !== 'doomspire' && s.monster[t] === 0;
    if (free && s.explored[t]) placeKnight(s, k, t);
  }
  for (let t = 0; t < 64; t++) {
    if (!s.explored[t] || !KIND_RESOURCE[s.kind[t]!] || rng.int(3) === 0) continue;
    s.monster[t] = 0;
    const seat = rng.int(4);
    if (s.flags[seat]! < 10) setOwner(s, t, seat + 1);
  }
  // Two knights travel in company, so that the limits of followers are met too, one of them with the black blade.
  const host = rng.int(knights.length);
  for (let p = 0; p < PIECES; p++) {
    if (rng.int(3) === 0 || s.itemPlace[p] !== S.UNUSED) continue;
    const kind = PIECE_KIND[p]!;
    if (PIECE_CARD[p] !== 255) {
      if (!takeCard(s, PIECE_CARD[p]!)) continue;
    } else if (kind < TRADER_KINDS) {
      if (s.traderStock[kind] === 0) continue;
      s.traderStock[kind]!--;
    }
    if (PIECE_CARD[p] === cardNumber('mysterious-ring') && rng.int(2)) s.itemKind[p] = RING_STUCK;
    const k = knights[p === PIECE_BLADE ? host : rng.int(knights.length)]!;
    giveItem(s, p, k);
    if (s.slotsFilled[k]! > capacity(s, k)) layItem(s, p, s.knightTile[k]!);
  }
  for (let f = 0; f < followers.length; f++) {
    const k = knights[(host + rng.int(2)) % knights.length]!;
    const few = (s.followerBits[k]! & (s.followerBits[k]! - 1) & 255) === 0;
    if (rng.int(3) > 0 && few && takeCard(s, ENCOUNTER_FIRST + f)) addFollower(s, f, k);
  }
  // Cards are met more often with more tokens about, the rare third deck too.
  for (let t = 0; t < 64; t++) if (KIND_TIER[s.kind[t]!]) s.tokens[t] = 1 + rng.int(6);
}
/** Takes one copy of a card out of its deck; whether there was one. */
export function takeCard(s: DoomspireState, card: number): boolean {
  const tier = s.tables.cardTier[card]!;
  const from = tier * DECK_SIZE;
  const i = s.deckCards.subarray(from, from + s.deckSize[tier]!).indexOf(card);
  if (i < 0) return false;
  const last = from + --s.deckSize[tier]!;
  s.deckCards.copyWithin(from + i, from + i + 1, last + 1);
  s.deckCards[last] = 0;
  if (s.tables.airef) {
    let pile = tier * PILES;
    for (let left = i; left >= s.pileSize[pile]!; pile++) left -= s.pileSize[pile]!;
    s.pileSize[pile]!--;
  }
  return true;
}
function open(s: DoomspireState, t: number, rng: Rng): void {
  s.explored[t] = 1;
  if (tileKinds[s.kind[t]!] === 'doomspire') revealHoard(s, new SeededChance(rng.int(1e6), game.streams));
  else if (KIND_RESOURCE[s.kind[t]!] && rng.int(2)) putMonster(s, t, BEAR, 0);
}

/** A fresh game, stirred up, at the first decision of its second round or so. */
export function stirred(options: DoomspireOptionsInput, seed: string): { s: DoomspireState; chance: SeededChance } {
  const chance = new SeededChance(seed, game.streams);
  const s = new DoomspireState(game.options.parse(options));
  setUp(s, chance);
  stir(s, createRng(seed));
  s.round = 1;
  asking.advance(s, chance);
  return { s, chance };
}
