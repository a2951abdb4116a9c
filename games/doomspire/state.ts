/**
 * A position of Lords of Doomspire as one block of memory: every field, what it holds, and what is hidden from whom.
 * No rules here: they are in rules/, the contract is in game.ts.
 *
 * Hidden from everybody: `kind`, `tokens`, `monster` of tiles with `explored` 0; the order in `deckCards`, but for the
 * theme of each top card (of each of three decks a tier in edition airef, and where the sword in a stone lies on top, with
 * the theme under it).
 * Hidden from the others while it is being chosen (prompt ROLL, option `diceChoice: hidden`):
 * `extraDice`. Everything else is public.
 */
import { i16, u8, u16, u32 } from '../../env/kit/fields.js';
import { positions } from '../../env/kit/position.js';
import * as D from './data.js';
import { type DoomspireOptions, optionsSchema } from './options.js';
import * as T from './terms.js';

/** Re-exported for the files in rules/. */
export type { Chance } from '../../env/chance.js';

export * from './terms.js';

// Ranges of what comes or does not.
const seat = { names: T.seatNames, none: -1 };
const knight = { names: T.knightNames, none: -1 };
const tile = { names: T.tileNames, none: -1 };
const resource = { names: T.resourceNames, none: -1 };
const card = { names: D.cards.map(({ id }) => id), none: -1 };
const monster = { names: D.monsters.map(({ id }) => id), none: -1 };
const strength = { min: -1000, max: 1000 };

