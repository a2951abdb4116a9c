/** What a seat cannot know, filled in so that it fits what it does: tiles that lie face down, the order of the decks. */
import { fail } from '../../env/kit/json.js';
import * as D from './data.js';
import { CENTRE, HOME_SLOTS, SLOT_TILES, TIER1_SLOTS, TIER2_SLOTS } from './geometry.js';
import { type Position, UNUSED } from './state.js';

interface PileJson {
  cards: number;
  top?: string | null | undefined;
  sword?: true | undefined;
  under?: string | undefined;
}
/** What is not told is not known: it is filled in as below. */
export interface DeckJson {
  cards?: number | undefined;
  top?: string | null | undefined;
  unseen?: Readonly<Record<string, number>> | undefined;
  discard?: readonly string[] | undefined;
  piles?: readonly PileJson[] | undefined;
}

/** Orders of n things, the first one the identity. */
function permutations(n: number): number[][] {
  if (n === 0) return [[]];
  return permutations(n - 1).flatMap((rest) =>
    Array.from({ length: n }, (_, at) => [...rest.slice(0, at), n - 1, ...rest.slice(at)]),
  );
}

/** The trios must lie in their slots, each once; slots not turned over yet take what is left. */
function layTrios(s: Position, trios: Uint8Array, firstSlot: number, what: string): void {
  const n = trios.length / 3;
  const fits = (slot: number, trio: number): boolean => {
    for (let i = 0; i < 3; i++) {
      const t = SLOT_TILES[(firstSlot + slot) * 3 + i]!;
      if (s.explored[t] && s.kind[t] !== trios[trio * 3 + i]) return false;
    }
    return true;
  };
  // Trios that are face up name themselves, so this tries few orders; with four face down at most 24.
  const used = new Uint8Array(n);
  const of: number[] = [];
  const lay = (slot: number): boolean => {
    if (slot === n) return true;
    for (let trio = 0; trio < n; trio++) {
      if (used[trio] || !fits(slot, trio)) continue;
      used[trio] = 1;
      of[slot] = trio;
      if (lay(slot + 1)) return true;
      used[trio] = 0;
    }
    return false;
  };
  if (!lay(0)) fail('tiles', `the ${what} are not laid out as the pieces of this game can be`);
  for (let slot = 0; slot < n; slot++)
    for (let i = 0; i < 3; i++) s.kind[SLOT_TILES[(firstSlot + slot) * 3 + i]!] = trios[of[slot]! * 3 + i]!;
}

/** Kinds of the face-down squares, and their tokens: those of a new game where they are not told. */
export function layHidden(s: Position, hidden?: readonly { kind: string; tokens: number }[]): void {
  layTrios(s, D.HOME_TRIOS, HOME_SLOTS, 'home pieces');
  layTrios(s, D.TIER1_TRIOS, TIER1_SLOTS, 'plains');
  layTrios(s, s.tables.hillTrios, TIER2_SLOTS, 'hills');
  const centre = permutations(4).find((order) =>
    order.every((tileOf, i) => !s.explored[CENTRE[i]!] || s.kind[CENTRE[i]!] === D.TIER3_TILES[tileOf]),
  );
  if (!centre) fail('tiles', 'the four central tiles are not those of this game');
  for (const [i, tileOf] of centre!.entries()) s.kind[CENTRE[i]!] = D.TIER3_TILES[tileOf]!;
  if (!hidden) {
    for (let t = 0; t < 64; t++) if (!s.explored[t]) s.tokens[t] = D.KIND_TOKENS[s.kind[t]!]!;
    return;
  }
  const left = [...hidden];
  for (let t = 0; t < 64; t++) {
    if (s.explored[t]) continue;
    const at = left.findIndex((x) => x.kind === D.tileKinds[s.kind[t]!]);
    if (at < 0) fail('hidden', `does not fit the tiles that are face up: no ${D.tileKinds[s.kind[t]!]} left`);
    s.tokens[t] = left[at]!.tokens;
    left.splice(at, 1);
  }
  if (left.length > 0) fail('hidden', `${left[0]!.kind} is face up already`);
}

/** Deals the unseen cards of a tier, which lie in `deckCards`, to its three decks so that their tops are as told. */
function layPiles(s: Position, tier: number, piles: readonly PileJson[], path: string): void {
  const base = tier * D.DECK_SIZE;
  const left = Array.from(s.deckCards.subarray(base, base + s.deckSize[tier]!));
  const take = (fits: (card: number) => boolean): number => {
    const i = left.findIndex(fits);
    return i < 0 ? -1 : left.splice(i, 1)[0]!;
  };
  const tops = piles.map((pile, i) => {
    const where = `${path}.piles.${i}`;
    if (pile.top !== undefined && (pile.top === null) !== (pile.cards === 0))
      fail(`${where}.top`, pile.cards === 0 ? 'must be null' : 'must not be null');
    s.pileSize[tier * D.PILES + i] = pile.cards;
    if (!pile.sword) {
      if (pile.under !== undefined) fail(`${where}.under`, 'is known only under a sword in a stone');
      return -1;
    }
    s.swordPile = tier * D.PILES + i + 1;
    const sword = take((c) => c === D.TREASURE_STONE);
    if (sword < 0 || D.themes[D.CARD_THEME[sword]!] !== pile.top)
      fail(`${where}.sword`, 'is not among the unseen cards');
    if ((pile.under === undefined) !== pile.cards < 2)
      fail(`${where}.under`, pile.cards < 2 ? 'there is nothing under the sword' : 'must be given under a sword');
    return sword;
  });
  piles.forEach((pile, i) => {
    if (tops[i]! >= 0 || pile.cards === 0) return;
    const top = pile.top ?? likeliest(left);
    tops[i] = take((c) => D.themes[D.CARD_THEME[c]!] === top);
    if (tops[i]! < 0) fail(`${path}.piles.${i}.top`, `no unseen card is a ${pile.top} card`);
  });
  const unders = piles.map((pile, i) => {
    if (pile.under === undefined) return -1;
    const card = take((c) => D.themes[D.CARD_THEME[c]!] === pile.under);
    if (card < 0) fail(`${path}.piles.${i}.under`, `no unseen card is a ${pile.under} card`);
    return card;
  });
  if (piles.reduce((sum, pile) => sum + pile.cards, 0) !== s.deckSize[tier])
    fail(`${path}.piles`, 'have not as many cards as are unseen');
  const dealt = piles.flatMap((pile, i) => {
    if (pile.cards === 0) return [];
    const known = unders[i]! < 0 ? [tops[i]!] : [unders[i]!, tops[i]!];
    return [...left.splice(0, pile.cards - known.length), ...known];
  });
  s.deckCards.set(dealt, base);
}

