/**
 * What a scripted player thinks of each legal action, prompt by prompt. It looks at the board as it is, draws nothing
 * and remembers nothing, so it may play rollouts too.
 */
import * as A from '../actions.js';
import { TOKEN } from '../data.js';
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
} from '../rules/board.js';
import { BATTLE, HEROES, OWN_MINE, type Position, promptNames, SQUAD_CITY, SQUAD_HERO, TILES } from '../state.js';
import { cityStrength, cityStrengthWith, gear, heroStrength, power } from '../strength.js';
import type { Weights } from './plans.js';

/** What never pays, what does not now, and what hurts. */
const NEVER = -99;
const NOT_NOW = -1;
const BAD = -5;

/** What the last score is made of beside what the action brings; all 0 where there is nothing of the kind. */
export interface Made {
  /** What it costs to go there. */
  way: number;
  /** What it adds to the safety of the hero and its cities. */
  safety: number;
  /** Own power against what is wanted for the fight, -1 to 1: 0 as much, 1 nothing is wanted. */
  odds: number;
}

/** Looks at the board once a decision. @returns what each action is worth; it writes what that is made of into `made` */
type Scorer = (s: Position, w: Readonly<Weights>, made: Made) => (action: number) => number;

/** Near resources, mines and items, not beside monsters, and away from other cities. */
const placeCity: Scorer = (s, w) => (action) => {
  const t = action - A.TILE;
  let sum = 0;
  for (let o = 0; o < TILES; o++) {
    const d = DISTANCE[o * TILES + t]!;
    if (d > 4) continue;
    const worth =
      w.capitalResource * s.resource[o]! +
      w.capitalItem * s.item[o]! +
      (s.mine[o] ? w.capitalMine : 0) -
      w.capitalMonster * s.monster[o]! -
      (s.cityOwner[o] ? w.capitalCity * (d + 1) : 0);
    sum += worth / (d + 1);
  }
  return sum;
};

/** Monsters far from home and near rivals, all else the other way round. */
const placeToken: Scorer = (s, w) => {
  const own = s.actor + 1;
  const homes = citiesWhere(s, (owner) => owner === own);
  const rivals = w.tokenRival === 0 ? [] : citiesWhere(s, (owner) => owner !== own);
  const sign = s.token === TOKEN.monster ? 1 : -1;
  return (action) => {
    if (action === A.END) return NEVER;
    const t = action - A.TILE;
    return sign * (w.tokenHome * stepsTo(homes, t) - w.tokenRival * stepsTo(rivals, t));
  };
};

/** Only with two heroes, since one of them stays as mayor. */
const found: Scorer = (s, w) => (action) => {
  const seat = s.actor;
  if (action === A.END) return 0;
  if (s.cities[seat] === 0) return 1;
  const safe = threat(s, tileAtHand(s), seat, w.foundReach) === 0;
  return heroesOf(s, seat) === 2 && safe && s.cities[seat]! < w.foundCities ? w.found : NOT_NOW;
};

const build: Scorer = (s, w) => {
  const seat = s.actor;
  const coins = s.treasury[seat]!;
  const t = cityAtHand(s);
  const heroes = heroesOf(s, seat);
  const minds = w.rampartsInDanger !== 0 || w.mercenariesInDanger !== 0;
  const inDanger = minds && takeable(s, w, t, seat);
  const hire = w.mercenaries + (inDanger ? w.mercenariesInDanger : 0);
  return (action) => {
    switch (action) {
      case A.RECRUIT_HERO:
        return heroes === 0 ? 20 : coins >= w.heroCoins ? w.secondHero : NOT_NOW;
      case A.BUILD_RAMPARTS:
        return (s.ramparts[t] === 0 ? w.buildRamparts : w.secondRamparts) + (inDanger ? w.rampartsInDanger : 0);
      case A.BUILD_CAMP:
        return coins >= w.campCoins ? w.buildCamp : NOT_NOW;
      case A.BUILD_TIER:
        return coins >= s.tables.tierCost[s.tier[t]! + 1]! + w.tierCoins ? w.buildTier : NOT_NOW;
      case A.RECRUIT_MERCS:
        return heroes > 0 && coins >= w.mercenariesCoins ? hire : NOT_NOW;
      case A.RECRUIT_MERC:
        return heroes > 0 && coins >= w.mercenaryCoins + heroes ? hire - w.fewer : NOT_NOW;
      default:
        return 0;
    }
  };
};

