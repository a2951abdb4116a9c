/**
 * What a scripted player thinks of each legal action, prompt by prompt. It looks at the board as it is, draws nothing
 * and remembers nothing, so it may play rollouts too.
 */
import * as A from '../../../env/games/fuzzy-knights/actions.js';
import { TOKEN } from '../../../env/games/fuzzy-knights/data.js';
import {
  besiegeable,
  cityAtHand,
  DISTANCE,
  heroesOf,
  highestTier,
  inPlay,
  maySiege,
  NEIGHBOUR,
  tileAtHand,
} from '../../../env/games/fuzzy-knights/rules/board.js';
import {
  BATTLE,
  HEROES,
  OWN_MINE,
  type Position,
  promptNames,
  SQUAD_CITY,
  SQUAD_HERO,
  TILES,
} from '../../../env/games/fuzzy-knights/state.js';
import {
  cityStrength,
  cityStrengthWith,
  gear,
  heroStrength,
  power,
} from '../../../env/games/fuzzy-knights/strength.js';
import type { Weights } from './plans.js';

/** What never pays. */
const NEVER = -99;
/** How far a rival hero may come in a turn and still have something left. */
const REACH = 16;

/** Looks at the board once a decision. @returns what each action is worth */
type Scorer = (s: Position, w: Weights) => (action: number) => number;

/** The best legal action by these weights; ties are broken by a fixed muddle of day, hero and action. */
export function choose(s: Position, w: Weights): number {
  const { count: n, day, hand } = s;
  let best = -1;
  let most = Number.NEGATIVE_INFINITY;
  const score = scorers[s.prompt]!(s, w);
  for (let i = 0; i < n; i++) {
    const action = s.legalActions[i]!;
    const value = score(action) + 0.3 * muddle(day, hand, action);
    if (value > most) {
      most = value;
      best = action;
    }
  }
  return best;
}

/** In [0, 1), the same for the same numbers: keeps players from all doing the same for ever. */
function muddle(day: number, hero: number, action: number): number {
  let h = Math.imul(day * 16 + hero + 1, 0x9e3779b1) ^ Math.imul(action + 1, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35);
  return ((h ^ (h >>> 13)) >>> 0) / 4294967296;
}

/** Near resources, mines and items, not beside monsters, and away from other cities. */
const placeCity: Scorer = (s) => (action) => {
  const t = action - A.TILE;
  let sum = 0;
  for (let o = 0; o < TILES; o++) {
    const d = DISTANCE[o * TILES + t]!;
    if (d > 4) continue;
    const worth =
      2 * s.resource[o]! + s.item[o]! + (s.mine[o] ? 2 : 0) - 0.5 * s.monster[o]! - (s.cityOwner[o] ? 2 * (d + 1) : 0);
    sum += worth / (d + 1);
  }
  return sum;
};

/** Monsters far from home, all else near it. */
const placeToken: Scorer = (s) => {
  const homes = homesOf(s, s.actor);
  const sign = s.token === TOKEN.monster ? 1 : -1;
  return (action) => (action === A.END ? NEVER : sign * homeDistance(homes, action - A.TILE));
};

const found: Scorer = (s, w) => (action) => {
  const seat = s.actor;
  if (action === A.END) return 0;
  if (s.cities[seat] === 0) return 1;
  const safe = threat(s, tileAtHand(s), seat, 8) === 0;
  return heroesOf(s, seat) === 2 && safe && s.cities[seat]! < w.foundCities ? w.found : -1;
};

const build: Scorer = (s, w) => {
  const seat = s.actor;
  const coins = s.treasury[seat]!;
  const t = cityAtHand(s);
  const heroes = heroesOf(s, seat);
  return (action) => {
    switch (action) {
      case A.RECRUIT_HERO:
        return heroes === 0 ? 20 : coins >= w.heroCoins ? w.secondHero : -1;
      case A.BUILD_RAMPARTS:
        return s.ramparts[t] === 0 ? w.buildRamparts : -1;
      case A.BUILD_CAMP:
        return coins >= w.campCoins ? w.buildCamp : -1;
      case A.BUILD_TIER:
        return coins >= s.tables.tierCost[s.tier[t]! + 1]! + w.tierCoins ? w.buildTier : -1;
      case A.RECRUIT_MERCS:
        return heroes > 0 ? w.mercenaries : -1;
      case A.RECRUIT_MERC:
        return heroes > 0 && coins >= 2 + heroes ? w.mercenaries - 1 : -1;
      default:
        return 0;
    }
  };
};

