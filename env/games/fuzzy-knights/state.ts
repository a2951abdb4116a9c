/**
 * A position of Fuzzy Knights as one block of bytes: copying is one memory move, saving and hashing read it as it is.
 * No rule stands here; the rules are in rules/, and everything they need between two decisions is in these fields.
 */
import { BlockPosition, blockForm, Parts } from '../block.js';
import { ACTIONS } from './actions.js';
import { ITEM_KINDS, makeTables, type Tables } from './data.js';
import { type FuzzyOptions, optionsSchema } from './options.js';

export const WIDTH = 10;
export const TILES = 100;
export const MAX_SEATS = 4;
/** Heroes of seat s: 2s and 2s + 1. */
export const HEROES = 8;
/** Tile of a hero that is not in play; neighbour beyond the edge. */
export const NOWHERE = 255;

// --- globals: indices into `g` ----------------------------------------------------------------------------------

/** Seat to act, -1 when over. */
export const ACTOR = 0;
/** Pending decision, -1 when over. */
export const PROMPT = 1;
export const OVER = 2;
export const TRUNCATED = 3;
/** Day, from 1; 0 while capitals are placed. */
export const DAY = 4;
/** Seat that begins on day 1. */
export const ANCHOR = 5;
/** What happens next: STEP_* below. */
export const STEP = 6;
/** Place in today's order of the seat at hand, 0..players-1. */
export const POS = 7;
/** Step C: heroes 0, 1, then 2 + tile. */
export const CURSOR = 8;
/** Hero at hand, 0-7; -1 none. */
export const HERO_AT_HAND = 9;
/** 1: the city at hand has had its building of the day. */
export const BUILT = 10;
/** Token to be placed: TOKEN_* of data.ts, 0 none. */
export const TOKEN = 11;
/** 1: the hero at hand is dealing with what stands on the tile it entered. */
export const ARRIVING = 12;
/** Monsters that may still be bribed. */
export const BRIBE_LEFT = 13;
/** Garrison actions left in this activation. */
export const GARRISON_LEFT = 14;
/** Who is fought: FOE_* below. */
export const FOE = 15;
/** Stage of the battle: BATTLE_* below. */
export const BATTLE = 16;
/** Monsters or guardians at its beginning. */
export const FOE_SIZE = 17;
/** Defending hero, or the hero garrisoned in the city attacked; -1 none. */
export const FOE_HERO = 18;
/** Mercenaries of the defending side at its beginning that were the hero's. */
export const FOE_MERCS = 19;
/** Rounds fought in this battle. */
export const ROUNDS = 20;
const GLOBALS = 24;

/** The pending decision is about the tile of `HERO_AT_HAND`, or in step C about the city at CURSOR. */
export const promptNames = [
  'PLACE_CITY',
  'DISMISS',
  'BUILD',
  'FOUND',
  'PLACE_TOKEN',
  'SELECT_HERO',
  'ROLL',
  'MOVE',
  'BRIBE',
  'SPLIT',
  'TARGET',
  'SACRIFICE',
] as const;
export const P_PLACE_CITY = 0;
export const P_DISMISS = 1;
export const P_BUILD = 2;
export const P_FOUND = 3;
export const P_PLACE_TOKEN = 4;
export const P_SELECT_HERO = 5;
export const P_ROLL = 6;
export const P_MOVE = 7;
export const P_BRIBE = 8;
export const P_SPLIT = 9;
export const P_TARGET = 10;
export const P_SACRIFICE = 11;

export const STEP_CAPITALS = 0;
export const STEP_INCOME = 1;
export const STEP_PAY = 2;
export const STEP_FOUND = 3;
export const STEP_BUILD = 4;
export const STEP_TOKENS = 5;
export const STEP_TURNS = 6;
export const STEP_ACTIVATE = 7;
export const STEP_MOVE = 8;
export const STEP_ARRIVE = 9;
export const STEP_BRIBE = 10;
export const STEP_BATTLE = 11;

export const foeNames = ['none', 'monsters', 'guardians', 'guardians of a rival', 'hero', 'city'] as const;
export const FOE_NONE = 0;
export const FOE_MONSTERS = 1;
export const FOE_GUARDIANS = 2;
export const FOE_OWNED_GUARDIANS = 3;
export const FOE_HERO_ALONE = 4;
export const FOE_CITY = 5;

