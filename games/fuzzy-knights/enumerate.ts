/**
 * The legal actions found the slow way, straight from the rulebook and the decisions. Shares no code with rules/: it
 * reads only what lies on the board, never what the engine derives from it.
 */
import * as A from './actions.js';
import * as S from './state.js';
import { NOWHERE, type Position } from './state.js';

interface Spot {
  x: number;
  y: number;
}
const spot = (t: number): Spot => ({ x: t % 10, y: Math.floor(t / 10) });
const beside = (a: number, b: number): boolean =>
  Math.abs(spot(a).x - spot(b).x) + Math.abs(spot(a).y - spot(b).y) === 1;
const allTiles = Array.from({ length: 100 }, (_, t) => t);
const neighbours = allTiles.map((a) => allTiles.filter((b) => beside(a, b)));

const heroesOn = (s: Position, t: number): number[] => [0, 1, 2, 3, 4, 5, 6, 7].filter((h) => s.heroTile[h] === t);

/** Nothing but maybe heroes on a tile. */
const bare = (s: Position, t: number): boolean =>
  s.item[t]! + s.resource[t]! + s.monster[t]! + s.mine[t]! + s.cityOwner[t]! === 0;

/** Legal actions, ascending. */
export function enumerate(s: Position): number[] {
  if (s.over) return [];
  const seat = s.actor;
  const hero = s.hand;
  const actions: number[] = [];
  switch (S.promptNames[s.prompt]) {
    case 'PLACE_CITY':
      actions.push(...allTiles.filter((t) => bare(s, t) && heroesOn(s, t).length === 0));
      break;
    case 'PLACE_TOKEN':
      actions.push(...allTiles.filter((t) => bare(s, t) && heroesOn(s, t).length === 0));
      if (s.options.tokenMayDecline) actions.push(A.END);
      break;
    case 'DISMISS':
      actions.push(A.HERO, A.HERO + 1);
      break;
    case 'FOUND':
      actions.push(A.END, A.FOUND);
      break;
    case 'BUILD':
      actions.push(...builds(s, seat, s.cursor - 2));
      break;
    case 'SELECT_HERO':
      actions.push(A.END);
      for (const i of [0, 1])
        if (s.heroTile[2 * seat + i] !== NOWHERE && !s.done[2 * seat + i]) actions.push(A.HERO + i);
      break;
    case 'ROLL':
      actions.push(A.ROLL, ...sieges(s, seat, s.heroTile[hero]!));
      break;
    case 'MOVE':
      actions.push(...moves(s, seat, hero));
      break;
    case 'BRIBE':
      actions.push(A.END);
      if (s.bribeLeft !== 0 && s.purse[hero]! - s.tables.encounters.bribeCost >= 0) actions.push(A.BRIBE_ONE);
      break;
    case 'SPLIT':
      actions.push(...splits(s, seat, hero));
      break;
    case 'TARGET':
      actions.push(A.RETREAT, ...[0, 1, 2, 3, 4].filter((i) => s.defence[i] !== 0).map((i) => A.SQUAD + i));
      break;
    case 'SACRIFICE':
      actions.push(...[0, 1, 2, 3, 4].filter((i) => s.attack[i] !== 0).map((i) => A.SQUAD + i));
      break;
  }
  return actions.sort((a, b) => a - b);
}

function builds(s: Position, seat: number, t: number): number[] {
  const { tiers, ramparts, campCost, heroCost, mercenaryCost } = s.tables.cities;
  const coins = s.treasury[seat]!;
  const out = [A.END];
  if (!s.built) {
    const tier = tiers[s.tier[t]!];
    if (tier && tier.cost <= coins) out.push(A.BUILD_TIER);
    const wall = ramparts[s.ramparts[t]!];
    if (wall && wall.cost <= coins && wall.needsTier <= s.tier[t]!) out.push(A.BUILD_RAMPARTS);
    if (!s.camp[t] && campCost <= coins) out.push(A.BUILD_CAMP);
  }
  const inPlay = [2 * seat, 2 * seat + 1].filter((h) => s.heroTile[h] !== NOWHERE).length;
  if (inPlay < 2 && heroesOn(s, t).length === 0 && heroCost <= coins) out.push(A.RECRUIT_HERO);
  if (s.camp[t]) {
    if (mercenaryCost <= coins) out.push(A.RECRUIT_MERC);
    if (mercenaryCost * 5 <= coins) out.push(A.RECRUIT_MERCS);
  }
  return out;
}

function sieges(s: Position, seat: number, from: number): number[] {
  return neighbours[from]!.filter((t) => s.cityOwner[t] !== 0 && s.cityOwner[t] !== seat + 1 && s.ramparts[t] !== 0);
}

