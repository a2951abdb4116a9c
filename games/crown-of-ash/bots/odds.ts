/** Chances in battles: combat cards as distributions of what they add, and how strong a hand of fighters can be. */
import { CARDS } from '../data.js';
import { setBonus } from '../rules/pieces.js';
import type { Position } from '../state.js';

/** Highest value a combat card adds, dice included. */
const MOST = 9;
/** `[card * 10 + value]`: chance that this card adds this value. */
type CardTable = Float64Array;

const tables = new WeakMap<object, CardTable>();

/** What each card adds. */
function cardTable(s: Position): CardTable {
  let table = tables.get(s.tables);
  if (!table) {
    table = new Float64Array(CARDS * (MOST + 1));
    for (let card = 0; card < CARDS; card++) {
      const value = s.tables.cardValue[card]!;
      if (value >= 0) table[card * 10 + value] = 1;
      else for (let roll = 1; roll <= 6; roll++) table[card * 10 + roll] = 1 / 6;
    }
    tables.set(s.tables, table);
  }
  return table;
}

/** Mean of what a card adds. */
export function cardMean(s: Position, card: number): number {
  const value = s.tables.cardValue[card]!;
  return value >= 0 ? value : 3.5;
}

/**
 * What a seat's unseen card may add, from what the table shows: any card but the one on top of its discard, the better
 * ones somewhat more often, those below the top the less the better they are remembered.
 * @param lean how much likelier a point of value makes a card
 * @param recall 0-1, how well the discard is remembered
 * @param out `[value]`, 10 chances
 */
export function unseenCard(s: Position, seat: number, lean: number, recall: number, out: Float64Array): void {
  const table = cardTable(s);
  out.fill(0);
  let all = 0;
  for (let card = 0; card < CARDS; card++) {
    if (card === s.top[seat]) continue;
    const weight = (1 + lean * cardMean(s, card)) * ((s.discard[seat]! >> card) & 1 ? 1 - recall : 1);
    all += weight;
    for (let v = 0; v <= MOST; v++) out[v]! += weight * table[card * 10 + v]!;
  }
  for (let v = 0; v <= MOST; v++) out[v]! /= all;
}

/** Chance that `mine + card` is greater than `theirs + unseen`. */
export function chanceToBeat(s: Position, mine: number, card: number, theirs: number, unseen: Float64Array): number {
  const table = cardTable(s);
  let sum = 0;
  for (let v = 0; v <= MOST; v++) {
    const p = table[card * 10 + v]!;
    if (p === 0) continue;
    let below = 0;
    for (let w = 0; w <= MOST; w++) if (mine + v > theirs + w) below += unseen[w]!;
    sum += p * below;
  }
  return sum;
}

/** No card at all: the King's. */
export const noCard = Float64Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0, 0);

/** Rough chance that an attacker who is ahead before cards wins, over all cards of both sides. */
export class RoughOdds {
  private readonly table = new Float64Array(2 * FAR + 1);
  private edge = Number.NaN;
  private luck = Number.NaN;

  /**
   * A logistic curve.
   * @param edge lead with an even chance
   * @param luck points of lead that make the odds e times better, > 0
   */
  set(edge: number, luck: number): void {
    if (edge === this.edge && luck === this.luck) return;
    this.edge = edge;
    this.luck = luck;
    const { table } = this;
    for (let i = 0; i < table.length; i++) table[i] = 1 / (1 + Math.exp(-(i - (FAR + edge)) / luck));
  }

  /** @param lead of the attacker; rounded */
  of(lead: number): number {
    return lead <= -FAR ? 0 : lead >= FAR ? 1 : this.table[Math.round(lead) + FAR]!;
  }
}
/** From this lead on nothing is left to chance. */
const FAR = 8;

/** Highest strength of at most `most` (1-3) of these fighters. */
export function strongest(s: Position, list: ArrayLike<number>, n: number, most: number): number {
  const { attack } = s.tables;
  let best = 0;
  for (let i = 0; i < n; i++) {
    const a = list[i]!;
    if (attack[a]! > best) best = attack[a]!;
    if (most < 2) continue;
    for (let j = i + 1; j < n; j++) {
      const b = list[j]!;
      best = Math.max(best, together(s, a, b, -1));
      if (most < 3) continue;
      for (let k = j + 1; k < n; k++) best = Math.max(best, together(s, a, b, list[k]!));
    }
  }
  return best;
}

/** Strength of up to three fighters together; -1 for none of one. */
export function together(s: Position, a: number, b: number, c: number): number {
  const { attack: points, kind: kinds, numbers } = s.tables;
  let sum = 0;
  let same = 0;
  if (a >= 0) sum += points[a]!;
  if (b >= 0) sum += points[b]!;
  if (c >= 0) sum += points[c]!;
  if (a >= 0 && b >= 0 && kinds[a] === kinds[b]) same++;
  if (b >= 0 && c >= 0 && kinds[b] === kinds[c]) same++;
  if (a >= 0 && c >= 0 && kinds[a] === kinds[c]) same++;
  // One pair of equals is two of a kind; three pairs are three.
  return sum + setBonus(numbers, same > 0 ? Math.max(2, same) : 0);
}
