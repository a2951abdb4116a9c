/**
 * A position of Crown of Ash as one block of memory: every field, what it holds, and what is hidden from whom. No rules
 * here: they are in rules/, the contract is in game.ts.
 *
 * Numbers used everywhere: seats 0-3 in the order of their colours; regions 0-5 by face of the die; sites are regions
 * and 6, the Citadel; resources bone 0, ash 1, sulphur 2, blood 3; fighters 0-35, tiles 0-23, combat cards 0-4 as in
 * data/components.json. The AI, if any, sits after the players: it has no
 * seat of the contract, is never the actor, and is placed all the same.
 *
 * Hidden from everybody: the order of the three fighter decks, of the tile stack, of the AI's action and combat decks.
 * Hidden from the other seats: a seat's fate card, until the end; the card it has laid in a battle and, unless it is the
 * AI, the fighters it sends into one, until both are revealed. Everything else is public. Combat hands follow from what was
 * played in the open; observation and text show them to others only with the option `memoryAid` (decision 23).
 */
import { BlockPosition, blockForm, Parts } from '../block.js';
import { ACTIONS } from './actions.js';
import { FIGHTERS, makeTables, type Tables } from './data.js';
import { type CrownOptions, optionsSchema } from './options.js';

/** Re-exported for the files in rules/. */
export type { Chance, Rng } from '../../chance.js';

// --- globals: indices into `g` --------------------------------------------------------------------------------

/** Round 1-4; stays 4 when over. */
export const ROUND = 0;
/** Lap 0-3 of the round: each seat has placed that many minions before its turn. */
export const LAP = 1;
/** Place in the turn order whose turn it is, 0..seats-1. */
export const TURN = 2;
/** Pending prompt (`promptNames`), -1 none. */
export const PROMPT = 3;
/** Seat that answers it, -1 none. */
export const ACTOR = 4;
/** Legal actions of the pending prompt, in `legalActions`. */
export const COUNT = 5;
/** 1: the game is over. */
export const OVER = 6;
/** What comes when no task is left: STAGE_*. */
export const STAGE = 7;
/** Tasks waiting, in `tasks`. */
export const TASKS = 8;
/** The battle: site, flank, attacker, defender (`KING` for the King), cards laid; -1 none. */
export const SITE = 9;
export const FLANK = 10;
export const ATTACKER = 11;
export const DEFENDER = 12;
export const CARD_A = 13;
export const CARD_D = 14;
/** Fighter chosen last in PLACE or ATTACK_SELECT (only higher ids may follow), -1 none. */
export const LAST = 15;
/** Fighters sent into the battle so far. */
export const SENT = 16;
/** Slot of the fighter being paid for, -1 none. */
export const SLOT = 17;
/** What of it is still owed, by resource (4 cells). */
export const OWED = 18;
/** ORDER: the seat that decides, -1 none; places it has filled. */
export const DECIDER = 22;
export const PICKED = 23;
/** Seat of the AI, -1 none; square of its fighter track. */
export const AI = 24;
export const CUBE = 25;
/** Cards left in the AI's action and combat decks. */
export const ACTION_DECK = 26;
export const COMBAT_DECK = 27;
/** Tiles in the stack, and set aside. */
export const STACK = 28;
export const ASIDE = 29;
/** 1: the stack was made of tiles set aside, so its tiers are mixed. */
export const MIXED = 30;
/** Owner of the Citadel: seat, `KING`, -1 nobody. */
export const CITADEL_OWNER = 31;
/** How the game ended: index into `endings`. */
export const ENDING = 32;
/** The battle fought last, for people: attacker's and defender's totals; -1 none. More of it in `told`. */
export const LAST_A = 33;
export const LAST_D = 34;
/** How often the AI's action deck was shuffled. */
export const SHUFFLES = 35;
/** The AI's last turn, for people: card, region, what it did (DO_*); -1 none. */
export const LAST_CARD = 36;
export const LAST_REGION = 37;
export const LAST_STEP = 38;
const GLOBALS = 39;
const NO_VALUE = [
  PROMPT,
  ACTOR,
  SITE,
  FLANK,
  ATTACKER,
  DEFENDER,
  CARD_A,
  CARD_D,
  LAST,
  SLOT,
  DECIDER,
  AI,
  LAST_A,
  LAST_D,
  LAST_CARD,
  LAST_REGION,
  LAST_STEP,
];

export const STAGE_SETUP = 0;
export const STAGE_TURN = 1;
export const STAGE_RAISE = 2;
export const STAGE_PAY = 3;
export const STAGE_NEXT = 4;
export const STAGE_ORDER = 5;

/** `CITADEL_OWNER` and `DEFENDER` while the King is there. */
export const KING = 4;
/** The Citadel as a site. */
export const CITADEL = 6;

