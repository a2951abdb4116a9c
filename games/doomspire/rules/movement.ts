/** Knights on foot: where a die may take them, which way they go, who may stop them. */

import { fail } from '../../../env/kit/json.js';
import * as A from '../actions.js';
import { BOW_ITEM, KIND_DOOMSPIRE, KIND_HOME, KIND_SPECIAL, MULE } from '../data.js';
import { DISTANCE, NEIGHBOURS, NONE } from '../geometry.js';
import * as N from '../names.js';
import { bitCount, lowest } from '../read.js';
import * as S from '../state.js';
import { OP, P, type Position } from '../state.js';
import * as W from '../words.js';
import { startArrival, startBlocked } from './arrival.js';
import { startFight } from './battle.js';
import { startBeggar } from './beggar.js';
import { chosenTile, tileAction, yesNo } from './choices.js';
import type { DoomspireProcedure, DoomspirePrompt } from './definitions.js';
import { carries } from './items.js';
import { decision } from './landmarks.js';
import { NEED } from './needs.js';
import { ask, placeKnight } from './pieces.js';
import { barredHome, strife } from './territory.js';
import { offers } from './visit.js';

/** Whether a knight of `seat` may end a move on a tile other than its own. */
export function enterable(s: Position, tile: number, seat: number): boolean {
  if (s.knightsOn[tile] !== 0 && s.tables.peaceful[s.kind[tile]!] === 0) {
    if (s.knightsOn[tile]! & (7 << (seat * 3))) {
      decision(14);
      return false;
    }
    if (!strife(s)) return false;
  }
  return s.kind[tile] !== KIND_HOME || !barredHome(s, tile, seat);
}
/** Whether it may walk on over that tile; whatever may be passed may be entered. */
function passable(s: Position, tile: number, seat: number): boolean {
  if (s.explored[tile] === 0 || s.monster[tile] !== 0) return false;
  if (s.kind[tile] === KIND_DOOMSPIRE && s.options.doomspireStops) return false;
  return enterable(s, tile, seat);
}
/** Edition airef: whether a knight may walk on over a tile where one of its own keeps it from stopping (decision 14). */
function passesOwn(s: Position, tile: number, seat: number): boolean {
  if (!(s.knightsOn[tile]! & (7 << (seat * 3))) || s.explored[tile] === 0 || s.monster[tile] !== 0) return false;
  if (s.tables.peaceful[s.kind[tile]!] === 1) return false;
  return s.kind[tile] !== KIND_HOME || !barredHome(s, tile, seat);
}
/** Whether it may walk on over that tile, where it may stop or not. */
const crossable = (s: Position, tile: number, seat: number): boolean =>
  passable(s, tile, seat) || (s.tables.airef && passesOwn(s, tile, seat));
/** The die chosen is spent. */
export const spend = (s: Position): void => {
  s.dice[s.mover * 3 + s.die - 1]!--;
};
/** Steps a knight may go with the die being spent. */
export const stepsOf = (s: Position, knight: number, die: number): number =>
  die > 2 && s.followerBits[knight]! & (1 << MULE) ? 2 : die;

/** Whether a knight is on the board and may still have dice spent on it. */
export const ready = (s: Position, knight: number): boolean =>
  s.knightTile[knight] !== S.ABSENT && s.acted[knight] === 0 && s.halted[knight] === 0;

/** Whether any die takes this knight anywhere (or lets it interact where it is). */
export function canMove(s: Position, knight: number, seat: number): boolean {
  const tile = s.knightTile[knight]!;
  for (let i = tile * 4; i < tile * 4 + 4; i++) {
    const n = NEIGHBOURS[i]!;
    if (n !== NONE && enterable(s, n, seat)) return true;
  }
  return offers(s, knight, tile);
}

