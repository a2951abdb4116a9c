/**
 * A position of Islebound solo as one block of memory: every field, what it holds, and what is hidden. No rules here:
 * they are in rules/, the contract is in game.ts.
 *
 * Hidden: the order of the building, crew and event decks and of the renown tokens below the top, and of the
 * reputation cards that have not been seen yet. Everything else is public; the rival has no secret.
 */
import { BlockPosition, blockForm, Parts } from '../block.js';
import { ACTIONS } from './actions.js';
import { ABILITIES, BUILDINGS, CREW_CARDS, EVENTS, makeTables, REPUTATIONS, type Tables, TOKENS } from './data.js';
import { type IsleboundOptions, optionsSchema } from './options.js';

/** Re-exported for the files in rules/. */
export type { Chance, Rng } from '../../chance.js';

// --- numbers: indices into `g` --------------------------------------------------------------------------------

/** Round, from 1. */
export const ROUND = 0;
/** Round that is the last one, 0 while there is none. */
export const LAST_ROUND = 1;
/** What brought the last round: index into `endings`. */
export const CAUSE = 2;
/** 1: over. */
export const OVER = 3;
/** 1: cut off at the round cap. */
export const TRUNCATED = 4;
/** Pending prompt (`promptNames`), -1 when over. */
export const PROMPT = 5;
/** What comes back when nothing is pending: 0 MOVE, 1 MAIN, 2 POST. */
export const STAGE = 6;
/** Legal actions of the pending prompt, in `legalActions`. */
export const COUNT = 7;
/** Quadrant of the home port, -1 before it is chosen. */
export const HOME_QUADRANT = 8;
/** Position of the human's ship, 12 the home port, -1 before that is chosen. */
export const SHIP = 9;
/** Region of the rival's ship, 0-5. */
export const REGION = 10;
/** Coins on the treasure map. */
export const TREASURE = 11;
/** 1: the human has bought its renown token of this turn. */
export const TOKEN_BOUGHT = 12;

/** The human's counters; a gain (data.ts) is added at H + gain, influence stands for cubes on the track. */
export const H = 13;
export const H_FISH = H;
export const H_WOOD = H + 1;
export const H_BOOK = H + 2;
export const H_PIRATE = H + 3;
export const H_SERPENT = H + 4;
export const H_INFLUENCE = H + 5;
export const H_COINS = H + 6;
export const H_RENOWN = H + 7;
export const H_TOKENS = H + 8;
export const H_TOWNS = H + 9;
export const H_BUILDINGS = H + 10;
/** Sum of the costs of its buildings. */
export const H_COSTS = H + 11;
/** Crew aboard; the rival's is a mere counter. */
export const H_CREW = H + 12;
const COUNTERS = 13;
/** The rival's, in the same order. */
export const A = H + COUNTERS;
export const A_FISH = A;
export const A_WOOD = A + 1;
export const A_PIRATE = A + 3;
export const A_SERPENT = A + 4;
export const A_INFLUENCE = A + 5;
export const A_COINS = A + 6;
export const A_RENOWN = A + 7;
export const A_TOKENS = A + 8;
export const A_TOWNS = A + 9;
export const A_BUILDINGS = A + 10;
export const A_COSTS = A + 11;
export const A_CREW = A + 12;

/** Cards left in the decks; the tops are the last of their arrays. */
export const BUILDING_DECK = A + COUNTERS;
export const CREW_DECK = BUILDING_DECK + 1;
export const TOKENS_LEFT = BUILDING_DECK + 2;
/** 2: events left in pile 0, 1. */
export const EVENTS_LEFT = BUILDING_DECK + 3;
/** 2: reputation cards at the bottom of pile 0, 1 whose place is known, since they went under it. */
export const UNDER = BUILDING_DECK + 5;

