/** What a hero does in its activation: walk, besiege, deal with its tile. Rulebook, Player Turns; decisions 2, 5-9. */
import type { Chance } from '../../../chance.js';
import { CAPTURE, END, ENGAGE, PICK_ITEM, PICK_RESOURCE, ROLL, TILE } from '../actions.js';
import type { Position } from '../state.js';
import * as S from '../state.js';
import { startBattle } from './battle.js';
import { maySiege } from './board.js';
import { stand } from './deaths.js';
import { rollTable } from './dice.js';
import { capture, meetMonsters, openCache, pickItem } from './encounters.js';
import { garrison, putInTreasury } from './garrison.js';
import * as L from './landmarks.js';
import { reached } from './landmarks.js';
import { ask } from './masks.js';

/** Begins the activation of a hero; true when a decision was opened. */
export function activate(s: Position, chance: Chance): boolean {
  const hero = s.hand;
  s.garrisonLeft = s.tables.cities.garrisonActions;
  s.covered[hero] = 0;
  if (maySiege(s, hero)) {
    ask(s, S.P.ROLL, hero >> 1);
    return true;
  }
  rollMovement(s, hero, chance);
  return false;
}

function rollMovement(s: Position, hero: number, chance: Chance): void {
  s.movement[hero] = rollTable(chance, S.streamOf(S.FOR.movement, hero >> 1), s.tables.cities.movement);
  s.step = S.STEP.move;
}

/** Answers ROLL. */
export function chooseRoll(s: Position, action: number, chance: Chance): void {
  const hero = s.hand;
  if (action === ROLL) rollMovement(s, hero, chance);
  else {
    reached(L.SIEGE_UNROLLED);
    besiege(s, hero, action - TILE);
  }
}

/** Answers MOVE. */
export function chooseMove(s: Position, action: number, chance: Chance): void {
  const hero = s.hand;
  if (action < TILE + S.TILES) {
    if (s.cost[action - TILE] === 0) {
      reached(L.SIEGE_MOVED);
      besiege(s, hero, action - TILE);
    } else enter(s, hero, action - TILE);
    return;
  }
  switch (action) {
    case END: {
      const t = s.heroTile[hero]!;
      if (s.cityOwner[t] === (hero >> 1) + 1 && s.monster[t] === 0 && s.purse[hero]! > 0) {
        reached(L.PURSE_EMPTIED);
        putInTreasury(s, hero);
      }
      endActivation(s);
      return;
    }
    case PICK_ITEM:
      s.movement[hero]!--;
      pickItem(s, chance);
      return;
    case PICK_RESOURCE:
      s.movement[hero]!--;
      openCache(s, chance);
      return;
    case CAPTURE:
      if (s.covered[hero] === 1) s.covered[hero] = 0;
      else s.movement[hero]!--;
      capture(s, chance);
      return;
    case ENGAGE:
      reached(L.ENGAGED);
      s.movement[hero]!--;
      meetMonsters(s, chance);
      return;
    default:
      s.garrisonLeft--;
      garrison(s, hero, action);
  }
}

/** Takes a level of ramparts off a city and ends the activation (decisions 5, 6, 30). */
function besiege(s: Position, hero: number, t: number): void {
  if (s.ramparts[t] === 2) reached(L.FORTIFICATIONS_BESIEGED);
  s.ramparts[t]!--;
  s.besieged[t] = 1;
  s.movement[hero] = 0;
  endActivation(s);
}

/** Walks to a tile; what stands there is dealt with at once. */
function enter(s: Position, hero: number, t: number): void {
  const from = s.heroTile[hero]!;
  s.movement[hero]! -= s.cost[t]!;
  s.heroAt[from] = 0;
  s.refresh(from);
  const stages = s.monster[t]! + (s.heroAt[t] !== 0 || foreignCity(s, hero, t) ? 1 : 0);
  if (stages > 1) reached(L.STAGES);
  s.covered[hero] = stages === 0 ? 1 : 0;
  if (s.heroAt[t] === 0) stand(s, hero, t);
  else s.heroTile[hero] = t;
  if (stages > 0) {
    s.arriving = true;
    s.step = S.STEP.arrive;
  }
}

function foreignCity(s: Position, hero: number, t: number): boolean {
  return s.cityOwner[t] !== 0 && s.cityOwner[t] !== (hero >> 1) + 1;
}

/** The next thing that stands in the way on the tile entered: monsters, then the hero or city there. */
export function arrive(s: Position, chance: Chance): void {
  const hero = s.hand;
  const t = s.heroTile[hero]!;
  if (s.monster[t] !== 0) meetMonsters(s, chance);
  else if (foreignCity(s, hero, t)) startBattle(s, S.FOE.city, 0);
  else if (s.heroAt[t] !== hero + 1) startBattle(s, S.FOE.hero, 0);
  else {
    s.arriving = false;
    s.step = S.STEP.move;
  }
}

/** The hero at hand has acted today; also when it is dead. */
export function endActivation(s: Position): void {
  const hero = s.hand;
  if (s.heroTile[hero] !== S.NOWHERE) {
    s.done[hero] = 1;
    s.movement[hero] = 0;
    s.covered[hero] = 0;
  }
  s.hand = -1;
  s.arriving = false;
  s.garrisonLeft = 0;
  s.step = S.STEP.turns;
}