/** Heroes that can besiege now come first, then the stronger one. */
const selectHero: Scorer = (s) => (action) => {
  if (action === A.END) return -9;
  const one = s.actor * 2 + action - A.HERO;
  return power(s, one) + (maySiege(s, one) ? 50 : 0);
};

const roll: Scorer = (s, w, made) => {
  const strength = power(s, s.hand);
  return (action) =>
    action === A.ROLL ? 0 : fight(w, made, strength, siegePower(s, w, action - A.TILE), w.siegeAtOnce);
};

/** Power wanted before the ramparts of a city are taken: it should fall then. */
const siegePower = (s: Position, w: Readonly<Weights>, t: number): number => w.siege * cityStrength(s, t);

/** Worth of a fight for which so much power is wanted. @param gain worth where there is as much */
function fight(w: Readonly<Weights>, made: Made, strength: number, wanted: number, gain: number, loss = BAD): number {
  // The 1 keeps it finite where tables give neither any power.
  made.odds = (strength - wanted) / (strength + wanted + 1);
  return (strength >= wanted ? gain : loss) + w.odds * made.odds;
}

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
  /** Tiles of its cities, where that matters; of those that it marches on. */
  homes: readonly number[];
  targets: readonly number[];
}

function look(s: Position, w: Readonly<Weights>): Hand {
  const hero = s.hand;
  const seat = hero >> 1;
  const t = tileAtHand(s);
  const strength = power(s, hero);
  const exposed = w.shelter > 0 && threat(s, t, seat, w.heroReach) >= heroStrength(s, hero);
  const own = seat + 1;
  return {
    hero,
    seat,
    strength,
    mineStrength: highestTier(s) <= w.mineTier ? w.minePower : w.mineTierPower,
    atPrey: besidePrey(s, w, t, seat, strength),
    guarded: w.guard > 0 ? endangered(s, w, hero) : -1,
    exposed,
    homes: exposed || w.carry !== 0 ? citiesWhere(s, (owner) => owner === own) : [],
    targets:
      w.march === 0
        ? []
        : citiesWhere(
            s,
            (owner, at) => owner !== own && strength >= (s.ramparts[at] ? w.siege : w.assault) * cityStrength(s, at),
          ),
  };
}

/** The own city that a rival could take at once and that this hero's army would save. */
function endangered(s: Position, w: Readonly<Weights>, hero: number): number {
  const seat = hero >> 1;
  for (let t = 0; t < TILES; t++) {
    if (s.cityOwner[t] !== seat + 1 || s.ramparts[t] !== 0) continue;
    const danger = threat(s, t, seat, w.reach);
    if (danger >= w.assault * cityStrengthWith(s, t, -1) && danger < w.assault * cityStrengthWith(s, t, hero)) return t;
  }
  return -1;
}

/** Whether a rival could take a city of this seat at once, as it is. */
const takeable = (s: Position, w: Readonly<Weights>, t: number, seat: number): boolean =>
  s.ramparts[t] === 0 && threat(s, t, seat, w.reach) >= w.assault * cityStrength(s, t);

/** Whether a tile is next to a foreign city with ramparts that this power could beat once they are gone. */
function besidePrey(s: Position, w: Readonly<Weights>, t: number, seat: number, strength: number): boolean {
  for (let k = t * 4; k < t * 4 + 4; k++) {
    const n = NEIGHBOUR[k]!;
    if (besiegeable(s, n, seat) && strength >= siegePower(s, w, n)) return true;
  }
  return false;
}

/** What it costs the hero at hand to be on a tile at the end of its turn: a rival may come that beats it. */
function dangerAt(s: Position, w: Readonly<Weights>, { hero, seat }: Hand, t: number): number {
  if (w.danger === 0) return 0;
  const home = s.cityOwner[t] === seat + 1;
  if (home && s.ramparts[t]! > 0) return 0;
  const stands = home ? cityStrengthWith(s, t, hero) : heroStrength(s, hero);
  return threat(s, t, seat, w.heroReach) >= w.assault * stands ? w.danger : 0;
}

