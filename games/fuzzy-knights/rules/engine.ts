/** The state machine: what comes when nobody is asked, and the tables of all that is asked and done. */
import { decisions } from '../../../env/kit/prompts.js';
import { type Chance, type Position, promptNames, STEP, stepNames } from '../state.js';
import { battlePrompts, battleSteps } from './battle.js';
import { inPlay } from './board.js';
import { buildingPrompts, buildingSteps } from './building.js';
import { daybreakPrompts, daybreakSteps } from './daybreak.js';
import type { FuzzyPrompt, Step } from './definitions.js';
import { encounterPrompts, encounterSteps } from './encounters.js';
import { movementPrompts, movementSteps } from './movement.js';
import { clearHand } from './ranking.js';
import { setupPrompts, setupSteps } from './setup.js';
import { tokenPrompts, tokenSteps } from './tokens.js';
import { endActivation, turnPrompts, turnSteps } from './turns.js';

const promptTable: Record<(typeof promptNames)[number], FuzzyPrompt> = {
  ...setupPrompts,
  ...daybreakPrompts,
  ...buildingPrompts,
  ...tokenPrompts,
  ...turnPrompts,
  ...movementPrompts,
  ...encounterPrompts,
  ...battlePrompts,
};
const stepTable: Record<(typeof stepNames)[number], Step> = {
  ...setupSteps,
  ...daybreakSteps,
  ...buildingSteps,
  ...tokenSteps,
  ...turnSteps,
  ...movementSteps,
  ...encounterSteps,
  ...battleSteps,
};
/** By number. */
export const prompts: readonly FuzzyPrompt[] = promptNames.map((name) => promptTable[name]);
const steps = stepNames.map((name) => stepTable[name]);

function step(s: Position, chance: Chance): void {
  // The hero at hand may have died.
  if (s.step >= STEP.move && !inPlay(s, s.hand)) endActivation(s);
  else steps[s.step]!(s, chance);
}

const table = decisions(prompts, step, { clear: false });
/** All decisions of the game. */
export const asking = {
  ...table,
  advance(s: Position, chance: Chance): void {
    table.advance(s, chance);
    if (s.over) clearHand(s);
  },
};
