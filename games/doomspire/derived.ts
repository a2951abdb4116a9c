/**
 * What a view written by hand may leave out because it follows from the rest: the stack of procedures from the prompt, steps
 * of procedures, counts of what is on the table. Only reading of views uses it.
 */
import { framesAt, stepsAt } from './asked.js';
import * as D from './data.js';
import { CENTRE } from './geometry.js';
import * as S from './state.js';
import { OP, P, PHASE, type Position } from './state.js';

/** A step that the view does not tell: `deriveSteps` finds it. */
export const NOT_TOLD = -1;

const drawer = (s: Position): number => (s.cardKnight / 3) | 0;

/** Lays the stack where the view does not tell it. */
export function deriveStack(s: Position): void {
  const frames = framesAt(s);
  for (const [i, [procedure, ...args]] of frames.entries())
    s.frames.set([OP[procedure], NOT_TOLD, ...args], i * S.FRAME);
  s.depth = frames.length;
}

/** Fills in the steps that the view does not tell: the likeliest. */
export function deriveSteps(s: Position): void {
  for (let frame = 0; frame < s.depth; frame++) {
    const at = frame * S.FRAME + 1;
    if (s.frames[at] === NOT_TOLD) s.frames[at] = stepsAt(s, frame)?.[0] ?? 0;
  }
}

/** What the view has told: the rest is worked out. */
export interface Told {
  round: { turnsBegun?: unknown };
  players: readonly { rolled?: unknown }[];
  hoard?: { found?: unknown; impressions?: unknown; stacksLeft?: unknown } | undefined;
  trader?: unknown;
  card?: { replies?: unknown } | undefined;
  choosingDice?: unknown;
}

/** Counts of what is on the table. */
export function deriveCounts(s: Position, told: Told): void {
  const { numbers, itemStock } = s.tables;
  if (told.choosingDice === undefined) s.choosingDice = s.prompt === P.ROLL;
  for (let seat = 0; seat < 4; seat++)
    if (told.players[seat]!.rolled === undefined) s.rolled.set(s.dice.subarray(seat * 3, seat * 3 + 3), seat * 3);
  if (told.round.turnsBegun === undefined) {
    const whose = s.phase === PHASE.roll ? s.actor : s.mover;
    s.turnsBegun = whose < 0 ? 0 : ((whose - s.firstPlayer) & 3) + 1;
  }
  if (told.trader === undefined)
    for (let kind = 0; kind < D.TRADER_KINDS; kind++) {
      let bought = 0;
      for (let p = 0; p < D.PIECES; p++) if (D.PIECE_KIND[p] === kind && s.itemPlace[p] !== S.UNUSED) bought++;
      s.traderStock[kind] = Math.max(0, itemStock[kind]! - bought);
    }
  if (told.hoard?.found === undefined)
    s.spireRevealed = CENTRE.some((tile) => s.explored[tile] === 1 && s.kind[tile] === D.KIND_DOOMSPIRE);
  if (told.hoard?.impressions === undefined) s.impressions = s.stacks.reduce((sum, n) => sum + n, 0);
  if (told.hoard?.stacksLeft === undefined) {
    // The one that is being chosen counts as left.
    const choosing = s.prompt === P.STACK ? 1 : 0;
    s.stacksLeft = s.spireRevealed ? Math.max(0, numbers.impressions - s.impressions + choosing) : 0;
  }
  if (told.card?.replies === undefined) s.cardReplies = repliesDone(s);
}

/** How many have been asked by a card that asks several players, the one asked now included. */
function repliesDone(s: Position): number {
  if (s.card < 0) return 0;
  const since = (seat: number) => (seat - drawer(s)) & 3;
  if (s.prompt === P.SEAREPLY) return 2 * since(s.cardBoat >> 1) + (s.cardBoat & 1) + 1;
  const several =
    s.prompt === P.MARKETDAY ||
    s.prompt === P.ONEFORONE ||
    (s.prompt === P.GET && s.rewardOwed === 0) ||
    (s.prompt === P.CARDTILE && s.card === D.EVENT_RAID);
  return several ? since(s.actor) + 1 : 0;
}
