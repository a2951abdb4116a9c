/**
 * Harvest phase: eligible tiles are frozen for all at its start, then each seat harvests, uses, builds (decision 4). In
 * edition airef each harvest and each build takes a die; the steps are a menu of both, uses, and more builds.
 */
import * as A from '../actions.js';
import { KIND_YIELD } from '../data.js';
import { HOME_TILE } from '../geometry.js';
import { diceCount, diceSum, smallestDie } from '../read.js';
import * as S from '../state.js';
import { OP, P, PAIR_FIRST, PAIR_SECOND, type Position } from '../state.js';
import * as W from '../words.js';
import { addPairs, chosenTile, type List, tileAction } from './choices.js';
import { clearExchanges } from './clear.js';
import type { DoomspireProcedure, DoomspirePrompt } from './definitions.js';
import { BUILT, decision, reached } from './landmarks.js';
import { NEED } from './needs.js';
import {
  ask,
  BUILD_KNIGHT,
  canPay,
  gain,
  gainFame,
  gainMight,
  lose,
  pay,
  placeKnight,
  priceRow,
  spareBoat,
  spareKnight,
} from './pieces.js';
import { blockader } from './territory.js';

const BUILD_BOAT = 1;
const BUILD_MARKET = 3;
const BUILD_BLACKSMITH = 4;
const BUILD_FLETCHER = 5;
const BUILD_CHAPEL = 6;
const BUILD_MONASTERY = 7;

/** Building bit of each build, 0 for knight and boat. */
export const BUILDING = Uint8Array.of(0, 0, S.WARSHIP, S.MARKET, S.BLACKSMITH, S.FLETCHER, S.CHAPEL, S.MONASTERY);

const STEP = {
  open: 0,
  harvest: 1,
  use: 2,
  build: 3,
  built: 4,
  // Edition airef: the menu of dice and builds, uses, builds with what dice are left.
  menu: 8,
  'use after dice': 9,
  'build with dice': 10,
  'built with dice': 11,
};

/** Opens the phase: who may harvest which tile. */
export function startHarvest(s: Position): void {
  decision(4);
  s.marketDay = false;
  clearExchanges(s);
  for (let t = 0; t < 64; t++) {
    const owner = s.owner[t]!;
    if (owner === 0) {
      s.harvestBy[t] = 0;
      continue;
    }
    const by = s.knightsOn[t] !== 0 ? blockader(s, t) : -1;
    s.harvestBy[t] = by >= 0 ? by + 1 : owner === S.NEUTRAL ? 0 : owner;
  }
}
/** Begins the turn of a seat. */
export function startHarvestTurn(s: Position, seat: number): void {
  s.mover = seat;
  s.used = 0;
  s.push(OP.harvest, 0, 0, 0, 0);
}

/** Takes all yields of a tile; it may not be taken again this round. */
function harvestTile(s: Position, seat: number, tile: number): void {
  s.harvestBy[tile] = 0;
  gainYields(s, seat, tile);
}
function gainYields(s: Position, seat: number, tile: number): void {
  const at = s.kind[tile]! * 4;
  for (let r = 0; r < 4; r++) if (KIND_YIELD[at + r] !== 0) gain(s, seat, r, KIND_YIELD[at + r]!);
}

/** Tiles a seat may take, in edition airef with the die in hand. */
function eligibleTiles(s: Position, seat: number): number {
  let n = 0;
  for (let t = 0; t < 64; t++) if (s.harvestBy[t] === seat + 1) n++;
  return n;
}
function canBuildAny(s: Position, seat: number): boolean {
  for (let b = 0; b < 8; b++) if (canBuild(s, seat, b)) return true;
  return false;
}

/** Bit of `used` that bars the market. */
const NO_MARKET = 4;

function runHarvest(s: Position): void {
  const top = s.top();
  const f = s.frames;
  const seat = s.mover;
  if (f[top + 1] === STEP.open) {
    if (s.tables.airef) {
      f[top + 1] = STEP.menu;
      return;
    }
    s.power = diceSum(s, seat);
    f[top + 1] = STEP.harvest;
  } else if (f[top + 1]! >= STEP.menu) {
    runDiceHarvest(s, seat);
    return;
  }
  if (f[top + 1] === STEP.harvest) {
    const power = s.power;
    if (power > 0) {
      const eligible = eligibleTiles(s, seat);
      if (eligible > power) {
        decision(5);
        ask(s, P.HARVEST, seat, -1, -1);
        return;
      }
      if (eligible > 0) {
        decision(6);
        for (let t = 0; t < 64; t++) if (s.harvestBy[t] === seat + 1) harvestTile(s, seat, t);
      }
    }
    s.power = 0;
    f[top + 1] = STEP.use;
  }
  if (f[top + 1] === STEP.use) {
    if (canUseAny(s, seat)) {
      ask(s, P.USE, seat, -1, -1);
      return;
    }
    f[top + 1] = STEP.build;
  }
  if (f[top + 1] === STEP.build) {
    f[top + 1] = STEP.built;
    if (canBuildAny(s, seat)) {
      ask(s, P.BUILD, seat, -1, -1);
      return;
    }
  }
  s.used = 0;
  s.mover = -1;
  s.pop();
}
// --- edition airef: a die for each harvest and each build -------------------------------------------------------

