/** Doomspire: the hoard, impressing, fighting the dragon, the stacks; in edition airef one impression wins. */

import { type Chance, shuffleBy } from '../../../env/chance.js';
import * as A from '../actions.js';
import { ONE_RING, RING_DRAGON, RING_STUCK, SECOND_RING } from '../data.js';
import { END, P, type Position, STREAM } from '../state.js';
import { startFight } from './battle.js';
import type { DoomspireProcedure, DoomspirePrompt } from './definitions.js';
import { crown } from './ending.js';
import { carries, loseBelongings } from './items.js';
import { decision } from './landmarks.js';
import { ask, gain, removeKnight, sendHome } from './pieces.js';
import { arrivalOf, TURN } from './stack.js';
import { starredTiles } from './territory.js';

/**
 * Doomspire is turned over: the hoard is split at random into as many stacks as impressions end the game. In edition airef
 * there is none, but the dragon shows how strong it is.
 */
export function revealHoard(s: Position, chance: Chance): void {
  decision(91);
  const stacks = s.tables.numbers.impressions;
  const each = s.tables.numbers.treasurePerType;
  const n = each * 4;
  const hoard = Uint8Array.from({ length: n }, (_, i) => (i / each) | 0);
  shuffleBy(chance, STREAM.treasure, hoard);
  for (let i = 0; i < n; i++) s.stackContents[(((i * stacks) / n) | 0) * 4 + hoard[i]!]!++;
  for (let i = 0; i < 3; i++) s.stackTaken[i] = i < stacks ? 0 : 1;
  s.stacksLeft = stacks;
  s.spireRevealed = true;
  if (s.tables.airef) s.dragonDie = chance.draw(STREAM.dragon, 3) + 1;
}

/** Both rings on this knight. */
const hasRings = (s: Position, knight: number): boolean =>
  carries(s, knight, ONE_RING) && carries(s, knight, SECOND_RING);
/** The mysterious ring in any form. */
const hasThird = (s: Position, knight: number): boolean =>
  carries(s, knight, RING_STUCK) || carries(s, knight, RING_DRAGON);

/** What impresses the dragon at once: index into `endings`, 0 nothing. */
export function impresses(s: Position, knight: number): number {
  const seat = (knight / 3) | 0;
  const n = s.tables.numbers;
  if (hasRings(s, knight) && hasThird(s, knight)) return END.rings;
  if (s.fame[seat]! >= n.fameThreshold) return END.fame;
  if (s.resources[seat * 4 + 3]! >= n.goldThreshold) return END.gold;
  if (starredTiles(s, seat) >= n.starredThreshold) return END.starred;
  return hasRings(s, knight) ? END.rings : 0;
}

const STEP = { entry: 0, fought: 1, reward: 2 };

/** Impress, or fight. */
function runSpire(s: Position): void {
  const top = s.top();
  const f = s.frames;
  const knight = f[top + 2]!;
  const tile = s.knightTile[knight]!;
  if (f[top + 1] === STEP.entry) {
    decision(21);
    const how = impresses(s, knight);
    if (how !== 0) impress(s, knight, how);
    else {
      f[top + 1] = STEP.fought;
      startFight(s, { attacker: knight, tile });
    }
    return;
  }
  if (f[top + 1] === STEP.fought) {
    const outcome = s.outcome;
    s.outcome = 0;
    if (outcome === 1) {
      decision(40);
      impress(s, knight, END.combat);
      return;
    }
    if (outcome === 3) {
      decision(81);
      s.pop();
      return;
    }
    loseBelongings(s, knight);
    removeKnight(s, knight);
    if (s.tables.airef) s.eaten[knight] = 1;
    decision(72);
    s.pop();
    return;
  }
  if (s.rewardOwed > 0) {
    ask(s, P.GET, (knight / 3) | 0, knight, tile);
    return;
  }
  s.pop();
  sendHome(s, knight);
}

/** The dragon is impressed: the last time makes a King, before that there is a reward and a flight home. */
function impress(s: Position, knight: number, how: number): void {
  const seat = (knight / 3) | 0;
  const top = s.top();
  s.end = how;
  s.impressions++;
  if (s.stacks[seat] !== 0) decision(67);
  s.stacks[seat]!++;
  s.frames[top + 1] = STEP.reward;
  if (hasRings(s, knight) && hasThird(s, knight)) {
    decision(53);
    s.end = END.rings;
    crown(s, seat);
    return;
  }
  if (s.tables.airef) {
    s.stacksLeft--;
    s.stackTaken[0] = 1;
    crown(s, seat);
    return;
  }
  if (s.options.impressReward === 'choice') {
    decision(65);
    s.stacksLeft--;
    if (s.impressions >= s.tables.numbers.impressions) crown(s, seat);
    else s.rewardOwed = 2;
    return;
  }
  ask(s, P.STACK, seat, knight, s.knightTile[knight]!);
}

const STACK: DoomspirePrompt = {
  ask: () => 'the dragon is impressed: which stack do you take?',
  uses: ['STACK'],
  legal(s, _seat, list) {
    let n = 0;
    for (let i = 0; i < 3; i++) if (s.stackTaken[i] === 0) list[n++] = A.STACK + i;
    return n;
  },
  answer(s, seat, action) {
    const stack = action - A.STACK;
    decision(65);
    for (let r = 0; r < 4; r++) gain(s, seat, r, s.stackContents[stack * 4 + r]!);
    s.stackTaken[stack] = 1;
    s.stacksLeft--;
    if (s.impressions >= s.tables.numbers.impressions) crown(s, seat);
  },
};

/** Knight a impresses or fights the dragon. */
const doomspire: DoomspireProcedure = {
  run: runSpire,
  steps: STEP,
  arguments: 'k',
  asks: { GET: { at: STEP.reward, when: (s) => s.rewardOwed > 0 }, STACK: { at: STEP.reward } },
  waits: () => [STEP.fought],
  stack: ({ focusKnight: knight, focusTile: tile }) => [TURN, arrivalOf(knight, tile), ['doomspire', knight]],
};

export const spirePrompts = { STACK };
export const spireProcedures = { doomspire };
