/** The heart of the game: what comes when nobody is asked, and the tables of all prompts and procedures. */
import { type Decisions, decisions } from '../../../env/kit/prompts.js';
import { DECK_MONSTERS, ENCOUNTER_FIRST, TREASURE_SHIELD } from '../data.js';
import { questions } from '../questions.js';
import { type Chance, PHASE, type Position, procedureNames, promptNames } from '../state.js';
import { arrivalPrompts, runArrive } from './arrival.js';
import { boatPrompts } from './boats.js';
import { cardPrompts } from './card-prompts.js';
import { deckPrompts, meetMonster } from './cards.js';
import { combatPrompts, runFight } from './combat.js';
import type { DoomspirePrompt, Procedure } from './definitions.js';
import { encounterPrompts, runEncounter } from './encounters.js';
import { runTitles, truncate } from './ending.js';
import { eventPrompts, runEvent, runWindow } from './events.js';
import { flightPrompts, runLose, runRetreat } from './flight.js';
import { harvestPrompts, runHarvest, startHarvest, startHarvestTurn } from './harvest.js';
import { itemPrompts, runOverflow } from './items.js';
import { decision } from './landmarks.js';
import { movementPrompts, runBeggar, runWalk } from './movement.js';
import { rollPrompts, runRoll, startRoll } from './roll.js';
import { runSpire, spirePrompts } from './spire.js';
import { traderPrompts } from './trader.js';
import { tradingPrompts } from './trading.js';
import { runTreasure } from './treasures.js';
import { runTurn, startTurn, turnPrompts } from './turn.js';

const prompts: Record<(typeof promptNames)[number], DoomspirePrompt> = {
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

/** Procedure of the card in hand, by what kind of card it is. */
function runCard(s: Position, chance: Chance): void {
  const { card } = s;
  if (card < DECK_MONSTERS) meetMonster(s, card);
  else if (card < TREASURE_SHIELD) runEvent(s, card, chance);
  else if (card < ENCOUNTER_FIRST) runTreasure(s, card, chance);
  else runEncounter(s, card);
}

const procedures: Record<(typeof procedureNames)[number], Procedure> = {
  none: nextTurn,
  turn: runTurn,
  walk: runWalk,
  arrive: runArrive,
  fight: runFight,
  retreat: runRetreat,
  lose: runLose,
  overflow: runOverflow,
  card: runCard,
  doomspire: runSpire,
  harvest: runHarvest,
  titles: runTitles,
  roll: runRoll,
  beggar: runBeggar,
  'exchange window': runWindow,
};
const steps = procedureNames.map((name) => procedures[name]);

/** All decisions of the game: each goes on with the procedure on top of the stack. */
export const asking: Decisions<Position> = decisions(
  promptNames.map((name) => ({ ...prompts[name], ...questions[name] })),
  (s, chance) => steps[s.depth === 0 ? 0 : s.frames[s.top()]!]!(s, chance),
);