export const fields = {
  knightItems: u32([12], 'Pieces carried by each knight, as 24 bits (kept in step with `itemPlace`).', {
    max: 0xffffff,
  }),

  round: i16('Round, from 1.', { max: 1000 }),
  phase: i16('Phase of the round: PHASE.', { names: T.phaseNames }),
  firstPlayer: i16('Seat that holds the first-player token; the turn order of the round starts there.', {
    names: T.seatNames,
  }),
  turnsBegun: i16('How many seats of this phase have had their turn begun.', { max: 4 }),
  mover: i16('Seat whose turn it is in the movement or harvest phase, -1 otherwise.', seat),
  prompt: i16('Pending prompt (`promptNames`), -1 none.', { names: T.promptNames, none: -1 }),
  actor: i16('Seat that answers it, -1 none.', seat),
  focusKnight: i16('The knight the prompt is about, -1 none; see the list of prompts.', knight),
  focusTile: i16('The tile the prompt is about, -1 none.', tile),
  depth: i16('Frames on the stack.', { max: T.STACK_DEPTH }),
  count: i16('Legal actions of the pending prompt, in `legalActions`.', { max: T.ACTIONS }),
  tax: i16('Food for each extra die this round.', { max: 120 }),
  taxDoubles: i16.flag('The tax doubles in the next roll phase.'),
  marketDay: i16.flag('Market day: the trader exchanges one for one until harvest.'),
  stacksLeft: i16('Treasure stacks left on Doomspire; 0 before it is revealed too.', { max: 3 }),
  spireRevealed: i16.flag('Doomspire is revealed.'),
  impressions: i16('How often the dragon has been impressed.', { max: 3 }),
  reveals: i16('Pieces explored so far.', { max: 16 }),
  over: i16.flag('The game is over.'),
  truncated: i16.flag('It was cut off at the round cap.'),
  end: i16('How the game ended or the last impression was made: END.', { names: T.endings }),
  king: i16("King's seat, -1 none.", seat),
  hand: i16("Hand of the King's seat once decided, -1 before.", seat),
  conceded: i16('Players who have conceded.', { max: 3 }),
  offered: i16.flag("Turn: this turn's trade offer has been made."),
  die: i16('Turn: value of the die being spent (1-3), 0 none.', { max: 3 }),
  unit: i16('Turn: chosen unit, knight 0-2 or boat 3-4 of the mover, -1 none.', { max: 4, none: -1 }),
  boatTarget: i16('Turn: zone the boat goes to, -1 none.', { names: T.zoneNames, none: -1 }),
  passenger: i16('Turn: passenger, -1 none.', knight),
  itemOperation: i16('Turn: item operation (0-2 pick up, 3-5 drop with that knight), -1 none.', { max: 5, none: -1 }),
  partner: i16("Offer: partner's seat, -1 none.", seat),
  give: i16('Offer: resource given, -1 not yet chosen.', resource),
  want: i16('Offer: resource wanted, -1 a gift or not yet chosen.', resource),
  exchange: i16('Exchange: pair handed over (PAIR index), -1 none; 10 + resource in a one-for-one exchange.', {
    max: 13,
    none: -1,
  }),
  given: i16('Exchange: bits of resources given in this one-for-one window.', { max: 15 }),
  received: i16('Exchange: bits of resources received in it.', { max: 15 }),
  card: i16('Card being resolved, -1 none.', card),
  cardKnight: i16('Card: the knight that drew it, -1 none.', knight),
  cardTile: i16('Card: its tile, -1 none.', tile),
  cardOption: i16('Card: option chosen (0 A, 1 B, 2 C), a zone of a storm, -1 none.', { max: 3, none: -1 }),
  cardPlayer: i16('Card: player named, -1 none.', seat),
  cardRoll: i16('Card: dice rolled for it, 0 none.', { max: 6 }),
  cardReplies: i16('Card: how many replies of several players are done, clockwise from the drawer.', { max: 8 }),
  cardBoat: i16('Card: boat asked about, -1 none.', { names: T.boatNames, none: -1 }),
  cardGain: i16('Card: follower or item piece waiting for room, -1 none.', { max: D.PIECES - 1, none: -1 }),
  power: i16('Harvest: tiles the player may still take.', { max: 12 }),
  used: i16('Harvest: bits of uses not to be made any more (1 blacksmith, 2 fletcher, 4 market).', { max: 7 }),
  rewardOwed: i16('Resources of choice still to be named after impressing (option `impressReward: choice`).', {
    max: 2,
  }),
  outcome: i16('Result of the last battle for the procedure that started it: as `fightResult`; 0 once read.', {
    max: 3,
  }),
  lastCard: i16('Card drawn last in this arrival, -1 none.', card),
  dragonDie: i16("Edition airef: what the dragon's die showed when it was revealed (1-3), 0 before.", { max: 3 }),
  unusedNumber: i16('Nothing, as all fields of this name: saved positions and hashes have had them from the first.', {
    max: 0,
  }),

  // The battle; all zero when there is none. Lists of two are of the attacker and the defender, monster or dragon.
  fightKind: i16('What it is against: AGAINST.', { names: T.fightKinds }),
  fightAttacker: i16('Knight that fights the monster or dragon, or attacks the other knight.', {
    names: T.knightNames,
  }),
  fightDefender: i16('Attacked knight; -1 outside knight combat.', { ...knight, start: 0 }),
  fightMonster: i16('Monster (index in data.ts); -1 outside monster combat.', { ...monster, start: 0 }),
  fightTile: i16("Tile where the battle is, for support (a bow shot: the target's tile).", { names: T.tileNames }),
  fightShot: i16.flag('Bow shot: the attacker stands on a neighbouring tile.'),
  fightEvent: i16.flag('The monster is not on the tile (thugs).'),
  fightBlock: i16.flag('The attacker blocks a knight that wanted to pass.'),
  fightDice: i16([2], 'Sums of dice, 0 before the roll. The monster has none.', { max: 6 }),
  fightBase: i16([2], 'Might, automatic bonuses, own units, witch; of monster or dragon its might.', strength),
  fightHelp: i16([2], 'Support given by other players so far.', strength),
  fightBonus: i16([2], 'Optional bonuses chosen so far.', strength),
  fightUsed: i16([2], 'Bits of BONUS kinds used.', { max: 63 }),
  fightAsked: i16('How many other players have been asked for support, clockwise from the attacker.', { max: 3 }),
  fightSide: i16('Side choosing a bonus: 0 attacker, 1 defender.', { max: 1 }),
  fightResult: i16('0 open, 1 attacker won, 2 attacker lost, 3 the one who may flee got away.', { max: 3 }),
  fightFlee: i16('Flee roll, 0 none.', { max: 3 }),
  fightWitch: i16([2], 'Witch rolls, 0 none.', { max: 3 }),
  fightGodmothers: i16(
    'Seats whose support pays a godmother already paid in this battle, as bits (one fame a battle).',
    {
      max: 15,
    },
  ),
  fightPassed: i16('Bits of the sides (1 attacker, 2 defender) that declined a bonus since the last one was added.', {
    max: 3,
  }),
  fightBlade: i16.flag('The ghost guards a black blade that the attacker has just taken.'),
  fightRolls: i16('Number of rolls.'),

  frames: i16([T.STACK_DEPTH, T.FRAME], 'Stack of procedures: OP, step inside it, four arguments.', {
    min: -1,
    max: 1023,
  }),
  resources: u16([4, 4], 'Food, wood, ore, gold of each seat.'),
  knightsOn: u16([64], 'Knights on each tile, as 12 bits (kept in step with `knightTile`).', { max: 0xfff }),

  kind: u8([64], 'Tile kind, hidden while not explored.', { names: D.tileKinds, sight: 'depends' }),
  explored: u8.flag([64], 'The tile lies face up.'),
  owner: u8([64], '0 nobody, seat + 1, `NEUTRAL`. Homes belong to their seat from the start.', { max: T.NEUTRAL }),
  monster: u8([64], 'Monster + 1, 0 none.', { max: D.monsters.length, sight: 'depends' }),
  monsterCard: u8.flag([64], 'The monster on the tile is a card (goes to its discard when beaten), else a marker.'),
  dormant: u8([64], "Knight + 1 for which the monster sleeps (druid's bear), 0 awake.", { max: 12 }),
  tokens: u8([64], 'Adventure tokens.', { sight: 'depends' }),
  sword: u8.flag([64], 'The sword in the stone is here.'),
  harvestBy: u8([64], 'Harvest: seat + 1 that may take this tile, 0 nobody; + `TAKEN` while another die may.', {
    max: T.TAKEN + 4,
  }),
  tileItems: u8([64], 'Items lying on each tile (kept in step with `itemPlace`).', { max: D.PIECES }),

  knightTile: u8([12], 'Tile of each knight, `ABSENT` off the board.', {
    names: T.tileNames,
    none: T.ABSENT,
    start: 0,
  }),
  acted: u8.flag([12], 'Has interacted this round, spends no more dice.'),
  halted: u8.flag([12], 'Has picked an item up this round: stays where it is and spends no more dice.'),
  followerBits: u8([12], 'Followers of each knight, as 8 bits (kept in step with `followerPlace`).'),
  slotsFilled: u8([12], 'Item slots filled by what each knight carries (kept in step with `itemPlace`).'),

  itemPlace: u8([D.PIECES], '`UNUSED`, knight + 1, `ON_TILE` + tile, `GONE`.', {
    max: T.ON_TILE + 63,
    none: T.GONE,
    start: 0,
  }),
  itemKind: u8([D.PIECES], 'Kind of each piece (the ring and the stone sword change theirs when they are gained).', {
    names: D.itemKinds.map(({ id }) => id),
  }),
  itemTouched: u8([D.PIECES], 'Bits DROPPED, PICKED in this turn.', { max: 3 }),
  itemOwner: u8([D.PIECES], 'Black blade only: seat + 1 of its last holder, 0 none yet.', { max: 4 }),
  followerPlace: u8([8], '`UNUSED`, knight + 1, `GONE`.', { max: 12, none: T.GONE, start: 0 }),

  fame: u8([4], 'Fame track.', { max: 250 }),
  might: u8([4], 'Might track.', { max: 250 }),
  buildings: u8([4], 'Bits MARKET .. WARSHIP.', { max: 63 }),
  stacks: u8([4], 'Impressions made by each player.', { max: 3 }),
  concededOrder: u8([4], '0, or the order in which this player conceded (1 first).', { max: 3 }),
  extraDice: u8([4], 'Extra dice chosen this round; secret while others still choose.', { max: 3, sight: 'depends' }),
  flags: u8([4], 'Tiles with a flag of each player, its home not counted (kept in step with `owner`).', { max: 64 }),
  ringFreed: u8.flag('The stuck ring has been freed at the temple.'),
  choosingDice: u8.flag('Dice are being chosen.'),
  unusedMarks: u8([2], 'Nothing.', { max: 0 }),
  boatZone: u8([4, 2], 'Ocean zone of each boat, `ABSENT` without.', { names: T.zoneNames, none: T.ABSENT, start: 0 }),
  dice: u8([4, 3], 'Unspent dice of each seat by face, 1 to 3.', { max: 4 }),
  rolled: u8([4, 3], 'Dice rolled this round by face.', { max: 4 }),

  traderStock: u8([D.TRADER_KINDS], 'Copies of each trader item left.'),
  stackContents: u8([3, 4], 'Resources of each treasure stack; zero before Doomspire is revealed.'),
  stackTaken: u8.flag([3], 'Taken (all before Doomspire is revealed).'),
  deckSize: u8([3], 'Cards left in each tier.', { max: D.DECK_SIZE }),
  discardSize: u8([3], 'Cards in the discard of each tier.', { max: D.DECK_SIZE }),
  deckCards: u8([3, D.DECK_SIZE], 'By tier, the top is the last of `deckSize`. The theme of the top is public.', {
    max: D.CARDS - 1,
    sight: 'depends',
    count: 'deckSize',
  }),
  discardCards: u8([3, D.DECK_SIZE], 'By tier, in the order discarded.', { max: D.CARDS - 1, count: 'discardSize' }),
  legalActions: u8([T.ACTIONS], 'Legal actions of the pending prompt, `count` of them.', { max: T.ACTIONS - 1 }),
  finalPlaces: u8([4], 'Final places, valid when over.', { max: 3 }),

  // Edition airef; zero in the other.
  pileSize: u8([3, D.PILES], 'Cards in each of the three decks of a tier: one after the other in `deckCards`.', {
    max: D.DECK_SIZE,
  }),
  eaten: u8.flag([12], 'The dragon has eaten this knight, its piece never returns.'),
  swordPile: u8('1 + the deck (tier * 3 + deck) on which the sword in a stone is known to lie, 0 none.', { max: 9 }),
  unusedTail: u8([39], 'Nothing.', { max: 0 }),
};

