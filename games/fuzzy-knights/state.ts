/**
 * A position of Fuzzy Knights as one block of memory: every field and what it holds. Nothing is hidden from anybody. No
 * rule stands here; the rules are in rules/, and everything they need between two decisions is in these fields.
 */
import { i32, u8, u16 } from '../../env/kit/fields.js';
import { positions } from '../../env/kit/position.js';
import { ITEM_LEVELS, ITEM_TYPES, makeTables, RAMPART_LEVELS, TIERS, tokenNames } from './data.js';
import { type FuzzyOptions, optionsSchema } from './options.js';
import * as T from './terms.js';
import { HEROES, MAX_SEATS, NOWHERE, OWN_MINE, TILES } from './terms.js';

/** Re-exported for the files in rules/. */
export type { Chance } from '../../env/chance.js';
export * from './terms.js';

const SEAT = MAX_SEATS - 1;
/** No count of tokens or mercenaries comes near it; one that has gone below zero is above. */
const MANY = 20_000;
/** Most monsters or guardians of one encounter. */
const HORDE = 250;
const DAYS = 100;

export const fields = {
  actor: i32('Seat that decides, -1 none.', { max: SEAT, none: -1 }),
  prompt: i32('Pending decision (`promptNames`), -1 none.', { names: T.promptNames, none: -1 }),
  over: i32.flag('The game is over.'),
  truncated: i32.flag('It was cut at the last day.'),
  day: i32('Day, from 1; 0 while capitals are placed.', { max: DAYS }),
  anchor: i32('Seat that begins on day 1.', { max: SEAT }),
  step: i32('What happens next: STEP.', { names: T.stepNames }),
  pos: i32("Place in today's order of the seat at hand, 0..players-1; the number of players: all had their turn.", {
    max: MAX_SEATS,
  }),
  cursor: i32('Where a seat founds and builds: heroes 0, 1, then 2 + tile.', { max: 2 + TILES }),
  hand: i32('Hero at hand, -1 none.', { names: T.heroNames, none: -1 }),
  built: i32.flag('The city at hand has had its building of the day.'),
  token: i32('Token to be placed: TOKEN.', { names: tokenNames }),
  arriving: i32.flag('The hero at hand is dealing with what stands on the tile it entered.'),
  bribeLeft: i32('Monsters that may still be bribed.', { max: HORDE }),
  garrisonLeft: i32('Garrison actions left in this activation.', { max: 20 }),
  foe: i32('Who is fought: FOE.', { names: T.foeNames }),
  battle: i32('Stage of the battle: BATTLE.', { names: T.battleNames }),
  foeSize: i32('Monsters or guardians at its beginning.', { max: HORDE }),
  foeHero: i32('Defending hero, or the hero garrisoned in the city attacked; -1 none.', {
    names: T.heroNames,
    none: -1,
  }),
  foeMercs: i32('Mercenaries of the defending side at its beginning that were the hero’s.', { max: MANY }),
  rounds: i32('Rounds fought in this battle.', { max: 8 }),
  spare: i32([3], 'Nothing; saved positions and hashes have had them from the first.', { max: 0 }),
  treasury: i32([MAX_SEATS], 'Coins kept in the cities of each seat.', { max: 1_000_000 }),
  purse: i32([HEROES], 'Coins carried by each hero.', { max: MANY }),

  item: u16([TILES], 'Item tokens.', { max: MANY }),
  resource: u16([TILES], 'Resource tokens.', { max: MANY }),
  monster: u16([TILES], 'Monster tokens.', { max: MANY }),
  cityMercs: u16([TILES], 'Mercenaries in the city.', { max: MANY }),
  mercs: u16([HEROES], 'Mercenaries of each hero.', { max: MANY }),
  attack: u16([8], 'Soldiers left in each squad of the attacker; its hero counts 1. Zero outside battles.', {
    max: MANY,
  }),
  defence: u16([8], 'The same of the defender; its city counts 1.', { max: MANY }),

  mine: u8([TILES], '0 none, 1 nobody’s, 2 + seat.', { max: OWN_MINE + SEAT }),
  cityOwner: u8([TILES], 'Seat + 1, 0 no city.', { max: MAX_SEATS }),
  tier: u8([TILES], '1-4, 0 no city.', { max: TIERS }),
  ramparts: u8([TILES], 'Rampart levels.', { max: RAMPART_LEVELS }),
  camp: u8.flag([TILES], 'Has a Mercenary Camp.'),
  besieged: u8.flag([TILES], 'Besieged since the last Daybreak.'),
  founded: u8.flag([TILES], 'Founded in this Daybreak.'),
  armory: u8([TILES, ITEM_TYPES, ITEM_LEVELS], 'Items in the city.'),

  heroTile: u8([HEROES], 'Tile of each hero, none when it is not in play.', { names: T.tileNames, none: NOWHERE }),
  movement: u8([HEROES], 'Movement points left in this activation.', { max: 200 }),
  done: u8.flag([HEROES], 'Has had its activation today.'),
  covered: u8.flag([HEROES], 'Entering its tile still pays for an interaction.'),
  items: u8([HEROES, ITEM_TYPES, ITEM_LEVELS], 'Items of each hero.'),

  out: u8.flag([MAX_SEATS], 'Out of the game.'),
  outDay: u8([MAX_SEATS], 'Day on which a seat went out.', { max: DAYS }),
  grace: u8.flag([MAX_SEATS], 'Without a city, out unless it owns one by the end of its next turn.'),
  finalPlaces: u8([MAX_SEATS], 'Final places, valid when over.', { max: SEAT }),

  heroAt: u8([TILES], 'Hero + 1 that stands there (the defender while another fights it there), 0 none.', {
    max: HEROES,
    derived: true,
  }),
  blocked: u8([TILES], 'Bit s is set where seat s cannot pass.', { max: 15, derived: true }),
  cost: u8([TILES], 'In MOVE: movement points that entering costs; 0 where it cannot be entered.', {
    max: 200,
    derived: true,
  }),
  cities: u8([MAX_SEATS], 'Cities of each seat.', { max: TILES, derived: true }),
  mines: u8([MAX_SEATS], 'Mines of each seat.', { max: TILES, derived: true }),
  legalActions: u8([T.ACTIONS], '`count` action ids.', { max: T.ACTIONS - 1, derived: true }),
  count: u8('Legal actions of the pending decision.', { max: T.ACTIONS, derived: true }),
  padding: u8([3], 'Nothing.', { max: 0, derived: true }),
};

