/**
 * What the gather space and the build space bring, for agents and the AI alike, and what is asked of it: wild resources, a
 * fighter that comes back, the guards of a region.
 */
import * as A from '../actions.js';
import { CITADEL_FIGHTERS, FIGHTERS, FIRST_RAISABLE, REGION_FIGHTERS, STARTING_TILES } from '../data.js';
import { fighterName, siteName } from '../names.js';
import { AT, type Chance, IN_GRAVE, IN_HAND, NONE, P, type Position, STREAM, TASK } from '../state.js';
import type { CrownPrompt, CrownTask } from './definitions.js';
import * as L from './landmarks.js';
import { countAt, gainTile, isAi, move, moveAll, refillMarket, setBonus } from './pieces.js';
import { mayStart, startLowest } from './setup.js';

/** A seat gathers in a region with a structure and a vacant space. */
export function gatherIn(s: Position, seat: number, region: number, chance: Chance): void {
  const tile = s.tile[region]!;
  const owner = s.owner[region]!;
  s.gather[region]!++;
  L.reached(L.L_GATHERED + tile);
  gainTile(s, seat, tile, false);
  if (owner !== seat && owner !== NONE) gainTile(s, owner, tile, true);
  if (tile === s.tables.crypt) resurrect(s, seat, chance);
  if (owner === seat) amend(s, seat, region);
}

/** A seat puts the market tile at `place` on a region that is its own or nobody's; paying is the caller's. */
export function buildIn(s: Position, seat: number, place: number, region: number, chance: Chance): void {
  const tile = s.market[place]!;
  s.owner[region] = seat;
  if (s.tile[region] !== NONE) s.covered[region]!++;
  s.tile[region] = tile;
  L.reached(L.L_BUILT + tile - STARTING_TILES);
  refillMarket(s, place, chance);
  gainTile(s, seat, tile, false);
  if (tile === s.tables.crypt) resurrect(s, seat, chance);
  amend(s, seat, region);
}

/** An agent is asked; the AI brings back its fighter of highest attack, drawn among equals. */
function resurrect(s: Position, seat: number, chance: Chance): void {
  if (!isAi(s, seat)) {
    s.queue(TASK.resurrect, seat, 0);
    return;
  }
  const { attack } = s.tables;
  let best = 0;
  let equal = 0;
  for (let f = 0; f < FIGHTERS; f++) {
    if (s.loc[f] !== IN_GRAVE + seat || attack[f]! < best) continue;
    equal = attack[f] === best ? equal + 1 : 1;
    best = attack[f]!;
  }
  // Drawn even where there is no choice, so that the luck that follows does not depend on it.
  let pick = chance.draw(STREAM['ai resurrection'], Math.max(1, equal));
  if (equal === 0) return;
  L.reached(L.L_RESURRECTED);
  for (let f = 0; f < FIGHTERS; f++)
    if (s.loc[f] === IN_GRAVE + seat && attack[f] === best && pick-- === 0) {
      move(s, f, IN_HAND + seat);
      return;
    }
}

/** An agent is asked; the AI places its strongest fighters. */
function amend(s: Position, seat: number, region: number): void {
  if (!isAi(s, seat)) {
    s.queue(TASK.place, seat, region);
    return;
  }
  moveAll(s, AT + region, IN_HAND + seat);
  sendStrongest(s, seat, REGION_FIGHTERS, AT + region);
}

/**
 * Moves the strongest set of at most `most` fighters of a hand to a place: the highest sum with its bonus, among equals
 * the set whose ids come first in the order of a dictionary.
 * @returns how many were moved
 */
export function sendStrongest(s: Position, seat: number, most: number, place: number): number {
  const { attack, kind, numbers } = s.tables;
  const hand: number[] = [];
  for (let f = 0; f < FIGHTERS; f++) if (s.loc[f] === IN_HAND + seat) hand.push(f);
  const chosen = new Uint8Array(CITADEL_FIGHTERS);
  const best = new Uint8Array(CITADEL_FIGHTERS);
  let bestValue = -1;
  let bestSize = 0;
  // Sets are visited in dictionary order, so a later one must be better, not equal.
  const visit = (from: number, size: number, sum: number, kinds: number, same: number): void => {
    for (let i = from; i < hand.length; i++) {
      const f = hand[i]!;
      chosen[size] = f;
      const shift = 3 * kind[f]!;
      const nowKinds = kinds + (1 << shift);
      const nowSame = Math.max(same, (nowKinds >> shift) & 7);
      const nowSum = sum + attack[f]!;
      const value = nowSum + setBonus(numbers, nowSame);
      if (value > bestValue) {
        bestValue = value;
        bestSize = size + 1;
        best.set(chosen);
      }
      if (size + 1 < most) visit(i + 1, size + 1, nowSum, nowKinds, nowSame);
    }
  };
  visit(0, 0, 0, 0, 0);
  for (let i = 0; i < bestSize; i++) move(s, best[i]!, place);
  return bestSize;
}

