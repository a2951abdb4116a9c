/** Redraws what a seat cannot know: face-down pieces, the order of the decks, dice others are choosing in secret. */

import { type Rng, shuffle } from '../../../env/chance.js';
import { CARD_THEME, DECK_SIZE, PILES, TREASURE_STONE } from '../data.js';
import { CENTRE, SLOT_TILES, TIER2_SLOTS } from '../geometry.js';
import type { Position } from '../state.js';
import { pileTop, underSword } from './pieces.js';
import { mostExtra } from './roll.js';

/** The 24 orders of four things, one behind the other. */
const orders: number[] = [];
for (let i = 0; i < 256; i++) {
  const order = [i & 3, (i >> 2) & 3, (i >> 4) & 3, i >> 6];
  if (new Set(order).size === 4) orders.push(...order);
}

/** The hill trios, as bits, that agree with every tile turned over at a place of a trio. */
function fitting(s: Position, slot: number): number {
  let bits = 0;
  for (let trio = 0; trio < 4; trio++) {
    let agrees = true;
    for (let j = 0; j < 3; j++) {
      const tile = SLOT_TILES[(TIER2_SLOTS + slot) * 3 + j]!;
      if (s.explored[tile] && s.kind[tile] !== s.tables.hillTrios[trio * 3 + j]) agrees = false;
    }
    if (agrees) bits |= 1 << trio;
  }
  return bits;
}
/** Any deal of the hill trios that agrees with what lies open: where in `orders` it begins. */
function dealHills(s: Position, rng: Rng): number {
  const [a, b, c, d] = [fitting(s, 0), fitting(s, 1), fitting(s, 2), fitting(s, 3)];
  const fits = (i: number): number =>
    (a >> orders[i]!) & (b >> orders[i + 1]!) & (c >> orders[i + 2]!) & (d >> orders[i + 3]!) & 1;
  let deals = 0;
  for (let i = 0; i < orders.length; i += 4) deals += fits(i);
  let pick = rng.int(deals);
  for (let i = 0; ; i += 4) if (fits(i) && pick-- === 0) return i;
}

/** @param seat null: only what no seat knows */
export function resample(s: Position, seat: number | null, rng: Rng): void {
  // Events may have added tokens to hidden tiles, so they go with the kind.
  const tokensOf = new Uint8Array(64);
  for (let t = 0; t < 64; t++) if (s.explored[t] === 0) tokensOf[s.kind[t]!] = s.tokens[t]!;
  const place = (tile: number, kind: number): void => {
    if (s.explored[tile]) return;
    s.kind[tile] = kind;
    s.tokens[tile] = tokensOf[kind]!;
  };
  const deal = dealHills(s, rng);
  for (let slot = 0; slot < 4; slot++)
    for (let j = 0; j < 3; j++)
      place(SLOT_TILES[(TIER2_SLOTS + slot) * 3 + j]!, s.tables.hillTrios[orders[deal + slot]! * 3 + j]!);
  // Mountains: the hidden ones among themselves.
  for (let i = 3; i > 0; i--) {
    const a = CENTRE[i]!;
    if (s.explored[a]) continue;
    let hidden = 0;
    for (let k = 0; k <= i; k++) if (s.explored[CENTRE[k]!] === 0) hidden++;
    let pick = rng.int(hidden);
    for (let k = 0; k <= i; k++) {
      const b = CENTRE[k]!;
      if (s.explored[b] || pick-- > 0) continue;
      const kind = s.kind[a]!;
      place(a, s.kind[b]!);
      place(b, kind);
      break;
    }
  }
  if (s.tables.airef) shufflePiles(s, rng);
  else for (let tier = 0; tier < 3; tier++) shuffleDeck(s, tier, rng);
  if (seat !== null && s.choosingDice && s.options.diceChoice === 'hidden')
    for (let i = 0; i < s.turnsBegun; i++) {
      const other = (s.firstPlayer + i) & 3;
      if (other === seat || other === s.actor) continue;
      s.extraDice[other] = rng.int(mostExtra(s, other) + 1);
    }
}

/**
 * Any deal of the unseen cards to the three decks of each tier whose tops have the themes that are seen; a sword in a stone
 * that went back to its deck stays on it, and the card under it keeps its theme.
 */
function shufflePiles(s: Position, rng: Rng): void {
  const deck = s.deckCards;
  // By place in `deckCards`, 1: the card that lies there is settled.
  const settled = new Uint8Array(deck.length);
  const list = new Uint8Array(DECK_SIZE);
  for (let tier = 0; tier < 3; tier++) {
    const n = s.deckSize[tier]!;
    if (n < 2) continue;
    const from = tier * DECK_SIZE;
    const to = from + n;
    const sword = s.swordPile - 1 - tier * PILES;
    for (let pile = 0; pile < PILES; pile++) {
      if (s.pileSize[tier * PILES + pile] === 0) continue;
      const top = pileTop(s, tier, pile);
      settled[top] = 1;
      const place = pile === sword ? underSword(s, tier, pile) : top;
      if (place < 0) continue;
      // Any card of the theme that is seen there, but for those that are settled or known to lie elsewhere.
      settled[place] = 0;
      const theme = CARD_THEME[deck[place]!];
      let same = 0;
      for (let i = from; i < to; i++) {
        const card = deck[i]!;
        if (CARD_THEME[card] === theme && settled[i] === 0 && (sword < 0 || card !== TREASURE_STONE)) list[same++] = i;
      }
      const drawn = list[rng.int(same)]!;
      const swap = deck[drawn]!;
      deck[drawn] = deck[place]!;
      deck[place] = swap;
      settled[place] = 1;
    }
    // The rest in any order.
    let hidden = 0;
    for (let i = from; i < to; i++) if (settled[i] === 0) list[hidden++] = deck[i]!;
    shuffle(list, rng, 0, hidden);
    for (let i = to - 1; i >= from; i--) if (settled[i] === 0) deck[i] = list[--hidden]!;
  }
}

/** Any order of the deck whose top card has the theme that is seen. */
function shuffleDeck(s: Position, tier: number, rng: Rng): void {
  const n = s.deckSize[tier]!;
  if (n < 2) return;
  const deck = s.deckCards;
  const at = tier * DECK_SIZE;
  const top = at + n - 1;
  const theme = CARD_THEME[deck[top]!];
  let same = 0;
  for (let i = 0; i < n; i++) if (CARD_THEME[deck[at + i]!] === theme) same++;
  let pick = rng.int(same);
  for (let i = 0; i < n; i++) {
    if (CARD_THEME[deck[at + i]!] !== theme || pick-- > 0) continue;
    const swap = deck[at + i]!;
    deck[at + i] = deck[top]!;
    deck[top] = swap;
    break;
  }
  shuffle(deck, rng, at, n - 1);
}