/** Power of the strongest rival hero that could reach a tile within a number of steps; 0 none. */
function threat(s: Position, t: number, seat: number, reach: number): number {
  let most = 0;
  for (let hero = 0; hero < HEROES; hero++) {
    if (!inPlay(s, hero) || hero >> 1 === seat || DISTANCE[s.heroTile[hero]! * TILES + t]! > reach) continue;
    const strength = power(s, hero);
    if (strength > most) most = strength;
  }
  return most;
}

/** Tiles of some cities. @param wanted called with owner (seat + 1) and tile */
function citiesWhere(s: Position, wanted: (owner: number, t: number) => boolean): number[] {
  const cities: number[] = [];
  for (let t = 0; t < TILES; t++) if (s.cityOwner[t] !== 0 && wanted(s.cityOwner[t]!, t)) cities.push(t);
  return cities;
}

/** Steps from a tile to the nearest of these; 99 without one. */
function stepsTo(tiles: readonly number[], t: number): number {
  let best = 99;
  for (const to of tiles) if (DISTANCE[to * TILES + t]! < best) best = DISTANCE[to * TILES + t]!;
  return best;
}

const move: Scorer = (s, w, made) => {
  const hand = look(s, w);
  return (action) => {
    if (action < A.TILE + TILES) return moveTo(s, w, made, hand, action - A.TILE);
    switch (action) {
      case A.END: {
        const t = tileAtHand(s);
        return (made.safety = (hand.guarded === t ? w.guard : 0) - dangerAt(s, w, hand, t));
      }
      case A.PICK_ITEM:
      case A.PICK_RESOURCE:
        return w.pick;
      case A.CAPTURE:
        return fight(w, made, hand.strength, hand.mineStrength, w.capture, NOT_NOW);
      case A.ENGAGE:
        return fight(w, made, hand.strength, w.monsterPower, w.engage, NOT_NOW);
      case A.TAKE + 2:
        return w.takeAll;
      case A.ARMORY_EQUIP:
        return w.equip;
      case A.COINS_IN:
        return w.deposit;
      default:
        return BAD;
    }
  };
};

function moveTo(s: Position, w: Readonly<Weights>, made: Made, hand: Hand, t: number): number {
  const { hero, seat, strength, exposed } = hand;
  const cost = s.cost[t]!;
  if (cost === 0) return fight(w, made, strength, siegePower(s, w, t), w.ramparts);
  const way = w.step * cost;
  made.way = way;
  const owner = s.cityOwner[t]! - 1;
  const monsters = s.monster[t]!;
  if (owner >= 0 && owner !== seat)
    return fight(
      w,
      made,
      strength,
      w.assault * cityStrength(s, t) + w.cityMonsters * monsters,
      cityWorth(s, w, t, owner) - way,
    );
  if (s.heroAt[t] !== 0) {
    const rival = s.heroAt[t]! - 1;
    const wanted = w.assault * heroStrength(s, rival);
    if (monsters > 0) return BAD - way;
    return fight(w, made, strength, wanted, w.hero + (w.heroGear === 0 ? 0 : w.heroGear * gear(s, rival))) - way;
  }
  if (monsters > 0) return fight(w, made, strength, w.monsterPower * monsters, w.monsters, -4) - way;
  let gain = w.bare;
  const tokens = s.item[t]! + s.resource[t]!;
  if (tokens > 0) gain = Math.max(gain, (tokens > 1 ? w.tokens : w.token) + w.item * s.item[t]!);
  else if (s.mine[t] !== 0 && s.mine[t] !== seat + OWN_MINE && strength >= hand.mineStrength)
    gain = fight(w, made, strength, hand.mineStrength, w.mine);
  let held = Number.NEGATIVE_INFINITY;
  if (owner === seat) {
    gain = Math.max(gain, w.home);
    if (s.cityMercs[t]! > 0) gain = Math.max(gain, w.fetchAny + w.fetch * s.cityMercs[t]!);
    if (s.purse[hero]! >= w.leastPurse) gain = Math.max(gain, w.coins + w.coin * s.purse[hero]!);
    if (hand.guarded === t) held = w.guard;
    // Behind ramparts nobody can attack it at once.
    if (exposed && s.ramparts[t]! > 0) held = Math.max(held, w.shelter);
  }
  if (!hand.atPrey && besidePrey(s, w, t, seat, strength)) gain = Math.max(gain, w.prey);
  const here = tileAtHand(s);
  if (w.march !== 0) gain += w.march * (stepsTo(hand.targets, here) - stepsTo(hand.targets, t));
  if (w.carry !== 0) gain += w.carry * s.purse[hero]! * (stepsTo(hand.homes, here) - stepsTo(hand.homes, t));
  // Who goes there and cannot come home any more may be caught outside.
  const caught = exposed && owner !== seat && s.movement[hero]! - cost - 1 < stepsTo(hand.homes, t) ? w.shelter : 0;
  const worth = Math.max(gain, held) - caught - dangerAt(s, w, hand, t);
  made.safety = worth - gain;
  return worth - way;
}

