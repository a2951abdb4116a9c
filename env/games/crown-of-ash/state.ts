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
import { i16, u8 } from '../kit/fields.js';
import { positions } from '../kit/position.js';
import { ACTIONS } from './actions.js';
import {
  ACTION_CARDS,
  CARDS,
  CITADEL_FIGHTERS,
  FATES,
  FIGHTERS,
  MARKET,
  MINIONS,
  makeTables,
  REGIONS,
  ROUNDS,
  SEATS,
  SLOTS,
  TILES,
} from './data.js';
import { type CrownOptions, optionsSchema } from './options.js';

/** Re-exported for the files in rules/. */
export type { Chance, Rng } from '../../chance.js';

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

/** `closest` of the gold space. */
export const GOLD_SPACE = 6;

const SEAT = SEATS - 1;
const form = {
  title: 'Crown of Ash',
  magic: 'COA2',
  schema: optionsSchema,
  tables: (options: CrownOptions) => makeTables(options.components),
  fields: {
    round: i16('Round 1-4; stays 4 when over.', { max: ROUNDS }),
    lap: i16('Lap 0-3 of the round: each seat has placed that many minions before its turn.', { max: MINIONS - 1 }),
    turn: i16('Place in the turn order whose turn it is, 0..seats-1.', { max: SEAT }),
    prompt: i16('Pending prompt (`promptNames`), -1 none.', { max: promptNames.length - 1, none: -1 }),
    actor: i16('Seat that answers it, -1 none.', { max: SEAT, none: -1 }),
    count: i16('Legal actions of the pending prompt, in `legalActions`.', { max: ACTIONS }),
    over: i16.flag('The game is over.'),
    stage: i16('What comes when no task is left: STAGE_*.', { max: 5 }),
    taskCount: i16('Tasks waiting, in `tasks`.', { max: MAX_TASKS }),
    site: i16('The battle: its site, -1 none.', { max: CITADEL, none: -1 }),
    flank: i16('Flank of the Citadel that is attacked, -1 none.', { max: 2, none: -1 }),
    attacker: i16('Seat that attacks, -1 none.', { max: SEAT, none: -1 }),
    defender: i16('Seat that defends, `KING` for the King, -1 none.', { max: KING, none: -1 }),
    cardA: i16('Card that the attacker has laid, -1 none.', { max: CARDS - 1, none: -1, sight: 'depends' }),
    cardD: i16('Card that the defender has laid, -1 none.', { max: CARDS - 1, none: -1, sight: 'depends' }),
    last: i16('Fighter chosen last in PLACE or ATTACK_SELECT (only higher ids may follow), -1 none.', {
      max: FIGHTERS - 1,
      none: -1,
      sight: 'depends',
    }),
    sent: i16('Fighters sent into the battle so far.', { max: CITADEL_FIGHTERS }),
    slot: i16('Slot of the fighter being paid for, -1 none.', { max: SLOTS - 1, none: -1 }),
    owed: i16([4], 'What of it is still owed, by resource.', { max: 6 }),
    decider: i16('ORDER: the seat that decides, -1 none.', { max: SEAT, none: -1 }),
    picked: i16('ORDER: places it has filled.', { max: SEATS }),
    ai: i16('Seat of the AI, -1 none.', { max: SEAT, none: -1 }),
    cube: i16("Square of the AI's fighter track.", { max: 11 }),
    actionsLeft: i16("Cards left in the AI's action deck.", { max: ACTION_CARDS }),
    combatLeft: i16("Cards left in the AI's combat deck.", { max: CARDS }),
    stackSize: i16('Tiles in the stack.', { max: STACK_TILES }),
    asideSize: i16('Tiles set aside.', { max: STACK_TILES }),
    mixed: i16.flag('The stack was made of tiles set aside, so its tiers are mixed.'),
    holder: i16('Owner of the Citadel: seat, `KING`, -1 nobody.', { max: KING, none: -1, start: 0 }),
    end: i16('How the game ended: index into `endings`.', { max: endings.length - 1 }),
    totalA: i16('The battle fought last, for people: the total of the attacker, -1 none.', { max: 99, none: -1 }),
    totalD: i16('The total of its defender, -1 none.', { max: 99, none: -1 }),
    shuffles: i16("How often the AI's action deck was shuffled.", { max: 16 }),
    aiCard: i16("The AI's last turn, for people: its card, -1 none.", { max: ACTION_CARDS - 1, none: -1 }),
    aiRegion: i16('The region it was for, -1 none.', { max: REGIONS - 1, none: -1 }),
    aiStep: i16('What it did (DO_*), -1 none.', { max: 4, none: -1 }),
    vp: i16([SEATS], 'Victory points.', { max: 20_000 }),
    gold: i16([SEATS], 'Gold.', { max: 9999 }),
    resources: i16([SEATS, 4], 'Bone, ash, sulphur, blood.', { max: 9999 }),
    minions: u8([SEATS], 'Minions still to be placed this round.', { max: MINIONS }),
    handSize: u8([SEATS], 'Fighters in the hand (kept in step with `loc`).', { max: FIGHTERS }),
    graveSize: u8([SEATS], 'Fighters in the graveyard (kept in step with `loc`).', { max: FIGHTERS }),
    cards: u8([SEATS], 'Combat cards in the hand, as five bits; of the AI: left in its deck.', {
      max: 31,
      sight: 'depends',
    }),
    discard: u8([SEATS], 'Combat cards played, as five bits.', { max: 31 }),
    top: u8([SEATS], 'Card on top of the discard.', { max: CARDS - 1, none: NONE }),
    refreshed: u8([SEATS], '1: the refresh space is used.', { max: 1 }),
    fate: u8([SEATS], 'Fate card; none of the AI. At the end all lie open.', {
      max: FATES - 1,
      none: NONE,
      sight: 'own',
    }),
    order: u8([SEATS], 'Seat at each place of the turn order, none while not decided.', { max: SEAT, none: NONE }),
    loc: u8([FIGHTERS], 'Where each fighter is.', { max: LOCATIONS - 1, sight: 'depends' }),
    slots: u8([SLOTS], 'Fighter in each slot (kept in step with `loc`).', { max: FIGHTERS - 1, none: NONE }),
    decks: u8([3, DECK], 'By tier, the top is the last of `deckSize`.', { max: FIGHTERS - 1, sight: 'order' }),
    deckSize: u8([3], 'Fighters left in each deck.', { max: DECK }),
    owner: u8([REGIONS], 'Owner of each region.', { max: SEAT, none: NONE }),
    tile: u8([REGIONS], 'Top tile of each region.', { max: TILES - 1, none: NONE }),
    covered: u8([REGIONS], 'Tiles under it.', { max: TILES }),
    gather: u8([REGIONS], 'Minions on the gather spaces of each region.', { max: 16 }),
    combat: u8([REGIONS], 'Minions on its combat spaces.', { max: 16 }),
    flanks: u8([3], 'Minions on the left, right and front of the Citadel; the front counts too.', { max: 16 }),
    market: u8([MARKET], 'Tile in each place of the market.', { max: TILES - 1, none: NONE }),
    stack: u8([STACK_TILES], '`stackSize` tiles, the top is the last.', { max: TILES - 1, sight: 'order' }),
    aside: u8([STACK_TILES], '`asideSize` tiles.', { max: TILES - 1 }),
    actionDeck: u8([ACTION_CARDS], '`actionsLeft` cards, the top is the last.', {
      max: ACTION_CARDS - 1,
      sight: 'order',
    }),
    combatDeck: u8([CARDS], '`combatLeft` cards, the top is the last.', { max: CARDS - 1, sight: 'order' }),
    tasks: u8([MAX_TASKS, 3], '`taskCount` tasks: what, seat, argument.', { max: 16 }),
    legalActions: u8([ACTIONS], '`count` action ids.', { max: ACTIONS - 1, sight: 'depends' }),
    finalPlaces: u8([SEATS], 'Final places, valid when over.', { max: SEAT }),
    spare: u8([1], 'Nothing; saved positions and hashes have had it from the first.', { max: 0 }),
    // What everybody has seen and no rule asks for again.
    toldAttacker: u8('The battle fought last: its attacker.', { max: SEAT, none: NONE, derived: true }),
    toldDefender: u8('Its defender, `KING` for the King.', { max: KING, none: NONE, derived: true }),
    toldSite: u8('Its site.', { max: CITADEL, none: NONE, derived: true }),
    toldCardA: u8("The attacker's card.", { max: CARDS - 1, none: NONE, derived: true }),
    toldCardD: u8("The defender's card; none of the King.", { max: CARDS - 1, none: NONE, derived: true }),
    closest: u8("The AI's last turn: where its closest resource was (`GOLD_SPACE` for the gold space).", {
      max: GOLD_SPACE,
      none: NONE,
      derived: true,
    }),
    raised: u8('The fighter it raised.', { max: FIGHTERS - 1, none: NONE, derived: true }),
  },
};

/** One position. All fields are views of one block, so a copy is one `set`. */
export class Position extends positions(form) {
  /** Seats that somebody plays, 0..players-1. */
  get players(): number {
    return this.options.players;
  }
  /** Seats at the table: the players', and the AI's after them. */
  get seats(): number {
    return this.options.ai === 'none' ? this.options.players : this.options.players + 1;
  }
  /** The rules end every game: none is cut. */
  get truncated(): boolean {
    return false;
  }

  /** Adds a task behind the others. */
  queue(task: number, seat: number, argument: number): void {
    const at = 3 * this.taskCount++;
    if (at >= 3 * MAX_TASKS) throw new Error('crown-of-ash: too many tasks');
    this.tasks[at] = task;
    this.tasks[at + 1] = seat;
    this.tasks[at + 2] = argument;
  }

  /** Drops the first task. */
  finish(): void {
    const { tasks } = this;
    const end = 3 * --this.taskCount;
    for (let i = 0; i < end; i++) tasks[i] = tasks[i + 3]!;
    tasks[end] = tasks[end + 1] = tasks[end + 2] = 0;
  }
}
