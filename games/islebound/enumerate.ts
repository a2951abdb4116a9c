/**
 * The legal actions found the slow way, straight from the rules and the raw cells; shares no code with rules/masks.ts.
 * For tests only.
 */
import * as X from './actions.js';
import * as D from './data.js';
import { PORT, REGION_POSITIONS } from './geometry.js';
import type { Position } from './state.js';
import * as S from './state.js';

interface Member {
  place: number;
  ready: boolean;
  administer: number;
  work: number;
}

/** @returns action ids, ascending */
export function enumerate(s: Position): number[] {
  if (s.over) return [];
  const t = s.tables;
  const members: Member[] = [...s.crew]
    .map((id, place) => ({
      place,
      id,
      ready: s.exhausted[place] === 0,
      administer: t.crewAdminister[id] ?? 0,
      work: t.crewWork[id] ?? 0,
    }))
    .filter(({ id }) => id !== S.EMPTY);
  const ready = members.filter((m) => m.ready);
  const places = (list: Member[]) => list.map((m) => X.CREW + m.place);
  const found: number[] = [];
  switch (S.promptNames[s.prompt]) {
    case 'HOME_PORT':
      return [0, 1, 2, 3].map((q) => X.HOME_PORT + q);
    case 'MOVE':
      return destinations(s, ready);
    case 'TOLL':
      return places(ready.filter((m) => m.administer > 0));
    case 'SPEED':
      return places(ready);
    case 'MAIN':
      return mainActions(s, members, ready);
    case 'POST':
      return freeActions(s, members).sort((a, b) => a - b);
    case 'EAT':
      return places(members.filter((m) => !m.ready));
    case 'WORK':
      return [X.END, ...places(ready.filter((m) => m.work > 0))];
    case 'ADMIN': {
      const left = Math.max(s.cost - s.used, 1);
      const cubes = s.track.filter((owner) => owner === S.HUMAN).length;
      if (cubes >= left) found.push(X.END);
      if (left > 1 && s.used < t.numbers.maxAdminister) found.push(...places(ready.filter((m) => m.administer > 0)));
      return found;
    }
    case 'EVX':
      return places(ready.filter((m) => Math.min(m.administer, s.needAdminister) + Math.min(m.work, s.needWork) > 0));
    case 'SELL':
      return [X.END, X.SELL_FISH, X.SELL_WOOD].filter((a, i) => i === 0 || s.human.cells[a - X.SELL_FISH]! > 0);
    case 'HIRE': {
      const room = members.length < t.numbers.maxCrew;
      return [X.END, ...[0, 1, 2].filter((i) => room && s.crewRow[i] !== S.EMPTY).map((i) => X.HIRE + i)];
    }
    case 'BUILD':
      return [X.END, ...[0, 1, 2, 3, 4].filter((slot) => canBuild(s, slot)).map((slot) => X.BUILD + slot)];
    case 'WOOD':
      if (s.cost <= s.human.coins) found.push(X.END);
      if (s.cost > 0 && s.human.wood > 0 && s.used < t.numbers.maxWood) found.push(X.USE_WOOD);
      return found;
    case 'BRAG':
      return [X.END, X.BRAG, X.BRAG + 1];
    default: {
      const sent = s.piratesIn + s.serpentsIn;
      if (sent >= 1) found.push(X.END);
      if (sent < t.numbers.maxDice && s.piratesIn < s.human.pirate) found.push(X.COMMIT_PIRATE);
      if (sent < t.numbers.maxDice && s.serpentsIn < s.human.serpent) found.push(X.COMMIT_SERPENT);
      return found;
    }
  }
}

/** Amounts of the human's buildings with an ability. */
function bonus(s: Position, ability: string): number {
  let sum = 0;
  s.building.forEach((where, id) => {
    if (where === S.HUMAN && s.tables.buildingText[id]!.split(' ')[0] === ability) sum += s.tables.buildingAmount[id]!;
  });
  return sum;
}

const adjoining = (home: number): number[][] => {
  const list: number[][] = Array.from({ length: 13 }, () => []);
  const join = (a: number, b: number) => {
    list[a]!.push(b);
    list[b]!.push(a);
  };
  for (let i = 0; i < 12; i++) join(i, (i + 1) % 12);
  for (const [a, b] of [
    [0, 2],
    [3, 5],
    [6, 8],
    [9, 11],
  ] as const)
    join(a, b);
  join(PORT, home * 3 + 1);
  return list;
};

