/** What things are called. */
import * as D from './data.js';
import { PORT } from './geometry.js';
import { resourceOf } from './rules/judgements.js';
import type { Position } from './state.js';

/** Those that have another word for several; the tables name them now one way, now the other. */
const plurals = ['book', 'pirate', 'serpent', 'coin', 'cube', 'town', 'building', 'card', 'space', 'crew member'];

/** The word for so many of something. */
function wordFor(n: number, name: string): string {
  const one = name.replace(/s$/, '');
  return plurals.includes(one) ? (n === 1 ? one : `${one}s`) : name;
}

/** `1 coin`, `3 pirates`, `2 fish`. */
export const count = (n: number, name: string): string => `${n} ${wordFor(n, name)}`;

/** A row of a table of gains or goods in words: `4 fish`, `1 wood`. */
const amounts = (table: Uint8Array, row: number, width: number): string[] =>
  Array.from(table.subarray(row * width, (row + 1) * width)).flatMap((n, i) =>
    n > 0 ? [count(n, D.gainNames[i]!)] : [],
  );

/** The action of a town. */
export function townText(s: Position, town: number): string {
  const t = s.tables;
  const parts = amounts(t.townGain, town, D.GAINS);
  if (t.townSell[town]) parts.push(`sell up to ${t.townSell[town]}`);
  if (t.townBuild[town]) parts.push(t.townDiscount[town] ? `build for ${t.townDiscount[town]} less` : 'build');
  if (t.townHire[town]) parts.push('hire');
  if (t.townBrag[town]) parts.push('brag');
  if (t.townBonus[town] !== 255) parts.push(`work: ${D.gainNames[t.townBonus[town]!]}`);
  return parts.join(', ');
}

/** The symbols of a crew member: `administer+work`. */
export function memberText({ tables }: Position, member: number): string {
  const administer = Array<string>(tables.crewAdminister[member]!).fill('administer');
  return [...administer, ...Array<string>(tables.crewWork[member]!).fill('work')].join('+');
}

/** The price and the reward of an event. */
export function eventText(s: Position, event: number): string {
  const t = s.tables;
  const price = amounts(t.eventPay, event, D.GOODS);
  if (t.eventAdminister[event]) price.push(`${t.eventAdminister[event]} administer`);
  if (t.eventWork[event]) price.push(`${t.eventWork[event]} work`);
  const reward = amounts(t.eventGain, event, D.GAINS);
  if (t.eventBrag[event]) reward.push('brag');
  return `${price.join(', ') || 'nothing'} for ${reward.join(', ') || 'nothing'}`;
}

/** The benefit of a renown token. */
export function tokenText({ tables }: Position, id: number): string {
  const benefit = D.benefitNames[tables.tokenBenefit[id]!]!;
  return count(benefit === 'crew' ? 1 : tables.tokenGain[id * D.GAINS + D.GAIN[benefit]]!, benefit);
}

export const townName = (s: Position, at: number): string => s.tables.townNames[s.townAt[at]!]!;
export const placeName = (s: Position, at: number): string =>
  at === PORT ? 'the home port' : `${at} ${townName(s, at)}`;

/** What the open reputation card of a pile calls for. */
export const resourceName = (s: Position, pile: number): string => D.resourceNames[resourceOf(s, pile)]!;

const change = (n: number): string => (n < 0 ? `${-n} less` : `${n} more`);

/** What the lasting abilities of buildings do, `n` of them; those that are missing give more of a gain. */
const abilityTexts: Partial<Record<(typeof D.abilityNames)[number], (n: number) => string>> = {
  sell: (n) => `${count(n, 'coin')} more for a good sold`,
  'rest.coins': (n) => `${count(n, 'coin')} for a rest`,
  fee: (n) => `fees ${change(n)}`,
  'build.cost': (n) => `buildings cost ${change(n)}`,
  'befriend.cost': (n) => `befriending costs ${change(n)}`,
  'attack.strength': (n) => `attacks ${n} stronger`,
  'capture.coins': (n) => `${count(n, 'coin')} more for a town taken`,
  'event.coins': (n) => `${count(n, 'coin')} more for an event`,
  'brag.renown': (n) => `${n} more renown for a brag`,
  speed: (n) => `sail ${count(n, 'space')} farther`,
  noToll: () => 'no toll',
};

function abilityText({ tables: t }: Position, id: number): string {
  const n = t.buildingAmount[id]!;
  const now = D.nowNames[t.buildingNow[id]!];
  if (now) return `${now === 'crew' ? `hire ${n}` : now === 'brag' ? 'brag' : count(n, now)} at once`;
  const end = D.endNames[t.buildingEnd[id]!]?.replace('crew', 'crew member');
  if (end) {
    const per = t.buildingPer[id]!;
    return `at the end ${n} renown for each ${per === 1 ? wordFor(1, end) : count(per, end)}`;
  }
  const ability = t.buildingAbility[id]!;
  const text = abilityTexts[D.abilityNames[ability]!];
  return text?.(n) ?? `${n} more ${wordFor(n, D.gainNames[ability]!)} in towns that give any`;
}

/** A building in words: `#17, renown 6: sail 1 space farther`. */
export const buildingText = (s: Position, id: number): string =>
  `#${id}, renown ${s.tables.buildingCost[id]}: ${abilityText(s, id)}`;
