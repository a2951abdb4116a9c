/** What a hero does in its activation: walk, besiege, deal with its tile. Rulebook, Player Turns; decisions 2, 5-9. */
import type { ActionList } from '../../../env/kit/prompts.js';
import * as A from '../actions.js';
import { many } from '../names.js';
import {
  type Chance,
  FOE,
  FOR,
  heroNames,
  NOWHERE,
  OWN_MINE,
  P,
  type Position,
  STEP,
  seatNames,
  streamOf,
  TILES,
  tileNames,
} from '../state.js';
import { startBattle } from './battle.js';
import { besiegeable, foreignCity, maySiege, NEIGHBOUR } from './board.js';
import { stand } from './deaths.js';
import { ask, type FuzzyPrompt, type Step } from './definitions.js';
import { rollTable } from './dice.js';
import { capture, meetMonsters, openCache, pickItem } from './encounters.js';
import { garrison, listGarrison, putInTreasury } from './garrison.js';
import * as L from './landmarks.js';
import { reached } from './landmarks.js';
import { endActivation } from './turns.js';

/** A hero that has a city to besiege may do so before it rolls. */
const activate: Step = (s, chance) => {
  s.garrisonLeft = s.tables.cities.garrisonActions;
  s.covered[s.hand] = 0;
  if (maySiege(s, s.hand)) ask(s, P.ROLL, s.hand >> 1);
  else rollMovement(s, chance);
};

function rollMovement(s: Position, chance: Chance): void {
  s.movement[s.hand] = rollTable(chance, streamOf(FOR.movement, s.hand >> 1), s.tables.cities.movement);
  s.step = STEP.move;
}

const move: Step = (s) => ask(s, P.MOVE, s.hand >> 1);

/** The next thing that stands in the way on the tile entered: monsters, then the hero or city there. */
const arrive: Step = (s, chance) => {
  const hero = s.hand;
  const t = s.heroTile[hero]!;
  if (s.monster[t] !== 0) meetMonsters(s, chance);
  else if (foreignCity(s, t, hero >> 1)) startBattle(s, FOE.city, 0);
  else if (s.heroAt[t] !== hero + 1) startBattle(s, FOE.hero, 0);
  else {
    s.arriving = false;
    s.step = STEP.move;
  }
};

/** Lists the cities that a seat may besiege from a tile. @returns how many are listed then */
function listSieges(s: Position, seat: number, t: number, list: ActionList, listed: number): number {
  let n = listed;
  for (let k = t * 4; k < t * 4 + 4; k++) if (besiegeable(s, NEIGHBOUR[k]!, seat)) list[n++] = A.TILE + NEIGHBOUR[k]!;
  return n;
}

/** Takes a level of ramparts off a city and ends the activation (decisions 5, 6, 30). */
function besiege(s: Position, t: number): void {
  if (s.ramparts[t] === 2) reached(L.FORTIFICATIONS_BESIEGED);
  s.ramparts[t]!--;
  s.besieged[t] = 1;
  s.movement[s.hand] = 0;
  endActivation(s);
}

const siegeText = (s: Position, t: number): string =>
  `besiege the city of ${seatNames[s.cityOwner[t]! - 1]} on ${tileNames[t]}`;

const ROLL: FuzzyPrompt = {
  step: STEP.activate,
  ask: (s) => `Does hero ${heroNames[s.hand]} besiege at once, or roll for movement?`,
  uses: ['TILE', 'ROLL'],
  words: { TILE: (s, { tile }) => siegeText(s, tile) },
  kinds: { TILE: 'siege' },
  legal(s, seat, list) {
    const n = listSieges(s, seat, s.heroTile[s.hand]!, list, 0);
    list[n] = A.ROLL;
    return n + 1;
  },
  answer(s, _seat, action, chance) {
    if (action === A.ROLL) rollMovement(s, chance);
    else {
      reached(L.SIEGE_UNROLLED);
      besiege(s, action - A.TILE);
    }
  },
  complete: (s) => (maySiege(s, s.hand) ? '' : 'nothing to besiege'),
};

