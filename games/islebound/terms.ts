/**
 * Numbers with a meaning: prompts, stages, endings, owners, streams of chance.
 *
 * Positions of the map are 0-11 and 12, the home port (geometry.ts); towns, events, buildings and the other cards are
 * numbered as in data/. A crew card is 0-9, a starting member 10-12.
 */
import { idsOf } from '../../env/kit/ids.js';

/** Number of action ids (actions.ts); a position has room for so many. */
export const ACTIONS = 51;

/** `Position.prompt` is an index. */
export const promptNames = [
  'HOME_PORT',
  'MOVE',
  'TOLL',
  'SPEED',
  'MAIN',
  'POST',
  'EAT',
  'WORK',
  'ADMIN',
  'EVX',
  'SELL',
  'HIRE',
  'BUILD',
  'WOOD',
  'BRAG',
  'COMMIT',
] as const;
export const P = idsOf(promptNames);

/** Where the turn is: the ship has not moved, the main action is to come, it is done. */
export const stageNames = ['move', 'main', 'post'] as const;
export const STAGE = idsOf(stageNames);

/** What brought the end; the first while nothing has. */
export const endings = ['', 'human buildings', 'rival buildings', 'last token', 'round cap'] as const;
export const END = idsOf(endings);

/** Who holds a town, which side; a space of the track may also hold a neutral cube. */
export const ownerNames = ['nobody', 'human', 'rival'] as const;
export const cubeNames = ['empty', 'human', 'rival', 'neutral'] as const;
export const NOBODY = 0;
export const HUMAN = 1;
export const RIVAL = 2;
export const NEUTRAL = 3;
/** A building that lies in the row; those of nobody are in the deck. */
export const IN_ROW = 4;
/** No card, no crew in a byte. */
export const EMPTY = 255;

/** Places of the influence track, of the rows, aboard; cards that a pile of events, of reputation can hold. */
export const TRACK = 12;
export const ROW = 5;
export const CREW_ROW = 3;
export const CREW_PLACES = 8;
export const PILES = 2;
export const EVENT_PILE = 8;
export const REPUTATION_PILE = 4;

/** Names of the streams of chance. A turn of the rival draws two, an attack ten, whatever they are used for. */
export const streamNames = ['setup', 'rival move', 'rival action', 'attack'] as const;
export const STREAM = idsOf(streamNames);
