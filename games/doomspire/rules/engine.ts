/** The heart of the game: what comes when nobody is asked, and the tables of all prompts and procedures. */
import { type DecisionLoop, decisions } from '../../../env/kit/prompts.js';
import { type Chance, PHASE, type Position, procedureNames, promptNames } from '../state.js';
import { arrivalProcedures, arrivalPrompts } from './arrival.js';
import { beggarProcedures } from './beggar.js';
import { boatPrompts } from './boats.js';
import { cardPrompts } from './card-prompts.js';
import { deckPrompts } from './cards.js';
import { combatProcedures, combatPrompts } from './combat.js';
import type { DoomspireProcedure, DoomspirePrompt, ProcedureName, PromptName } from './definitions.js';
import { drawnCardProcedures } from './drawn-card.js';
import { encounterPrompts } from './encounters.js';
import { endingProcedures, truncate } from './ending.js';
import { eventProcedures, eventPrompts } from './events.js';
import { flightProcedures, flightPrompts } from './flight.js';
import { harvestProcedures, harvestPrompts, startHarvest, startHarvestTurn } from './harvest.js';
import { itemProcedures, itemPrompts } from './items.js';
import { decision } from './landmarks.js';
import { movementProcedures, movementPrompts } from './movement.js';
import { rollProcedures, rollPrompts, startRoll } from './roll.js';
import { spireProcedures, spirePrompts } from './spire.js';
import { traderPrompts } from './trader.js';
import { tradingPrompts } from './trading.js';
import { startTurn, turnProcedures, turnPrompts } from './turn.js';

/** By name: what is asked. */
export const prompts: Readonly<Record<PromptName, DoomspirePrompt>> = {
  ...rollPrompts,
  ...turnPrompts,
  ...movementPrompts,
  ...boatPrompts,
  ...arrivalPrompts,
  ...combatPrompts,
  ...flightPrompts,
  ...itemPrompts,
  ...deckPrompts,
  ...cardPrompts,
  ...eventPrompts,
  ...encounterPrompts,
  ...traderPrompts,
  ...tradingPrompts,
  ...spirePrompts,
  ...harvestPrompts,
};

/** Between turns: the next seat, the next phase, the next round. */
function nextTurn(s: Position, chance: Chance): void {
  if (s.phase === PHASE.movement || s.phase === PHASE.harvest) {
    while (s.turnsBegun < 4) {
      const seat = (s.firstPlayer + s.turnsBegun) & 3;
      s.turnsBegun++;
      if (s.concededOrder[seat] !== 0) continue;
      if (s.phase === PHASE.movement) startTurn(s, seat);
      else startHarvestTurn(s, seat);
      return;
    }
    s.turnsBegun = 0;
    if (s.phase === PHASE.movement) {
      s.phase = PHASE.harvest;
      startHarvest(s);
      return;
    }
    endRound(s);
    if (s.round >= s.options.roundCap) {
      truncate(s, chance);
      return;
    }
  }
  startRound(s);
}
function endRound(s: Position): void {
  decision(7);
  s.dice.fill(0);
  s.rolled.fill(0);
  s.extraDice.fill(0);
  s.acted.fill(0);
  s.halted.fill(0);
  s.itemTouched.fill(0);
  s.harvestBy.fill(0);
}
/** The token moves on, then dice are chosen. */
function startRound(s: Position): void {
  s.round++;
  s.phase = PHASE.roll;
  s.turnsBegun = 0;
  // Edition airef: the token moves after a round, so the first player of the first round is the one drawn.
  if (!s.tables.airef || s.round > 1) s.firstPlayer = (s.firstPlayer + 1) & 3;
  else decision(88);
  startRoll(s);
}

/** By name: what is under way. */
export const procedures: Readonly<Record<ProcedureName, DoomspireProcedure>> = {
  ...turnProcedures,
  ...movementProcedures,
  ...arrivalProcedures,
  ...combatProcedures,
  ...flightProcedures,
  ...itemProcedures,
  ...drawnCardProcedures,
  ...spireProcedures,
  ...harvestProcedures,
  ...endingProcedures,
  ...rollProcedures,
  ...beggarProcedures,
  ...eventProcedures,
};
const runs = procedureNames.map((name) => (name === 'none' ? nextTurn : procedures[name].run));

/** All decisions of the game: each goes on with the procedure on top of the stack. */
export const asking: DecisionLoop<Position> = decisions(
  promptNames.map((name) => prompts[name]),
  (s, chance) => runs[s.depth === 0 ? 0 : s.frames[s.top()]!]!(s, chance),
);
