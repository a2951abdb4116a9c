/**
 * A position of Lords of Doomspire as one block of memory: every field, what it holds, and what is hidden from whom.
 * No rules here: they are in rules/, the contract is in game.ts.
 *
 * Numbers used everywhere: seats 0-3 clockwise (NW, NE, SE, SW); tiles row * 8 + column; knights seat * 3 + 0..2;
 * boats seat * 2 + 0..1; resources food 0, wood 1, ore 2, gold 3; zones as seats; cards and monsters as in data.ts.
 * Everything in here is absolute; only action ids are turned to the actor's frame.
 *
 * Hidden from everybody: `kind`, `tokens`, `monster` of tiles with `explored` 0; the order in `deckCards`, but for the
 * theme of each top card (of each of three decks a tier in edition airef, and where the sword in a stone lies on top, with
 * the theme under it).
 * Hidden from the others while it is being chosen (prompt ROLL, option `diceChoice: hidden`):
 * `extraDice`. Everything else is public.
 */
import { BlockPosition, blockForm, Parts } from '../block.js';
import { DECK_SIZE, makeTables, PIECES, type Tables } from './data.js';
import { type DoomspireOptions, optionsSchema } from './options.js';
import { ACTIONS } from './terms.js';

/** Re-exported for the files in rules/. */
export type { Chance, Rng } from '../../chance.js';

// --- globals: indices into `g` --------------------------------------------------------------------------------

/** Round, from 1. */
export const ROUND = 0;
/** 0 roll, 1 movement, 2 harvest, 3 ending (titles), then over. */
export const PHASE = 1;
/** Seat that holds the first-player token; the turn order of the round starts there. */
export const TOKEN = 2;
/** How many seats of this phase have had their turn begun (0-4). */
export const TURN = 3;
/** Seat whose turn it is in the movement or harvest phase, -1 otherwise. */
export const MOVER = 4;
/** Pending prompt 0-39 (`promptNames`), -1 none. */
export const PROMPT = 5;
/** Seat that answers it, -1 none. */
export const ACTOR = 6;
/** The knight the prompt is about (0-11), -1 none; see the list of prompts. */
export const FOCUS_KNIGHT = 7;
/** The tile the prompt is about, -1 none. */
export const FOCUS_TILE = 8;
/** Frames on the stack. */
export const DEPTH = 9;
/** Legal actions of the pending prompt, in `options`. */
export const COUNT = 10;
/** Food for each extra die this round. */
export const TAX = 11;
/** 1: the tax doubles in the next roll phase. */
export const TAX_NEXT = 12;
/** 1: market day, the trader exchanges one for one until harvest. */
export const MARKET_DAY = 13;
/** Treasure stacks left on Doomspire; 0 before it is revealed too. */
export const STACKS_LEFT = 14;
/** 1: Doomspire is revealed. */
export const SPIRE_REVEALED = 15;
/** How often the dragon has been impressed. */
export const IMPRESSIONS = 16;
/** Pieces explored so far. */
export const REVEALS = 17;
/** 1: the game is over. */
export const OVER = 18;
/** 1: it was cut off at the round cap. */
export const TRUNCATED = 19;
/** How the game ended or the last impression was made: index into `endings`. */
export const ENDING = 20;
/** King's seat, -1 none. */
export const KING = 21;
/** Hand of the King's seat once decided, -1 before. */
export const HAND = 22;
/** Players who have conceded. */
export const CONCEDED = 23;
/** Turn: 1 when this turn's trade offer has been made. */
export const OFFERED = 24;
/** Turn: value of the die being spent (1-3), 0 none. */
export const DIE = 25;
/** Turn: chosen unit, knight 0-2 or boat 3-4 of the mover, -1 none. */
export const UNIT_CHOSEN = 26;
/** Turn: zone the boat goes to, -1 none. */
export const BOAT_TARGET = 27;
/** Turn: passenger (0-11), -1 none. */
export const PASSENGER = 28;
/** Turn: item operation (0-2 pick up, 3-5 drop with that knight), -1 none. */
export const ITEM_OPERATION = 29;
/** Offer: partner's seat, -1 none; resource given, -1; resource wanted, -1 (gift or not yet chosen). */
export const PARTNER = 30;
export const GIVE = 31;
export const WANT = 32;
/** Exchange: pair handed over (PAIR index), -1 none; 10 + resource in a one-for-one exchange. */
export const EXCHANGE = 33;
/** Exchange: bits of resources given and received in this one-for-one window. */
export const GIVEN = 34;
export const RECEIVED = 35;
/** Card being resolved, -1 none; the knight that drew it; its tile. */
export const CARD = 36;
export const CARD_KNIGHT = 37;
export const CARD_TILE = 38;
/** Card: option chosen (0 A, 1 B, 2 C), -1; player named, -1; dice rolled for it, 0 none. */
export const CARD_OPTION = 39;
export const CARD_PLAYER = 40;
export const CARD_ROLL = 41;
/** Card: how many replies of several players are done, clockwise from the drawer; boat asked about (0-7), -1. */
export const CARD_REPLIES = 42;
export const CARD_BOAT = 43;
/** Card: follower or item piece waiting for room, -1 none. */
export const CARD_GAIN = 44;
/** Harvest: tiles the player may still take; bits of uses not to be made any more (1 blacksmith, 2 fletcher, 4 market). */
export const POWER = 45;
export const USED = 46;
/** Two resources of choice still to be named after impressing (option `impressReward: choice`). */
export const REWARD = 47;
/** Result of the last battle for the procedure that started it: as FIGHT_RESULT; 0 once read. */
export const OUTCOME = 48;
/** Card drawn last in this arrival, -1 none. */
export const LAST_CARD = 49;
/** Edition airef: what the dragon's die showed when it was revealed (1-3), 0 before; always 0 in the other. */
export const DRAGON_DIE = 50;
const GLOBALS = 52;

