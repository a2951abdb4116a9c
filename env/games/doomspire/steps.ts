/**
 * At which step each procedure on the stack can be, by what lies above it or, on top, by what is asked: `step` of a view is
 * an inner number of the rules, and a wrong one would change the game without a word.
 */
import { ENCOUNTER_DOG, EVENT_PESTS, EVENT_RAID, EVENT_TRIAL } from './data.js';
import * as S from './state.js';
import { OP, P } from './state.js';

/** The first frame, from the bottom, that is at an impossible step; undefined when all is well. */
export function stepProblem(s: S.Position): { frame: number; wanted: readonly number[] } | undefined {
  const depth = s.depth;
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
  const { frames } = s;
  const top = s.top();
  const prompt = s.prompt;
  const { airef } = s.tables;
  switch (frames[top]) {
    case OP.walk: {
      // Sixteen for each tile passed, and the next knight there that might block.
      const [first, second] = [frames[top + 3], frames[top + 4]];
      return [first, second].flatMap((tile, i) => (tile === s.focusTile ? [16 * i + s.focusKnight + 1] : []));
    }
    case OP.arrive:
      return prompt === P.DECK ? [6] : [7];
    case OP.fight:
      if (prompt === P.FIGHT) return airef ? [8] : [1];
      if (prompt === P.SUPPORT || prompt === P.SIDE) return airef ? [8] : [2];
      return prompt === P.LOOT ? [5] : prompt === P.HANDOVER ? [6] : [3];
    case OP.card:
      return ofCard(s.card, prompt);
    case OP.doomspire:
      return [2];
    case OP.harvest:
      if (prompt === P.HARVEST) return airef ? [8] : [1];
      if (prompt === P.USE) return airef ? [9] : [2];
      return airef ? [11] : [4];
    case OP.beggar:
      return [1];
    default:
      return [0];
  }
}

/** Steps of a card that asks: one for each time it went on. */
function ofCard(card: number, prompt: number): readonly number[] {
  switch (prompt) {
    case P.CARDPLAYER:
      return card === EVENT_PESTS ? [1] : [2];
    case P.CARDRES:
      return card === EVENT_TRIAL ? [3] : [1];
    case P.CARDTILE:
      return card === EVENT_RAID ? through(1, 12) : [1];
    case P.MARKETDAY:
      return through(2, 5);
    case P.SEAREPLY:
      return through(2, 9);
    case P.ROOM:
      return card === ENCOUNTER_DOG ? [2] : [1];
    default:
      return [1];
  }
}

/** Steps of a procedure that waits for the one above it; undefined where such a pair is not known. */
function below(s: S.Position, frame: number): readonly number[] | undefined {
  const above = s.frames[(frame + 1) * S.FRAME]!;
  switch (s.frames[frame * S.FRAME]) {
    case OP.walk:
      return [16, 32];
    case OP.arrive:
      return arrival(s, above);
    case OP.fight:
      return above === OP.overflow ? [3] : [7];
    case OP.card:
      return above === OP['exchange window'] ? through(100, 103) : [1];
    case OP.doomspire:
      return [1];
    case OP.turn:
    case OP.retreat:
    case OP.lose:
    case OP.overflow:
      return [0];
    default:
      return undefined;
  }
}

/** Steps of an arrival: 6 while what its card started goes on. */
function arrival(s: S.Position, above: number): readonly number[] | undefined {
  const drawn = s.lastCard >= 0;
  switch (above) {
    case OP.beggar:
      return [1];
    case OP.card:
      return [6];
    case OP.doomspire:
      return [8];
    case OP.fight:
      return s.fightKind === 2 ? [2] : drawn ? [6] : [4];
    case OP.lose:
      return drawn ? [6] : [4];
    case OP.retreat:
      return drawn ? [6] : [2, 4];
    case OP.overflow:
      return drawn ? [6] : [2, 4, 7, 8];
    default:
      return undefined;
  }
}