export const BATTLE_NONE = 0;
export const BATTLE_SPLIT_ATTACKER = 1;
export const BATTLE_SPLIT_DEFENDER = 2;
export const BATTLE_TARGET = 3;
export const BATTLE_SACRIFICE = 4;

/** Squads: three groups of soldiers, then these. */
export const SQUADS = 5;
export const SQUAD_HERO = 3;
export const SQUAD_CITY = 4;

/** `mine` of a tile: 0 none, 1 nobody's, 2 + seat. */
export const NEUTRAL_MINE = 1;
export const OWN_MINE = 2;

/** Streams of chance; seats follow their purpose. Battles and finds are on the stream of the seat whose turn it is. */
export const streamNames = [
  'setup',
  'tokens 0',
  'tokens 1',
  'tokens 2',
  'tokens 3',
  'movement 0',
  'movement 1',
  'movement 2',
  'movement 3',
  'encounter 0',
  'encounter 1',
  'encounter 2',
  'encounter 3',
  'battle 0',
  'battle 1',
  'battle 2',
  'battle 3',
  'find 0',
  'find 1',
  'find 2',
  'find 3',
] as const;
export const S_SETUP = 0;
export const S_TOKENS = 1;
export const S_MOVEMENT = 5;
export const S_ENCOUNTER = 9;
export const S_BATTLE = 13;
export const S_FIND = 17;

/** Neighbours of tile t at `[t * 4]`: north, east, south, west; `NOWHERE` beyond the edge. */
export const NEIGHBOUR = new Uint8Array(TILES * 4).fill(NOWHERE);
for (let t = 0; t < TILES; t++) {
  const x = t % WIDTH;
  if (t >= WIDTH) NEIGHBOUR[t * 4] = t - WIDTH;
  if (x < WIDTH - 1) NEIGHBOUR[t * 4 + 1] = t + 1;
  if (t < TILES - WIDTH) NEIGHBOUR[t * 4 + 2] = t + WIDTH;
  if (x > 0) NEIGHBOUR[t * 4 + 3] = t - 1;
}

// Facts first, then what follows from them (not hashed), all multiples of 4.
const FACTS =
  4 * (GLOBALS + MAX_SEATS + HEROES) +
  2 * (4 * TILES + HEROES + 8 + 8) +
  7 * TILES +
  TILES * ITEM_KINDS +
  4 * HEROES +
  HEROES * ITEM_KINDS +
  4 * MAX_SEATS;
const DERIVED = 3 * TILES + 2 * MAX_SEATS + ACTIONS + 4;
const BYTES = FACTS + DERIVED;

const form = blockForm('Fuzzy Knights', 'FZK1', optionsSchema, (options) => makeTables(options.components));

/** One position. All fields are views of one block. */
export class Position extends BlockPosition<FuzzyOptions, Tables> {
  /** Globals; indices above. */
  readonly g: Int32Array;
  /** Coins kept in the cities of each seat. */
  readonly treasury: Int32Array;
  /** Coins carried by each hero. */
  readonly purse: Int32Array;

  /** Tokens on each tile. */
  readonly item: Uint16Array;
  readonly resource: Uint16Array;
  readonly monster: Uint16Array;
  readonly cityMercs: Uint16Array;
  readonly mercs: Uint16Array;
  /** Soldiers left in each squad of the attacker and the defender; hero and city count 1. Zero outside battles. */
  readonly attack: Uint16Array;
  readonly defence: Uint16Array;

  /** 0 none, 1 nobody's, 2 + seat. */
  readonly mine: Uint8Array;
  /** Seat + 1, 0 no city. */
  readonly cityOwner: Uint8Array;
  /** 1-4, 0 no city. */
  readonly tier: Uint8Array;
  /** Rampart levels, 0-2. */
  readonly ramparts: Uint8Array;
  readonly camp: Uint8Array;
  /** 1: besieged since the last Daybreak. */
  readonly besieged: Uint8Array;
  /** 1: founded in this Daybreak. */
  readonly founded: Uint8Array;
  /** `[tile * 15 + type * 5 + level]` */
  readonly armory: Uint8Array;

  /** Tile of each hero, `NOWHERE` when it is not in play. */
  readonly heroTile: Uint8Array;
  /** Movement points left in this activation. */
  readonly movement: Uint8Array;
  /** 1: has had its activation today. */
  readonly done: Uint8Array;
  /** 1: entering its tile still pays for an interaction. */
  readonly covered: Uint8Array;
  /** `[hero * 15 + type * 5 + level]` */
  readonly items: Uint8Array;