/** Globals for which -1 means none. */
const NO_VALUE = [
  MOVER,
  PROMPT,
  ACTOR,
  FOCUS_KNIGHT,
  FOCUS_TILE,
  KING,
  HAND,
  UNIT_CHOSEN,
  BOAT_TARGET,
  PASSENGER,
  ITEM_OPERATION,
  PARTNER,
  GIVE,
  WANT,
  EXCHANGE,
  CARD,
  CARD_KNIGHT,
  CARD_TILE,
  CARD_OPTION,
  CARD_PLAYER,
  CARD_BOAT,
  CARD_GAIN,
  LAST_CARD,
];

/** Values of `ENDING`. */
export const endings = ['', 'fame', 'gold', 'starred', 'combat', 'rings', 'conceded', 'round cap'] as const;
export const END_FAME = 1;
export const END_GOLD = 2;
export const END_STARRED = 3;
export const END_COMBAT = 4;
export const END_RINGS = 5;
export const END_CONCEDED = 6;
export const END_CAP = 7;

// --- the battle: indices into `fight`; all zero when there is none --------------------------------------------

/** 0 none, 1 against a monster, 2 between knights, 3 against the dragon. */
export const FIGHT_KIND = 0;
/** Knight (0-11) that fights the monster or dragon, or attacks the other knight. */
export const FIGHT_ATTACKER = 1;
/** Attacked knight; -1 outside knight combat. */
export const FIGHT_DEFENDER = 2;
/** Monster (index in data.ts); -1 outside monster combat. */
export const FIGHT_MONSTER = 3;
/** Tile where the battle is, for support (a bow shot: the target's tile). */
export const FIGHT_TILE = 4;
/** 1: bow shot, the attacker stands on a neighbouring tile. */
export const FIGHT_SHOT = 5;
/** 1: the monster is not on the tile (thugs). */
export const FIGHT_EVENT = 6;
/** 1: the attacker blocks a knight that wanted to pass. */
export const FIGHT_BLOCK = 7;
/** Sums of dice, 0 before the roll. The monster has none. */
export const FIGHT_DICE_A = 8;
export const FIGHT_DICE_D = 9;
/** Might + automatic bonuses + own units + witch of the attacker; of the defender, monster or dragon (its might). */
export const FIGHT_BASE_A = 10;
export const FIGHT_BASE_D = 11;
/** Support given by other players so far. */
export const FIGHT_HELP_A = 12;
export const FIGHT_HELP_D = 13;
/** Optional bonuses chosen so far. */
export const FIGHT_BONUS_A = 14;
export const FIGHT_BONUS_D = 15;
/** Bits of BONUS kinds used. */
export const FIGHT_USED_A = 16;
export const FIGHT_USED_D = 17;
/** How many other players have been asked for support, clockwise from the attacker (1-3). */
export const FIGHT_ASKED = 18;
/** Side choosing a bonus: 0 attacker, 1 defender. */
export const FIGHT_SIDE = 19;
/** 0 open, 1 attacker won, 2 attacker lost, 3 the one who may flee got away. */
export const FIGHT_RESULT = 20;
/** Flee roll, 0 none. */
export const FIGHT_FLEE = 21;
/** Witch rolls, 0 none. */
export const FIGHT_WITCH_A = 22;
export const FIGHT_WITCH_D = 23;
/** Seats whose support pays a godmother already paid in this battle, as bits (one fame a battle). */
export const FIGHT_GODMOTHERS = 24;
/** Bits of the sides (1 attacker, 2 defender) that declined a bonus since the last one was added. */
export const FIGHT_PASSED = 25;
/** 1: the ghost guards a black blade that the attacker has just taken. */
export const FIGHT_BLADE = 26;
/** Number of rolls. */
export const FIGHT_ROLLS = 27;
const FIGHT_FIELDS = 28;

