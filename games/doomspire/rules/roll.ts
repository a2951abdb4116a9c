/** Roll phase: how many dice each seat pays for, then all roll (decisions 1-3). */

import * as A from '../actions.js';
import * as N from '../names.js';
import { knightCount } from '../read.js';
import { type Chance, OP, P, type Position, STREAM } from '../state.js';
import type { DoomspireProcedure, DoomspirePrompt } from './definitions.js';
import { decision } from './landmarks.js';
import { ask, lose } from './pieces.js';

/** Dice a seat may roll, taxed ones included. */
const diceAllowed = (s: Position, seat: number): number => Math.min(s.tables.numbers.maxDice, 1 + knightCount(s, seat));
/** Most taxed dice a seat can pay for. */
export function mostExtra(s: Position, seat: number): number {
  if (s.concededOrder[seat] !== 0) return 0;
  const taxed = diceAllowed(s, seat) - s.tables.numbers.freeDice;
  if (taxed <= 0) return 0;
  const affordable = (s.resources[seat * 4]! / s.tax) | 0;
  if (affordable < taxed) decision(3);
  return Math.min(affordable, taxed);
}

/** Opens the phase. */
export function startRoll(s: Position): void {
  s.tax = s.tables.numbers.foodPerExtraDie * (s.taxDoubles ? 2 : 1);
  s.taxDoubles = false;
  s.extraDice.fill(0);
  s.choosingDice = true;
  s.push(OP.roll, 0, 0, 0, 0);
}
/** Each seat chooses in turn order, then all pay and roll. */
function runRoll(s: Position, chance: Chance): void {
  for (let i = s.turnsBegun; i < 4; i++) {
    s.turnsBegun = i + 1;
    const seat = (s.firstPlayer + i) & 3;
    if (mostExtra(s, seat) === 0) continue;
    decision(1);
    decision(2);
    ask(s, P.ROLL, seat, -1, -1);
    return;
  }
  s.choosingDice = false;
  s.dice.fill(0);
  s.rolled.fill(0);
  const free = s.tables.numbers.freeDice;
  for (let seat = 0; seat < 4; seat++) {
    const extra = s.extraDice[seat]!;
    lose(s, seat, 0, extra * s.tax);
    const allowed = diceAllowed(s, seat);
    const n = s.concededOrder[seat] !== 0 ? 0 : Math.min(allowed, free) + extra;
    // Four values a seat whatever is rolled, so that luck stays paired when choices differ.
    for (let d = 0; d < 4; d++) {
      const face = chance.draw(STREAM['dice 0'] + seat, 3);
      if (d >= n) continue;
      s.dice[seat * 3 + face]!++;
      s.rolled[seat * 3 + face]!++;
    }
  }
  s.phase = 1;
  s.turnsBegun = 0;
  s.pop();
}

/** Where dice are chosen in the open: what the seats before have chosen. */
function chosenDice(s: Position): string {
  if (s.options.diceChoice === 'hidden' || !s.choosingDice) return '';
  const before = Array.from({ length: s.turnsBegun }, (_, i) => (s.firstPlayer + i) & 3);
  const words = before.filter((p) => p !== s.actor).map((p) => `${N.seatName(p)} ${s.extraDice[p]}`);
  return words.length > 0 ? `so far ${words.join(', ')}; ` : '';
}

const ROLL: DoomspirePrompt = {
  ask: (s) => `${chosenDice(s)}how many extra dice (${s.tax} food each)?`,
  uses: ['DICE'],
  legal(s, seat, list) {
    const most = mostExtra(s, seat);
    for (let i = 0; i <= most; i++) list[i] = A.DICE + i;
    return most + 1;
  },
  answer(s, seat, action) {
    s.extraDice[seat] = action - A.DICE;
  },
};

/** The seats choose their dice, in turn order. */
const roll: DoomspireProcedure = {
  run: runRoll,
  steps: { choose: 0 },
  asks: { ROLL: { at: 0 } },
  stack: () => [['roll']],
};

export const rollPrompts = { ROLL };
export const rollProcedures = { roll };
