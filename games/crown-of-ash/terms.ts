/**
 * Numbers with a meaning: places, prompts, tasks, stages, streams of chance.
 *
 * Seats are 0-3 in the order of their colours; regions 0-5 by face of the die; sites are regions and 6, the Citadel;
 * resources bone 0, ash 1, sulphur 2, blood 3; fighters 0-35, tiles 0-23, combat cards 0-4 as in data/components.json. The
 * AI, if any, sits after the players: it has no seat of the contract, is never the actor, and is placed all the same.
 */
import { idsOf } from '../../env/kit/ids.js';

/** Number of action ids (actions.ts); a position has room for so many. */
export const ACTIONS = 103;

/** Who holds the Citadel, or defends it, while the King is there. */
export const KING = 4;
/** The Citadel as a site. */
export const CITADEL = 6;
/** Where the AI's closest resource was when it took the gold space. */
export const GOLD_SPACE = 6;
/** No tile, no fighter, no card, no seat in a byte. */
export const NONE = 255;

// Where a fighter is: in a deck or out of the game; then `IN_SLOT + slot`, `IN_HAND + seat`, `AT + site`, `IN_GRAVE + seat`;
// sent into the battle under way by its attacker.
export const UNSEEN = 0;
export const IN_SLOT = 1;
export const IN_HAND = 7;
export const AT = 11;
export const IN_GRAVE = 18;
export const COMMITTED = 22;
export const LOCATIONS = 23;

/** Cards of one fighter deck at most. */
export const DECK = 8;
/** Tiles that are not starting tiles: the lowest of the first stack are the eight of tier II. */
export const STACK_TILES = 20;
export const TIER_II = 8;

/** `Position.prompt` is an index. */
export const promptNames = [
  'TURN_ACTION',
  'WILD',
  'RESURRECT',
  'PLACE',
  'ATTACK_SELECT',
  'CARD_ATT',
  'CARD_DEF',
  'CASUALTY',
  'RAISE',
  'PAY',
  'ORDER',
] as const;
export const P = idsOf(promptNames);

/** What waits to be done, before all else; a task has a seat and an argument. `none` is an empty place in the list. */
export const taskNames = [
  'none',
  'wild',
  'resurrect',
  'place',
  'start',
  'select',
  'attacker card',
  'defender card',
  'resolve',
  'casualty',
  'ai raise',
] as const;
export const TASK = idsOf(taskNames);
/** Most tasks at once. */
export const MAX_TASKS = 8;

/** What comes when no task is left. */
export const stageNames = ['set-up', 'turn', 'raise', 'pay', 'next', 'order'] as const;
export const STAGE = idsOf(stageNames);

/** Who won: alone (holding the Citadel at the end or not), by the tie-break, together, or the AI. */
export const endings = ['', 'citadel', 'lands', 'tie-break', 'shared', 'ai'] as const;
export const END = idsOf(endings);

/** Names of the streams of chance. */
export const streamNames = [
  'fighter decks',
  'fate cards',
  'starting tiles',
  'tile stack',
  'turn order',
  'die 0',
  'die 1',
  'die 2',
  'die 3',
  'ai region',
  'ai action deck',
  'ai combat deck',
  'ai resurrection',
  'ties',
] as const;
export const STREAM = idsOf(streamNames);