// --- the stack of procedures ----------------------------------------------------------------------------------

/** Fields of a frame: procedure, step inside it, four arguments. The prompt pending belongs to the top frame. */
export const FRAME = 6;
/** Most frames at once. */
export const STACK_DEPTH = 10;

/** Movement turn of MOVER. No arguments. */
export const OP_TURN = 1;
/** Knight a walks over tiles b and c (-1 none) to d; step = tile * 16 + next knight (0-11) that might block, 12 the beggar. */
export const OP_WALK = 2;
/** Knight a has come to tile b; c = bits of ARRIVED_*; d = 1 when it had acted before (carried by boat). */
export const OP_ARRIVE = 3;
/** The battle in `fight`. */
export const OP_FIGHT = 4;
/** Knight a leaves the battle for its nearest own tile (P11); b = tile it is measured from. */
export const OP_RETREAT = 5;
/** Seat a loses a resource (P16), else fame; b = the knight that lost or fled. */
export const OP_LOSE = 6;
/** Knight a carries more than it can: drop what does not fit (P19). */
export const OP_OVERFLOW = 7;
/** The card in `CARD`. */
export const OP_CARD = 8;
/** Knight a impresses or fights the dragon. */
export const OP_SPIRE = 9;
/** Harvest turn of MOVER: 0 harvest, 1 use, 2 build. */
export const OP_HARVEST = 10;
/** Titles after the King is known. a = 0 Hand, 1 Coin. */
export const OP_TITLES = 11;
/** The seats choose their dice, in turn order. */
export const OP_ROLL = 12;
/** Knight a with the beggar is beside others on tile b (P26). */
export const OP_BEGGAR = 13;
/** Market day: a = seat of the window of one-for-one exchanges. */
export const OP_WINDOW = 14;

/** What happened in an arrival so far (bits of argument c of OP_ARRIVE). */
export const ARRIVED_FOUGHT = 1;
export const ARRIVED_RIVAL_FLED = 2;
export const ARRIVED_SWORD_TRIED = 4;
/** The knight was stopped here by a block; the battle was that one. */
export const ARRIVED_BLOCKED = 8;

