/**
 * A position of Crown of Ash as one block of memory: every field, what it holds, and what is hidden from whom. No rules
 * here: they are in rules/, the contract is in game.ts.
 *
 * Hidden from everybody: the order of the three fighter decks, of the tile stack, of the AI's action and combat decks.
 * Hidden from the other seats: a seat's fate card, until the end; the card it has laid in a battle and, unless it is the
 * AI, the fighters it sends into one, until both are revealed. Everything else is public. Combat hands follow from what was
 * played in the open, which observation, text and JSON tell; the option `memoryAid` spells them out (decision 23).
 */
import { i16, u8 } from '../../env/kit/fields.js';
import { positions } from '../../env/kit/position.js';
import * as D from './data.js';
import { type CrownOptions, optionsSchema } from './options.js';
import * as T from './terms.js';

/** Re-exported for the files in rules/. */
export type { Chance, Rng } from '../../env/chance.js';

export * from './terms.js';

const SEAT = D.SEATS - 1;
export const fields = {
  round: i16('Round 1-4; stays 4 when over.', { min: 1, max: D.ROUNDS, start: 1 }),
  lap: i16('Lap 0-3 of the round: each seat has placed that many minions before its turn.', { max: D.MINIONS - 1 }),
  turn: i16('Place in the turn order whose turn it is, 0..seats-1.', { max: SEAT }),
  prompt: i16('Pending prompt (`promptNames`), -1 none.', { names: T.promptNames, none: -1 }),
  actor: i16('Seat that answers it, -1 none.', { max: SEAT, none: -1 }),
  count: i16('Legal actions of the pending prompt, in `legalActions`.', { max: T.ACTIONS }),
  over: i16.flag('The game is over.'),
  stage: i16('What comes when no task is left: STAGE.', { names: T.stageNames }),
  taskCount: i16('Tasks waiting, in `tasks`.', { max: T.MAX_TASKS }),
  site: i16('The battle: its site, -1 none.', { max: T.CITADEL, none: -1 }),
  flank: i16('Flank of the Citadel that is attacked, -1 none.', { max: 2, none: -1 }),
  attacker: i16('Seat that attacks, -1 none.', { max: SEAT, none: -1 }),
  defender: i16('Seat that defends, `KING` for the King, -1 none.', { max: T.KING, none: -1 }),
  cardA: i16('Card that the attacker has laid, -1 none.', { max: D.CARDS - 1, none: -1, sight: 'depends' }),
  cardD: i16('Card that the defender has laid, -1 none.', { max: D.CARDS - 1, none: -1, sight: 'depends' }),
  last: i16('Fighter chosen last in PLACE or ATTACK_SELECT (only higher ids may follow), -1 none.', {
    max: D.FIGHTERS - 1,
    none: -1,
    sight: 'depends',
  }),
  sent: i16('Fighters sent into the battle so far.', { max: D.CITADEL_FIGHTERS }),
  slot: i16('Slot of the fighter being paid for, -1 none.', { max: D.SLOTS - 1, none: -1 }),
  owed: i16([4], 'What of it is still owed, by resource.', { max: 6 }),
  decider: i16('ORDER: the seat that decides, -1 none.', { max: SEAT, none: -1 }),
  picked: i16('ORDER: places it has filled.', { max: D.SEATS }),
  ai: i16('Seat of the AI, -1 none.', { max: SEAT, none: -1 }),
  cube: i16("Square of the AI's fighter track.", { max: 11 }),
  actionsLeft: i16("Cards left in the AI's action deck.", { max: D.ACTION_CARDS }),
  combatLeft: i16("Cards left in the AI's combat deck.", { max: D.CARDS }),
  stackSize: i16('Tiles in the stack.', { max: T.STACK_TILES }),
  asideSize: i16('Tiles set aside.', { max: T.STACK_TILES }),
  mixed: i16.flag('The stack was made of tiles set aside, so its tiers are mixed.'),
  holder: i16('Owner of the Citadel: seat, `KING`, -1 nobody.', { max: T.KING, none: -1, start: 0 }),
  end: i16('How the game ended: index into `endings`.', { names: T.endings }),
  totalA: i16('The battle fought last, for people: the total of the attacker, -1 none.', { max: 99, none: -1 }),
  totalD: i16('The total of its defender, -1 none.', { max: 99, none: -1 }),
  shuffles: i16("How often the AI's action deck was shuffled.", { max: 16 }),
  aiCard: i16("The AI's last turn, for people: its card, -1 none.", { max: D.ACTION_CARDS - 1, none: -1 }),
  aiRegion: i16('The region it was for, -1 none.', { max: D.REGIONS - 1, none: -1 }),
  aiStep: i16('What it did (DO_*), -1 none.', { max: 4, none: -1 }),
  vp: i16([D.SEATS], 'Victory points.', { max: 20_000 }),
  gold: i16([D.SEATS], 'Gold.', { max: 9999 }),
  resources: i16([D.SEATS, 4], 'Bone, ash, sulphur, blood.', { max: 9999 }),
  minions: u8([D.SEATS], 'Minions still to be placed this round.', { max: D.MINIONS }),
  handSize: u8([D.SEATS], 'Fighters in the hand (kept in step with `loc`).', { max: D.FIGHTERS }),
  graveSize: u8([D.SEATS], 'Fighters in the graveyard (kept in step with `loc`).', { max: D.FIGHTERS }),
  cards: u8([D.SEATS], 'Combat cards in the hand, as five bits; of the AI: left in its deck.', {
    max: 31,
    sight: 'depends',
  }),
  discard: u8([D.SEATS], 'Combat cards played, as five bits.', { max: 31 }),
  top: u8([D.SEATS], 'Card on top of the discard.', { max: D.CARDS - 1, none: T.NONE }),
  refreshed: u8.flag([D.SEATS], 'The refresh space is used.'),
  fate: u8([D.SEATS], 'Fate card; none of the AI. At the end all lie open.', {
    max: D.FATES - 1,
    none: T.NONE,
    sight: 'own',
  }),
  order: u8([D.SEATS], 'Seat at each place of the turn order, none while not decided.', { max: SEAT, none: T.NONE }),
  loc: u8([D.FIGHTERS], 'Where each fighter is.', { max: T.LOCATIONS - 1, sight: 'depends' }),
  slots: u8([D.SLOTS], 'Fighter in each slot (kept in step with `loc`).', { max: D.FIGHTERS - 1, none: T.NONE }),
  decks: u8([3, T.DECK], 'By tier, the top is the last of `deckSize`.', {
    max: D.FIGHTERS - 1,
    sight: 'order',
    count: 'deckSize',
  }),
  deckSize: u8([3], 'Fighters left in each deck.', { max: T.DECK }),
  owner: u8([D.REGIONS], 'Owner of each region.', { max: SEAT, none: T.NONE }),
  tile: u8([D.REGIONS], 'Top tile of each region.', { max: D.TILES - 1, none: T.NONE }),
  covered: u8([D.REGIONS], 'Tiles under it.', { max: D.TILES }),
  gather: u8([D.REGIONS], 'Minions on the gather spaces of each region.', { max: 16 }),
  combat: u8([D.REGIONS], 'Minions on its combat spaces.', { max: 16 }),
  flanks: u8([3], 'Minions on the left, right and front of the Citadel; the front counts too.', { max: 16 }),
  market: u8([D.MARKET], 'Tile in each place of the market.', { max: D.TILES - 1, none: T.NONE }),
  stack: u8([T.STACK_TILES], '`stackSize` tiles, the top is the last.', {
    max: D.TILES - 1,
    sight: 'order',
    count: 'stackSize',
  }),
  aside: u8([T.STACK_TILES], '`asideSize` tiles.', { max: D.TILES - 1, count: 'asideSize' }),
  actionDeck: u8([D.ACTION_CARDS], '`actionsLeft` cards, the top is the last.', {
    max: D.ACTION_CARDS - 1,
    sight: 'order',
    count: 'actionsLeft',
  }),
  combatDeck: u8([D.CARDS], '`combatLeft` cards, the top is the last.', {
    max: D.CARDS - 1,
    sight: 'order',
    count: 'combatLeft',
  }),
  tasks: u8([T.MAX_TASKS, 3], '`taskCount` tasks: what, seat, argument.', { max: 16 }),
  legalActions: u8([T.ACTIONS], '`count` action ids.', { max: T.ACTIONS - 1, sight: 'depends' }),
  finalPlaces: u8([D.SEATS], 'Final places, valid when over.', { max: SEAT }),
  spare: u8([1], 'Nothing; saved positions and hashes have had it from the first.', { max: 0 }),
  // What everybody has seen and no rule asks for again.
  toldAttacker: u8('The battle fought last: its attacker.', { max: SEAT, none: T.NONE, derived: true }),
  toldDefender: u8('Its defender, `KING` for the King.', { max: T.KING, none: T.NONE, derived: true }),
  toldSite: u8('Its site.', { max: T.CITADEL, none: T.NONE, derived: true }),
  toldCardA: u8("The attacker's card.", { max: D.CARDS - 1, none: T.NONE, derived: true }),
  toldCardD: u8("The defender's card; none of the King.", { max: D.CARDS - 1, none: T.NONE, derived: true }),
  closest: u8("The AI's last turn: where its closest resource was (`GOLD_SPACE` for the gold space).", {
    max: T.GOLD_SPACE,
    none: T.NONE,
    derived: true,
  }),
  raised: u8('The fighter it raised.', { max: D.FIGHTERS - 1, none: T.NONE, derived: true }),
};

const form = {
  title: 'Crown of Ash',
  magic: 'COA2',
  schema: optionsSchema,
  tables: (options: CrownOptions) => D.makeTables(options.components),
  fields,
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
    if (at >= 3 * T.MAX_TASKS) throw new Error('crown-of-ash: too many tasks');
    this.tasks[at] = task;
    this.tasks[at + 1] = seat;
    this.tasks[at + 2] = argument;
  }

  /** The tasks in order, for people and their programs. */
  waiting(): { task: number; seat: number; argument: number }[] {
    const { tasks } = this;
    return Array.from({ length: this.taskCount }, (_, i) => ({
      task: tasks[3 * i]!,
      seat: tasks[3 * i + 1]!,
      argument: tasks[3 * i + 2]!,
    }));
  }

  /** Drops the first task. */
  finish(): void {
    const { tasks } = this;
    const end = 3 * --this.taskCount;
    for (let i = 0; i < end; i++) tasks[i] = tasks[i + 3]!;
    tasks[end] = tasks[end + 1] = tasks[end + 2] = 0;
  }
}