/** Whether a die can be harvested with now. */
const canHarvest = (s: Position, seat: number): boolean => diceCount(s, seat) > 0 && eligibleTiles(s, seat) > 0;

function runDiceHarvest(s: Position, seat: number): void {
  const top = s.top();
  const f = s.frames;
  if (f[top + 1] === STEP.menu) {
    if (s.power > 0) {
      const eligible = eligibleTiles(s, seat);
      if (eligible > s.power) {
        decision(5);
        ask(s, P.HARVEST, seat, -1, -1);
        return;
      }
      if (eligible > 0) for (let t = 0; t < 64; t++) if (s.harvestBy[t] === seat + 1) gainYields(s, seat, t);
      s.power = 0;
    }
    // The next die may take every tile again.
    for (let t = 0; t < 64; t++) if (s.harvestBy[t]! > S.TAKEN) s.harvestBy[t]! -= S.TAKEN;
    if (diceCount(s, seat) > 0 && (eligibleTiles(s, seat) > 0 || canBuildAny(s, seat))) {
      ask(s, P.HARVEST, seat, -1, -1);
      return;
    }
    f[top + 1] = STEP['use after dice'];
  }
  if (f[top + 1] === STEP['use after dice']) {
    if (canUseAny(s, seat)) {
      ask(s, P.USE, seat, -1, -1);
      return;
    }
    f[top + 1] = STEP['build with dice'];
  }
  if (f[top + 1] === STEP['build with dice'] && diceCount(s, seat) > 0 && canBuildAny(s, seat)) {
    // A build opens the step again.
    f[top + 1] = STEP['built with dice'];
    ask(s, P.BUILD, seat, -1, -1);
    return;
  }
  s.used = 0;
  s.mover = -1;
  s.pop();
}
/** The smallest die is spent on a build; what was built cannot be used in the same phase (decision 83). */
function spendOnBuild(s: Position, seat: number, build: number): void {
  decision(83);
  s.dice[seat * 3 + smallestDie(s, seat) - 1]!--;
  if (s.frames[s.top() + 1] === STEP['built with dice']) s.frames[s.top() + 1] = STEP['build with dice'];
  if (build === BUILD_BLACKSMITH) s.used |= 1;
  if (build === BUILD_MARKET) s.used |= NO_MARKET;
}
/** Whether a use (0 blacksmith, 1 fletcher) can be made now. */
function canUse(s: Position, seat: number, use: number): boolean {
  return (
    (s.buildings[seat]! & (use === 0 ? S.BLACKSMITH : S.FLETCHER)) !== 0 &&
    (s.used & (1 << use)) === 0 &&
    canPay(s, seat, s.tables.useCost, use)
  );
}
/** Whether the market buys anything. */
function canSell(s: Position, seat: number): boolean {
  const r = s.resources;
  if ((s.buildings[seat]! & S.MARKET) === 0 || s.used & NO_MARKET) return false;
  return r[seat * 4]! + r[seat * 4 + 1]! + r[seat * 4 + 2]! >= 2;
}
function canUseAny(s: Position, seat: number): boolean {
  if ((s.buildings[seat]! & (S.MARKET | S.BLACKSMITH | S.FLETCHER)) === 0) return false;
  return canSell(s, seat) || canUse(s, seat, 0) || canUse(s, seat, 1);
}
/** Whether a build is allowed and affordable. */
function canBuild(s: Position, seat: number, build: number): boolean {
  if (!canPay(s, seat, s.tables.buildCost, priceRow(s, seat, build))) return false;
  switch (build) {
    case BUILD_KNIGHT:
      return spareKnight(s, seat) >= 0;
    case BUILD_BOAT:
      return spareBoat(s, seat) >= 0;
    default: {
      const have = s.buildings[seat]!;
      if (have & BUILDING[build]! || (build === BUILD_FLETCHER && s.tables.airef)) return false;
      return build !== BUILD_MONASTERY || (have & S.CHAPEL) !== 0;
    }
  }
}
function build(s: Position, what: number): void {
  const seat = s.mover;
  reached(BUILT + what);
  pay(s, seat, s.tables.buildCost, priceRow(s, seat, what));
  if (s.tables.airef) spendOnBuild(s, seat, what);
  switch (what) {
    case BUILD_KNIGHT:
      placeKnight(s, spareKnight(s, seat), HOME_TILE[seat]!);
      break;
    case BUILD_BOAT:
      decision(73);
      s.boatZone[spareBoat(s, seat)] = seat;
      break;
    default:
      s.buildings[seat]! |= BUILDING[what]!;
      if (what === BUILD_CHAPEL) gainFame(s, seat, s.tables.numbers.chapelFame);
      if (what === BUILD_MONASTERY) gainFame(s, seat, s.tables.numbers.monasteryFame);
  }
}

