/**
 * What a view written by hand may leave out because it follows from the rest: the stack of procedures from the prompt, steps
 * of procedures, counts of what is on the table. Only reading of views uses it.
 */
import { fail } from '../../env/kit/json.js';
import { stepsAt } from './asked.js';
import * as D from './data.js';
import { CENTRE } from './geometry.js';
import * as S from './state.js';
import { AGAINST, OP, P, PHASE, type Position } from './state.js';

/** A step that the view does not tell: `deriveSteps` finds it. */
export const NOT_TOLD = -1;

type Procedure = (typeof S.procedureNames)[number];
type Frame = readonly [procedure: Procedure, ...args: number[]];

const turn: Frame = ['turn'];
const drawer = (s: Position): number => (s.cardKnight / 3) | 0;
/** An arrival of the knight that came. */
const arrival = (knight: number, tile: number): Frame => ['arrive', knight, tile];
/** A card in hand, drawn on arrival. */
const withCard = (s: Position): Frame[] => [turn, arrival(s.cardKnight, s.cardTile), ['card']];

/** What a battle or a flight belongs to. */
function battleOf(s: Position): Frame[] {
  const { fightAttacker: attacker, fightDefender: defender, fightTile: tile } = s;
  if (s.fightShot) return [turn];
  if (s.fightKind === AGAINST.dragon) return [turn, arrival(attacker, tile), ['doomspire', attacker]];
  if (s.fightEvent) return [turn, arrival(attacker, tile), ['card']];
  if (s.fightBlock) return [turn, ['arrive', defender, tile, S.ARRIVED_BLOCKED]];
  return [turn, arrival(attacker, tile)];
}

/** The procedures under way while the prompt is asked. @throws Error where that cannot be known */
function framesOf(s: Position): Frame[] {
  const { focusKnight: knight, focusTile: tile } = s;
  switch (s.prompt) {
    case P.ROLL:
      return [['roll']];
    case P.HARVEST:
    case P.USE:
    case P.BUILD:
      return [['harvest']];
    case P.BLOCK:
      return fail('stack', 'must tell who walks where (procedure walk) at prompt BLOCK');
    case P.FIGHT:
    case P.SUPPORT:
    case P.SIDE:
    case P.BONUS:
    case P.SACRIFICE:
    case P.HANDOVER:
    case P.LOOT:
      return [...battleOf(s), ['fight']];
    case P.FLEETILE:
      return [turn, arrival(knight, s.knightTile[knight]!), ['retreat', knight, tile]];
    case P.LOSE:
      return [turn, arrival(knight, tile < 0 ? s.knightTile[knight]! & 63 : tile), ['lose', s.actor, knight]];
    case P.OVERFLOW:
      return [turn, ['overflow', knight]];
    case P.TILEACT:
    case P.DECK:
      return [turn, arrival(knight, tile)];
    case P.GET:
      if (s.rewardOwed > 0) return [turn, arrival(knight, tile), ['doomspire', knight]];
      return s.card >= 0 ? [...withCard(s), ['exchange window', s.actor]] : [turn, arrival(knight, tile)];
    case P.STACK:
      return [turn, arrival(knight, tile), ['doomspire', knight]];
    case P.ONEFORONE:
      return [...withCard(s), ['exchange window', s.actor]];
    case P.CARDPLAYER:
      return s.card >= 0 ? withCard(s) : [['titles', s.hand < 0 ? 0 : 1]];
    case P.CARDKNIGHT:
      return s.card >= 0 ? withCard(s) : [turn, arrival(knight, tile), ['beggar', knight, tile]];
    case P.CARDOPT:
    case P.CARDRES:
    case P.CARDTILE:
    case P.CARDZONE:
    case P.SEAREPLY:
    case P.MARKETDAY:
    case P.ROOM:
      return withCard(s);
    default:
      return [turn];
  }
}

/** Lays the stack where the view does not tell it. */
export function deriveStack(s: Position): void {
  const frames = framesOf(s);
  for (const [i, [procedure, ...args]] of frames.entries())
    s.frames.set([OP[procedure], NOT_TOLD, ...args], i * S.FRAME);
  s.depth = frames.length;
}

/** Fills in the steps that the view does not tell. Where several are possible the rules do the same at all but these. */
export function deriveSteps(s: Position): void {
  for (let frame = 0; frame < s.depth; frame++) {
    const at = frame * S.FRAME;
    if (s.frames[at + 1] !== NOT_TOLD) continue;
    const steps = stepsAt(s, frame) ?? [];
    const name = S.procedureNames[s.frames[at]!];
    const above = S.procedureNames[s.frames[at + S.FRAME]!];
    let step = steps[0] ?? 0;
    // The walk has gone on from its first tile, or from its second.
    if (name === 'walk' && steps.length === 2) step = s.frames[at + 3] === s.fightTile ? 16 : 32;
    if (name === 'arrive' && steps.includes(7)) step = 7;
    else if (name === 'arrive' && above === 'retreat' && steps.length === 2)
      step = rivalsAt(s, s.frames[at + 3]!) ? 2 : 4;
    s.frames[at + 1] = step;
  }
}
const rivalsAt = (s: Position, tile: number): boolean => (s.knightsOn[tile & 63]! & ~(7 << (s.mover * 3))) !== 0;

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