/** Worth of conquering a city: its buildings, its share of the treasury, and whether its owner has another. */
function cityWorth(s: Position, w: Readonly<Weights>, t: number, owner: number): number {
  const last = s.cities[owner] === 1 ? w.lastCity : 0;
  return w.city + w.cityTier * (s.tier[t]! - 1) + (w.loot * s.treasury[owner]!) / s.cities[owner]! + last;
}

const split: Scorer = (s, w) => {
  const scores = s.battle === BATTLE.attacker ? w.attackSplit : w.defenceSplit;
  return (action) => scores[action - A.SPLIT]!;
};

/** The strongest squad first, while all still attack. */
const target: Scorer = (s, w) => (action) => {
  if (action === A.RETREAT) return NEVER;
  const squad = action - A.SQUAD;
  if (squad === SQUAD_CITY) return w.strongest * s.tables.cityMean;
  return (
    w.strongest *
    (squad === SQUAD_HERO ? s.tables.heroMean + gear(s, s.foeHero) : s.tables.mercenaryMean * s.defence[squad]!)
  );
};

/** The squad that is missed least: a fainted hero loses its items and half of the army. */
const sacrifice: Scorer = (s, w) => (action) => {
  const squad = action - A.SQUAD;
  if (squad !== SQUAD_HERO) return -s.tables.mercenaryMean * s.attack[squad]!;
  const mercs = s.attack[0]! + s.attack[1]! + s.attack[2]!;
  return -(s.tables.heroMean + w.faintGear * gear(s, s.hand) + w.faintMercenaries * s.tables.mercenaryMean * mercs);
};

/**
 * How each prompt is scored, and what a point of that counts beside others: strengths and distances are larger than
 * worths.
 */
const byPrompt: Record<(typeof promptNames)[number], { scorer: Scorer; scale: number }> = {
  PLACE_CITY: { scorer: placeCity, scale: 1 },
  PLACE_TOKEN: { scorer: placeToken, scale: 0.25 },
  DISMISS: { scorer: (s) => (action) => -power(s, s.actor * 2 + action - A.HERO), scale: 0.125 },
  FOUND: { scorer: found, scale: 1 },
  BUILD: { scorer: build, scale: 1 },
  SELECT_HERO: { scorer: selectHero, scale: 0.125 },
  ROLL: { scorer: roll, scale: 1 },
  MOVE: { scorer: move, scale: 1 },
  BRIBE: { scorer: (_, w) => (action) => (action === A.BRIBE_ONE ? w.bribe : 0), scale: 1 },
  SPLIT: { scorer: split, scale: 1 },
  TARGET: { scorer: target, scale: 0.125 },
  SACRIFICE: { scorer: sacrifice, scale: 0.125 },
};
/** By number of the prompt. Scales are powers of two, so that they keep every order. */
export const scorers: readonly Scorer[] = promptNames.map((name) => byPrompt[name].scorer);
export const scales: readonly number[] = promptNames.map((name) => byPrompt[name].scale);