  /** 1: out of the game. */
  readonly out: Uint8Array;
  /** Day on which a seat went out. */
  readonly outDay: Uint8Array;
  /** 1: without a city, out unless it owns one by the end of its next turn. */
  readonly grace: Uint8Array;
  /** Final places, valid when over. */
  readonly finalPlaces: Uint8Array;

  /** Follows from the rest: hero + 1 that stands on a tile (the defender while another fights it there), 0 none. */
  readonly heroAt: Uint8Array;
  /** Follows: bit s is set where seat s cannot pass. */
  readonly blocked: Uint8Array;
  /** Follows, valid in MOVE: movement points that entering a tile costs; 0 where it cannot be entered. */
  readonly cost: Uint8Array;
  /** Follows: cities and mines of each seat. */
  readonly cities: Uint8Array;
  readonly mines: Uint8Array;
  /** Follows: the legal actions, `listed[0]` of them. */
  readonly legalActions: Uint8Array;
  readonly listed: Uint8Array;

  /** Working memory of `listDestinations` (rules/masks.ts), made when it is first needed: no part of the position. */
  scratch: Uint8Array | undefined;

  constructor(options: FuzzyOptions) {
    super(form, options, BYTES, FACTS);
    const parts = new Parts(this.bytes.buffer);
    this.g = parts.i32(GLOBALS);
    this.treasury = parts.i32(MAX_SEATS);
    this.purse = parts.i32(HEROES);
    this.item = parts.u16(TILES);
    this.resource = parts.u16(TILES);
    this.monster = parts.u16(TILES);
    this.cityMercs = parts.u16(TILES);
    this.mercs = parts.u16(HEROES);
    this.attack = parts.u16(8);
    this.defence = parts.u16(8);
    this.mine = parts.u8(TILES);
    this.cityOwner = parts.u8(TILES);
    this.tier = parts.u8(TILES);
    this.ramparts = parts.u8(TILES);
    this.camp = parts.u8(TILES);
    this.besieged = parts.u8(TILES);
    this.founded = parts.u8(TILES);
    this.armory = parts.u8(TILES * ITEM_KINDS);
    this.heroTile = parts.u8(HEROES);
    this.movement = parts.u8(HEROES);
    this.done = parts.u8(HEROES);
    this.covered = parts.u8(HEROES);
    this.items = parts.u8(HEROES * ITEM_KINDS);
    this.out = parts.u8(MAX_SEATS);
    this.outDay = parts.u8(MAX_SEATS);
    this.grace = parts.u8(MAX_SEATS);
    this.finalPlaces = parts.u8(MAX_SEATS);
    this.heroAt = parts.u8(TILES);
    this.blocked = parts.u8(TILES);
    this.cost = parts.u8(TILES);
    this.cities = parts.u8(MAX_SEATS);
    this.mines = parts.u8(MAX_SEATS);
    this.legalActions = parts.u8(ACTIONS);
    this.listed = parts.u8(4);
    this.heroTile.fill(NOWHERE);
    this.g[HERO_AT_HAND] = -1;
    this.g[FOE_HERO] = -1;
    for (let seat = options.players; seat < MAX_SEATS; seat++) this.out[seat] = 1;
  }

  get players(): number {
    return this.options.players;
  }
  get actor(): number {
    return this.g[ACTOR]!;
  }
  get prompt(): number {
    return this.g[PROMPT]!;
  }
  get round(): number {
    return this.g[DAY]!;
  }
  get over(): boolean {
    return this.g[OVER] === 1;
  }
  get truncated(): boolean {
    return this.g[TRUNCATED] === 1;
  }

  /** Writes the fields that follow from others anew, the list of legal actions apart. */
  derive(): void {
    this.heroAt.fill(0);
    this.cities.fill(0);
    this.mines.fill(0);
    for (let h = 0; h < HEROES; h++) {
      const t = this.heroTile[h]!;
      // The attacker shares the tile of whom it fights; the defender keeps the entry.
      if (t !== NOWHERE && (this.heroAt[t] === 0 || h !== this.g[HERO_AT_HAND])) this.heroAt[t] = h + 1;
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