/**
 * Names of the prompts P1-P40; `Position.prompt` is an index. Which fields say what a prompt is about (K = FOCUS_KNIGHT,
 * T = FOCUS_TILE, all indices into `g` unless `fight` is named):
 *
 * - P1 ROLL: nothing; `extraDice` of the seats before.
 * - P2 MENU: MOVER. P3 UNIT: DIE. P4 DEST, P5 BOWTARGET: DIE, UNIT_CHOSEN, K, T = where it stands.
 * - P6 BOATZONE: DIE, UNIT_CHOSEN (3-4). P7 PASSENGER: BOAT_TARGET too. P8 BOATDROP: PASSENGER too; K, T = passenger.
 * - P9 BLOCK: K = the actor's knight that may block, T = its tile; the walking knight is argument a of the top frame.
 * - P10 FIGHT: `fight`; K = the knight that may flee; T = battle tile. P11 FLEETILE: K = the fleeing knight, T = from where.
 * - P12 SUPPORT, P13 SIDE: `fight` with dice; K = attacker, T = battle tile.
 * - P14 BONUS, P15 SACRIFICE: `fight`, FIGHT_SIDE; K = the knight choosing, T = battle tile.
 * - P16 LOSE: K = knight that lost or fled. P17 HANDOVER: K = fleeing knight, `fight` (goes to FIGHT_ATTACKER).
 * - P18 LOOT: `fight` with FIGHT_RESULT; K = the losing knight, whose goods are taken; the actor is the winner, or the
 *   loser where a helmet lets it choose. P19 OVERFLOW: K = the knight, T = its tile.
 * - P20 TILEACT: K, T. P21 GET: EXCHANGE (or REWARD); K, T where a knight is at a trader. P22 STACK: K, T.
 * - P23 CARDOPT, P24 CARDPLAYER, P25 CARDRES, P26 CARDKNIGHT, P27 CARDTILE, P28 CARDZONE: CARD, CARD_OPTION,
 *   CARD_PLAYER, CARD_ROLL; K = CARD_KNIGHT, T = CARD_TILE. Without a card: P24 for a title (HAND -1: Hand is decided,
 *   else Coin); P26 for the beggar (K = its holder, T). P27 in a dragon raid: the actor gives up one of its own tiles.
 * - P29 SEAREPLY: CARD, CARD_BOAT. P30 MARKETDAY: CARD. P31 ONEFORONE: GIVEN, RECEIVED; K = CARD_KNIGHT.
 * - P32 ROOM: CARD, K. P33 HARVEST: POWER, `harvestBy`. P34 USE: USED. P35 BUILD: nothing.
 * - P36 ITEMPICK: ITEM_OPERATION, K, T. P37 DISMISS: nothing. P38 OFFER: PARTNER, GIVE (-1 while open); partner, then
 *   give, then want. P39 ANSWER: PARTNER (the actor), GIVE, WANT (-1 gift), MOVER.
 *
 * Edition airef: P10 FIGHT is asked before the dragon too, never of an attacked knight. P11: with a helmet, T = home and
 * argument c of the top frame is 1. P12, P13 come before the dice. P33 HARVEST without POWER is the menu of dice and
 * builds. P40 DECK: K, T = where a card is drawn.
 */
export const promptNames = [
  'ROLL',
  'MENU',
  'UNIT',
  'DEST',
  'BOWTARGET',
  'BOATZONE',
  'PASSENGER',
  'BOATDROP',
  'BLOCK',
  'FIGHT',
  'FLEETILE',
  'SUPPORT',
  'SIDE',
  'BONUS',
  'SACRIFICE',
  'LOSE',
  'HANDOVER',
  'LOOT',
  'OVERFLOW',
  'TILEACT',
  'GET',
  'STACK',
  'CARDOPT',
  'CARDPLAYER',
  'CARDRES',
  'CARDKNIGHT',
  'CARDTILE',
  'CARDZONE',
  'SEAREPLY',
  'MARKETDAY',
  'ONEFORONE',
  'ROOM',
  'HARVEST',
  'USE',
  'BUILD',
  'ITEMPICK',
  'DISMISS',
  'OFFER',
  'ANSWER',
  'DECK',
] as const;
export const P_ROLL = 0;
export const P_MENU = 1;
export const P_UNIT = 2;
export const P_DEST = 3;
export const P_BOWTARGET = 4;
export const P_BOATZONE = 5;
export const P_PASSENGER = 6;
export const P_BOATDROP = 7;
export const P_BLOCK = 8;
export const P_FIGHT = 9;
export const P_FLEETILE = 10;
export const P_SUPPORT = 11;
export const P_SIDE = 12;
export const P_BONUS = 13;
export const P_SACRIFICE = 14;
export const P_LOSE = 15;
export const P_HANDOVER = 16;
export const P_LOOT = 17;
export const P_OVERFLOW = 18;
export const P_TILEACT = 19;
export const P_GET = 20;
export const P_STACK = 21;
export const P_CARDOPT = 22;
export const P_CARDPLAYER = 23;
export const P_CARDRES = 24;
export const P_CARDKNIGHT = 25;
export const P_CARDTILE = 26;
export const P_CARDZONE = 27;
export const P_SEAREPLY = 28;
export const P_MARKETDAY = 29;
export const P_ONEFORONE = 30;
export const P_ROOM = 31;
export const P_HARVEST = 32;
export const P_USE = 33;
export const P_BUILD = 34;
export const P_ITEMPICK = 35;
export const P_DISMISS = 36;
export const P_OFFER = 37;
export const P_ANSWER = 38;
export const P_DECK = 39;

