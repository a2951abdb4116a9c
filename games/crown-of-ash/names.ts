/** What things are called. */
import { CARDS, FIGHTERS, resourceNames } from './data.js';
import type { Position } from './state.js';
import { CITADEL, KING, NONE } from './terms.js';

/** The lords of the four colours. */
export const lords = ['Visio', 'Nox', 'Mors', 'Fortis'] as const;
export const tiers = ['-', 'I', 'II', 'III'] as const;
export const nth = ['first', 'second', 'third', 'fourth'] as const;

/** A seat's name; the AI has none but that. */
export const seatName = (s: Position, seat: number): string =>
  seat === NONE || seat < 0 ? 'nobody' : seat === KING ? 'the King' : seat === s.ai ? 'AI' : lords[seat]!;

export const siteName = (s: Position, site: number): string =>
  site === CITADEL ? 'the Citadel' : s.tables.components.regions[site]!;

/** Kind, attack and id; ids tell fighters of equal kind and attack apart. */
export const fighterName = (s: Position, fighter: number): string =>
  `${resourceNames[s.tables.kind[fighter]!]} ${s.tables.attack[fighter]} #${fighter}`;

export const fightersAt = (s: Position, place: number): string[] =>
  Array.from({ length: FIGHTERS }, (_, f) => f)
    .filter((f) => s.loc[f] === place)
    .map((f) => fighterName(s, f));

/** `2 bone, 1 ash, 1 wild`; `nothing`. */
export function items(amounts: ArrayLike<number>, at = 0, wild = 0): string {
  const words = resourceNames.flatMap((name, k) => (amounts[at + k] ? [`${amounts[at + k]} ${name}`] : []));
  if (wild > 0) words.push(`${wild} wild`);
  return words.join(', ') || 'nothing';
}

/** What a tile gives: `2 bone, 1 wild`, `1 of each`. */
export function gains(s: Position, tile: number): string {
  const { crypt, tileGain, tileWild } = s.tables;
  if (tile === crypt) return 'a fighter back';
  const list = tileGain.subarray(tile * 4, tile * 4 + 4);
  if (list[0]! > 0 && list.every((n) => n === list[0]) && tileWild[tile] === 0) return `${list[0]} of each`;
  return items(list, 0, tileWild[tile]!);
}
export const taxes = (s: Position, tile: number): string =>
  items(s.tables.tileTax, tile * 4, s.tables.tileTaxWild[tile]!);
export const price = (s: Position, fighter: number): string => items(s.tables.cost, fighter * 4);

/** The cards of a set of five bits. */
export const cardsOf = (set: number): number[] =>
  Array.from({ length: CARDS }, (_, c) => c).filter((c) => (set >> c) & 1);
export const cardName = (s: Position, card: number): string => String(s.tables.components.combatCards[card]!.value);

export const signed = (n: number): string => `${n < 0 ? '' : '+'}${n}`;
