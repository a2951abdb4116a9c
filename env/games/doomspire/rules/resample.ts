/** Redraws what a seat cannot know: face-down pieces, the order of the decks, dice others are choosing in secret. */

import { type Rng, shuffle } from '../../../chance.js';
import { CARD_THEME, DECK_SIZE, PILES, TREASURE_STONE } from '../data.js';
import { CENTRE, SLOT_TILES, TIER2_SLOTS } from '../geometry.js';
import type { Position } from '../state.js';
import { pileTop, underSword } from './pieces.js';
import { mostExtra } from './roll.js';

/** The 24 orders of four things. */
const orders: number[][] = [];
for (let i = 0; i < 256; i++) {
  const order = [i & 3, (i >> 2) & 3, (i >> 4) & 3, i >> 6];
  if (new Set(order).size === 4) orders.push(order);
}

/** Whether a deal of the four hill trios agrees with every tile turned over. */
function fits(s: Position, order: readonly number[]): boolean {
  for (let slot = 0; slot < 4; slot++)
    for (let j = 0; j < 3; j++) {
      const tile = SLOT_TILES[(TIER2_SLOTS + slot) * 3 + j]!;
      if (s.explored[tile] && s.kind[tile] !== s.tables.hillTrios[order[slot]! * 3 + j]) return false;
    }
  return true;
}

export function resample(s: Position, seat: number, rng: Rng): void {
  // Events may have added tokens to hidden tiles, so they go with the kind.
  const tokensOf = new Uint8Array(64);
  for (let t = 0; t < 64; t++) if (s.explored[t] === 0) tokensOf[s.kind[t]!] = s.tokens[t]!;
  const place = (tile: number, kind: number): void => {
    if (s.explored[tile]) return;
    s.kind[tile] = kind;
    s.tokens[tile] = tokensOf[kind]!;
  };
  // Hills: any deal that agrees with what lies open.
  const fitting: number[][] = [];
  for (const order of orders) if (fits(s, order)) fitting.push(order);
  const order = fitting[rng.int(fitting.length)]!;
  for (let slot = 0; slot < 4; slot++)
    for (let j = 0; j < 3; j++)
      place(SLOT_TILES[(TIER2_SLOTS + slot) * 3 + j]!, s.tables.hillTrios[order[slot]! * 3 + j]!);
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
  for (let tier = 0; tier < 3; tier++)
    if (s.tables.airef) shufflePiles(s, tier, rng);
    else shuffleDeck(s, tier, rng);
  if (s.choosingDice && s.options.diceChoice === 'hidden')
    for (let i = 0; i < s.turnsBegun; i++) {
      const other = (s.firstPlayer + i) & 3;
      if (other === seat || other === s.actor) continue;
      s.extraDice[other] = rng.int(mostExtra(s, other) + 1);
    }
}

/**
 * Any deal of the unseen cards to the three decks of a tier whose tops have the themes that are seen; a sword in a stone
 * that went back to its deck stays on it, and the card under it keeps its theme.
 */
function shufflePiles(s: Position, tier: number, rng: Rng): void {
  const n = s.deckSize[tier]!;
  if (n < 2) return;
  const deck = s.deckCards;
  const at = tier * DECK_SIZE;
  const known = s.swordPile - 1 - tier * PILES;
  // Places whose card has a theme that is seen: the tops of three decks, and what is under a known sword.
  const shown = new Uint8Array(PILES + 1);
  let found = 0;
  const isShown = (i: number): boolean => {
    for (let j = 0; j < found; j++) if (shown[j] === i) return true;
    return false;
  };
  const draw = (place: number): void => {
    const theme = CARD_THEME[deck[place]!];
    // Cards of that theme which lie on no place settled so far, nor are known to lie elsewhere.
    const free = (i: number): boolean => {
      if (CARD_THEME[deck[i]!] !== theme || (known >= 0 && deck[i] === TREASURE_STONE)) return false;
      return !isShown(i);
    };
    let same = 0;
    for (let i = at; i < at + n; i++) if (free(i)) same++;
    let pick = rng.int(same);
    for (let i = at; i < at + n; i++) {
      if (!free(i) || pick-- > 0) continue;
      const swap = deck[i]!;
      deck[i] = deck[place]!;
      deck[place] = swap;
      break;
    }
    shown[found++] = place;
  };
  for (let pile = 0; pile < PILES; pile++) {
    if (s.pileSize[tier * PILES + pile] === 0) continue;
    if (pile !== known) draw(pileTop(s, tier, pile));
    else {
      shown[found++] = pileTop(s, tier, pile);
      const under = underSword(s, tier, pile);
      if (under >= 0) draw(under);
    }
  }
  // The rest in any order.
  const cards = new Uint8Array(DECK_SIZE);
  let hidden = 0;
  for (let i = at; i < at + n; i++) if (!isShown(i)) cards[hidden++] = deck[i]!;
  shuffle(cards, rng, 0, hidden);
  for (let i = at + n - 1; i >= at; i--) if (!isShown(i)) deck[i] = cards[--hidden]!;
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
