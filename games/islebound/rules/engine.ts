/** The table of all that is asked, and what is asked next. */
import { type DecisionLoop, decisions } from '../../../env/kit/prompts.js';
import { P, type Position, promptNames, STAGE } from '../state.js';
import { buildingPrompts } from './building.js';
import { crewPrompts } from './crew.js';
import type { IslePrompt } from './definitions.js';
import { eventPrompts, finishEvent } from './events.js';
import { arrive, sailingPrompts } from './sailing.js';
import { townPrompts } from './towns.js';
import { turnPrompts } from './turn.js';

const prompts: Record<(typeof promptNames)[number], IslePrompt> = {
  ...sailingPrompts,
  ...turnPrompts,
  ...townPrompts,
  ...eventPrompts,
  ...buildingPrompts,
  ...crewPrompts,
};

/** What is asked next: whatever the last action left to do, then the turn's own prompt. */
function step(s: Position): void {
  if (s.target !== 0) {
    if (s.rowers === 0) arrive(s);
    else {
      s.prompt = P.SPEED;
      return;
    }
  }
  if (s.pile !== 0) {
    if (s.needAdminister + s.needWork === 0) finishEvent(s);
    else {
      s.prompt = P.EVX;
      return;
    }
  }
  if (s.slot !== 0) s.prompt = P.WOOD;
  else if (s.cost !== 0) s.prompt = P.ADMIN;
  else if (s.working !== 0) s.prompt = P.WORK;
  else if (s.toSell !== 0) s.prompt = P.SELL;
  else if (s.toBuild !== 0) s.prompt = P.BUILD;
  else if (s.toHire !== 0) s.prompt = P.HIRE;
  else if (s.toBrag !== 0) s.prompt = P.BRAG;
  else s.prompt = s.stage === STAGE.move ? P.MOVE : s.stage === STAGE.main ? P.MAIN : P.POST;
}

/** All decisions of the game. */
export const asking: DecisionLoop<Position> = decisions(
  promptNames.map((name) => prompts[name]),
  step,
  { clear: false },
);
