/**
 * What a seat sees of the cards: which of them are gone, and in edition airef the three decks of each tier. Reads no order
 * but the theme on top, which is public.
 */
import * as D from './data.js';
import { pileTop } from './rules/pieces.js';
import { P, type Position } from './state.js';

/** 1 in the byte of the card's type: monster, event, treasure, encounter from the lowest. A deck has at most 64 cards. */
export const CARD_GROUP = Int32Array.from(
  D.cards,
  (c) => 1 << (['monster', 'event', 'treasure', 'encounter'].indexOf(c.type) * 8),
);
/** Of a table of components: cards of each type at the start, packed, by tier; might of the monster on each card. */
interface Counts {
  start: Int32Array;
  might: Uint8Array;
  /** Value of a monster in its plane, by monster + 1. */
  threat: Float32Array;
}
const countsSeen = new WeakMap<object, Counts>();
export function countsOf(s: Position): Counts {
  let counts = countsSeen.get(s.tables);
  if (!counts) {
    counts = {
      start: new Int32Array(3),
      might: new Uint8Array(D.CARDS),
      threat: Float32Array.from([0, ...s.tables.monsterMight], (might, m) => might / 10 + m / 1000),
    };
    for (let c = 0; c < D.CARDS; c++) counts.start[s.tables.cardTier[c]!]! += CARD_GROUP[c]! * s.tables.cardCount[c]!;
    counts.might.set(s.tables.monsterMight.subarray(0, D.DECK_MONSTERS));
    countsSeen.set(s.tables, counts);
  }
  return counts;
}

/** Numbers of a deck that may be chosen: theme, and odds as `writeShares` writes them. */
const CHOICE = 8;

/** Copies of each card in the decks of the position that is being written. */
const unseen = new Uint8Array(D.CARDS);

export const cardPieces = {
  'cards gone': [
    [D.CARDS],
    'Of each kind of card (monsters, events, treasures, encounters, in the order of the data): share of its copies that are no longer in a deck.',
    [0, 1],
  ],
  decks: [
    [3, D.PILES, 2],
    'Edition airef: of each deck of each tier: cards / 10 (at most 2); 1 where the sword in a stone is known to lie on top.',
  ],
  'deck choice': [
    [D.PILES, CHOICE],
    'Edition airef, while a deck is chosen: of each of the three: theme on top (beast, cave, grove); among unseen cards of the tier of that theme (of a known sword in a stone: for certain) share of monsters, their mean might / 10, shares of events, treasures, encounters.',
  ],
  dragon: [[1], 'Edition airef: die of the dragon / 3, once revealed.'],
} as const;

export const writeCards =
  ({
    'cards gone': GONE,
    decks: DECKS,
    'deck choice': CHOICES,
    dragon: DRAGON,
  }: Record<keyof typeof cardPieces, number>) =>
  (s: Position, _seat: number, out: Float32Array, offset: number): void => {
    const { deckCards, deckSize, tables } = s;
    unseen.fill(0);
    for (let tier = 0; tier < 3; tier++)
      for (let i = tier * D.DECK_SIZE, end = i + deckSize[tier]!; i < end; i++) unseen[deckCards[i]!]!++;
    for (let card = 0; card < D.CARDS; card++) {
      const n = tables.cardCount[card]!;
      if (unseen[card]! < n) out[offset + GONE + card] = 1 - unseen[card]! / n;
    }
    if (!tables.airef) return;
    for (let pile = 0; pile < 3 * D.PILES; pile++) out[offset + DECKS + pile * 2] = Math.min(s.pileSize[pile]! / 10, 2);
    if (s.swordPile !== 0) out[offset + DECKS + (s.swordPile - 1) * 2 + 1] = 1;
    if (s.spireRevealed) out[offset + DRAGON] = s.dragonDie / 3;
    const tier = s.prompt === P.DECK && s.focusTile >= 0 ? D.KIND_TIER[s.kind[s.focusTile]!]! - 1 : -1;
    if (tier >= 0) writeChoice(s, tier, out, offset + CHOICES);
  };

/** The three decks of a tier, one of which is to be chosen. */
function writeChoice(s: Position, tier: number, out: Float32Array, at: number): void {
  const base = tier * D.DECK_SIZE;
  const { might } = countsOf(s);
  for (let pile = 0; pile < D.PILES; pile++) {
    if (s.pileSize[tier * D.PILES + pile] === 0) continue;
    const to = at + pile * CHOICE;
    const theme = D.CARD_THEME[s.deckCards[pileTop(s, tier, pile)]!]!;
    out[to + theme] = 1;
    // The sword in a stone that went back to its deck: a treasure for certain.
    const known = s.swordPile === tier * D.PILES + pile + 1;
    const themes = 1 << theme;
    if (known) out[to + 6] = 1;
    else writeOdds(s, base, base + s.deckSize[tier]!, themes, might, out, to + 3);
  }
}

/** Shares of the types of some cards (counts packed), and the mean might of the monsters among them. */
export function writeShares(counts: number, might: number, out: Float32Array, at: number): void {
  const beasts = counts & 255;
  const sum = beasts + ((counts >> 8) & 255) + ((counts >> 16) & 255) + (counts >>> 24);
  if (beasts) {
    out[at] = beasts / sum;
    out[at + 1] = might / beasts / 10;
  }
  out[at + 2] = ((counts >> 8) & 255) / sum;
  out[at + 3] = ((counts >> 16) & 255) / sum;
  out[at + 4] = (counts >>> 24) / sum;
}
/** Shares of the types among the cards of some themes (bits), and the mean might of the monsters. */
export function writeOdds(
  s: Position,
  from: number,
  end: number,
  themes: number,
  might: Uint8Array,
  out: Float32Array,
  at: number,
): void {
  let top = 0;
  let strength = 0;
  for (let i = from; i < end; i++) {
    const card = s.deckCards[i]!;
    if (!(themes & (1 << D.CARD_THEME[card]!))) continue;
    top += CARD_GROUP[card]!;
    strength += might[card]!;
  }
  if (top !== 0) writeShares(top, strength, out, at);
}
