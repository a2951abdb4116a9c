/** Decks, drawing a card, and what all cards share; single cards are in events.ts, treasures.ts and encounters.ts. */

import { type Chance, shuffleBy } from '../../../env/chance.js';
import * as A from '../actions.js';
import { DECK_SIZE, KIND_TIER, PILES } from '../data.js';
import { OP, P, type Position, STREAM } from '../state.js';
import * as W from '../words.js';
import { startFight } from './battle.js';
import { clearCard } from './clear.js';
import type { DoomspirePrompt } from './definitions.js';
import { CARD_DRAWN, decision, reached } from './landmarks.js';
import { NEED } from './needs.js';
import { ask, discard, pileTop, putMonster, splitDeck } from './pieces.js';

/**
 * Draws the top card of the tile's tier; an empty deck takes its discard back, if there is any (decision 59). Where there
 * are three decks the drawer is asked first.
 */
export function drawCard(s: Position, knight: number, tile: number, chance: Chance): void {
  const tier = KIND_TIER[s.kind[tile]!]! - 1;
  const deck = s.deckCards;
  const at = tier * DECK_SIZE;
  if (s.deckSize[tier] === 0 && !refill(s, tier, chance)) return;
  if (s.tables.airef) {
    decision(85);
    ask(s, P.DECK, (knight / 3) | 0, knight, tile);
    return;
  }
  const top = --s.deckSize[tier]!;
  const card = deck[at + top]!;
  deck[at + top] = 0;
  startCard(s, card, knight, tile, 0);
}
/** Shuffles the discard of a tier into its deck; whether there was any. */
function refill(s: Position, tier: number, chance: Chance): boolean {
  const deck = s.deckCards;
  const at = tier * DECK_SIZE;
  decision(59);
  const n = s.discardSize[tier]!;
  if (n === 0) return false;
  for (let i = 0; i < n; i++) {
    deck[at + i] = s.discardCards[at + i]!;
    s.discardCards[at + i] = 0;
  }
  s.discardSize[tier] = 0;
  s.deckSize[tier] = n;
  shuffleBy(chance, STREAM.reshuffle, deck, at, n);
  if (s.tables.airef) splitDeck(s, tier);
  return true;
}
/** Edition airef: the card in hand goes back on top of the deck it came from, for all to see. */
export function returnCard(s: Position): void {
  const card = s.card;
  const tier = s.tables.cardTier[card]!;
  const pile = s.frames[s.top() + 2]!;
  const deck = s.deckCards;
  const index = tier * PILES + pile;
  s.pileSize[index]!++;
  const to = pileTop(s, tier, pile);
  deck.copyWithin(to + 1, to, tier * DECK_SIZE + s.deckSize[tier]!);
  deck[to] = card;
  s.deckSize[tier]!++;
  s.swordPile = index + 1;
  closeCard(s, false);
}
/** Steps of a card: how often it has asked; on market day, after the replies, how many have had the exchange window. */
export const CARD_STEP = { drawn: 0, 'asked once': 1, 'asked twice': 2, 'asked three times': 3, windows: 100 };

/** A card is in hand; `pile`: which of three decks it came from. */
function startCard(s: Position, card: number, knight: number, tile: number, pile: number): void {
  reached(CARD_DRAWN + card);
  s.card = card;
  s.cardKnight = knight;
  s.cardTile = tile;
  s.lastCard = card;
  s.push(OP.card, pile, 0, 0, 0);
}

/** Ends the procedure of a card, which goes to its discard or stays in play. */
export function closeCard(s: Position, toDiscard: boolean): void {
  if (toDiscard) discard(s, s.card);
  clearCard(s);
  s.pop();
}
/** A monster's card: it comes to the tile and is fought. */
export function meetMonster(s: Position, monster: number): void {
  const knight = s.cardKnight;
  const tile = s.cardTile;
  closeCard(s, false);
  putMonster(s, tile, monster, 1);
  startFight(s, { attacker: knight, monster, tile });
}

/** Edition airef: which of the three decks of the tile's tier the card is drawn from. */
const DECK: DoomspirePrompt = {
  ask: (s) => `${W.knight(s)}${W.here(s)}: draw from which deck?`,
  uses: ['DECK'],
  needs: [
    ['prompt.name', 'not in this edition', (s) => s.tables.airef],
    NEED.ownKnight,
    NEED.tile,
    ['prompt.tile', 'must be one where cards are drawn', (s) => KIND_TIER[s.kind[s.focusTile]!]! > 0],
  ],
  legal(s, _seat, list) {
    const at = (KIND_TIER[s.kind[s.focusTile]!]! - 1) * PILES;
    let n = 0;
    for (let i = 0; i < PILES; i++) if (s.pileSize[at + i]! > 0) list[n++] = A.DECK + i;
    return n;
  },
  answer(s, _seat, action) {
    const { focusKnight: knight, focusTile: tile } = s;
    const pile = action - A.DECK;
    const tier = KIND_TIER[s.kind[tile]!]! - 1;
    const deck = s.deckCards;
    const from = pileTop(s, tier, pile);
    const card = deck[from]!;
    const last = tier * DECK_SIZE + --s.deckSize[tier]!;
    deck.copyWithin(from, from + 1, last + 1);
    deck[last] = 0;
    const index = tier * PILES + pile;
    s.pileSize[index]!--;
    if (s.swordPile === index + 1) s.swordPile = 0;
    startCard(s, card, knight, tile, pile);
  },
};

export const deckPrompts = { DECK };
