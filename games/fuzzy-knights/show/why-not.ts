/** Why an action cannot be chosen just now. Nothing is hidden in this game. */
import { type BlockName, fuzzyActions } from '../actions.js';
import { RAMPART_LEVELS, TIERS } from '../data.js';
import { many } from '../names.js';
import { cityAtHand, DISTANCE, foreignCity, heroesOf, tileAtHand } from '../rules/board.js';
import { OWN_MINE, P, type Position, TILES } from '../state.js';

type Args = Record<string, number>;
type Why = (s: Position, args: Args) => string | null;

const coins = (n: number): string => many(n, 'coin');
const cost = (s: Position, price: number): string =>
  `it costs ${coins(price)}, your treasury has ${coins(s.treasury[s.actor]!)}`;
const oneADay = 'a city builds once a day';

/** A building of the city at hand. */
const building: Partial<Record<BlockName, Why>> = {
  BUILD_TIER(s) {
    const tier = s.tier[cityAtHand(s)]!;
    if (tier >= TIERS) return null;
    return s.built ? oneADay : cost(s, s.tables.tierCost[tier + 1]!);
  },
  BUILD_RAMPARTS(s) {
    const t = cityAtHand(s);
    const level = s.ramparts[t]! + 1;
    if (level > RAMPART_LEVELS) return null;
    if (s.built) return oneADay;
    const needs = s.tables.rampartNeeds[level]!;
    return s.tier[t]! < needs
      ? `the city must be a ${s.tables.cities.tiers[needs - 1]!.name} first`
      : cost(s, s.tables.rampartCost[level]!);
  },
  BUILD_CAMP(s) {
    if (s.camp[cityAtHand(s)] !== 0) return 'the city has one';
    return s.built ? oneADay : cost(s, s.tables.cities.campCost);
  },
  RECRUIT_HERO(s) {
    if (heroesOf(s, s.actor) >= 2) return 'both of your heroes are in play';
    return s.heroAt[cityAtHand(s)] !== 0 ? 'a hero stands in the city' : cost(s, s.tables.cities.heroCost);
  },
  RECRUIT_MERC: (s, { amount }) =>
    s.camp[cityAtHand(s)] === 0
      ? 'the city has no Mercenary Camp'
      : cost(s, (amount === 0 ? 1 : 5) * s.tables.cities.mercenaryCost),
};

/** A tile that the hero at hand cannot go to. */
function closed(s: Position, t: number): string | null {
  const [hero, from, points] = [s.hand, tileAtHand(s), s.movement[s.hand]!];
  const seat = s.actor;
  if (t === from) return null;
  if (s.monster[from] !== 0) return 'the monsters on its tile keep the hero there';
  if (points === 0) return 'the hero has no points left';
  const there = s.heroAt[t]! - 1;
  if (there >= 0 && there !== hero && there >> 1 === seat) return 'your other hero stands there';
  const away = DISTANCE[from * TILES + t]!;
  if (foreignCity(s, t, seat) && s.ramparts[t] !== 0 && away <= points + 1) {
    if (away === 1) return `to besiege a city with ramparts takes ${many(s.tables.cities.siegeMovement, 'point')}`;
    return 'the ramparts of the city must be besieged first, from a tile beside it';
  }
  if (away > points) return `it is ${many(away, 'step')} away, the hero has ${many(points, 'point')}`;
  return 'what stands on the way or there takes more points than the hero has';
}

const nothingHere = (s: Position): string | null => (s.movement[s.hand] === 0 ? 'the hero has no points left' : null);

/** What a hero does on its tile. */
const onTile: Partial<Record<BlockName, Why>> = {
  TILE: (s, { tile }) => closed(s, tile!),
  ENGAGE: (s) => (s.monster[tileAtHand(s)] === 0 ? null : nothingHere(s)),
  PICK_ITEM(s) {
    const t = tileAtHand(s);
    if (s.item[t] === 0) return null;
    return s.monster[t] !== 0 ? 'the monsters on the tile come first' : nothingHere(s);
  },
  PICK_RESOURCE(s) {
    const t = tileAtHand(s);
    if (s.resource[t] === 0) return null;
    return s.monster[t] !== 0 ? 'the monsters on the tile come first' : nothingHere(s);
  },
  CAPTURE(s) {
    const t = tileAtHand(s);
    if (s.mine[t] === 0 || s.mine[t] === s.actor + OWN_MINE) return null;
    if (s.monster[t] !== 0) return 'the monsters on the tile come first';
    if (s.item[t] !== 0 || s.resource[t] !== 0) return 'the tokens on the tile come first';
    return nothingHere(s);
  },
  COINS_OUT(s) {
    if (s.cityOwner[tileAtHand(s)] !== s.actor + 1) return null;
    if (s.garrisonLeft === 0) return 'the hero has had all of its garrison actions';
    return `your treasury has ${coins(s.treasury[s.actor]!)}`;
  },
};

const byPrompt: Partial<Record<number, Partial<Record<BlockName, Why>>>> = {
  [P.BUILD]: building,
  [P.MOVE]: onTile,
};

export function whyNot(s: Position, action: number): string | null {
  const reasons = byPrompt[s.prompt];
  if (!reasons || s.legalActions.subarray(0, s.count).includes(action)) return null;
  const { name, args } = fuzzyActions.parse(action);
  return reasons[name]?.(s, args) ?? null;
}
