/** Boats: where they go and whom they carry (decisions 23, 24, 84). */
import * as A from '../actions.js';
import { KIND_TIER } from '../data.js';
import { COAST, COAST_ZONE, NONE, ZONE_DISTANCE } from '../geometry.js';
import { ABSENT, P, type Position } from '../state.js';
import { zoneNames } from '../terms.js';
import * as W from '../words.js';
import { startArrival } from './arrival.js';
import { chosenTile, chosenZone, tileAction, zoneAction } from './choices.js';
import type { DoomspirePrompt, Need } from './definitions.js';
import { decision } from './landmarks.js';
import { enterable, spend } from './movement.js';
import { NEED } from './needs.js';
import { ask, placeKnight } from './pieces.js';

/** Whether a passenger may be put on a coastal tile. One that has acted goes only where nothing awaits it. */
function droppable(s: Position, knight: number, tile: number, seat: number): boolean {
  if (s.knightTile[knight] === tile || !enterable(s, tile, seat)) return false;
  if (s.acted[knight] === 0) return true;
  if (s.monster[tile] !== 0) return false;
  if (s.tokens[tile] !== 0 && KIND_TIER[s.kind[tile]!] !== 0) return false;
  return s.tables.peaceful[s.kind[tile]!] === 1 || (s.knightsOn[tile]! & ~(7 << (seat * 3))) === 0;
}
/** Whether a boat in `start` can pick a knight up on its way to `goal` and put it down there. */
function carriable(s: Position, knight: number, start: number, goal: number, die: number): boolean {
  const tile = s.knightTile[knight]!;
  if (tile === ABSENT || s.halted[knight] === 1) return false;
  const at = COAST_ZONE[tile]!;
  if (at === NONE || ZONE_DISTANCE[start * 4 + at]! + ZONE_DISTANCE[at * 4 + goal]! > die) return false;
  const seat = (knight / 3) | 0;
  if (s.tables.airef) {
    // A knight that has acted is not carried; anywhere on the way will do.
    if (s.acted[knight] === 1) return false;
    const zones = routeDrops(s, knight, start, goal, die);
    for (let i = 0; i < 28; i++) if (zones & (1 << ((i / 7) | 0)) && droppable(s, knight, COAST[i]!, seat)) return true;
    return false;
  }
  for (let i = goal * 7; i < goal * 7 + 7; i++) if (droppable(s, knight, COAST[i]!, seat)) return true;
  return false;
}
/**
 * Edition airef: zones, as bits, where a passenger may be put down on the boat's way from `start` to `goal`, after it was
 * picked up (decision 84).
 */
function routeDrops(s: Position, knight: number, start: number, goal: number, die: number): number {
  const pier = COAST_ZONE[s.knightTile[knight]!]!;
  let zones = 0;
  for (let q = 0; q < 4; q++)
    if (ZONE_DISTANCE[start * 4 + pier]! + ZONE_DISTANCE[pier * 4 + q]! + ZONE_DISTANCE[q * 4 + goal]! <= die)
      zones |= 1 << q;
  return zones;
}
/** Whether a boat may make `goal` its target: any zone in reach, its own only with a passenger. */
function canSail(s: Position, boat: number, goal: number, die: number): boolean {
  const start = s.boatZone[boat]!;
  if (start !== goal) return ZONE_DISTANCE[start * 4 + goal]! <= die;
  const k = ((boat / 2) | 0) * 3;
  return (
    carriable(s, k, start, goal, die) || carriable(s, k + 1, start, goal, die) || carriable(s, k + 2, start, goal, die)
  );
}
/** The boat arrives; its passenger, -1 none, lands and arrives as if it had walked. */
function sail(s: Position, boat: number, goal: number, passenger: number, tile: number): void {
  decision(23);
  s.boatZone[boat] = goal;
  if (s.tables.airef) decision(84);
  if (passenger < 0) return;
  placeKnight(s, passenger, tile);
  startArrival(s, passenger, tile, s.acted[passenger]!);
}

/** The boat (0-7) chosen in this turn. */
const boat = (s: Position): number => s.mover * 2 + s.unit - 3;

const boatChosen: Need = [
  'turn.unit',
  'must be a boat (3 or 4) on the board',
  (s) => s.unit >= 3 && s.boatZone[s.actor * 2 + s.unit - 3] !== ABSENT,
];
const goalChosen: Need = ['turn.boatTo', 'must be known', (s) => s.boatTarget >= 0];

const BOATZONE: DoomspirePrompt = {
  ask: (s) => `boat ${s.unit - 2}, die of ${s.die}: to which zone?`,
  uses: ['ZONE'],
  needs: [NEED.ownTurn, NEED.die, boatChosen],
  legal(s, seat, list) {
    const b = boat(s);
    let n = 0;
    for (let z = 0; z < 4; z++) if (canSail(s, b, z, s.die)) list[n++] = zoneAction(seat, z);
    return n;
  },
  answer(s, seat, action) {
    s.boatTarget = chosenZone(seat, action);
    ask(s, P.PASSENGER, seat, -1, -1);
  },
};

const PASSENGER: DoomspirePrompt = {
  ask: (s) => `the boat sails to ${zoneNames[s.boatTarget]}: with whom?`,
  uses: ['UNIT', 'DONE'],
  words: { ...W.knights((own) => `take along ${own}`), ...W.done('sail without a passenger') },
  needs: [NEED.ownTurn, NEED.die, boatChosen, goalChosen],
  legal(s, seat, list) {
    const start = s.boatZone[boat(s)]!;
    const goal = s.boatTarget;
    let n = 0;
    for (let i = 0; i < 3; i++) if (carriable(s, seat * 3 + i, start, goal, s.die)) list[n++] = A.UNIT + i;
    if (start !== goal) list[n++] = A.DONE;
    return n;
  },
  answer(s, seat, action) {
    if (action === A.DONE) {
      spend(s);
      sail(s, boat(s), s.boatTarget, -1, -1);
      return;
    }
    const knight = seat * 3 + action - A.UNIT;
    s.passenger = knight;
    ask(s, P.BOATDROP, seat, knight, s.knightTile[knight]!);
  },
};

const BOATDROP: DoomspirePrompt = {
  ask: (s) => `${W.knight(s)} on the boat: where does it land?`,
  uses: ['TILE'],
  words: W.tiles('land at'),
  needs: [
    NEED.ownTurn,
    NEED.ownKnight,
    NEED.die,
    boatChosen,
    goalChosen,
    ['turn.passenger', 'must be the knight asked about', (s) => s.passenger === s.focusKnight],
  ],
  legal(s, seat, list) {
    const { passenger, boatTarget: goal } = s;
    const zones = s.tables.airef ? routeDrops(s, passenger, s.boatZone[boat(s)]!, goal, s.die) : 1 << goal;
    let n = 0;
    for (let i = 0; i < 28; i++)
      if (zones & (1 << ((i / 7) | 0)) && droppable(s, passenger, COAST[i]!, seat))
        list[n++] = tileAction(seat, COAST[i]!);
    return n;
  },
  answer(s, seat, action) {
    spend(s);
    decision(24);
    sail(s, boat(s), s.boatTarget, s.passenger, chosenTile(seat, action));
  },
};

export const boatPrompts = { BOATZONE, PASSENGER, BOATDROP };
