/**
 * At which step each procedure on the stack can be, by what lies above it or, on top, by what is asked: `step` of a view is
 * an inner number of the rules, and a wrong one would change the game without a word.
 */
import { ENCOUNTER_DOG, EVENT_PESTS, EVENT_RAID, EVENT_TRIAL } from './data.js';
import * as S from './state.js';

/** The first frame, from the bottom, that is at an impossible step; undefined when all is well. */
export function stepProblem(s: S.Position): { frame: number; wanted: readonly number[] } | undefined {
  const depth = s.g[S.DEPTH]!;
  for (let frame = 0; frame < depth; frame++) {
    const wanted = frame === depth - 1 ? onTop(s) : below(s, frame);
    if (wanted && !wanted.includes(s.frames[frame * S.FRAME + 1]!)) return { frame, wanted };
  }
  return undefined;
}

/** From `first` to `last`. */
const through = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** Steps of the procedure that asks. */
function onTop(s: S.Position): readonly number[] {
  const { g, frames } = s;
  const top = s.top();
  const prompt = g[S.PROMPT]!;
  const { airef } = s.tables;
  switch (frames[top]) {
    case S.OP_WALK: {
      // Sixteen for each tile passed, and the next knight there that might block.
      const [first, second] = [frames[top + 3], frames[top + 4]];
      return [first, second].flatMap((tile, i) => (tile === g[S.FOCUS_TILE] ? [16 * i + g[S.FOCUS_KNIGHT]! + 1] : []));
    }
    case S.OP_ARRIVE:
      return prompt === S.P_DECK ? [6] : [7];
    case S.OP_FIGHT:
      if (prompt === S.P_FIGHT) return airef ? [8] : [1];
      if (prompt === S.P_SUPPORT || prompt === S.P_SIDE) return airef ? [8] : [2];
      return prompt === S.P_LOOT ? [5] : prompt === S.P_HANDOVER ? [6] : [3];
    case S.OP_CARD:
      return ofCard(g[S.CARD]!, prompt);
    case S.OP_SPIRE:
      return [2];
    case S.OP_HARVEST:
      if (prompt === S.P_HARVEST) return airef ? [8] : [1];
      if (prompt === S.P_USE) return airef ? [9] : [2];
      return airef ? [11] : [4];
    case S.OP_BEGGAR:
      return [1];
    default:
      return [0];
  }
}

/** Steps of a card that asks: one for each time it went on. */
function ofCard(card: number, prompt: number): readonly number[] {
  switch (prompt) {
    case S.P_CARDPLAYER:
      return card === EVENT_PESTS ? [1] : [2];
    case S.P_CARDRES:
      return card === EVENT_TRIAL ? [3] : [1];
    case S.P_CARDTILE:
      return card === EVENT_RAID ? through(1, 12) : [1];
    case S.P_MARKETDAY:
      return through(2, 5);
    case S.P_SEAREPLY:
      return through(2, 9);
    case S.P_ROOM:
      return card === ENCOUNTER_DOG ? [2] : [1];
    default:
      return [1];
  }
}

/** Steps of a procedure that waits for the one above it; undefined where such a pair is not known. */
function below(s: S.Position, frame: number): readonly number[] | undefined {
  const above = s.frames[(frame + 1) * S.FRAME]!;
  switch (s.frames[frame * S.FRAME]) {
    case S.OP_WALK:
      return [16, 32];
    case S.OP_ARRIVE:
      return arrival(s, above);
    case S.OP_FIGHT:
      return above === S.OP_OVERFLOW ? [3] : [7];
    case S.OP_CARD:
      return above === S.OP_WINDOW ? through(100, 103) : [1];
    case S.OP_SPIRE:
      return [1];
    case S.OP_TURN:
    case S.OP_RETREAT:
    case S.OP_LOSE:
    case S.OP_OVERFLOW:
      return [0];
    default:
      return undefined;
  }
}

/** Steps of an arrival: 6 while what its card started goes on. */
function arrival(s: S.Position, above: number): readonly number[] | undefined {
  const drawn = s.g[S.LAST_CARD]! >= 0;
  switch (above) {
    case S.OP_BEGGAR:
      return [1];
    case S.OP_CARD:
      return [6];
    case S.OP_SPIRE:
      return [8];
    case S.OP_FIGHT:
      return s.fight[S.FIGHT_KIND] === 2 ? [2] : drawn ? [6] : [4];
    case S.OP_LOSE:
      return drawn ? [6] : [4];
    case S.OP_RETREAT:
      return drawn ? [6] : [2, 4];
    case S.OP_OVERFLOW:
      return drawn ? [6] : [2, 4, 7, 8];
    default:
      return undefined;
  }
}