/** Values of `ENDING`: who won alone (holding the Citadel at the end or not), by the tie-break, together, or the AI. */
export const endings = ['', 'citadel', 'lands', 'tie-break', 'shared', 'ai'] as const;

// --- where a fighter is: `loc` --------------------------------------------------------------------------------

/** In a deck, or out of the game. */
export const UNSEEN = 0;
/** `IN_SLOT + slot`. */
export const IN_SLOT = 1;
/** `IN_HAND + seat`. */
export const IN_HAND = 7;
/** `AT + site`: regions 11-16, the Citadel 17. */
export const AT = 11;
/** `IN_GRAVE + seat`. */
export const IN_GRAVE = 18;
/** Sent into the battle under way by `g[ATTACKER]`. */
export const COMMITTED = 22;
export const LOCATIONS = 23;

/** No tile, no fighter, no card in a byte field. */
export const NONE = 255;

// --- tasks: three bytes each ----------------------------------------------------------------------------------

/** Seat a chooses b wild resources. */
export const TASK_WILD = 1;
/** Seat a may bring a fighter back. */
export const TASK_RESURRECT = 2;
/** Seat a may amend region b. */
export const TASK_PLACE = 3;
/** Seat a places its first fighter in region b. */
export const TASK_START = 4;
/** The attacker chooses fighters; its card; the defender's card; the battle is decided. */
export const TASK_SELECT = 5;
export const TASK_CARD_A = 6;
export const TASK_CARD_D = 7;
export const TASK_RESOLVE = 8;
/** Seat a gives up one of its fighters at site b. */
export const TASK_CASUALTY = 9;
/** The AI, seat a, raises a fighter. */
export const TASK_AI_RAISE = 10;
/** Most tasks at once. */
export const MAX_TASKS = 8;

/** Names of the prompts; `Position.prompt` is an index. */
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
export const P_TURN = 0;
export const P_WILD = 1;
export const P_RESURRECT = 2;
export const P_PLACE = 3;
export const P_SELECT = 4;
export const P_CARD_A = 5;
export const P_CARD_D = 6;
export const P_CASUALTY = 7;
export const P_RAISE = 8;
export const P_PAY = 9;
export const P_ORDER = 10;

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
export const S_FIGHTERS = 0;
export const S_FATE = 1;
export const S_START = 2;
export const S_TILES = 3;
export const S_ORDER = 4;
export const S_DIE = 5;
export const S_AI_REGION = 9;
export const S_AI_ACTION = 10;
export const S_AI_COMBAT = 11;
export const S_AI_RESURRECT = 12;
export const S_TIES = 13;

/** Cards of one fighter deck at most. */
export const DECK = 8;
/** Tiles that are not starting tiles. */
export const STACK_TILES = 20;

// --- what was told last: `told` ---------------------------------------------------------------------------------

/** The battle fought last: attacker, defender (`KING` for the King), site, cards revealed (NONE for the King's). */
export const T_ATTACKER = 0;
export const T_DEFENDER = 1;
export const T_SITE = 2;
export const T_CARD_A = 3;
export const T_CARD_D = 4;
/** The AI's last turn: where its closest resource was (`GOLD_SPACE` for the gold space), the fighter it raised; NONE. */
export const T_CLOSEST = 5;
export const T_RAISED = 6;
const TOLD = 7;
/** `told[T_CLOSEST]` of the gold space. */
export const GOLD_SPACE = 6;

/** Positions are hashed without what was told last: nothing follows from it. */
const HASHED = 450;
const BYTES = HASHED + TOLD;

const form = blockForm('Crown of Ash', 'COA2', optionsSchema, (options) => makeTables(options.components));