/** Asked again until END, death or a siege. A tile that costs nothing is besieged. */
const MOVE: FuzzyPrompt = {
  step: STEP.move,
  ask: (s) =>
    `Hero ${heroNames[s.hand]} moves: ${many(s.movement[s.hand]!, 'point')}, ${many(s.garrisonLeft, 'garrison action')} left. What does it do?`,
  uses: [
    'TILE',
    'END',
    'PICK_ITEM',
    'PICK_RESOURCE',
    'CAPTURE',
    'ENGAGE',
    'TAKE',
    'LEAVE',
    'ARMORY_EQUIP',
    'ARMORY_STORE',
    'COINS_IN',
    'COINS_OUT',
  ],
  words: {
    TILE(s, { tile }) {
      if (s.cost[tile] !== 0) return wayText(s, tile);
      return foreignCity(s, tile, s.actor) ? siegeText(s, tile) : `go to ${tileNames[tile]}`;
    },
    END: (s) => `end the activation of ${heroNames[s.hand]}`,
  },
  kinds: { TILE: (s, { tile }) => (s.cost[tile] === 0 ? 'siege' : 'moveTo') },
  legal(s, seat, list) {
    const hero = s.hand;
    const t = s.heroTile[hero]!;
    const points = s.movement[hero]!;
    let n = 0;
    s.cost.fill(0);
    list[n++] = A.END;
    if (s.cityOwner[t] === seat + 1 && s.garrisonLeft > 0) n = listGarrison(s, hero, t, list, n);
    if (s.monster[t] !== 0) {
      if (points >= 1) list[n++] = A.ENGAGE;
      return n;
    }
    const clear = s.item[t] === 0 && s.resource[t] === 0;
    const mine = s.mine[t]!;
    if (mine !== 0 && mine !== seat + OWN_MINE && clear && (points >= 1 || s.covered[hero] === 1))
      list[n++] = A.CAPTURE;
    if (points === 0) return n;
    if (s.item[t] !== 0) list[n++] = A.PICK_ITEM;
    if (s.resource[t] !== 0) list[n++] = A.PICK_RESOURCE;
    n = listDestinations(s, seat, t, points, list, n);
    return points >= s.tables.cities.siegeMovement ? listSieges(s, seat, t, list, n) : n;
  },
  answer(s, seat, action, chance) {
    const hero = s.hand;
    if (action < A.TILE + TILES) {
      if (s.cost[action - A.TILE] === 0) {
        reached(L.SIEGE_MOVED);
        besiege(s, action - A.TILE);
      } else enter(s, hero, action - A.TILE);
      return;
    }
    switch (action) {
      case A.END: {
        const t = s.heroTile[hero]!;
        if (s.cityOwner[t] === seat + 1 && s.monster[t] === 0 && s.purse[hero]! > 0) {
          reached(L.PURSE_EMPTIED);
          putInTreasury(s, hero);
        }
        endActivation(s);
        return;
      }
      case A.PICK_ITEM:
        s.movement[hero]!--;
        pickItem(s, chance);
        return;
      case A.PICK_RESOURCE:
        s.movement[hero]!--;
        openCache(s, chance);
        return;
      case A.CAPTURE:
        if (s.covered[hero] === 1) s.covered[hero] = 0;
        else s.movement[hero]!--;
        capture(s, chance);
        return;
      case A.ENGAGE:
        reached(L.ENGAGED);
        s.movement[hero]!--;
        meetMonsters(s, chance);
        return;
      default:
        s.garrisonLeft--;
        garrison(s, hero, action);
    }
  },
};

/** A way, what it costs and what waits at its end. */
function wayText(s: Position, t: number): string {
  const owner = s.cityOwner[t]! - 1;
  const stages: string[] = [];
  if (s.monster[t]! > 0) stages.push(`meet ${many(s.monster[t]!, 'monster token')}`);
  if (foreignCity(s, t, s.actor)) stages.push(`assault the city of ${seatNames[owner]}`);
  else if (s.heroAt[t] !== 0) stages.push(`attack hero ${heroNames[s.heroAt[t]! - 1]}`);
  return `go to ${tileNames[t]} for ${many(s.cost[t]!, 'point')}${stages.length ? `: ${stages.join(', then ')}` : ''}`;
}

/**
 * Breadth first over the tiles this seat can pass; what it cannot pass may be the last step (decisions 7-9).
 * @returns how many actions are listed then
 */
function listDestinations(
  s: Position,
  seat: number,
  from: number,
  points: number,
  list: ActionList,
  listed: number,
): number {
  const { blocked, cost } = s;
  const bit = 1 << seat;
  // Steps to each tile, 0 not seen; behind them the queue.
  const steps = (s.scratch ??= new Uint8Array(2 * TILES));
  steps.fill(0, 0, TILES);
  steps[from] = 255;
  let n = listed;
  let head = TILES;
  let tail = head;
  steps[tail++] = from;
  while (head < tail) {
    const t = steps[head++]!;
    const next = t === from ? 1 : steps[t]! + 1;
    if (next > points) break;
    for (let k = t * 4; k < t * 4 + 4; k++) {
      const to = NEIGHBOUR[k]!;
      if (to === NOWHERE || steps[to] !== 0) continue;
      steps[to] = next;
      if ((blocked[to]! & bit) === 0) {
        steps[tail++] = to;
        cost[to] = next;
      } else {
        const stages = stagesOn(s, to, seat);
        if (stages === 0 || next + stages - 1 > points) continue;
        cost[to] = next + stages - 1;
      }
      list[n++] = A.TILE + to;
    }
  }
  return n;
}

/** Compulsory stages on a blocked tile: monsters one by one, then hero or city; 0 where it cannot be entered. */
function stagesOn(s: Position, t: number, seat: number): number {
  const hero = s.heroAt[t]! - 1;
  if (hero >= 0 && hero >> 1 === seat) return 0;
  const foreign = foreignCity(s, t, seat);
  if (foreign && s.ramparts[t] !== 0) return 0;
  return s.monster[t]! + (foreign || hero >= 0 ? 1 : 0);
}

/** Walks to a tile; what stands there is dealt with at once. */
function enter(s: Position, hero: number, t: number): void {
  const from = s.heroTile[hero]!;
  s.movement[hero]! -= s.cost[t]!;
  s.heroAt[from] = 0;
  s.refresh(from);
  const stages = s.monster[t]! + (s.heroAt[t] !== 0 || foreignCity(s, t, hero >> 1) ? 1 : 0);
  if (stages > 1) reached(L.STAGES);
  s.covered[hero] = stages === 0 ? 1 : 0;
  if (s.heroAt[t] === 0) stand(s, hero, t);
  else s.heroTile[hero] = t;
  if (stages > 0) {
    s.arriving = true;
    s.step = STEP.arrive;
  }
}

export const movementSteps = { activate, move, arrive };
export const movementPrompts = { ROLL, MOVE };
