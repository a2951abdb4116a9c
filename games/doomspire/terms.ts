/**
 * Numbers with a meaning: actions, prompts, procedures, endings, streams of chance, places, buildings.
 *
 * Seats 0-3 clockwise (NW, NE, SE, SW); tiles row * 8 + column; knights seat * 3 + 0..2; boats seat * 2 + 0..1; resources
 * food 0, wood 1, ore 2, gold 3; zones as seats; cards and monsters as in data.ts. Everything is absolute; only action ids
 * are turned to the actor's frame.
 */
import { idsOf } from '../../env/kit/ids.js';

/** Length of the mask, and how many of its ids are ever legal. */
export const ACTIONS = 192;
export const USED_ACTIONS = 187;

/** Seats clockwise, by their homes; the ocean zones between the same corners. */
export const seatNames = ['NW', 'NE', 'SE', 'SW'] as const;
export const zoneNames = seatNames;
export const resourceNames = ['food', 'wood', 'ore', 'gold'] as const;

/** Tiles row by row: column letter from the west, row number from the north; a1 is the north-west corner, h8 the south-east one. */
export const tileNames: readonly string[] = Array.from(
  { length: 64 },
  (_, tile) => `${'abcdefgh'[tile & 7]}${(tile >> 3) + 1}`,
);
/** `NE 2`: the second knight of the north-east player; of the boats alike. */
export const knightNames: readonly string[] = seatNames.flatMap((seat) => [1, 2, 3].map((n) => `${seat} ${n}`));
export const boatNames: readonly string[] = seatNames.flatMap((seat) => [1, 2].map((n) => `${seat} ${n}`));

/** First and second resource of each unordered pair handed over: ff fw fo fg ww wo wg oo og gg. */
export const PAIR_FIRST = Uint8Array.of(0, 0, 0, 0, 1, 1, 1, 2, 2, 3);
export const PAIR_SECOND = Uint8Array.of(0, 1, 2, 3, 1, 2, 3, 2, 3, 3);

/** What the ids of some action blocks stand for, in their order. */
export const buildNames = [
  'knight',
  'boat',
  'warship',
  'market',
  'blacksmith',
  'fletcher',
  'chapel',
  'monastery',
] as const;
export const tileActNames = ['claim', 'conquer', 'revolt', 'temple', 'mercenary', 'pull sword'] as const;
export const bonusNames = ['rusty sword', 'trollsbane', 'robe', 'black blade', 'proud mercenary', 'brawler'] as const;
export const useNames = ['blacksmith', 'fletcher'] as const;
export const menuNames = ['offer a trade', 'pay the beggar off', 'dismiss a follower', 'concede'] as const;

/**
 * Names of the prompts P1-P40; `Position.prompt` is an index. Which fields say what a prompt is about (K = `focusKnight`,
 * T = `focusTile`, "the battle" = the fields `fight...`):
 *
 * - P1 ROLL: nothing; `extraDice` of the seats before.
 * - P2 MENU: `mover`. P3 UNIT: `die`. P4 DEST, P5 BOWTARGET: `die`, `unit`, K, T = where it stands.
 * - P6 BOATZONE: `die`, `unit` (3-4). P7 PASSENGER: `boatTarget` too. P8 BOATDROP: `passenger` too; K, T = passenger.
 * - P9 BLOCK: K = the actor's knight that may block, T = its tile; the walking knight is argument a of the top frame.
 * - P10 FIGHT: the battle; K = the knight that may flee; T = battle tile. P11 FLEETILE: K = the fleeing knight, T = from where.
 * - P12 SUPPORT, P13 SIDE: the battle with dice; K = attacker, T = battle tile.
 * - P14 BONUS, P15 SACRIFICE: the battle, `fightSide`; K = the knight choosing, T = battle tile.
 * - P16 LOSE: K = knight that lost or fled. P17 HANDOVER: K = fleeing knight, the battle (goes to `fightAttacker`).
 * - P18 LOOT: the battle with `fightResult`; K = the losing knight, whose goods are taken; the actor is the winner, or the
 *   loser where a helmet lets it choose. P19 OVERFLOW: K = the knight, T = its tile.
 * - P20 TILEACT: K, T. P21 GET: `exchange` (or `rewardOwed`); K, T where a knight is at a trader. P22 STACK: K, T.
 * - P23 CARDOPT, P24 CARDPLAYER, P25 CARDRES, P26 CARDKNIGHT, P27 CARDTILE, P28 CARDZONE: `card`, `cardOption`,
 *   `cardPlayer`, `cardRoll`; K = `cardKnight`, T = `cardTile`. Without a card: P24 for a title (`hand` -1: Hand is decided,
 *   else Coin); P26 for the beggar (K = its holder, T). P27 in a dragon raid: the actor gives up one of its own tiles.
 * - P29 SEAREPLY: `card`, `cardBoat`. P30 MARKETDAY: `card`. P31 ONEFORONE: `given`, `received`; K = `cardKnight`.
 * - P32 ROOM: `card`, K. P33 HARVEST: `power`, `harvestBy`. P34 USE: `used`. P35 BUILD: nothing.
 * - P36 ITEMPICK: `itemOperation`, K, T. P37 DISMISS: nothing. P38 OFFER: `partner`, `give` (-1 while open); partner, then
 *   give, then want. P39 ANSWER: `partner` (the actor), `give`, `want` (-1 gift), `mover`.
 *
 * Edition airef: P10 FIGHT is asked before the dragon too, never of an attacked knight. P11: with a helmet, T = home and
 * argument c of the top frame is 1. P12, P13 come before the dice. P33 HARVEST without `power` is the menu of dice and
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
export const P = idsOf(promptNames);

/** Phases of a round; then the game is over. */
export const phaseNames = ['roll', 'movement', 'harvest', 'titles'] as const;
export const PHASE = idsOf(phaseNames);

/** How the game ended or the last impression was made. */
export const endings = ['', 'fame', 'gold', 'starred', 'combat', 'rings', 'conceded', 'round cap'] as const;
export const END = idsOf(endings);

/** What a battle is against. */
export const fightKinds = ['none', 'monster', 'knights', 'dragon'] as const;
export const AGAINST = idsOf(fightKinds);

/**
 * Procedures: what can be under way on the stack. Each is defined in a file of rules/, with its steps by name and what its
 * four arguments a-d mean; `procedures` in rules/engine.ts is the table of all.
 */
export const procedureNames = [
  'none',
  'turn',
  'walk',
  'arrive',
  'fight',
  'retreat',
  'lose',
  'overflow',
  'card',
  'doomspire',
  'harvest',
  'titles',
  'roll',
  'beggar',
  'exchange window',
] as const;
export const OP = idsOf(procedureNames);
/** Numbers of a frame: procedure, step inside it, four arguments. The prompt pending belongs to the top frame. */
export const FRAME = 6;
/** Most frames at once. */
export const STACK_DEPTH = 10;

/** What happened in an arrival so far (bits of argument c). */
export const ARRIVED_FOUGHT = 1;
export const ARRIVED_RIVAL_FLED = 2;
export const ARRIVED_SWORD_TRIED = 4;
/** The knight was stopped here by a block; the battle was that one. */
export const ARRIVED_BLOCKED = 8;

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
export const STREAM = idsOf(streamNames);

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
