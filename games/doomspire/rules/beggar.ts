/** The beggar: he may be passed on where his knight is beside others. */
import { BEGGAR } from '../data.js';
import { bitCount, lowest } from '../read.js';
import { OP, P, type Position } from '../state.js';
import type { DoomspireProcedure } from './definitions.js';
import { decision } from './landmarks.js';
import { ask } from './pieces.js';
import { arrivalOf, TURN } from './stack.js';

/** Bits of the knights on a tile that have room for the beggar of this knight. */
export function beggarTakers(s: Position, knight: number, tile: number): number {
  let takers = 0;
  for (let bits = s.knightsOn[tile]! & ~(1 << knight); bits; bits &= bits - 1) {
    const k = lowest(bits);
    if (bitCount(s.followerBits[k]!) < s.tables.numbers.followers) takers |= 1 << k;
  }
  return takers;
}
/** Starts the hand-over of the beggar where its holder is beside somebody with room; whether it did. */
export function startBeggar(s: Position, knight: number, tile: number): boolean {
  if (!(s.followerBits[knight]! & (1 << BEGGAR)) || beggarTakers(s, knight, tile) === 0) return false;
  s.push(OP.beggar, knight, tile, 0, 0);
  return true;
}

const STEP = { ask: 0, asked: 1 };

/** Asks once. */
function runBeggar(s: Position): void {
  const top = s.top();
  if (s.frames[top + 1] !== STEP.ask) {
    s.pop();
    return;
  }
  s.frames[top + 1] = STEP.asked;
  decision(51);
  const knight = s.frames[top + 2]!;
  ask(s, P.CARDKNIGHT, (knight / 3) | 0, knight, s.frames[top + 3]!);
}

/** Knight a with the beggar is beside others on tile b. */
const beggar: DoomspireProcedure = {
  run: runBeggar,
  steps: STEP,
  arguments: 'kt',
  asks: { CARDKNIGHT: { at: STEP.asked, when: (s) => s.card < 0 } },
  stack: ({ focusKnight: knight, focusTile: tile }) => [TURN, arrivalOf(knight, tile), ['beggar', knight, tile]],
};

export const beggarProcedures = { beggar };
