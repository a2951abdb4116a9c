/** Values of cards to a player: before one is drawn, and in its choices. */
import * as D from '../data.js';
import { pileTop } from '../rules/pieces.js';
import { beatsMonster } from './odds.js';
import type { Reading } from './reading.js';

/** Fame and loot of a monster. */
export function spoils(r: Reading, monster: number): number {
  const { tables } = r.s;
  const loot = tables.monsterLoot;
  const i = monster * 4;
  const { gain } = r;
  return (
    tables.monsterFame[monster]! * r.fame +
    loot[i]! * gain[0]! +
    loot[i + 1]! * gain[1]! +
    loot[i + 2]! * gain[2]! +
    loot[i + 3]! * gain[3]!
  );
}

/** Expected worth of meeting a monster: with a bad chance one flees, which is cheaper than losing. */
export function fightWorth(r: Reading, monster: number, strength: number, defeat: number, prize: number): number {
  const p = beatsMonster(strength - r.s.tables.monsterMight[monster]!);
  const fight = p * (spoils(r, monster) + prize) - (1 - p) * defeat;
  const { flight, flight2 } = r.w;
  const flee = r.s.tables.airef ? -fleeCost(r, defeat) : (fight - flight * defeat - flight2 * defeat) / 3;
  return Math.max(fight, flee);
}

/** Edition airef: what running home from a monster costs: the way and a point of fame, but no goods. */
export const fleeCost = (r: Reading, defeat: number): number =>
  defeat - r.steady[0]! + (r.s.fame[r.seat]! > 0 ? r.fame : 0);

/** Value of one card to a seat that draws it with this strength. */
function cardWorth(r: Reading, card: number, strength: number, defeat: number): number {
  const { w, gain } = r;
  if (card < D.DECK_MONSTERS) return fightWorth(r, card, strength, defeat, 0);
  if (card >= D.ENCOUNTER_FIRST) return card === D.ENCOUNTER_MONK ? w.monk : w.encounter;
  switch (card) {
    case D.EVENT_PESTS:
    case D.EVENT_MARKET_DAY:
    case D.EVENT_CURSE:
    case D.EVENT_CROWS:
      return w.event;
    case D.EVENT_STORM:
    case D.EVENT_SEA:
      return 0;
    case D.EVENT_THUGS:
      return (r.fame - gain[3]! + beatsMonster(strength - 3) * (r.fame + 2 * gain[3]!)) / 3;
    case D.EVENT_LANDSLIDE:
      return (2 * gain[2]! - defeat) / 3;
    case D.EVENT_TRIAL:
      return r.fame - 1;
    case D.EVENT_DRUID:
      return w.item;
    case D.EVENT_HUNGER: {
      const n = r.tiles[r.seat]!;
      return n >= 7 ? r.fame + r.might + 3 * gain[3]! : n >= 5 ? r.fame + r.might : n >= 3 ? r.fame : 0;
    }
    case D.EVENT_BLESSING:
      return r.fame;
    case D.EVENT_RICHES:
      return 0.4 * (gain[0]! + gain[1]! + gain[2]! + gain[3]!);
    case D.EVENT_RAID:
      return r.s.tables.airef ? -3 : -1;
    case D.TREASURE_SHIELD:
      return Math.max(gain[2]!, r.s.resources[r.seat * 4 + 2]! >= 2 ? r.might - 2 * gain[2]! : 0);
    case D.TREASURE_RUSTY:
      return w.item;
    case D.TREASURE_TROLLSBANE:
      return 0.3 * w.item;
    case D.TREASURE_RING:
      return 0.3;
    case D.TREASURE_LONG_SWORD:
      return 1.9 * w.item;
    case D.TREASURE_PORCUPINE:
      return 1.5 * w.item;
    case D.TREASURE_STONE:
      return (r.s.tables.airef ? 2 : 0.6) * w.item;
    case D.TREASURE_STAFF:
      return 0.6;
    case D.TREASURE_ONE_RING:
      return 2.2 * w.item;
    case D.TREASURE_SECOND_RING:
      return 2 * r.fame;
    case D.TREASURE_BLADE:
      return -0.4 * defeat;
    default:
      return 0;
  }
}

/** Expected worth of drawing the top card of a tier (0-2), whose theme everybody sees. */
export function drawWorth(r: Reading, tier: number, strength: number, defeat: number): number {
  if (r.s.tables.airef) {
    let best = -1e9;
    for (let pile = 0; pile < D.PILES; pile++) {
      if (r.s.pileSize[tier * D.PILES + pile] === 0) continue;
      const worth = pileWorth(r, tier, pile, strength, defeat);
      if (worth > best) best = worth;
    }
    return r.w.card + (best > -1e9 ? best : 0);
  }
  const sum = r.topCards(tier);
  const counts = r.topCount;
  const at = tier * D.CARDS;
  if (sum === 0) return r.w.card;
  let worth = 0;
  for (let card = 0; card < D.CARDS; card++) {
    const n = counts[at + card]!;
    if (n > 0) worth += n * cardWorth(r, card, strength, defeat);
  }
  return r.w.card + worth / sum;
}

/**
 * Edition airef: expected worth of the top card of one of the three decks of a tier. Summed by kind of card, for in the
 * order of the deck sums of the same cards would differ in their last bits, and with them the choice where decks are
 * equal.
 */
export function pileWorth(r: Reading, tier: number, pile: number, strength: number, defeat: number): number {
  const { s } = r;
  if (s.swordPile === tier * D.PILES + pile + 1) return cardWorth(r, D.TREASURE_STONE, strength, defeat);
  const theme = D.CARD_THEME[s.deckCards[pileTop(s, tier, pile)]!];
  const unseen = r.unseenCards();
  let sum = 0;
  let worth = 0;
  for (let card = 0; card < D.CARDS; card++) {
    const n = unseen[tier * D.CARDS + card]!;
    if (n === 0 || D.CARD_THEME[card] !== theme) continue;
    sum += n;
    worth += n * cardWorth(r, card, strength, defeat);
  }
  return worth / sum;
}