/** Edition airef: the same for one die, which may take a knight over its own that stand in its way. */
export const canMoveBy = (s: Position, knight: number, seat: number, die: number): boolean =>
  canMove(s, knight, seat) || reach(s, knight, seat, stepsOf(s, knight, die)) > 0;

/** Whether a knight may go to a tile with a die. */
export function reaches(s: Position, knight: number, seat: number, die: number, tile: number): boolean {
  const steps = stepsOf(s, knight, die);
  if (DISTANCE[s.knightTile[knight]! * 64 + tile]! > steps) return false;
  const found = reach(s, knight, seat, steps);
  return s.scratch!.subarray(0, found).includes(tile);
}

/** Where in the scratch the tiles lie from which `reach` goes on; the tiles found are before them. */
const FRONT = 64;

/**
 * Writes the tiles a knight may go to with this many steps into the scratch of the position, in the order of their
 * distance, its own tile excluded.
 * @returns how many
 */
function reach(s: Position, knight: number, seat: number, most: number): number {
  const scratch = (s.scratch ??= new Uint8Array(2 * FRONT));
  const start = s.knightTile[knight]!;
  // Tiles seen, as bits.
  let low = start < 32 ? 1 << start : 0;
  let high = start < 32 ? 0 : 1 << start;
  let found = 0;
  let from = FRONT;
  let to = FRONT + 1;
  scratch[FRONT] = start;
  for (let step = 1; step <= most; step++) {
    let end = to;
    for (; from < to; from++) {
      const tile = scratch[from]!;
      for (let i = tile * 4; i < tile * 4 + 4; i++) {
        const n = NEIGHBOURS[i]!;
        if (n === NONE || ((n < 32 ? low : high) >>> n) & 1) continue;
        if (n < 32) low |= 1 << n;
        else high |= 1 << n;
        if (!enterable(s, n, seat)) {
          if (s.tables.airef && step < most && passesOwn(s, n, seat)) scratch[end++] = n;
          continue;
        }
        scratch[found++] = n;
        if (step < most && passable(s, n, seat)) scratch[end++] = n;
      }
    }
    to = end;
  }
  return found;
}

/** A knight on the way that could stop this one. */
const guard = (s: Position, tile: number, seat: number): number =>
  s.tables.peaceful[s.kind[tile]!] ? 0 : bitCount(s.knightsOn[tile]! & ~(7 << (seat * 3)));

/**
 * The way with the fewest opposing knights on it, then the fewest steps, then north, east, south, west (decision 11).
 * Ways are tried in that last order, so only a strictly better one replaces the one found.
 * @returns the tiles between start and goal, 256 x the second + the first, `NONE` for none
 */
function findWay(s: Position, start: number, goal: number, seat: number, most: number): number {
  let way = NO_TILES;
  if (DISTANCE[start * 64 + goal]! <= 1) return way;
  let best = 1 << 20;
  for (let i = start * 4; i < start * 4 + 4; i++) {
    const a = NEIGHBOURS[i]!;
    if (a === NONE || a === goal || !crossable(s, a, seat)) continue;
    const guards = guard(s, a, seat);
    for (let j = a * 4; j < a * 4 + 4; j++) {
      const b = NEIGHBOURS[j]!;
      if (b === NONE || b === start) continue;
      if (b === goal) {
        const cost = guards * 8 + 2;
        if (cost < best) {
          best = cost;
          way = (NONE << 8) | a;
        }
        continue;
      }
      if (most < 3 || DISTANCE[b * 64 + goal] !== 1 || !crossable(s, b, seat)) continue;
      const cost = (guards + guard(s, b, seat)) * 8 + 3;
      if (cost < best) {
        best = cost;
        way = (b << 8) | a;
      }
    }
  }
  return way;
}
const NO_TILES = (NONE << 8) | NONE;
/** A tile of a way; -1 for none. */
const wayTile = (tile: number): number => (tile === NONE ? -1 : tile);