/** The theme of most of these cards, the first of equals: what is on top where that is not told. */
function likeliest(cards: readonly number[]): string | null {
  const count = D.themes.map((_, theme) => cards.filter((card) => D.CARD_THEME[card] === theme).length);
  return cards.length === 0 ? null : D.themes[count.indexOf(Math.max(...count))]!;
}

/** The cards of a tier that are nowhere in sight, in the order of their numbers. */
function outOfSight(s: Position, tier: number): number[] {
  const left = Int16Array.from(s.tables.cardCount);
  for (const card of s.discardCards.subarray(tier * D.DECK_SIZE).subarray(0, s.discardSize[tier])) left[card]!--;
  for (let t = 0; t < 64; t++) {
    if (s.monsterCard[t] === 1 && s.monster[t]! > 0) left[s.monster[t]! - 1]!--;
    if (s.sword[t] === 1) left[D.TREASURE_STONE]!--;
  }
  for (let p = 0; p < D.PIECES; p++)
    if (D.PIECE_CARD[p] !== 255 && s.itemPlace[p] !== UNUSED) left[D.PIECE_CARD[p]!]!--;
  for (let f = 0; f < 8; f++) if (s.followerPlace[f] !== UNUSED) left[D.ENCOUNTER_FIRST + f]!--;
  if (s.card >= 0) left[s.card]!--;
  return Array.from(left.keys()).flatMap((card) =>
    s.tables.cardTier[card] === tier ? Array<number>(Math.max(0, left[card]!)).fill(card) : [],
  );
}

/**
 * The unseen cards of a tier where they are not told: all that are nowhere in sight. Where the deck is told to be smaller and
 * the discard is not told, so many of them lie in it, from all over the list.
 */
function unseenOf(s: Position, tier: number, { cards, discard }: DeckJson): number[] {
  const all = outOfSight(s, tier);
  if (cards === undefined || discard !== undefined || cards >= all.length) return all;
  const kept = new Set(Array.from({ length: cards }, (_, i) => Math.floor(((i + 0.5) * all.length) / cards)));
  const gone = all.filter((_, i) => !kept.has(i));
  s.discardCards.set(gone, tier * D.DECK_SIZE);
  s.discardSize[tier] = gone.length;
  return all.filter((_, i) => kept.has(i));
}

/** As many cards in each of the three decks as can be, where that is not told. */
const evenPiles = (n: number): PileJson[] =>
  Array.from({ length: D.PILES }, (_, pile) => ({ cards: Math.floor((n + D.PILES - 1 - pile) / D.PILES) }));

/** Puts the unseen cards of a tier into its deck, so that what is known of its top, or of its three decks, holds. */
export function layDeck(s: Position, tier: number, deck: DeckJson, path: string): void {
  const base = tier * D.DECK_SIZE;
  const told = deck.unseen && Object.entries(deck.unseen);
  const unseen =
    told?.flatMap(([id, count]) => {
      const card = D.cards.findIndex((c) => c.id === id);
      if (card < 0 || s.tables.cardTier[card] !== tier) fail(`${path}.unseen.${id}`, `not a card of tier ${tier + 1}`);
      return Array<number>(count).fill(card);
    }) ?? unseenOf(s, tier, deck);
  const n = unseen.length;
  if (n > D.DECK_SIZE) fail(`${path}.unseen`, 'more cards than a deck can hold');
  if (deck.cards !== undefined && n !== deck.cards)
    fail(`${path}.cards`, `${deck.cards}, but ${told ? 'unseen has' : 'as many are not in sight:'} ${n}`);
  s.deckCards.set(unseen, base);
  s.deckSize[tier] = n;
  const { airef } = s.tables;
  if (deck.piles !== undefined && !airef) fail(`${path}.piles`, 'not in this edition');
  if (deck.top !== undefined && (deck.top === null) !== (n === 0 || airef))
    fail(`${path}.top`, n === 0 || airef ? 'must be null' : 'must not be null');
  if (airef) {
    layPiles(s, tier, deck.piles ?? evenPiles(n), path);
    return;
  }
  const top = deck.top ?? likeliest(unseen);
  if (top === null) return;
  const at = unseen.findIndex((card) => D.themes[D.CARD_THEME[card]!] === top);
  if (at < 0) fail(`${path}.top`, `no unseen card is a ${top} card`);
  s.deckCards[base + n - 1] = unseen[at]!;
  s.deckCards[base + at] = unseen[n - 1]!;
}
