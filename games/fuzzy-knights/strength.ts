/** How strong somebody is on average, by mean rolls: facts that anybody can read off the board. */
import { bestLevel } from './rules/items.js';
import type { Position } from './state.js';

/** Mean roll that the items of a hero add: the best of each type. */
export function gear(s: Position, hero: number): number {
  let sum = 0;
  for (let type = 0; type < 3; type++) sum += s.tables.itemMean[type * 6 + bestLevel(s.items, hero, type)]!;
  return sum;
}

/** Mean roll of a hero and its mercenaries together: how strongly it attacks. */
export function power(s: Position, hero: number): number {
  return s.tables.heroMean + gear(s, hero) + s.tables.mercenaryMean * s.mercs[hero]!;
}

/** The hero of the owner that stands in the city of a tile, -1 none. */
function garrisonOf(s: Position, t: number): number {
  const hero = s.heroAt[t]! - 1;
  return hero >= 0 && s.cityOwner[t] === (hero >> 1) + 1 ? hero : -1;
}

/** Mean roll of the strongest squad that defends a city, if its mercenaries stay together. */
export const cityStrength = (s: Position, t: number): number => cityStrengthWith(s, t, garrisonOf(s, t));

/** The same if this hero stood in it; -1 none. */
export function cityStrengthWith(s: Position, t: number, hero: number): number {
  const { heroMean, cityMean, mercenaryMean } = s.tables;
  if (hero < 0) return Math.max(cityMean, mercenaryMean * s.cityMercs[t]!);
  return Math.max(cityMean, mercenaryMean * (s.cityMercs[t]! + s.mercs[hero]!), heroMean + gear(s, hero));
}

/** Mean roll of the strongest squad of a hero outside a city. */
export function heroStrength(s: Position, hero: number): number {
  return Math.max(s.tables.heroMean + gear(s, hero), s.tables.mercenaryMean * s.mercs[hero]!);
}