/** Names of the streams of chance; seats follow their purpose. */
export const streamNames = [
  'setup',
  'deck',
  'dice 0',
  'dice 1',
  'dice 2',
  'dice 3',
  'combat 0',
  'combat 1',
  'combat 2',
  'combat 3',
  'flee 0',
  'flee 1',
  'flee 2',
  'flee 3',
  'card',
  'storm',
  'treasure',
  'ties',
  'reshuffle',
  'dragon',
] as const;
export const S_SETUP = 0;
export const S_DECK = 1;
export const S_DICE = 2;
export const S_COMBAT = 6;
export const S_FLEE = 10;
export const S_CARD = 14;
export const S_STORM = 15;
export const S_TREASURE = 16;
export const S_TIES = 17;
export const S_RESHUFFLE = 18;
export const S_DRAGON = 19;

// --- places ---------------------------------------------------------------------------------------------------

/** Place of a knight or boat that is not on the board. */
export const ABSENT = 255;
/** Place of an item or follower: not in play (deck, stock, discard), out of the game. 1-12: knight + 1. */
export const UNUSED = 0;
export const GONE = 255;
/** Place of an item lying on tile t: `ON_TILE + t`. */
export const ON_TILE = 64;
/** `owner` of a tile: 0 nobody, 1-4 seat + 1, 5 the neutral player (tiles of those who conceded). */
export const NEUTRAL = 5;

/** Bits of `buildings`. */
export const MARKET = 1;
export const BLACKSMITH = 2;
export const FLETCHER = 4;
export const CHAPEL = 8;
export const MONASTERY = 16;
export const WARSHIP = 32;

/** Added to `harvestBy`: taken with the die in hand, free again for the next (edition airef). */
export const TAKEN = 8;

/** Bits of `itemTouched`: dropped, picked up in this turn. */
export const DROPPED = 1;
export const PICKED = 2;

/** Bytes of the fields, in the order in which they lie. */
const FIELDS =
  4 * 12 + // knightItems
  2 * (GLOBALS + FIGHT_FIELDS + FRAME * STACK_DEPTH + 16 + 64) + // g, fight, frames, resources, knightsOn
  10 * 64 + // kind, explored, owner, monster, monsterCard, dormant, tokens, sword, harvestBy, tileItems
  5 * 12 + // knightTile, acted, halted, followerBits, slotsFilled
  4 * PIECES + // itemPlace, itemKind, itemTouched, itemOwner
  8 + // followerPlace
  8 * 4 + // fame, might, buildings, stacks, concededOrder, extraDice, flags, marks
  8 +
  12 +
  12 + // boatZone, dice, rolled
  6 +
  12 +
  3 +
  3 +
  3 + // traderStock, stackContents, stackTaken, deckSize, discardSize
  2 * 3 * DECK_SIZE + // deckCards, discardCards
  ACTIONS + // legalActions
  4 + // finalPlaces
  9 +
  12 +
  1; // pileSize, eaten, swordPile
/** The block is longer than its fields: hashes and saved positions are over all of it, so it stays as long as it was. */
const BYTES = (FIELDS + 45) & ~7;

const form = blockForm('Lords of Doomspire', 'DSP1', optionsSchema, (options) =>
  makeTables(options.edition, options.components, options.encounters),
);

/** One position. All fields are views of one block, so a copy is one `set`. */
export class Position extends BlockPosition<DoomspireOptions, Tables> {
  /** Globals; indices above. */
  readonly g: Int16Array;
  /** The battle; FIGHT_* indices. */
  readonly fight: Int16Array;
  /** Stack of procedures: frame i at `i * FRAME`. */
  readonly frames: Int16Array;
  /** `[seat * 4 + resource]` */
  readonly resources: Uint16Array;
  /** Knights on each tile, as 12 bits (kept in step with `knightTile`). */
  readonly knightsOn: Uint16Array;
  /** Pieces carried by each knight, as 24 bits (kept in step with `itemPlace`). */
  readonly knightItems: Uint32Array;