const form = {
  title: 'Lords of Doomspire',
  magic: 'DSP1',
  schema: optionsSchema,
  tables: ({ edition, components, encounters }: DoomspireOptions) => D.makeTables(edition, components, encounters),
  fields,
};

/** One position. All fields are views of one block, so a copy is one `set`. */
export class Position extends positions(form) {
  /** Working memory of `reach` (rules/movement.ts), made when it is first needed: no part of the position. */
  scratch: Uint8Array | undefined;

  get players(): number {
    return 4;
  }

  /** The bytes of the battle's fields. */
  get battle(): Uint8Array {
    return this.bytes.subarray(BATTLE, AFTER_BATTLE);
  }
  /** Nothing is left of the battle. */
  endBattle(): void {
    this.bytes.fill(0, BATTLE, AFTER_BATTLE);
  }

  // --- stack ---

  /** Starts a procedure. */
  push(op: number, a: number, b: number, c: number, d: number): void {
    const at = this.depth * T.FRAME;
    if (at >= T.FRAME * T.STACK_DEPTH) throw new Error('doomspire: the stack of procedures is full');
    const f = this.frames;
    f[at] = op;
    f[at + 1] = 0;
    f[at + 2] = a;
    f[at + 3] = b;
    f[at + 4] = c;
    f[at + 5] = d;
    this.depth++;
  }

  /** Ends the procedure on top. */
  pop(): void {
    const at = --this.depth * T.FRAME;
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
    return (this.depth - 1) * T.FRAME;
  }
}
const byteOf = (field: keyof typeof fields) =>
  Position.prototype.layout.places.find(({ name }) => name === field)!.byte;
const BATTLE = byteOf('fightKind');
const AFTER_BATTLE = byteOf('frames');