/** First who can besiege now, then the stronger one. */
const selectHero: Scorer = (s) => (action) => {
  if (action === A.END) return -9;
  const one = s.actor * 2 + action - A.HERO;
  return power(s, one) + (maySiege(s, one) ? 50 : 0);
};

const roll: Scorer = (s, w) => (action) =>
  action === A.ROLL ? 0 : siegePays(s, w, power(s, s.hand), action - A.TILE) ? 5 : -5;

/** Whether this power could take a city once its ramparts are gone. */
const siegePays = (s: Position, w: Weights, strength: number, t: number): boolean =>
  strength >= w.siege * cityStrength(s, t);

/** What the hero at hand sees. */
interface Hand {
  hero: number;
  seat: number;
  strength: number;
  mineStrength: number;
  atPrey: boolean;
  /** Own city in danger that this hero could save by standing in it, -1 none; whether it stands there. */
  guarded: number;
  /** A rival hero that could beat this one could reach it. */
  exposed: boolean;
  /** Then: tiles of its cities. */
  homes: readonly number[];
}

function look(s: Position, w: Weights): Hand {
  const hero = s.hand;
  const seat = hero >> 1;
  const t = tileAtHand(s);
  const strength = power(s, hero);
  const exposed = w.shelter > 0 && threat(s, t, seat, REACH + 4) >= heroStrength(s, hero);
  return {
    hero,
    seat,
    strength,
    mineStrength: highestTier(s) <= 2 ? w.minePower : w.mineTierPower,
    atPrey: besidePrey(s, w, t, seat, strength),
    guarded: w.guard > 0 ? endangered(s, w, hero) : -1,
    exposed,
    homes: exposed ? homesOf(s, seat) : [],
  };
}

/** The own city that a rival could take at once and that this hero's army would save. */
function endangered(s: Position, w: Weights, hero: number): number {
  const seat = hero >> 1;
  for (let t = 0; t < TILES; t++) {
    if (s.cityOwner[t] !== seat + 1 || s.ramparts[t] !== 0) continue;
    const danger = threat(s, t, seat, REACH);
    if (danger >= w.assault * cityStrengthWith(s, t, -1) && danger < w.assault * cityStrengthWith(s, t, hero)) return t;
  }
  return -1;
}

/** Whether a tile is next to a foreign city with ramparts that this power could beat once they are gone. */
function besidePrey(s: Position, w: Weights, t: number, seat: number, strength: number): boolean {
  for (let k = t * 4; k < t * 4 + 4; k++) {
    const n = NEIGHBOUR[k]!;
    if (besiegeable(s, n, seat) && siegePays(s, w, strength, n)) return true;
  }
  return false;
}

/** Power of the strongest rival hero that could be at a tile within so many steps; 0 none. */
function threat(s: Position, t: number, seat: number, reach: number): number {
  let most = 0;
  for (let hero = 0; hero < HEROES; hero++) {
    if (!inPlay(s, hero) || hero >> 1 === seat || DISTANCE[s.heroTile[hero]! * TILES + t]! > reach) continue;
    const strength = power(s, hero);
    if (strength > most) most = strength;
  }
  return most;
}

/** Tiles of a seat's cities. */
function homesOf(s: Position, seat: number): number[] {
  const homes: number[] = [];
  for (let t = 0; t < TILES; t++) if (s.cityOwner[t] === seat + 1) homes.push(t);
  return homes;
}

/** Steps from a tile to the nearest of them; 99 without one. */
function homeDistance(homes: readonly number[], t: number): number {
  let best = 99;
  for (const home of homes) if (DISTANCE[home * TILES + t]! < best) best = DISTANCE[home * TILES + t]!;
  return best;
}

const move: Scorer = (s, w) => {
  const hand = look(s, w);
  return (action) => {
    if (action < A.TILE + TILES) return moveTo(s, w, hand, action - A.TILE);
    switch (action) {
      case A.END:
        return hand.guarded === tileAtHand(s) ? w.guard : 0;
      case A.PICK_ITEM:
      case A.PICK_RESOURCE:
        return 10;
      case A.CAPTURE:
        return hand.strength >= hand.mineStrength ? 10 : -1;
      case A.ENGAGE:
        return hand.strength >= w.monsterPower ? 7 : -1;
      case A.TAKE + 2:
      case A.ARMORY_EQUIP:
        return 9;
      case A.COINS_IN:
        return 8;
      default:
        return -5;
    }
  };
};