/** Sends a knight to a destination that `reach` found (or keeps it where it is). */
function startWalk(s: Position, knight: number, goal: number): void {
  const start = s.knightTile[knight]!;
  const seat = (knight / 3) | 0;
  if (start === goal) {
    decision(12);
    startArrival(s, knight, goal);
    return;
  }
  decision(11);
  const way = findWay(s, start, goal, seat, stepsOf(s, knight, s.die));
  s.push(OP.walk, knight, wayTile(way & 255), wayTile(way >> 8), goal);
}

/** A step of a walk: how many tiles it has passed (0-2), and the next knight there (0-11) that might block it. */
const walkStep = (passed: number, next: number): number => (passed << 4) | next;
/** In the place of a knight: nobody blocks, the beggar may be passed on. */
const TO_BEGGAR = 12;
/** Where a walk waits: it has gone on from its first tile, from its second. */
const STEP = { begin: walkStep(0, 0), 'past one': walkStep(1, 0), 'past two': walkStep(2, 0) };

/** Step by step past others, then arrive. */
function runWalk(s: Position): void {
  const top = s.top();
  const f = s.frames;
  const knight = f[top + 2]!;
  const seat = (knight / 3) | 0;
  for (;;) {
    const step = f[top + 1]!;
    const index = step >> 4;
    const tile = index === 0 ? f[top + 3]! : index === 1 ? f[top + 4]! : -1;
    if (tile < 0) break;
    const others = s.knightsOn[tile]! & ~(1 << knight);
    if (others === 0) {
      f[top + 1] = walkStep(index + 1, 0);
      continue;
    }
    const next = step & 15;
    if (next < TO_BEGGAR) {
      const bits = s.tables.peaceful[s.kind[tile]!] ? 0 : others & ~(7 << (seat * 3)) & (-1 << next);
      if (bits === 0) {
        f[top + 1] = walkStep(index, TO_BEGGAR);
        continue;
      }
      const blocker = lowest(bits);
      f[top + 1] = walkStep(index, blocker + 1);
      decision(16);
      ask(s, P.BLOCK, (blocker / 3) | 0, blocker, tile);
      return;
    }
    f[top + 1] = walkStep(index + 1, 0);
    if (startBeggar(s, knight, tile)) return;
  }
  const goal = f[top + 5]!;
  if (s.explored[goal] === 0 || s.monster[goal] !== 0) decision(15);
  s.pop();
  placeKnight(s, knight, goal);
  startArrival(s, knight, goal);
}
/** Whether a bow can shoot at a tile: a monster or, once there is strife, an opposing knight. */
function shootable(s: Position, tile: number, seat: number): boolean {
  if (s.explored[tile] === 0) return false;
  const kind = s.kind[tile]!;
  if (kind === KIND_HOME || kind === KIND_DOOMSPIRE || KIND_SPECIAL[kind]) return false;
  return s.monster[tile] !== 0 || ((s.knightsOn[tile]! & ~(7 << (seat * 3))) !== 0 && strife(s));
}
/** Whether a knight that is ready has a bow and something to shoot at. */
export function canShoot(s: Position, knight: number, seat: number): boolean {
  if (s.knightItems[knight] === 0 || !carries(s, knight, BOW_ITEM)) return false;
  const tile = s.knightTile[knight]!;
  for (let i = tile * 4; i < tile * 4 + 4; i++) {
    const n = NEIGHBOURS[i]!;
    if (n !== NONE && shootable(s, n, seat)) return true;
  }
  return false;
}
/** Shoots: the fight is at the target, the archer stays where it is. */
function shoot(s: Position, knight: number, tile: number): void {
  decision(56);
  s.acted[knight] = 1;
  const rivals = s.knightsOn[tile]! & ~(7 << (((knight / 3) | 0) * 3));
  if (rivals !== 0 && strife(s)) {
    if (s.monster[tile] !== 0) decision(20);
    startFight(s, { attacker: knight, defender: lowest(rivals), tile, shot: true });
  } else {
    decision(110);
    startFight(s, { attacker: knight, monster: s.monster[tile]! - 1, tile, shot: true });
  }
}