  /** Tile kind, hidden while not explored. */
  readonly kind: Uint8Array;
  readonly explored: Uint8Array;
  /** 0 nobody, seat + 1, 5 neutral. Homes belong to their seat from the start. */
  readonly owner: Uint8Array;
  /** Monster + 1, 0 none. */
  readonly monster: Uint8Array;
  /** 1: the monster on the tile is a card (goes to its discard when beaten), 0: a marker. */
  readonly monsterCard: Uint8Array;
  /** Knight + 1 for which the monster sleeps (druid's bear), 0: awake. */
  readonly dormant: Uint8Array;
  /** Adventure tokens. */
  readonly tokens: Uint8Array;
  /** 1: the sword in the stone is here. */
  readonly sword: Uint8Array;
  /** Harvest phase: seat + 1 that may take this tile, 0 nobody (or taken); + `TAKEN` while another die may. Zero outside it. */
  readonly harvestBy: Uint8Array;
  /** Items lying on each tile (kept in step with `itemPlace`). */
  readonly tileItems: Uint8Array;

  /** Tile of each knight, `ABSENT` off the board. */
  readonly knightTile: Uint8Array;
  /** 1: has interacted this round, spends no more dice. */
  readonly acted: Uint8Array;
  /** 1: has picked an item up this round: stays where it is and spends no more dice. */
  readonly halted: Uint8Array;
  /** Followers of each knight, as 8 bits (kept in step with `followerPlace`). */
  readonly followerBits: Uint8Array;
  /** Item slots filled by what each knight carries (kept in step with `itemPlace`). */
  readonly slotsFilled: Uint8Array;

  /** UNUSED, knight + 1, ON_TILE + tile, GONE. */
  readonly itemPlace: Uint8Array;
  /** Kind of each piece (the ring and the stone sword change theirs when they are gained). */
  readonly itemKind: Uint8Array;
  /** DROPPED, PICKED in this turn. */
  readonly itemTouched: Uint8Array;
  /** Black blade only: seat + 1 of its last holder, 0 none yet. */
  readonly itemOwner: Uint8Array;
  /** UNUSED, knight + 1, GONE. */
  readonly followerPlace: Uint8Array;

  readonly fame: Uint8Array;
  readonly might: Uint8Array;
  /** Bits MARKET .. WARSHIP. */
  readonly buildings: Uint8Array;
  /** Impressions made by each player. */
  readonly stacks: Uint8Array;
  /** 0, or the order in which this player conceded (1 first). */
  readonly concededOrder: Uint8Array;
  /** Extra dice chosen this round; secret while others still choose. */
  readonly extraDice: Uint8Array;
  /** Tiles with a flag of each player, its home not counted (kept in step with `owner`). */
  readonly flags: Uint8Array;
  /** `[0]`: 1 when the stuck ring has been freed at the temple. `[1]`: 1 while dice are being chosen. */
  readonly marks: Uint8Array;
  /** Ocean zone of each boat, `ABSENT` without. */
  readonly boatZone: Uint8Array;
  /** Unspent dice by face: `[seat * 3 + value - 1]`. */
  readonly dice: Uint8Array;
  /** Dice rolled this round by face. */
  readonly rolled: Uint8Array;

  /** Copies of each trader item left. */
  readonly traderStock: Uint8Array;
  /** `[stack * 4 + resource]`; public once Doomspire is revealed, zero before. */
  readonly stackContents: Uint8Array;
  /** 1: taken (all 1 before Doomspire is revealed). */
  readonly stackTaken: Uint8Array;
  readonly deckSize: Uint8Array;
  readonly discardSize: Uint8Array;
  /** `[tier * DECK_SIZE + i]`, the top is the last. Order hidden but for the top's theme. */
  readonly deckCards: Uint8Array;
  /** `[tier * DECK_SIZE + i]` in the order discarded. */
  readonly discardCards: Uint8Array;
  /** Legal actions of the pending prompt, COUNT of them. */
  readonly legalActions: Uint8Array;
  /** Final places, valid when over. */
  readonly finalPlaces: Uint8Array;