function moveTo(s: Position, w: Weights, hand: Hand, t: number): number {
  const { hero, seat, strength, exposed } = hand;
  const cost = s.cost[t]!;
  if (cost === 0) return siegePays(s, w, strength, t) ? w.ramparts : -5;
  const way = w.step * cost;
  const owner = s.cityOwner[t]! - 1;
  const monsters = s.monster[t]!;
  if (owner >= 0 && owner !== seat)
    return strength >= w.assault * cityStrength(s, t) + 5 * monsters ? w.city - way : -5;
  if (s.heroAt[t] !== 0)
    return monsters === 0 && strength >= w.assault * heroStrength(s, s.heroAt[t]! - 1) ? w.hero - way : -5 - way;
  if (monsters > 0) return (strength >= w.monsterPower * monsters ? w.monsters : -4) - way;
  let worth = -0.5;
  const tokens = s.item[t]! + s.resource[t]!;
  if (tokens > 0) worth = Math.max(worth, tokens > 1 ? w.tokens : w.token);
  else if (s.mine[t] !== 0 && s.mine[t] !== seat + OWN_MINE && strength >= hand.mineStrength) worth = w.mine;
  if (owner === seat) {
    worth = Math.max(worth, 0);
    if (s.cityMercs[t]! > 0) worth = Math.max(worth, 4 + w.fetch * s.cityMercs[t]!);
    if (s.purse[hero]! >= w.leastPurse) worth = Math.max(worth, 3 + w.coin * s.purse[hero]!);
    if (hand.guarded === t) worth = Math.max(worth, w.guard);
    // Behind ramparts nobody can attack it at once.
    if (exposed && s.ramparts[t]! > 0) worth = Math.max(worth, w.shelter);
  }
  if (!hand.atPrey && besidePrey(s, w, t, seat, strength)) worth = Math.max(worth, w.prey);
  // Who goes there and cannot come home any more may be caught outside.
  if (exposed && owner !== seat && s.movement[hero]! - cost - 1 < homeDistance(hand.homes, t)) worth -= w.shelter;
  return worth - way;
}

/** The attacker keeps two single mercenaries to lose; the defender keeps all together. */
const split: Scorer = (s) => (action) => (action - A.SPLIT === (s.battle === BATTLE.attacker ? 2 : 0) ? 1 : 0);

/** The strongest squad first, while all still attack. */
const target: Scorer = (s) => (action) => {
  if (action === A.RETREAT) return NEVER;
  const squad = action - A.SQUAD;
  if (squad === SQUAD_CITY) return s.tables.cityMean;
  return squad === SQUAD_HERO ? s.tables.heroMean + gear(s, s.foeHero) : s.tables.mercenaryMean * s.defence[squad]!;
};

/** The squad that is missed least: a fainted hero loses its items and half of the army. */
const sacrifice: Scorer = (s) => (action) => {
  const squad = action - A.SQUAD;
  if (squad !== SQUAD_HERO) return -s.tables.mercenaryMean * s.attack[squad]!;
  const mercs = s.attack[0]! + s.attack[1]! + s.attack[2]!;
  return -(s.tables.heroMean + 2 * gear(s, s.hand) + 0.5 * s.tables.mercenaryMean * mercs);
};

const byPrompt: Partial<Record<(typeof promptNames)[number], Scorer>> = {
  PLACE_CITY: placeCity,
  PLACE_TOKEN: placeToken,
  DISMISS: (s) => (action) => -power(s, s.actor * 2 + action - A.HERO),
  FOUND: found,
  BUILD: build,
  SELECT_HERO: selectHero,
  ROLL: roll,
  MOVE: move,
  BRIBE: () => (action) => (action === A.BRIBE_ONE ? 1 : 0),
  SPLIT: split,
  TARGET: target,
  SACRIFICE: sacrifice,
};
/** By number; a prompt that nobody has thought of is answered anyhow. */
const scorers: readonly Scorer[] = promptNames.map((name) => byPrompt[name] ?? (() => () => 0));
