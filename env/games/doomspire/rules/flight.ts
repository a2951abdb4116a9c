/** Getting away from a battle and paying for a defeat: nearest own tile, home, the resource lost. */
import { DISTANCE } from '../geometry.js';
import { totalResources } from '../read.js';
import { OP_LOSE, OP_RETREAT, P_FLEETILE, P_LOSE, type Position } from '../state.js';
import { decision } from './landmarks.js';
import { ask, lose, loseFame, placeKnight, sendHome } from './pieces.js';

/** Own tiles a fleeing knight may go to: how far the nearest are, and how many they are. */
let nearest = 0;
let ties = 0;
let only = 0;

/** Whether a tile is free for a fleeing knight of this seat. */
export const isRefuge = (s: Position, tile: number, seat: number): boolean =>
  s.owner[tile] === seat + 1 && s.knightsOn[tile] === 0 && s.monster[tile] === 0;

function findRefuge(s: Position, from: number, seat: number): void {
  nearest = 99;
  ties = 0;
  for (let t = 0; t < 64; t++) {
    if (s.owner[t] !== seat + 1 || !isRefuge(s, t, seat)) continue;
    const d = DISTANCE[from * 64 + t]!;
    if (d > nearest) continue;
    if (d < nearest) {
      nearest = d;
      ties = 0;
    }
    ties++;
    only = t;
  }
}
/** Distance of the nearest refuges from a tile, for the mask of FLEETILE. */
export function refugeDistance(s: Position, from: number, seat: number): number {
  findRefuge(s, from, seat);
  return nearest;
}

/** Procedure: to the nearest own tile, asking where several are as near; home where there is none (decision 31). */
export function runRetreat(s: Position): void {
  const top = s.top();
  const knight = s.frames[top + 2]!;
  const seat = (knight / 3) | 0;
  const from = s.frames[top + 3]!;
  decision(31);
  findRefuge(s, from, seat);
  if (ties > 1) {
    ask(s, P_FLEETILE, seat, knight, from);
    return;
  }
  s.pop();
  if (ties === 0) sendHome(s, knight);
  else placeKnight(s, knight, only);
}
/** Answer to FLEETILE. */
export function answerRetreat(s: Position, tile: number): void {
  const knight = s.frames[s.top() + 2]!;
  s.pop();
  placeKnight(s, knight, tile);
}
/** Starts a flight to the nearest own tile, measured from where the knight stands. */
export const startRetreat = (s: Position, knight: number): void =>
  s.push(OP_RETREAT, knight, s.knightTile[knight]!, 0, 0);

/** Procedure: one resource of choice, else one fame, else nothing. */
export function runLose(s: Position): void {
  const top = s.top();
  const seat = s.frames[top + 2]!;
  if (totalResources(s, seat) > 0) {
    ask(s, P_LOSE, seat, s.frames[top + 3]!, -1);
    return;
  }
  decision(64);
  loseFame(s, seat, 1);
  s.pop();
}
/** Answer to LOSE. */
export function answerLose(s: Position, resource: number): void {
  lose(s, s.frames[s.top() + 2]!, resource, 1);
  s.pop();
}
/** Makes a seat pay for a lost fight or a partial flight. */
export const startLose = (s: Position, knight: number): void => s.push(OP_LOSE, (knight / 3) | 0, knight, 0, 0);
