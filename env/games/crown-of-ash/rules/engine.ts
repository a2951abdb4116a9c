/** The state machine: what comes when nobody is asked, and the tables of all that is asked and done. */
import { type Decisions, decisions, NOBODY } from '../../kit/prompts.js';
import { MINIONS } from '../data.js';
import { type Chance, P, type Position, promptNames, STAGE, type stageNames, taskNames } from '../state.js';
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
const none: CrownTask = { step: (s) => s.finish() };
const taskTable: Record<(typeof taskNames)[number], CrownTask> = { none, ...gainTasks, ...combatTasks, ...aiTasks };
/** By number. */
export const tasks: readonly CrownTask[] = taskNames.map((name) => taskTable[name]);
const taskSteps = tasks.map((task) => task.step);

/** What a stage does for the seat whose turn it is. @returns the prompt that seat is asked, or NOBODY */
const stages: Record<(typeof stageNames)[number], (s: Position, seat: number, chance: Chance) => number> = {
  'set-up'(s, _seat, chance) {
    drawOrder(s, chance);
    s.stage = STAGE.turn;
    return NOBODY;
  },
  turn(s, seat, chance) {
    if (!isAi(s, seat)) return P.TURN_ACTION;
    s.stage = STAGE.next;
    aiTurn(s, chance);
    return NOBODY;
  },
  raise: () => P.RAISE,
  pay: () => P.PAY,
  next(s, _seat, chance) {
    s.stage = STAGE.turn;
    if (++s.turn < s.seats) return NOBODY;
    s.turn = 0;
    if (++s.lap === MINIONS) endRound(s, chance);
    return NOBODY;
  },
  order: () => P.ORDER,
};
const stageSteps = Object.values(stages);

/** The first task, or what comes after all tasks. */
function step(s: Position, chance: Chance): void {
  const { tasks, stage } = s;
  const waits = s.taskCount > 0;
  const seat = waits ? tasks[1]! : stage === STAGE.order ? s.decider : s.order[s.turn]!;
  const prompt = waits ? taskSteps[tasks[0]!]!(s, seat, tasks[2]!, chance) : stageSteps[stage]!(s, seat, chance);
  s.prompt = prompt;
  if (prompt !== NOBODY) s.actor = seat;
}

export const {
  prompts: promptTable,
  list: listActions,
  answer,
  advance,
}: Decisions<Position> = decisions(
  promptNames.map((name) => prompts[name]),
  step,
);
