/** Getting away from a battle and paying for a defeat: nearest own tile, home, a shelter, the resource lost. */
import * as A from '../actions.js';
import { DISTANCE, HOME_TILE } from '../geometry.js';
import { totalResources } from '../read.js';
import { OP, P, type Position } from '../state.js';
import * as W from '../words.js';
import { addOwned, chosenTile, tileAction } from './choices.js';
import type { DoomspireProcedure, DoomspirePrompt } from './definitions.js';
import { decision } from './landmarks.js';
import { NEED } from './needs.js';
import { ask, lose, loseFame, placeKnight, sendHome } from './pieces.js';
import { arrivalOf, TURN } from './stack.js';

/** Whether a tile is free for a fleeing knight of this seat. */
const isRefuge = (s: Position, tile: number, seat: number): boolean =>
  s.owner[tile] === seat + 1 && s.knightsOn[tile] === 0 && s.monster[tile] === 0;

/** Distance from a tile to the nearest refuges; `FAR` where there is none. */
function refugeDistance(s: Position, from: number, seat: number): number {
  let nearest = FAR;
  for (let t = 0; t < 64; t++)
    if (DISTANCE[from * 64 + t]! < nearest && isRefuge(s, t, seat)) nearest = DISTANCE[from * 64 + t]!;
  return nearest;
}
const FAR = 99;

/** To the nearest own tile, asking where several are as near; home where there is none (decision 31). */
function runRetreat(s: Position): void {
  const top = s.top();
  const knight = s.frames[top + 2]!;
  const seat = (knight / 3) | 0;
  const from = s.frames[top + 3]!;
  if (s.frames[top + 4] === SHELTER) {
    ask(s, P.FLEETILE, seat, knight, from);
    return;
  }
  decision(31);
  const nearest = refugeDistance(s, from, seat);
  let refuge = -1;
  for (let t = 0; t < 64; t++) {
    if (DISTANCE[from * 64 + t] !== nearest || !isRefuge(s, t, seat)) continue;
    if (refuge >= 0) {
      ask(s, P.FLEETILE, seat, knight, from);
      return;
    }
    refuge = t;
  }
  s.pop();
  if (refuge < 0) sendHome(s, knight);
  else placeKnight(s, knight, refuge);
}
/** Starts a flight to the nearest own tile, measured from where the knight stands. */
export const startRetreat = (s: Position, knight: number): void =>
  s.push(OP.retreat, knight, s.knightTile[knight]!, 0, 0);

// --- edition airef: where a knight with a helmet goes after a defeat (decision 89) ------------------------------

/** Argument of OP.retreat: to a shelter or home, whichever its player likes. */
const SHELTER = 1;
/** Most steps from home to a shelter. */
const SHELTER_STEPS = 3;
/** Whether a beaten knight of this seat may go there: home, or an own free tile near it. */
const isShelter = (s: Position, tile: number, seat: number): boolean =>
  tile === HOME_TILE[seat] || (DISTANCE[tile * 64 + HOME_TILE[seat]!]! <= SHELTER_STEPS && isRefuge(s, tile, seat));

/** A beaten knight goes home, or is asked where to with a helmet. */
export function leaveBeaten(s: Position, knight: number, helmet: boolean): void {
  const seat = (knight / 3) | 0;
  if (helmet && s.tables.airef)
    for (let t = 0; t < 64; t++)
      if (t !== HOME_TILE[seat] && isShelter(s, t, seat)) {
        decision(89);
        s.push(OP.retreat, knight, HOME_TILE[seat]!, SHELTER, 0);
        return;
      }
  sendHome(s, knight);
}

/** One resource of choice, else one fame, else nothing; in edition airef the loser chooses which. */
function runLose(s: Position): void {
  const top = s.top();
  const seat = s.frames[top + 2]!;
  if (totalResources(s, seat) > 0) {
    ask(s, P.LOSE, seat, s.frames[top + 3]!, -1);
    return;
  }
  decision(64);
  loseFame(s, seat, 1);
  s.pop();
}
/** Makes a seat pay for a lost fight or a partial flight. */
export const startLose = (s: Position, knight: number): void => s.push(OP.lose, (knight / 3) | 0, knight, 0, 0);

const FLEETILE: DoomspirePrompt = {
  ask(s) {
    const beaten = s.depth > 0 && s.frames[s.top() + 4] === SHELTER;
    return `${W.knight(s)} ${beaten ? 'was beaten' : 'flees'}: where to?`;
  },
  uses: ['TILE'],
  words: W.tiles('flee to'),
  needs: [NEED.tile],
  legal(s, seat, list) {
    const from = s.focusTile;
    const shelter = s.frames[s.top() + 4] === SHELTER;
    const nearest = shelter ? FAR : refugeDistance(s, from, seat);
    let n = 0;
    for (let t = 0; t < 64; t++)
      if (shelter ? isShelter(s, t, seat) : DISTANCE[from * 64 + t] === nearest && isRefuge(s, t, seat))
        list[n++] = tileAction(seat, t);
    return n;
  },
  answer(s, seat, action) {
    const tile = chosenTile(seat, action);
    s.pop();
    // At home it may stand beside others of its own.
    if (tile === HOME_TILE[seat]) sendHome(s, s.focusKnight);
    else placeKnight(s, s.focusKnight, tile);
  },
};

const LOSE: DoomspirePrompt = {
  ask: (s) => `${W.knight(s)} was beaten or fled: ${s.tables.airef ? 'what' : 'which resource'} is lost?`,
  uses: ['RES', 'DONE'],
  words: { ...W.resources('lose'), DONE: (s) => (s.tables.airef ? 'lose 1 fame' : 'done') },
  needs: [NEED.knight],
  legal(s, seat, list) {
    let n = addOwned(s, seat, list, 0);
    if (s.tables.airef && s.fame[seat]! > 0) list[n++] = A.DONE;
    return n;
  },
  answer(s, seat, action) {
    if (action === A.DONE) loseFame(s, seat, 1);
    else lose(s, seat, action - A.RES, 1);
    s.pop();
  },
};

/** Knight a leaves a battle for its nearest own tile, measured from tile b; c: SHELTER or 0. */
const retreat: DoomspireProcedure = {
  run: runRetreat,
  steps: { flee: 0 },
  arguments: 'ktn',
  asks: { FLEETILE: { at: 0 } },
  waits: () => [0],
  stack(s) {
    const { focusKnight: knight, focusTile: from } = s;
    return [TURN, arrivalOf(knight, s.knightTile[knight]!), ['retreat', knight, from]];
  },
};

/** Seat a loses a resource, else fame; b is the knight that lost or fled. */
const loss: DoomspireProcedure = {
  run: runLose,
  steps: { lose: 0 },
  arguments: 'sk',
  asks: { LOSE: { at: 0 } },
  waits: () => [0],
  stack(s) {
    const { focusKnight: knight, focusTile: tile } = s;
    return [TURN, arrivalOf(knight, tile < 0 ? s.knightTile[knight]! & 63 : tile), ['lose', s.actor, knight]];
  },
};

export const flightPrompts = { FLEETILE, LOSE };
export const flightProcedures = { retreat, lose: loss };