const form = {
  title: 'Fuzzy Knights',
  magic: 'FZK1',
  schema: optionsSchema,
  tables: (options: FuzzyOptions) => makeTables(options.components),
  fields,
};

/** One position. All fields are views of one block, so a copy is one `set`. */
export class Position extends positions(form) {
  /** Working memory of a hero's ways (rules/movement.ts), made when it is first needed: no part of the position. */
  scratch: Uint8Array | undefined;

  constructor(options: FuzzyOptions) {
    super(options);
    this.out.fill(1, options.players);
  }

  get players(): number {
    return this.options.players;
  }
  get round(): number {
    return this.day;
  }

  /** Writes the fields that follow from others anew, the list of legal actions apart. */
  derive(): void {
    this.heroAt.fill(0);
    this.cities.fill(0);
    this.mines.fill(0);
    for (let h = 0; h < HEROES; h++) {
      const t = this.heroTile[h]!;
      // The attacker shares the tile of whom it fights; the defender keeps the entry.
      if (t !== NOWHERE && (this.heroAt[t] === 0 || h !== this.hand)) this.heroAt[t] = h + 1;
    }
    for (let t = 0; t < TILES; t++) {
      if (this.cityOwner[t]! > 0) this.cities[this.cityOwner[t]! - 1]!++;
      if (this.mine[t]! >= OWN_MINE) this.mines[this.mine[t]! - OWN_MINE]!++;
      this.refresh(t);
    }
  }

  /** Who can pass a tile, after its hero, monsters or city changed. */
  refresh(t: number): void {
    const owner = this.cityOwner[t]!;
    this.blocked[t] = this.heroAt[t] !== 0 || this.monster[t] !== 0 ? 15 : owner === 0 ? 0 : 15 & ~(1 << (owner - 1));
  }
}