function addBuilds(s: Position, seat: number, list: List, from: number): number {
  let n = from;
  for (let b = 0; b < 8; b++) if (canBuild(s, seat, b)) list[n++] = A.BUILD + b;
  list[n++] = A.DONE;
  return n;
}

/** Which tile; in edition airef first what the next die is spent on. */
const HARVEST: DoomspirePrompt = {
  ask: (s) =>
    s.tables.airef && s.power === 0
      ? `dice left ${W.diceLeft(s, s.actor)}: harvest or build?`
      : `power for ${s.power} more: harvest which tile?`,
  uses: ['TILE', 'DIE', 'BUILD', 'DONE'],
  words: {
    ...W.tiles('harvest'),
    DIE: (s, { face }: { face: number }) => `${s.tables.airef ? 'harvest with' : 'spend'} a die of ${face + 1}`,
    DONE: (s) => (s.tables.airef ? 'no more harvests (dice left may still build)' : 'done'),
  },
  legal(s, seat, list) {
    let n = 0;
    if (s.tables.airef && s.power === 0) {
      if (canHarvest(s, seat)) for (let v = 0; v < 3; v++) if (s.dice[seat * 3 + v]! > 0) list[n++] = A.DIE + v;
      return addBuilds(s, seat, list, n);
    }
    for (let t = 0; t < 64; t++) if (s.harvestBy[t] === seat + 1) list[n++] = tileAction(seat, t);
    return n;
  },
  answer(s, seat, action) {
    if (action < A.DIE) {
      const tile = chosenTile(seat, action);
      harvestTile(s, seat, tile);
      if (s.tables.airef) s.harvestBy[tile] = S.TAKEN + seat + 1;
      s.power--;
    } else if (action === A.DONE) {
      // Dice left may still build.
      s.frames[s.top() + 1] = STEP['use after dice'];
    } else if (action >= A.BUILD) build(s, action - A.BUILD);
    else {
      const die = action - A.DIE + 1;
      decision(82);
      s.dice[seat * 3 + die - 1]!--;
      s.power = die;
    }
  },
};

/** Blacksmith or fletcher, two resources sold at the market, or no more. */
const USE: DoomspirePrompt = {
  ask: () => 'harvested: use a building?',
  uses: ['USE', 'PAIR', 'DONE'],
  words: { ...W.pairs((pair) => `sell ${pair} for 1 gold`), ...W.done('use nothing') },
  legal(s, seat, list) {
    let n = 0;
    for (let use = 0; use < 2; use++) if (canUse(s, seat, use)) list[n++] = A.USE + use;
    if (canSell(s, seat)) n = addPairs(s, seat, 2, false, list, n);
    list[n++] = A.DONE;
    return n;
  },
  answer(s, seat, action) {
    if (action === A.DONE) s.frames[s.top() + 1] = s.tables.airef ? STEP['build with dice'] : STEP.build;
    else if (action >= A.USE) {
      const use = action - A.USE;
      s.used |= 1 << use;
      pay(s, seat, s.tables.useCost, use);
      gainMight(s, seat, 1);
    } else {
      const pair = action - A.PAIR;
      lose(s, seat, PAIR_FIRST[pair]!, 1);
      lose(s, seat, PAIR_SECOND[pair]!, 1);
      gain(s, seat, 3, 1);
    }
  },
};

const BUILD: DoomspirePrompt = {
  ask: () => 'the harvest ends: build something?',
  uses: ['BUILD', 'DONE'],
  words: { DONE: (s) => (s.tables.airef ? 'build no more' : 'build nothing') },
  legal: (s, seat, list) => addBuilds(s, seat, list, 0),
  answer(s, _seat, action) {
    if (action !== A.DONE) build(s, action - A.BUILD);
  },
};

/** The harvest turn of `mover`. */
const harvest: DoomspireProcedure = {
  run: runHarvest,
  steps: STEP,
  asks: {
    HARVEST: { at: (s) => (s.tables.airef ? STEP.menu : STEP.harvest) },
    USE: { at: (s) => (s.tables.airef ? STEP['use after dice'] : STEP.use) },
    BUILD: { at: (s) => (s.tables.airef ? STEP['built with dice'] : STEP.built) },
  },
  needs: [NEED.ownTurn],
  stack: () => [['harvest']],
};

export const harvestPrompts = { HARVEST, USE, BUILD };
export const harvestProcedures = { harvest };