/** Pending: all zero but where a prompt says so. Destination of the move + 1 (TOLL, SPEED). */
export const TARGET = BUILDING_DECK + 7;
/** Crew to exhaust for speed (SPEED). */
export const EXTRA = TARGET + 1;
/** Cubes, or coins, that the thing costs (ADMIN, WOOD). */
export const COST = TARGET + 2;
/** Administer symbols, or wood, used against it. */
export const USED = TARGET + 3;
/** Row slot being bought + 1 (WOOD). */
export const SLOT = TARGET + 4;
/** Cards committed (COMMIT). */
export const PIRATES_IN = TARGET + 5;
export const SERPENTS_IN = TARGET + 6;
/** Event pile being done + 1, symbols it still needs (EVX). */
export const PILE = TARGET + 7;
export const NEED_ADMINISTER = TARGET + 8;
export const NEED_WORK = TARGET + 9;
/** Still to come this turn: good + 1 that work adds, goods to sell, buildings, hires, brags. */
export const WORKING = TARGET + 10;
export const TO_SELL = TARGET + 11;
export const TO_BUILD = TARGET + 12;
export const TO_HIRE = TARGET + 13;
export const TO_BRAG = TARGET + 14;
/** Coins off the building to come. */
export const BUILD_DISCOUNT = TARGET + 15;
/** First and last index that must be zero when MOVE, MAIN or POST is asked. */
export const PENDING_FIRST = TARGET;
export const PENDING_LAST = BUILD_DISCOUNT;
/** Strength of the last attack + 1 until the ship sails again, for people to read; 0 none. */
export const LAST_ATTACK = TARGET + 16;
const GLOBALS = 64;

/** Names of the prompts; `IsleboundState.prompt` is an index. */
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
export const P_HOME_PORT = 0;
export const P_MOVE = 1;
export const P_TOLL = 2;
export const P_SPEED = 3;
export const P_MAIN = 4;
export const P_POST = 5;
export const P_EAT = 6;
export const P_WORK = 7;
export const P_ADMIN = 8;
export const P_EVX = 9;
export const P_SELL = 10;
export const P_HIRE = 11;
export const P_BUILD = 12;
export const P_WOOD = 13;
export const P_BRAG = 14;
export const P_COMMIT = 15;

/** Values of `STAGE`. */
export const STAGE_MOVE = 0;
export const STAGE_MAIN = 1;
export const STAGE_POST = 2;

/** Values of `CAUSE`; the first while the game goes on. */
export const endings = ['', 'human buildings', 'rival buildings', 'last token', 'round cap'] as const;
export const BY_HUMAN = 1;
export const BY_RIVAL = 2;
export const BY_TOKENS = 3;
export const BY_CAP = 4;

/** Names of the streams of chance. A turn of the rival draws two, an attack ten, whatever they are used for. */
export const streamNames = ['setup', 'rival move', 'rival action', 'attack'] as const;
export const S_SETUP = 0;
export const S_MOVE = 1;
export const S_ACTION = 2;
export const S_ATTACK = 3;

// --- owners and empty places ------------------------------------------------------------------------------------

/** Owner of a town, a building, a space of the track. */
export const NOBODY = 0;
export const HUMAN = 1;
export const RIVAL = 2;
/** A neutral cube on the track. */
export const NEUTRAL = 3;
/** A building that lies in the row. */
export const IN_ROW = 4;
/** No card, no crew. */
export const EMPTY = 255;

export const TRACK = 12;
export const ROW = 5;
export const CREW_ROW = 3;
export const CREW_PLACES = 8;
/** Cards a pile of events, of reputation can hold. */
export const EVENT_PILE = 8;
export const REPUTATION_PILE = REPUTATIONS / 2;

const BYTES = (() => {
  const n = GLOBALS * 2 + 20 * 2;
  const cells = 12 + 12 + TRACK + 2 * CREW_PLACES + BUILDINGS + ROW + BUILDINGS + CREW_ROW + CREW_CARDS;
  return n + cells + 2 * EVENT_PILE + REPUTATIONS + TOKENS;
})();
/** Positions are hashed without the list of legal actions, which follows from them. */
const HASHED = (BYTES + 3) & ~3;
const ALL = (HASHED + ACTIONS + 7) & ~7;

