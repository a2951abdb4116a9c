/** What a minion brings that gathers, pays tax or takes cards back. */
import { FIGHTERS } from '../data.js';
import { IN_GRAVE } from '../state.js';
import { cardMean } from './odds.js';
import { bestRaise } from './raising.js';
import type { Reading } from './reading.js';
import { rivalry } from './sites.js';

/** What a tile's items are worth to me, with the raise they make possible. @param gold what I then have */
export function itemsValue(r: Reading, tile: number, gold: number): number {
  const { s, goods } = r;
  const t = s.tables;
  if (tile === t.crypt) return crypt(r);
  const before = bestRaise(r, goods, gold);
  let sum = t.tileWild[tile]! * r.goodsWorth * r.w.wild;
  for (let k = 0; k < 4; k++) {
    const n = t.tileGain[tile * 4 + k]!;
    goods[k]! += n;
    sum += n * r.goodsWorth;
  }
  // A wild resource fills what is missing; counted where it helps most.
  let raise = bestRaise(r, goods, gold);
  if (t.tileWild[tile]! > 0)
    for (let k = 0; k < 4; k++) {
      const n = Math.min(2, t.tileWild[tile]!);
      goods[k]! += n;
      raise = Math.max(raise, bestRaise(r, goods, gold));
      goods[k]! -= n;
    }
  for (let k = 0; k < 4; k++) goods[k]! -= t.tileGain[tile * 4 + k]!;
  return sum + raise - before;
}

/** The crypt brings a fighter back. */
function crypt(r: Reading): number {
  const { s, me, w } = r;
  if (s.minions[me]! <= 1) return w.cryptLate;
  let best = 0;
  for (let f = 0; f < FIGHTERS; f++)
    if (s.loc[f] === IN_GRAVE + me && s.tables.attack[f]! > best) best = s.tables.attack[f]!;
  return best * w.force[r.now]! * w.crypt;
}

/** What an owner's tax is worth to its owner, seen by me. */
export function taxLoss(r: Reading, tile: number, owner: number): number {
  const { s, w } = r;
  const items = s.tables.tileTaxItems[tile]!;
  return ((items * r.goodsWorth * w.hurt * 2) / s.seats) * w.tax * rivalry(r, owner);
}

/** What it is worth to take the combat cards back. */
export function refreshValue(r: Reading): number {
  const { s, me, w } = r;
  if (s.minions[me]! <= 1 && r.left === 1) return -1;
  let sum = 0;
  let held = 0;
  for (let card = 0; card < 5; card++) {
    if ((s.discard[me]! >> card) & 1) sum += cardMean(s, card);
    else held++;
  }
  return held <= 2 ? sum * w.refresh : sum * w.refresh * w.refreshEarly;
}
