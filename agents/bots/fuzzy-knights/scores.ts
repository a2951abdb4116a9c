/**
 * What a scripted player thinks of each legal action, prompt by prompt. It looks at the board as it is, draws nothing
 * and remembers nothing, so it may play rollouts too.
 */
import * as A from '../../../env/games/fuzzy-knights/actions.js';
import { TOKEN } from '../../../env/games/fuzzy-knights/data.js';
import { DISTANCE, highestTier, maySiege } from '../../../env/games/fuzzy-knights/rules/board.js';
import * as S from '../../../env/games/fuzzy-knights/state.js';
import { NOWHERE, type Position, TILES } from '../../../env/games/fuzzy-knights/state.js';
import { cityStrength, gear, heroStrength, power } from '../../../env/games/fuzzy-knights/strength.js';
import type { Weights } from './plans.js';
import { besidePrey, handOf, homeDistance, threat } from './reading.js';

/** What never pays. */
const NEVER = -99;
/** How far a rival hero may come in a turn and still have something left. */
const REACH = 16;

/** The best legal action by these weights; ties are broken by a fixed muddle of day, hero and action. */
export function choose(s: Position, w: Weights): number {
  const n = s.count;
  let best = -1;
  let most = Number.NEGATIVE_INFINITY;
  const score = scorer(s, w);
  for (let i = 0; i < n; i++) {
    const action = s.legalActions[i]!;
    const value = score(s, w, action) + 0.3 * muddle(s.day, handOf(s), action);
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

type Score = (s: Position, w: Weights, action: number) => number;

function scorer(s: Position, w: Weights): Score {
  switch (s.prompt) {
    case S.P.PLACE_CITY:
      return placeCity;
    case S.P.PLACE_TOKEN:
      return placeToken;
    case S.P.DISMISS:
      return (p, _w, action) => -power(p, p.actor * 2 + action - A.HERO);
    case S.P.FOUND:
      return found;
    case S.P.BUILD:
      return build;
    case S.P.SELECT_HERO:
      return selectHero;
    case S.P.ROLL:
      return roll;
    case S.P.MOVE:
      readHand(s, w);
      return move;
    case S.P.BRIBE:
      return (_s, _w, action) => (action === A.BRIBE_ONE ? 1 : 0);
    case S.P.SPLIT:
      return split;
    case S.P.TARGET:
      return target;
    default:
      return sacrifice;
  }
}

/** Near resources, mines and items, not beside monsters, and away from other cities. */
function placeCity(s: Position, _w: Weights, action: number): number {
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
}

/** Monsters far from home, all else near it. */
function placeToken(s: Position, _w: Weights, action: number): number {
  if (action === A.END) return NEVER;
  const d = homeDistance(s, action - A.TILE, s.actor);
  return s.token === TOKEN.monster ? d : -d;
}

function found(s: Position, w: Weights, action: number): number {
  if (action === A.END) return 0;
  const seat = s.actor;
  if (s.cities[seat] === 0) return 1;
  const hero = handOf(s);
  const other = s.heroTile[hero ^ 1] !== NOWHERE;
  const safe = threat(s, s.heroTile[hero]!, seat, 8) === 0;
  return other && safe && s.cities[seat]! < w.foundCities ? w.found : -1;
}

function build(s: Position, w: Weights, action: number): number {
  const seat = s.actor;
  const coins = s.treasury[seat]!;
  const t = s.cursor - 2;
  const heroes = (s.heroTile[seat * 2] === NOWHERE ? 0 : 1) + (s.heroTile[seat * 2 + 1] === NOWHERE ? 0 : 1);
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
}

/** First who can besiege now, then the stronger one. */
function selectHero(s: Position, _w: Weights, action: number): number {
  if (action === A.END) return -9;
  const one = s.actor * 2 + action - A.HERO;
  return power(s, one) + (maySiege(s, one) ? 50 : 0);
}

/** Whether this hero could take a city once its ramparts are gone. */
function siegePays(s: Position, w: Weights, one: number, t: number): boolean {
  return power(s, one) >= w.siege * cityStrength(s, t);
}

function roll(s: Position, w: Weights, action: number): number {
  if (action === A.ROLL) return 0;
  return siegePays(s, w, handOf(s), action - A.TILE) ? 5 : -5;
}

// --- the hero at hand, read once a decision ----------------------------------------------------------------------

let hero = 0;
let seat = 0;
let strength = 0;
let mineStrength = 0;
let atPrey = false;
/** Own city in danger that this hero could save by standing in it, -1 none; whether it stands there. */
let guarded = -1;
/** A rival hero that could beat this one could reach it. */
let exposed = false;

function readHand(s: Position, w: Weights): void {
  hero = handOf(s);
  seat = hero >> 1;
  strength = power(s, hero);
  mineStrength = highestTier(s) <= 2 ? w.minePower : w.mineTierPower;
  atPrey = besidePrey(s, s.heroTile[hero]!, seat, strength, w.siege);
  guarded = w.guard > 0 ? endangered(s, w) : -1;
  exposed = w.shelter > 0 && threat(s, s.heroTile[hero]!, seat, REACH + 4) >= heroStrength(s, hero);
}

/** The own city that a rival could take at once and that this hero's army would save. */
function endangered(s: Position, w: Weights): number {
  const own = s.mercs[hero]!;
  for (let t = 0; t < TILES; t++) {
    if (s.cityOwner[t] !== seat + 1 || s.ramparts[t] !== 0) continue;
    const danger = threat(s, t, seat, REACH);
    const alone = Math.max(s.tables.cityMean, s.tables.mercenaryMean * s.cityMercs[t]!);
    if (danger < w.assault * alone) continue;
    if (
      danger <
      w.assault * Math.max(s.tables.heroMean + gear(s, hero), s.tables.mercenaryMean * (s.cityMercs[t]! + own))
    )
      return t;
  }
  return -1;
}

function move(s: Position, w: Weights, action: number): number {
  if (action < A.TILE + TILES) return moveTo(s, w, action - A.TILE);
  const t = s.heroTile[hero]!;
  switch (action) {
    case A.END:
      return guarded === t ? w.guard : 0;
    case A.PICK_ITEM:
    case A.PICK_RESOURCE:
      return 10;
    case A.CAPTURE:
      return strength >= mineStrength ? 10 : -1;
    case A.ENGAGE:
      return strength >= w.monsterPower ? 7 : -1;
    case A.TAKE + 2:
    case A.ARMORY_EQUIP:
      return 9;
    case A.COINS_IN:
      return 8;
    default:
      return -5;
  }
}

function moveTo(s: Position, w: Weights, t: number): number {
  const cost = s.cost[t]!;
  if (cost === 0) return siegePays(s, w, hero, t) ? w.ramparts : -5;
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
  else if (s.mine[t] !== 0 && s.mine[t] !== seat + S.OWN_MINE && strength >= mineStrength) worth = w.mine;
  if (owner === seat) {
    worth = Math.max(worth, 0);
    if (s.cityMercs[t]! > 0) worth = Math.max(worth, 4 + w.fetch * s.cityMercs[t]!);
    if (s.purse[hero]! >= w.leastPurse) worth = Math.max(worth, 3 + w.coin * s.purse[hero]!);
    if (guarded === t) worth = Math.max(worth, w.guard);
    if (exposed && sheltered(s, t)) worth = Math.max(worth, w.shelter);
  }
  if (!atPrey && besidePrey(s, t, seat, strength, w.siege)) worth = Math.max(worth, w.prey);
  // Who goes there and cannot come home any more may be caught outside.
  if (exposed && owner !== seat && s.movement[hero]! - cost - 1 < homeDistance(s, t, seat)) worth -= w.shelter;
  return worth - way;
}

/** Whether nobody can attack a hero of this seat on a tile at once: an own city with ramparts. */
function sheltered(s: Position, t: number): boolean {
  return s.cityOwner[t] === seat + 1 && s.ramparts[t]! > 0;
}

/** The attacker keeps two single mercenaries to lose; the defender keeps all together. */
function split(s: Position, _w: Weights, action: number): number {
  return action - A.SPLIT === (s.battle === S.BATTLE.attacker ? 2 : 0) ? 1 : 0;
}

/** The strongest squad first, while all still attack. */
function target(s: Position, _w: Weights, action: number): number {
  if (action === A.RETREAT) return NEVER;
  const squad = action - A.SQUAD;
  if (squad === S.SQUAD_CITY) return s.tables.cityMean;
  return squad === S.SQUAD_HERO ? s.tables.heroMean + gear(s, s.foeHero) : s.tables.mercenaryMean * s.defence[squad]!;
}

/** The squad that is missed least: a fainted hero loses its items and half of the army. */
function sacrifice(s: Position, _w: Weights, action: number): number {
  const squad = action - A.SQUAD;
  if (squad !== S.SQUAD_HERO) return -s.tables.mercenaryMean * s.attack[squad]!;
  const mercs = s.attack[0]! + s.attack[1]! + s.attack[2]!;
  return -(s.tables.heroMean + 2 * gear(s, handOf(s)) + 0.5 * s.tables.mercenaryMean * mercs);
}
