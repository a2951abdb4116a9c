/** What fighters are worth, and what raising one gains. */
import { MINIONS } from '../data.js';
import { NONE } from '../state.js';
import type { Reading } from './reading.js';

/** What a fighter is worth to have, before its price. */
export function fighterWorth(r: Reading, fighter: number): number {
  const { s, w, me } = r;
  const { tier, kind, attack, fate } = s.tables;
  const shown = fate[s.fate[me]! * 4 + kind[fighter]!]!;
  const mates = Math.min(2, r.kinds[kind[fighter]!]!);
  // How much of this round is left to use it in, of at least what later rounds bring.
  const rest = r.left > 1 ? 1 : s.minions[me]! / MINIONS;
  return shown * tier[fighter]! * w.fate + attack[fighter]! * w.force[r.now]! * rest + mates * w.pair;
}

/** What a fighter's attack is worth. */
export const forceOf = (r: Reading, fighter: number): number => r.s.tables.attack[fighter]! * r.w.force[r.now]!;

/** What raising a fighter gains with these resources and this gold; -1 where they do not pay for it. */
export function raiseValue(r: Reading, fighter: number, goods: Float64Array, gold: number): number {
  const { cost } = r.s.tables;
  let short = 0;
  let price = 0;
  for (let k = 0; k < 4; k++) {
    const c = cost[fighter * 4 + k]!;
    const paid = Math.min(c, goods[k]!);
    short += c - paid;
    price += paid * r.goodsWorth;
  }
  if (short > gold) return -1;
  return fighterWorth(r, fighter) - price - short * r.goldWorth;
}

/** What the best raise on offer gains, 0 without any. */
export function bestRaise(r: Reading, goods: Float64Array, gold: number): number {
  const { s } = r;
  let best = 0;
  for (let slot = 0; slot < 6; slot++) {
    const fighter = s.slots[slot]!;
    if (fighter === NONE) continue;
    const value = raiseValue(r, fighter, goods, gold);
    if (value > best) best = value;
  }
  return best;
}

/** A wild resource of this kind: what it lets me raise, then what rounds up to a point at the end. */
export function wildValue(r: Reading, k: number): number {
  const { s, w, me, goods } = r;
  const { resourcesPerVp } = s.tables.numbers;
  goods[k]!++;
  let value = bestRaise(r, goods, s.gold[me]!);
  // How near the fighters on offer come that cannot be raised yet.
  for (let slot = 0; slot < 6; slot++) {
    const f = s.slots[slot]!;
    if (f === NONE) continue;
    let lacks = 0;
    for (let i = 0; i < 4; i++) lacks += Math.max(0, s.tables.cost[f * 4 + i]! - goods[i]!);
    value += (w.wildNear * fighterWorth(r, f)) / (1 + lacks);
  }
  if (r.left === 1 && goods[k]! % resourcesPerVp === 0) value += w.wildEven;
  goods[k]!--;
  return value;
}