function moves(s: Position, seat: number, hero: number): number[] {
  const t = s.heroTile[hero]!;
  const points = s.movement[hero]!;
  const out = [A.END];
  if (s.cityOwner[t] === seat + 1 && s.garrisonLeft > 0) {
    const amounts = (n: number) => [n >= 1, n >= 5, n >= 1];
    amounts(s.cityMercs[t]!).forEach((ok, i) => ok && out.push(A.TAKE + i));
    amounts(s.mercs[hero]!).forEach((ok, i) => ok && out.push(A.LEAVE + i));
    const mine = [...s.items.subarray(hero * 15, hero * 15 + 15)];
    const stored = [...s.armory.subarray(t * 15, t * 15 + 15)];
    const best = (list: number[], type: number) => list.slice(type * 5, type * 5 + 5).findLastIndex((n) => n > 0);
    if ([0, 1, 2].some((type) => best(stored, type) > best(mine, type))) out.push(A.ARMORY_EQUIP);
    if (mine.some((n) => n > 0)) out.push(A.ARMORY_STORE);
    if (s.purse[hero]! > 0) out.push(A.COINS_IN);
    if (s.treasury[seat]! >= 5) out.push(A.COINS_OUT);
    if (s.treasury[seat]! >= 1) out.push(A.COINS_OUT + 1);
  }
  if (s.monster[t]! > 0) return points > 0 ? [...out, A.ENGAGE] : out;
  if (s.mine[t]! > 0 && s.mine[t]! - 2 !== seat && s.item[t]! + s.resource[t]! === 0 && s.covered[hero]! + points > 0)
    out.push(A.CAPTURE);
  if (points > 0 && s.item[t]! > 0) out.push(A.PICK_ITEM);
  if (points > 0 && s.resource[t]! > 0) out.push(A.PICK_RESOURCE);
  if (points >= s.tables.cities.siegeMovement) out.push(...sieges(s, seat, t));
  return [...out, ...destinations(s, seat, hero)];
}

/** Tiles that can be entered, by relaxing distances until nothing changes. */
function destinations(s: Position, seat: number, hero: number): number[] {
  const start = s.heroTile[hero]!;
  const standing = allTiles.map((): number[] => []);
  for (let h = 0; h < 8; h++) standing[s.heroTile[h]!]?.push(h);
  const foreign = (t: number) => s.cityOwner[t] !== 0 && s.cityOwner[t] !== seat + 1;
  const passable = allTiles.map((t) => standing[t]!.length === 0 && s.monster[t] === 0 && !foreign(t));
  const far = 1000;
  const steps = allTiles.map((t): number => (t === start ? 0 : far));
  for (let changed = true; changed; ) {
    changed = false;
    // Only from the start and from tiles that can be passed does the way go on.
    for (const t of allTiles)
      for (const n of neighbours[t]!)
        if ((n === start || passable[n]) && steps[n]! + 1 < steps[t]!) {
          steps[t] = steps[n]! + 1;
          changed = true;
        }
  }
  return allTiles.filter((t) => {
    if (t === start || steps[t] === far) return false;
    if (standing[t]!.some((h) => h >> 1 === seat)) return false;
    if (foreign(t) && s.ramparts[t]! > 0) return false;
    const stages = s.monster[t]! + (standing[t]!.length > 0 || foreign(t) ? 1 : 0);
    return steps[t]! + Math.max(0, stages - 1) <= s.movement[hero]!;
  });
}

/** Templates as lists of squad sizes; what was there before is left out. */
function splits(s: Position, seat: number, hero: number): number[] {
  let n: number;
  if (hero >> 1 === seat) n = s.mercs[hero]!;
  else {
    n = 0;
    const t = s.heroTile[hero]!;
    for (const other of heroesOn(s, t)) if (other >> 1 === seat) n += s.mercs[other]!;
    if (s.cityOwner[t] === seat + 1) n += s.cityMercs[t]!;
  }
  const third = Math.floor(n / 3);
  const quarter = Math.floor(n / 4);
  const half = Math.floor(n / 2);
  const rest = n - 3 * third;
  const templates = [
    [n],
    [n - 1, 1],
    [n - 2, 1, 1],
    [n - half, half],
    [n - third, third],
    [third + (rest > 0 ? 1 : 0), third + (rest > 1 ? 1 : 0), third],
    [n - 2 * quarter, quarter, quarter],
  ];
  const seen = new Set<string>();
  const out: number[] = [];
  templates.forEach((squads, i) => {
    const key = squads
      .filter((size) => size > 0)
      .sort((a, b) => b - a)
      .join();
    if (!seen.has(key)) out.push(A.SPLIT + i);
    seen.add(key);
  });
  return out;
}