const WILD: CrownPrompt = {
  ask: (s) => `which resource (${s.tasks[2]} to choose)?`,
  uses: ['WILD'],
  legal(_s, _seat, list) {
    for (let k = 0; k < 4; k++) list[k] = A.WILD + k;
    return 4;
  },
  answer(s, seat, action) {
    s.resources[seat * 4 + action - A.WILD]!++;
    if (--s.tasks[2]! === 0) s.finish();
  },
};

const RESURRECT: CrownPrompt = {
  ask: () => 'which fighter comes back?',
  uses: ['FIGHTER', 'DONE'],
  words: {
    FIGHTER: (s, { fighter }) => `bring back ${fighterName(s, fighter)}`,
    DONE: () => 'bring nobody back',
  },
  legal(s, seat, list) {
    let n = 0;
    for (let f = 0; f < FIGHTERS; f++) if (s.loc[f] === IN_GRAVE + seat) list[n++] = A.FIGHTER + f;
    list[n++] = A.DONE;
    return n;
  },
  answer(s, seat, action) {
    if (action !== A.DONE) {
      move(s, action - A.FIGHTER, IN_HAND + seat);
      L.reached(L.L_RESURRECTED);
    }
    s.finish();
  },
};

/** Asked once or twice; the second time only higher ids may follow. */
const PLACE: CrownPrompt = {
  ask: (s) => `who defends ${siteName(s, s.tasks[2]!)}?`,
  uses: ['FIGHTER', 'DONE', 'WITHDRAW'],
  words: {
    FIGHTER: (s, { fighter }) => `place ${fighterName(s, fighter)} in ${siteName(s, s.tasks[2]!)}`,
    DONE: (s) => (s.last >= 0 ? 'place no more' : `leave ${siteName(s, s.tasks[2]!)} as it is`),
  },
  legal(s, seat, list) {
    const { loc, tasks, last } = s;
    let n = 0;
    if (tasks[0] === TASK.start) {
      for (let f = 0; f < FIRST_RAISABLE; f++)
        if (loc[f] === IN_HAND + seat && mayStart(s, f)) list[n++] = A.FIGHTER + f;
      return n;
    }
    list[n++] = A.DONE;
    if (last >= 0) {
      for (let f = last + 1; f < FIGHTERS; f++) if (loc[f] === IN_HAND + seat) list[n++] = A.FIGHTER + f;
      return n;
    }
    const guards = AT + tasks[2]!;
    let stands = false;
    for (let f = 0; f < FIGHTERS; f++) {
      if (loc[f] === guards) stands = true;
      else if (loc[f] !== IN_HAND + seat) continue;
      list[n++] = A.FIGHTER + f;
    }
    if (stands) list[n++] = A.WITHDRAW;
    return n;
  },
  answer(s, seat, action) {
    const guards = AT + s.tasks[2]!;
    const first = s.last < 0 && s.tasks[0] !== TASK.start;
    // The first fighter chosen starts a new set.
    if (action === A.WITHDRAW || (first && action !== A.DONE)) moveAll(s, guards, IN_HAND + seat);
    if (action === A.WITHDRAW) L.reached(L.L_WITHDRAW);
    if (action >= A.FIGHTER && action < A.DONE) {
      move(s, action - A.FIGHTER, guards);
      if (first) {
        s.last = action - A.FIGHTER;
        return;
      }
    }
    s.last = -1;
    s.finish();
  },
};

export const gainPrompts = { WILD, RESURRECT, PLACE };

export const gainTasks = {
  wild: {
    asks: P.WILD,
    waits: (_s, who, n) => `${who} chooses ${n} ${n === 1 ? 'resource' : 'resources'}`,
  },
  resurrect: {
    asks: P.RESURRECT,
    step: (s, seat) => s.graveSize[seat] === 0,
    waits: (_s, who) => `${who} may bring a fighter back`,
  },
  place: {
    asks: P.PLACE,
    step: (s, seat, region) => s.last < 0 && s.handSize[seat] === 0 && countAt(s, AT + region) === 0,
    waits: (s, who, region) => `${who} places guards in ${siteName(s, region)}`,
  },
  start: {
    asks: P.PLACE,
    step(s, seat, region) {
      if (!isAi(s, seat) && s.options.startChoice) return false;
      startLowest(s, seat, region);
      return true;
    },
    waits: (s, who, region) => `${who} places guards in ${siteName(s, region)}`,
  },
} satisfies Record<string, CrownTask>;