const form = blockForm('Islebound', 'ISL1', optionsSchema, (options) => makeTables(options.components));

/** One position. All fields are views of one block, so a copy is one `set`. */
export class Position extends BlockPosition<IsleboundOptions, Tables> {
  /** Numbers; indices above. */
  readonly g: Int16Array;
  /** Sum of each lasting ability (data.ts) of the human's buildings. */
  readonly ability: Int16Array;
  /** Town at each position. */
  readonly townAt: Uint8Array;
  /** Owner of the town at each position: NOBODY, HUMAN, RIVAL. */
  readonly owner: Uint8Array;
  /** Influence track from the left: NOBODY, HUMAN, RIVAL, NEUTRAL. */
  readonly track: Uint8Array;
  /** Crew aboard by place: card 0-9, starting member 10-12, EMPTY. Filled from the first place. */
  readonly crew: Uint8Array;
  /** 1: exhausted. */
  readonly exhausted: Uint8Array;
  /** Where each building is: NOBODY (deck), IN_ROW, HUMAN, RIVAL. */
  readonly building: Uint8Array;
  /** Buildings in the row, slot 0 is left and needs most books; EMPTY. */
  readonly row: Uint8Array;
  readonly buildingDeck: Uint8Array;
  /** Open crew cards; EMPTY. */
  readonly crewRow: Uint8Array;
  readonly crewDeck: Uint8Array;
  /** `[pile * 8 + i]`, the open card is the last one left. */
  readonly events: Uint8Array;
  /** `[pile * 4 + i]`, the open card is the first. */
  readonly reputation: Uint8Array;
  /** Renown tokens, the open one is the last one left. */
  readonly tokens: Uint8Array;
  /** Legal actions of the pending prompt, COUNT of them, ascending. */
  readonly legalActions: Uint8Array;

  constructor(options: IsleboundOptions) {
    super(form, options, ALL, HASHED);
    const parts = new Parts(this.bytes.buffer);
    this.g = parts.i16(GLOBALS);
    this.ability = parts.i16(20).subarray(0, ABILITIES);
    this.townAt = parts.u8(12);
    this.owner = parts.u8(12);
    this.track = parts.u8(TRACK);
    this.crew = parts.u8(CREW_PLACES);
    this.exhausted = parts.u8(CREW_PLACES);
    this.building = parts.u8(BUILDINGS);
    this.row = parts.u8(ROW);
    this.buildingDeck = parts.u8(BUILDINGS);
    this.crewRow = parts.u8(CREW_ROW);
    this.crewDeck = parts.u8(CREW_CARDS);
    this.events = parts.u8(2 * EVENT_PILE);
    this.reputation = parts.u8(REPUTATIONS);
    this.tokens = parts.u8(TOKENS);
    this.legalActions = new Parts(this.bytes.buffer, HASHED).u8(ACTIONS);
    this.g[HOME_QUADRANT] = -1;
    this.g[SHIP] = -1;
    this.g[ROUND] = 1;
    this.crew.fill(EMPTY);
    this.row.fill(EMPTY);
    this.crewRow.fill(EMPTY);
  }

  get players(): number {
    return 1;
  }
  get actor(): number {
    return this.g[OVER] === 1 ? -1 : 0;
  }
  get prompt(): number {
    return this.g[PROMPT]!;
  }
  get round(): number {
    return this.g[ROUND]!;
  }
  get over(): boolean {
    return this.g[OVER] === 1;
  }
  get truncated(): boolean {
    return this.g[TRUNCATED] === 1;
  }
}

export { BUILDINGS, CREW_CARDS, EVENTS, REPUTATIONS, TOKENS };