/** One position. All fields are views of one block, so a copy is one `set`. */
export class Position extends BlockPosition<CrownOptions, Tables> {
  /** Globals; indices above. */
  readonly g: Int16Array;
  readonly vp: Int16Array;
  readonly gold: Int16Array;
  /** `[seat * 4 + resource]` */
  readonly resources: Int16Array;
  readonly minions: Uint8Array;
  /** Fighters in the hand, in the graveyard (kept in step with `loc`). */
  readonly handSize: Uint8Array;
  readonly graveSize: Uint8Array;
  /** Combat cards in the hand and in the discard, as five bits. Of the AI: left in its deck, discarded. */
  readonly cards: Uint8Array;
  readonly discard: Uint8Array;
  /** Card on top of the discard, NONE without. */
  readonly top: Uint8Array;
  /** 1: the refresh space is used. */
  readonly refreshed: Uint8Array;
  /** Fate card, NONE for the AI. */
  readonly fate: Uint8Array;
  /** Seat at each place of the turn order, NONE while not decided. */
  readonly order: Uint8Array;
  /** Where each fighter is. */
  readonly loc: Uint8Array;
  /** Fighter in each slot, NONE when empty (kept in step with `loc`). */
  readonly slots: Uint8Array;
  /** `[tier index * 8 + i]`, the top is the last. Order hidden. */
  readonly decks: Uint8Array;
  readonly deckSize: Uint8Array;
  /** Owner of each region, NONE without. */
  readonly owner: Uint8Array;
  /** Top tile of each region, NONE without. */
  readonly tile: Uint8Array;
  readonly covered: Uint8Array;
  /** Minions on the gather and combat spaces of each region. */
  readonly gather: Uint8Array;
  readonly combat: Uint8Array;
  /** Minions on the left, right and front of the Citadel; the front counts too. */
  readonly flanks: Uint8Array;
  /** Tile in each place of the market, NONE when empty. */
  readonly market: Uint8Array;
  /** `g[STACK]` tiles, the top is the last. Order hidden. */
  readonly stack: Uint8Array;
  /** `g[ASIDE]` tiles. */
  readonly aside: Uint8Array;
  /** `g[ACTION_DECK]` cards, the top is the last. Order hidden. */
  readonly actionDeck: Uint8Array;
  /** `g[COMBAT_DECK]` cards, the top is the last. Order hidden. */
  readonly combatDeck: Uint8Array;
  /** `g[TASKS]` tasks of three bytes. */
  readonly tasks: Uint8Array;
  readonly legalActions: Uint8Array;
  /** Final places, valid when over. */
  readonly finalPlaces: Uint8Array;
  /** What everybody has seen and no rule asks for again; indices T_*. NONE where there is nothing to tell. */
  readonly told: Uint8Array;

  constructor(options: CrownOptions) {
    super(form, options, BYTES, HASHED);
    const parts = new Parts(this.bytes.buffer);
    this.g = parts.i16(GLOBALS);
    this.vp = parts.i16(4);
    this.gold = parts.i16(4);
    this.resources = parts.i16(16);
    this.minions = parts.u8(4);
    this.handSize = parts.u8(4);
    this.graveSize = parts.u8(4);
    this.cards = parts.u8(4);
    this.discard = parts.u8(4);
    this.top = parts.u8(4);
    this.refreshed = parts.u8(4);
    this.fate = parts.u8(4);
    this.order = parts.u8(4);
    this.loc = parts.u8(FIGHTERS);
    this.slots = parts.u8(6);
    this.decks = parts.u8(3 * DECK);
    this.deckSize = parts.u8(3);
    this.owner = parts.u8(6);
    this.tile = parts.u8(6);
    this.covered = parts.u8(6);
    this.gather = parts.u8(6);
    this.combat = parts.u8(6);
    this.flanks = parts.u8(3);
    this.market = parts.u8(4);
    this.stack = parts.u8(STACK_TILES);
    this.aside = parts.u8(STACK_TILES);
    this.actionDeck = parts.u8(5);
    this.combatDeck = parts.u8(5);
    this.tasks = parts.u8(3 * MAX_TASKS);
    this.legalActions = parts.u8(ACTIONS);
    this.finalPlaces = parts.u8(4);
    this.told = new Parts(this.bytes.buffer, HASHED).u8(TOLD);
    this.told.fill(NONE);
    for (const i of NO_VALUE) this.g[i] = -1;
    this.top.fill(NONE);
    this.fate.fill(NONE);
    this.order.fill(NONE);
    this.slots.fill(NONE);
    this.owner.fill(NONE);
    this.tile.fill(NONE);
    this.market.fill(NONE);
  }

  /** Seats that somebody plays, 0..players-1. */
  get players(): number {
    return this.options.players;
  }
  /** Seats at the table: the players', and the AI's after them. */
  get seats(): number {
    return this.options.ai === 'none' ? this.options.players : this.options.players + 1;
  }
  get actor(): number {
    return this.g[ACTOR]!;
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
  /** The rules end every game: none is cut. */
  get truncated(): boolean {
    return false;
  }

  /** Adds a task behind the others. */
  queue(task: number, seat: number, argument: number): void {
    const at = 3 * this.g[TASKS]!++;
    if (at >= 3 * MAX_TASKS) throw new Error('crown-of-ash: too many tasks');
    this.tasks[at] = task;
    this.tasks[at + 1] = seat;
    this.tasks[at + 2] = argument;
  }

  /** Drops the first task. */
  finish(): void {
    const { tasks, g } = this;
    const end = 3 * --g[TASKS]!;
    for (let i = 0; i < end; i++) tasks[i] = tasks[i + 3]!;
    tasks[end] = tasks[end + 1] = tasks[end + 2] = 0;
  }
}