const DEST: DoomspirePrompt = {
  ask: (s) => `${W.knight(s)}${W.here(s)}, die of ${s.die}: where to?`,
  uses: ['TILE'],
  words: {
    TILE: (s, args: W.TileChosen) =>
      `${A.tileOf(s, args) === s.focusTile ? 'stay at' : 'go to'} ${N.tileText(s, A.tileOf(s, args))}`,
  },
  needs: [NEED.ownTurn, NEED.ownKnight, NEED.tile, NEED.die],
  legal(s, seat, list) {
    const { focusKnight: knight, focusTile: tile } = s;
    const found = reach(s, knight, seat, stepsOf(s, knight, s.die));
    let n = 0;
    while (n < found) list[n] = tileAction(seat, s.scratch![n++]!);
    if (offers(s, knight, tile)) list[n++] = tileAction(seat, tile);
    return n;
  },
  answer(s, seat, action) {
    spend(s);
    startWalk(s, s.focusKnight, chosenTile(seat, action));
  },
};

const BOWTARGET: DoomspirePrompt = {
  ask: (s) => `${W.knight(s)}${W.here(s)}: shoot at what?`,
  uses: ['TILE'],
  words: W.tiles('shoot at'),
  needs: [NEED.ownTurn, NEED.ownKnight, NEED.tile],
  legal(s, seat, list) {
    const tile = s.focusTile;
    let n = 0;
    for (let i = tile * 4; i < tile * 4 + 4; i++) {
      const t = NEIGHBOURS[i]!;
      if (t !== NONE && shootable(s, t, seat)) list[n++] = tileAction(seat, t);
    }
    return n;
  },
  answer(s, seat, action) {
    spend(s);
    shoot(s, s.focusKnight, chosenTile(seat, action));
  },
};

/** The knight that walks, at BLOCK. */
const walker = (s: Position): string => N.knightName(s.frames[Math.max(0, s.top()) + 2]!);

/** Yes stops the walking knight there and attacks it. */
const BLOCK: DoomspirePrompt = {
  ask: (s) => `${W.knight(s)}${W.here(s)}: a rival wants to pass, block it?`,
  uses: ['YESNO'],
  words: W.yesNo(
    (s) => `block knight ${walker(s)} and attack it`,
    (s) => `let knight ${walker(s)} pass`,
  ),
  needs: [NEED.ownKnight, NEED.tile],
  legal: (_s, _seat, list) => yesNo(list),
  answer(s, _seat, action) {
    if (action !== A.YES) return;
    const { focusKnight: blocker, focusTile: tile } = s;
    const knight = s.frames[s.top() + 2]!;
    s.pop();
    placeKnight(s, knight, tile);
    s.acted[knight] = 1;
    startBlocked(s, knight, tile);
    startFight(s, { attacker: blocker, defender: knight, tile, block: true });
  },
};

/** Knight a walks over tiles b and c (-1 none) to d. */
const walk: DoomspireProcedure = {
  run: runWalk,
  steps: STEP,
  arguments: 'kTTt',
  asks: {
    BLOCK: {
      at: (s) =>
        [...s.frames.subarray(s.top() + 3, s.top() + 5)].flatMap((passed, i) =>
          passed === s.focusTile ? [walkStep(i, s.focusKnight + 1)] : [],
        ),
    },
  },
  waits: (s, _above, at) =>
    s.frames[at + 3] === s.fightTile ? [STEP['past one'], STEP['past two']] : [STEP['past two'], STEP['past one']],
  stack: () => fail('stack', 'must tell who walks where (procedure walk) at prompt BLOCK'),
};

export const movementPrompts = { DEST, BOWTARGET, BLOCK };
export const movementProcedures = { walk };
