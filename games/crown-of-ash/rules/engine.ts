/** The state machine: what comes when nobody is asked, and the tables of all that is asked and done. */
import { type DecisionLoop, decisions, NOBODY } from '../../../env/kit/prompts.js';
import { MINIONS } from '../data.js';
import { type Chance, P, type Position, promptNames, STAGE, taskNames } from '../state.js';
import { aiTasks, aiTurn } from './ai.js';
import { combatPrompts, combatTasks } from './combat.js';
import type { CrownPrompt, CrownTask } from './definitions.js';
import { endRound, orderPrompts } from './ending.js';
import { gainPrompts, gainTasks } from './gains.js';
import { minionPrompts } from './minion.js';
import { isAi } from './pieces.js';
import { raisingPrompts } from './raising.js';
import { drawOrder } from './setup.js';

const prompts: Record<(typeof promptNames)[number], CrownPrompt> = {
  ...minionPrompts,
  ...gainPrompts,
  ...combatPrompts,
  ...raisingPrompts,
  ...orderPrompts,
};
const none: CrownTask = { asks: NOBODY };
const taskTable: Record<(typeof taskNames)[number], CrownTask> = { none, ...gainTasks, ...combatTasks, ...aiTasks };
/** By number. */
export const tasks: readonly CrownTask[] = taskNames.map((name) => taskTable[name]);
const taskAsks = tasks.map(({ asks }) => asks);
const taskSteps = tasks.map(({ step }) => step);

/** The first task, or what comes after all tasks. */
function step(s: Position, chance: Chance): void {
  if (s.taskCount === 0) {
    stage(s, chance);
    return;
  }
  const task = s.tasks[0]!;
  const seat = s.tasks[1]!;
  const first = taskSteps[task];
  if (first?.(s, seat, s.tasks[2]!, chance)) s.finish();
  else ask(s, taskAsks[task]!, seat);
}

function ask(s: Position, prompt: number, seat: number): void {
  s.prompt = prompt;
  s.actor = seat;
}

function stage(s: Position, chance: Chance): void {
  const seat = s.order[s.turn]!;
  switch (s.stage) {
    case STAGE['set-up']:
      drawOrder(s, chance);
      s.stage = STAGE.turn;
      break;
    case STAGE.turn:
      if (isAi(s, seat)) {
        s.stage = STAGE.next;
        aiTurn(s, chance);
      } else ask(s, P.TURN_ACTION, seat);
      break;
    case STAGE.raise:
      ask(s, P.RAISE, seat);
      break;
    case STAGE.pay:
      ask(s, P.PAY, seat);
      break;
    case STAGE.next:
      s.stage = STAGE.turn;
      if (++s.turn < s.seats) break;
      s.turn = 0;
      if (++s.lap === MINIONS) endRound(s, chance);
      break;
    case STAGE.order:
      ask(s, P.ORDER, s.decider);
      break;
  }
}

/** All decisions of the game. */
export const asking: DecisionLoop<Position> = decisions(
  promptNames.map((name) => prompts[name]),
  step,
);