  // Edition airef; zero in the other.
  /** Cards in each of the three decks of a tier, `[tier * 3 + deck]`: they lie one after the other in `deckCards`. */
  readonly pileSize: Uint8Array;
  /** 1: the dragon has eaten this knight, its piece never returns. */
  readonly eaten: Uint8Array;
  /** `[0]`: 1 + the deck (tier * 3 + deck) on which the sword in a stone is known to lie, 0 none. */
  readonly swordPile: Uint8Array;

  /** Working memory of `reach` (rules/movement.ts), made when it is first needed: no part of the position. */
  scratch: Uint8Array | undefined;

  constructor(options: DoomspireOptions) {
    super(form, options, BYTES);
    const parts = new Parts(this.bytes.buffer);
    this.knightItems = parts.u32(12);
    this.g = parts.i16(GLOBALS);
    this.fight = parts.i16(FIGHT_FIELDS);
    this.frames = parts.i16(FRAME * STACK_DEPTH);
    this.resources = parts.u16(16);
    this.knightsOn = parts.u16(64);
    this.kind = parts.u8(64);
    this.explored = parts.u8(64);
    this.owner = parts.u8(64);
    this.monster = parts.u8(64);
    this.monsterCard = parts.u8(64);
    this.dormant = parts.u8(64);
    this.tokens = parts.u8(64);
    this.sword = parts.u8(64);
    this.harvestBy = parts.u8(64);
    this.tileItems = parts.u8(64);
    this.knightTile = parts.u8(12);
    this.acted = parts.u8(12);
    this.halted = parts.u8(12);
    this.followerBits = parts.u8(12);
    this.slotsFilled = parts.u8(12);
    this.itemPlace = parts.u8(PIECES);
    this.itemKind = parts.u8(PIECES);
    this.itemTouched = parts.u8(PIECES);
    this.itemOwner = parts.u8(PIECES);
    this.followerPlace = parts.u8(8);
    this.fame = parts.u8(4);
    this.might = parts.u8(4);
    this.buildings = parts.u8(4);
    this.stacks = parts.u8(4);
    this.concededOrder = parts.u8(4);
    this.extraDice = parts.u8(4);
    this.flags = parts.u8(4);
    this.marks = parts.u8(4);
    this.boatZone = parts.u8(8);
    this.dice = parts.u8(12);
    this.rolled = parts.u8(12);
    this.traderStock = parts.u8(6);
    this.stackContents = parts.u8(12);
    this.stackTaken = parts.u8(3);
    this.deckSize = parts.u8(3);
    this.discardSize = parts.u8(3);
    this.deckCards = parts.u8(3 * DECK_SIZE);
    this.discardCards = parts.u8(3 * DECK_SIZE);
    this.legalActions = parts.u8(ACTIONS);
    this.finalPlaces = parts.u8(4);
    this.pileSize = parts.u8(9);
    this.eaten = parts.u8(12);
    this.swordPile = parts.u8(1);
    for (const i of NO_VALUE) this.g[i] = -1;
  }

  get players(): number {
    return 4;
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
  get truncated(): boolean {
    return this.g[TRUNCATED] === 1;
  }

  // --- stack ---

  /** Starts a procedure. */
  push(op: number, a: number, b: number, c: number, d: number): void {
    const at = this.g[DEPTH]! * FRAME;
    if (at >= FRAME * STACK_DEPTH) throw new Error('doomspire: the stack of procedures is full');
    const f = this.frames;
    f[at] = op;
    f[at + 1] = 0;
    f[at + 2] = a;
    f[at + 3] = b;
    f[at + 4] = c;
    f[at + 5] = d;
    this.g[DEPTH]!++;
  }

  /** Ends the procedure on top. */
  pop(): void {
    const at = --this.g[DEPTH]! * FRAME;
    const f = this.frames;
    f[at] = 0;
    f[at + 1] = 0;
    f[at + 2] = 0;
    f[at + 3] = 0;
    f[at + 4] = 0;
    f[at + 5] = 0;
  }

  /** Index of the top frame in `frames`. */
  top(): number {
    return (this.g[DEPTH]! - 1) * FRAME;
  }
}
