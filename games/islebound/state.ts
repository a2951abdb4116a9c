/**
 * A position of Islebound solo as one block of memory: every field, what it holds, and what is hidden. No rules here:
 * they are in rules/, the contract is in game.ts.
 *
 * Hidden: the order of the building, crew and event decks and of the renown tokens below the top, and of the
 * reputation cards that have not been seen yet. Everything else is public; the rival has no secret.
 */
import { i16, u8, type Values } from '../../env/kit/fields.js';
import { positions } from '../../env/kit/position.js';
import * as D from './data.js';
import { PORT, POSITIONS, quadrantNames, regionNames } from './geometry.js';
import { type IsleboundOptions, optionsSchema } from './options.js';
import * as T from './terms.js';

/** Re-exported for the files in rules/. */
export type { Chance } from '../../env/chance.js';

export * from './terms.js';

/** Most of anything that is counted. */
const MANY = 30_000;
const { EMPTY } = T;

export const fields = {
  round: i16('Round, from 1.', { min: 1, max: 200, start: 1 }),
  lastRound: i16('Round that is the last one, 0 while there is none.', { min: 1, max: 201, none: 0 }),
  cause: i16('What brought the last round: index into `endings`.', { names: T.endings }),
  over: i16.flag('The game is over.'),
  truncated: i16.flag('It was cut off at the round cap.'),
  prompt: i16('Pending prompt (`promptNames`), -1 when over.', { names: T.promptNames, none: -1, start: 0 }),
  stage: i16('What is asked when nothing is pending: STAGE.', { names: T.stageNames }),
  count: i16('Legal actions of the pending prompt, in `legalActions`.', { max: T.ACTIONS }),
  home: i16('Quadrant of the home port, -1 before it is chosen.', { names: quadrantNames, none: -1 }),
  ship: i16("Position of the human's ship, -1 before it has one.", { max: PORT, none: -1 }),
  region: i16("Region of the rival's ship.", { names: regionNames }),
  treasure: i16('Coins on the treasure map.', { max: MANY }),
  tokenBought: i16.flag('The human has bought its renown token of this turn.'),
  human: i16(D.counterNames, 'What the human has; `influence` are its cubes on the track.', { max: MANY }),
  rival: i16(D.counterNames, 'What the rival has; its crew is a mere number.', { max: MANY }),
  buildingsLeft: i16('Cards left in the building deck.', { max: D.BUILDINGS }),
  crewLeft: i16('Cards left in the crew deck.', { max: D.CREW_CARDS }),
  tokensLeft: i16('Renown tokens left.', { max: D.TOKENS }),
  eventsLeft: i16([T.PILES], 'Events left in each pile.', { max: T.EVENT_PILE }),
  under: i16([T.PILES], 'Reputation cards at the bottom of each pile whose place is known, since they went under it.', {
    max: T.REPUTATION_PILE - 1,
  }),
  // Pending: all zero but where a prompt says so.
  target: i16('Destination of the move + 1 (TOLL, SPEED).', { min: 1, max: PORT + 1, none: 0 }),
  rowers: i16('Crew still to exhaust for speed (SPEED).', { max: 999 }),
  cost: i16('Cubes, or coins, that the thing costs (ADMIN, WOOD).', { max: 999 }),
  used: i16('Administer symbols, or wood, used against it.', { max: 999 }),
  slot: i16('Slot of the row being bought + 1 (WOOD).', { min: 1, max: T.ROW, none: 0 }),
  piratesIn: i16('Pirates sent (COMMIT).', { max: 999 }),
  serpentsIn: i16('Serpents sent.', { max: 999 }),
  pile: i16('Event pile being done + 1 (EVX).', { min: 1, max: T.PILES, none: 0 }),
  needAdminister: i16('Symbols that the event still needs: administer.', { max: 999 }),
  needWork: i16('Work.', { max: 999 }),
  working: i16('Still to come this turn: good + 1 that work adds.', { min: 1, max: D.GOODS, none: 0 }),
  toSell: i16('Goods to sell.', { max: 999 }),
  toBuild: i16('Buildings.', { max: 999 }),
  toHire: i16('Hires.', { max: 999 }),
  toBrag: i16('Brags.', { max: 999 }),
  discount: i16('Coins off the building to come.', { max: 999 }),
  lastAttack: i16('Strength of the last attack + 1 until the ship sails again, for people; 0 none.', { max: MANY + 1 }),
  spare: i16('Nothing; saved positions and hashes have had it from the first.', { max: 0 }),
  ability: i16(D.abilityNames, "Sum of each lasting ability of the human's buildings.", { min: -999, max: 999 }),
  spareAbility: i16('Nothing, from the first too.', { max: 0 }),
  townAt: u8([POSITIONS], 'Town at each position.', { max: D.TOWNS - 1 }),
  owner: u8([POSITIONS], 'Owner of the town at each position.', { names: T.ownerNames }),
  track: u8([T.TRACK], 'Influence track from the left.', { names: T.cubeNames }),
  crew: u8([T.CREW_PLACES], 'Crew aboard, `human.crew` members from the first place on.', {
    max: D.CREW_CARDS + D.START_CREW - 1,
    none: EMPTY,
  }),
  exhausted: u8.flag([T.CREW_PLACES], 'Who of them is exhausted.'),
  building: u8([D.BUILDINGS], 'Where each building is: NOBODY (deck), HUMAN, RIVAL, IN_ROW.', { max: T.IN_ROW }),
  row: u8([T.ROW], 'Buildings in the row; slot 0 is left and needs most books.', { max: D.BUILDINGS - 1, none: EMPTY }),
  buildingDeck: u8([D.BUILDINGS], '`buildingsLeft` cards, the top is the last.', {
    max: D.BUILDINGS - 1,
    none: EMPTY,
    sight: 'order',
    count: 'buildingsLeft',
  }),
  crewRow: u8([T.CREW_ROW], 'Open crew cards.', { max: D.CREW_CARDS - 1, none: EMPTY }),
  crewDeck: u8([D.CREW_CARDS], '`crewLeft` cards, the top is the last.', {
    max: D.CREW_CARDS - 1,
    none: EMPTY,
    sight: 'order',
    count: 'crewLeft',
  }),
  events: u8([T.PILES, T.EVENT_PILE], '`eventsLeft` cards of each pile; the last one lies open.', {
    max: D.EVENTS - 1,
    none: EMPTY,
    sight: 'depends',
  }),
  reputation: u8([T.PILES, T.REPUTATION_PILE], 'The first of each pile lies open; the last `under` are known.', {
    max: D.REPUTATIONS - 1,
    sight: 'depends',
  }),
  tokens: u8([D.TOKENS], '`tokensLeft` tokens; the last one lies open.', {
    max: D.TOKENS - 1,
    none: EMPTY,
    sight: 'depends',
  }),
  // It follows from the rest.
  legalActions: u8([T.ACTIONS], '`count` action ids, ascending.', { max: T.ACTIONS - 1, derived: true }),
  spareByte: u8('Nothing, from the first too.', { max: 0, derived: true }),
};

/** What a side has, by name or by number. */
export type Side = Values<typeof fields>['human'];

const form = {
  title: 'Islebound',
  magic: 'ISL1',
  schema: optionsSchema,
  tables: (options: IsleboundOptions) => D.makeTables(options.components),
  fields,
};

/** One position. All fields are views of one block, so a copy is one `set`. */
export class Position extends positions(form) {
  get players(): number {
    return 1;
  }
  /** There is one seat: it is asked whenever anybody is. */
  get actor(): number {
    return this.prompt < 0 ? -1 : 0;
  }
  set actor(_seat: number) {}

  /** What a side has. @param side HUMAN or RIVAL */
  of(side: number): Side {
    return side === T.HUMAN ? this.human : this.rival;
  }
}