/** Walks every way of up to `maxSpeed` steps: length of the shortest, and whether one of those is free of toll. */
function destinations(s: Position, ready: Member[]): number[] {
  const n = s.tables.numbers;
  const from = s.ship;
  const near = [REGION_POSITIONS[s.region * 2]!, REGION_POSITIONS[s.region * 2 + 1]!];
  const tolls = s.options.closeQuarters && bonus(s, 'noToll') === 0;
  const next = adjoining(s.home);
  const best = new Map<number, { steps: number; free: boolean }>([[from, { steps: 0, free: true }]]);
  const walk = (at: number, steps: number, entered: boolean): void => {
    if (steps > 0) {
      const known = best.get(at);
      if (!known || steps < known.steps) best.set(at, { steps, free: !entered });
      else if (steps === known.steps && !entered) known.free = true;
    }
    if (steps === n.maxSpeed) return;
    for (const to of next[at]!) walk(to, steps + 1, entered || (near.includes(to) && !near.includes(at)));
  };
  walk(from, 0, false);
  const speed = Math.min(n.maxSpeed, n.baseSpeed + bonus(s, 'speed'));
  const found: number[] = [];
  for (const [to, { steps, free }] of best) {
    if (to === from && !s.options.mayStay) continue;
    const rowers = Math.max(0, steps - speed);
    let toll = tolls && !free;
    if (s.options.tollOn === 'destination') toll = tolls && near.includes(to) && !near.includes(from);
    const payable = !toll || (s.human.coins >= n.tollCoins && ready.some((m) => m.administer > 0));
    if (payable && ready.length >= rowers + (toll ? 1 : 0)) found.push(X.MOVE + to);
  }
  return found.length === 0 ? [X.MOVE + from] : found.sort((a, b) => a - b);
}

function canBuild(s: Position, slot: number): boolean {
  const id = s.row[slot]!;
  if (id === S.EMPTY) return false;
  const n = s.tables.numbers;
  const price = Math.max(0, s.tables.buildingCost[id]! - s.discount + bonus(s, 'build.cost'));
  const wood = Math.min(s.human.wood, n.maxWood) * n.woodDiscount;
  return s.human.book >= n.bookTokens[slot]! && price - wood <= s.human.coins;
}

function freeActions(s: Position, members: Member[]): number[] {
  const found = [X.END];
  if (s.human.fish >= 1 && members.some((m) => !m.ready)) found.push(X.EAT_FISH);
  const tokens = s.tokens.filter((id) => id !== S.EMPTY).length;
  if (!s.tokenBought && tokens > 0 && s.human.coins >= s.tables.numbers.tokenCost) found.push(X.BUY_TOKEN);
  return found;
}

function mainActions(s: Position, members: Member[], ready: Member[]): number[] {
  const t = s.tables;
  const n = t.numbers;
  const found = [X.REST, ...freeActions(s, members)];
  if (s.treasure >= 1) found.push(X.HUNT);
  const at = s.ship;
  if (at === PORT) return [...found, X.HOME].sort((a, b) => a - b);
  const town = s.townAt[at]!;
  const value = t.townValue[town]!;
  const owner = s.owner[at]!;
  const spoils = s.options.spoils === 'table' ? t.townSpoils[town]! : value;
  const price = [Math.max(0, t.townFee[town]! + bonus(s, 'fee')), 0, spoils][owner]!;
  if (s.human.coins >= price) found.push(X.VISIT);
  const symbols = ready.reduce((sum, m) => sum + m.administer, 0);
  const cubes = s.track.filter((cube) => cube === S.HUMAN).length;
  if (owner !== S.HUMAN && t.townRed[town] === 0) {
    const cost = Math.max(1, value + (owner === S.RIVAL ? n.surcharge : 0) + bonus(s, 'befriend.cost'));
    if (cubes >= 1 && cubes + Math.min(n.maxAdminister, symbols) >= cost) found.push(X.BEFRIEND);
  }
  if (owner !== S.HUMAN && t.townRed[town] === 1) {
    const towns = s.owner.filter((o) => o === S.HUMAN).length;
    const free = n.cubes - n.humanFixedCubes - cubes - towns;
    if (s.human.pirate + s.human.serpent >= 1 && free >= 1) found.push(X.ATTACK);
  }
  for (let pile = 0; pile < 2; pile++) {
    const left = [...s.events.subarray(pile * 8, pile * 8 + 8)].filter((id) => id !== S.EMPTY);
    const event = left[left.length - 1];
    if (event === undefined || t.eventTown[event] !== town) continue;
    const goods = [0, 1, 2, 3, 4].every((good) => s.human.cells[good]! >= t.eventPay[event * D.GOODS + good]!);
    const work = ready.reduce((sum, m) => sum + m.work, 0);
    if (goods && symbols >= t.eventAdminister[event]! && work >= t.eventWork[event]!) found.push(X.EVENT + pile);
  }
  return found.sort((a, b) => a - b);
}
