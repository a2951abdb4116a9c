/** What a seat cannot know, filled in so that it fits what it does: tiles that lie face down, the order of the decks. */
import { fail } from '../kit/json.js';
import {
  CARD_THEME,
  cards,
  DECK_SIZE,
  HOME_TRIOS,
  PILES,
  TIER1_TRIOS,
  TIER3_TILES,
  TREASURE_STONE,
  themes,
  tileKinds,
} from './data.js';
import { CENTRE, HOME_SLOTS, SLOT_TILES, TIER1_SLOTS, TIER2_SLOTS } from './geometry.js';
import type { Position } from './state.js';

interface PileJson {
  cards: number;
  top: string | null;
  sword?: true | undefined;
  under?: string | undefined;
}
interface DeckJson {
  cards: number;
  top: string | null;
  unseen: Readonly<Record<string, number>>;
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

/** Kinds of the face-down squares, and their tokens. */
export function layHidden(s: Position, hidden: readonly { kind: string; tokens: number }[]): void {
  layTrios(s, HOME_TRIOS, HOME_SLOTS, 'home pieces');
  layTrios(s, TIER1_TRIOS, TIER1_SLOTS, 'plains');
  layTrios(s, s.tables.hillTrios, TIER2_SLOTS, 'hills');
  const centre = permutations(4).find((order) =>
    order.every((tileOf, i) => !s.explored[CENTRE[i]!] || s.kind[CENTRE[i]!] === TIER3_TILES[tileOf]),
  );
  if (!centre) fail('tiles', 'the four central tiles are not those of this game');
  for (const [i, tileOf] of centre!.entries()) s.kind[CENTRE[i]!] = TIER3_TILES[tileOf]!;
  const left = [...hidden];
  for (let t = 0; t < 64; t++) {
    if (s.explored[t]) continue;
    const at = left.findIndex((x) => x.kind === tileKinds[s.kind[t]!]);
    if (at < 0) fail('hidden', `does not fit the tiles that are face up: no ${tileKinds[s.kind[t]!]} left`);
    s.tokens[t] = left[at]!.tokens;
    left.splice(at, 1);
  }
  if (left.length > 0) fail('hidden', `${left[0]!.kind} is face up already`);
}

/** Deals the unseen cards of a tier, which lie in `deckCards`, to its three decks so that their tops are as told. */
function layPiles(s: Position, tier: number, piles: readonly PileJson[], path: string): void {
  const base = tier * DECK_SIZE;
  const left = Array.from(s.deckCards.subarray(base, base + s.deckSize[tier]!));
  const take = (fits: (card: number) => boolean): number => {
    const i = left.findIndex(fits);
    return i < 0 ? -1 : left.splice(i, 1)[0]!;
  };
  const tops = piles.map((pile, i) => {
    const where = `${path}.piles.${i}`;
    if ((pile.top === null) !== (pile.cards === 0))
      fail(`${where}.top`, pile.cards === 0 ? 'must be null' : 'must not be null');
    s.pileSize[tier * PILES + i] = pile.cards;
    if (!pile.sword) {
      if (pile.under !== undefined) fail(`${where}.under`, 'is known only under a sword in a stone');
      return -1;
    }
    s.swordPile = tier * PILES + i + 1;
    const sword = take((c) => c === TREASURE_STONE);
    if (sword < 0 || themes[CARD_THEME[sword]!] !== pile.top) fail(`${where}.sword`, 'is not among the unseen cards');
    if ((pile.under === undefined) !== pile.cards < 2)
      fail(`${where}.under`, pile.cards < 2 ? 'there is nothing under the sword' : 'must be given under a sword');
    return sword;
  });
  piles.forEach((pile, i) => {
    if (tops[i]! >= 0 || pile.top === null) return;
    tops[i] = take((c) => themes[CARD_THEME[c]!] === pile.top);
    if (tops[i]! < 0) fail(`${path}.piles.${i}.top`, `no unseen card is a ${pile.top} card`);
  });
  const unders = piles.map((pile, i) => {
    if (pile.under === undefined) return -1;
    const card = take((c) => themes[CARD_THEME[c]!] === pile.under);
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

/** Puts the unseen cards of a tier into its deck, so that what is known of its top, or of its three decks, holds. */
export function layDeck(s: Position, tier: number, deck: DeckJson, path: string): void {
  const base = tier * DECK_SIZE;
  const unseen = Object.entries(deck.unseen).flatMap(([id, count]) => {
    const card = cards.findIndex((c) => c.id === id);
    if (card < 0 || s.tables.cardTier[card] !== tier) fail(`${path}.unseen.${id}`, `not a card of tier ${tier + 1}`);
    return Array<number>(count).fill(card);
  });
  const n = unseen.length;
  if (n > DECK_SIZE) fail(`${path}.unseen`, 'more cards than a deck can hold');
  if (n !== deck.cards) fail(`${path}.cards`, `${deck.cards}, but unseen has ${n}`);
  s.deckCards.set(unseen, base);
  s.deckSize[tier] = n;
  const { airef } = s.tables;
  if ((deck.piles !== undefined) !== airef) fail(`${path}.piles`, airef ? 'must be given' : 'not in this edition');
  if ((deck.top === null) !== (n === 0 || airef))
    fail(`${path}.top`, n === 0 || airef ? 'must be null' : 'must not be null');
  if (deck.piles) layPiles(s, tier, deck.piles, path);
  else if (deck.top !== null) {
    const at = unseen.findIndex((card) => themes[CARD_THEME[card]!] === deck.top);
    if (at < 0) fail(`${path}.top`, `no unseen card is a ${deck.top} card`);
    s.deckCards[base + n - 1] = unseen[at]!;
    s.deckCards[base + at] = unseen[n - 1]!;
  }
}
