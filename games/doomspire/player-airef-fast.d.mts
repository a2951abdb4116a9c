/** Types of a player of Lords of Doomspire (doomspire, rules version 2), made by tabletop-gym: docs/player.md. */

/** What one seat knows of a position, to be written by hand; what may be missing is worked out. */
export type View = {
  game: "doomspire";
  format: 1;
  seat: number;
  options: Record<string, unknown>;
  round: {
    /** Round, from 1. */
    number: number;
    /** Phase of the round: PHASE. */
    phase: "roll" | "movement" | "harvest" | "titles";
    /** Seat that holds the first-player token; the turn order of the round starts there. */
    firstPlayer: "NW" | "NE" | "SE" | "SW";
    /** How many seats of this phase have had their turn begun. */
    turnsBegun?: number;
    /** Seat whose turn it is in the movement or harvest phase, -1 otherwise. */
    mover: "NW" | "NE" | "SE" | "SW" | null;
    /** Food for each extra die this round. */
    foodPerExtraDie: number;
    /** The tax doubles in the next roll phase. */
    taxDoubles?: boolean;
    /** Market day: the trader exchanges one for one until harvest. */
    marketDay?: boolean;
  };
  prompt: {
    /** Pending prompt (`promptNames`), -1 none. */
    name: "ROLL" | "MENU" | "UNIT" | "DEST" | "BOWTARGET" | "BOATZONE" | "PASSENGER" | "BOATDROP" | "BLOCK" | "FIGHT" | "FLEETILE" | "SUPPORT" | "SIDE" | "BONUS" | "SACRIFICE" | "LOSE" | "HANDOVER" | "LOOT" | "OVERFLOW" | "TILEACT" | "GET" | "STACK" | "CARDOPT" | "CARDPLAYER" | "CARDRES" | "CARDKNIGHT" | "CARDTILE" | "CARDZONE" | "SEAREPLY" | "MARKETDAY" | "ONEFORONE" | "ROOM" | "HARVEST" | "USE" | "BUILD" | "ITEMPICK" | "DISMISS" | "OFFER" | "ANSWER" | "DECK" | null;
    /** Seat that answers it, -1 none. */
    actor: "NW" | "NE" | "SE" | "SW" | null;
    /** The knight the prompt is about, -1 none; see the list of prompts. */
    knight: "NW 1" | "NW 2" | "NW 3" | "NE 1" | "NE 2" | "NE 3" | "SE 1" | "SE 2" | "SE 3" | "SW 1" | "SW 2" | "SW 3" | null;
    /** The tile the prompt is about, -1 none. */
    tile: "a1" | "b1" | "c1" | "d1" | "e1" | "f1" | "g1" | "h1" | "a2" | "b2" | "c2" | "d2" | "e2" | "f2" | "g2" | "h2" | "a3" | "b3" | "c3" | "d3" | "e3" | "f3" | "g3" | "h3" | "a4" | "b4" | "c4" | "d4" | "e4" | "f4" | "g4" | "h4" | "a5" | "b5" | "c5" | "d5" | "e5" | "f5" | "g5" | "h5" | "a6" | "b6" | "c6" | "d6" | "e6" | "f6" | "g6" | "h6" | "a7" | "b7" | "c7" | "d7" | "e7" | "f7" | "g7" | "h7" | "a8" | "b8" | "c8" | "d8" | "e8" | "f8" | "g8" | "h8" | null;
  };
  players: Array<{
    seat: "NW" | "NE" | "SE" | "SW";
    /** Fame track. */
    fame: number;
    /** Might track. */
    might: number;
    resources: {
      food: number;
      wood: number;
      ore: number;
      gold: number;
    };
    /** Buildings of this player. */
    buildings?: Array<"market" | "blacksmith" | "fletcher" | "chapel" | "monastery" | "warship">;
    /** Impressions made by each player. */
    impressions?: number;
    /** 0, or the order in which this player conceded (1 first). */
    conceded?: number;
    /** Knights 1, 2, 3. */
    knights: Array<{
      /** Where it stands; null: not on the board. */
      tile: "a1" | "b1" | "c1" | "d1" | "e1" | "f1" | "g1" | "h1" | "a2" | "b2" | "c2" | "d2" | "e2" | "f2" | "g2" | "h2" | "a3" | "b3" | "c3" | "d3" | "e3" | "f3" | "g3" | "h3" | "a4" | "b4" | "c4" | "d4" | "e4" | "f4" | "g4" | "h4" | "a5" | "b5" | "c5" | "d5" | "e5" | "f5" | "g5" | "h5" | "a6" | "b6" | "c6" | "d6" | "e6" | "f6" | "g6" | "h6" | "a7" | "b7" | "c7" | "d7" | "e7" | "f7" | "g7" | "h7" | "a8" | "b8" | "c8" | "d8" | "e8" | "f8" | "g8" | "h8" | null;
      /** Has interacted this round, spends no more dice. */
      acted?: boolean;
      /** Has picked an item up this round: stays where it is and spends no more dice. */
      stays?: boolean;
    }>;
    /** Ocean zone of each boat, `ABSENT` without. */
    boats: Array<"NW" | "NE" | "SE" | "SW" | null>;
    /** Unspent dice of each seat by face, 1 to 3. */
    dice: Array<number>;
    /** Dice rolled this round by face. */
    rolled?: Array<number>;
    /** Extra dice chosen this round; null while they are secret. */
    extraDice?: number | null;
  }>;
  tiles: Array<{
    at: "a1" | "b1" | "c1" | "d1" | "e1" | "f1" | "g1" | "h1" | "a2" | "b2" | "c2" | "d2" | "e2" | "f2" | "g2" | "h2" | "a3" | "b3" | "c3" | "d3" | "e3" | "f3" | "g3" | "h3" | "a4" | "b4" | "c4" | "d4" | "e4" | "f4" | "g4" | "h4" | "a5" | "b5" | "c5" | "d5" | "e5" | "f5" | "g5" | "h5" | "a6" | "b6" | "c6" | "d6" | "e6" | "f6" | "g6" | "h6" | "a7" | "b7" | "c7" | "d7" | "e7" | "f7" | "g7" | "h7" | "a8" | "b8" | "c8" | "d8" | "e8" | "f8" | "g8" | "h8";
    kind: "home" | "food" | "wood" | "ore" | "gold" | "food+food" | "wood+wood" | "ore+ore" | "gold+gold" | "food+ore" | "wood+ore" | "adventure1" | "adventure2" | "adventure3" | "oasis1" | "oasis2" | "temple" | "trader" | "mercenary" | "doomspire" | "wolfDen" | "bearCave" | null;
    owner?: "NW" | "NE" | "SE" | "SW" | "neutral";
    monster?: "wolf" | "boar" | "bandit" | "dwerm" | "rock-golem" | "troll-spawn" | "sprout" | "fairy" | "entling" | "bear" | "assassin" | "iron-golem" | "troll" | "elven-huntress" | "ent" | "wyrm" | "fallen-knight" | "demon-core" | "troll-lord" | "three-eyed-ape" | "ancient" | "ghost-knight" | "event-bandit";
    monsterIsCard?: true;
    sleepsFor?: "NW 1" | "NW 2" | "NW 3" | "NE 1" | "NE 2" | "NE 3" | "SE 1" | "SE 2" | "SE 3" | "SW 1" | "SW 2" | "SW 3";
    tokens?: number;
    sword?: true;
    harvestBy?: "NW" | "NE" | "SE" | "SW";
    harvested?: true;
  }>;
  /** Items in play. A view has all 24 pieces, one of your own may leave out those that are unused. */
  items: Array<{
    /** What it is. */
    kind: "spear" | "backpack" | "padded-helmet" | "the-hedgehog" | "ellions-bow" | "robe-of-the-salamander" | "rusty-sword" | "trollsbane" | "ring-stuck" | "ring-dragon" | "long-sword" | "porcupine" | "half-sword" | "cloudslicer" | "staff" | "one-ring" | "second-ring" | "black-blade" | "runed-dagger";
    place: "unused" | "NW 1" | "NW 2" | "NW 3" | "NE 1" | "NE 2" | "NE 3" | "SE 1" | "SE 2" | "SE 3" | "SW 1" | "SW 2" | "SW 3" | "a1" | "b1" | "c1" | "d1" | "e1" | "f1" | "g1" | "h1" | "a2" | "b2" | "c2" | "d2" | "e2" | "f2" | "g2" | "h2" | "a3" | "b3" | "c3" | "d3" | "e3" | "f3" | "g3" | "h3" | "a4" | "b4" | "c4" | "d4" | "e4" | "f4" | "g4" | "h4" | "a5" | "b5" | "c5" | "d5" | "e5" | "f5" | "g5" | "h5" | "a6" | "b6" | "c6" | "d6" | "e6" | "f6" | "g6" | "h6" | "a7" | "b7" | "c7" | "d7" | "e7" | "f7" | "g7" | "h7" | "a8" | "b8" | "c8" | "d8" | "e8" | "f8" | "g8" | "h8" | "gone";
    /** Dropped in this turn. */
    dropped?: true;
    /** Picked up in this turn. */
    picked?: true;
    /** Of the black blade: who had it last. */
    lastHolder?: "NW" | "NE" | "SE" | "SW";
  }>;
  /** The stuck ring has been freed at the temple. */
  ringFreed?: boolean;
  /** Followers in play; those that are unused may be left out. */
  followers: Array<{
    /** Who it is. */
    kind: "angry-dog" | "old-beggar" | "priestess" | "abandoned-mule" | "fairy-godmother" | "proud-mercenary" | "brawler" | "witch";
    place: "unused" | "NW 1" | "NW 2" | "NW 3" | "NE 1" | "NE 2" | "NE 3" | "SE 1" | "SE 2" | "SE 3" | "SW 1" | "SW 2" | "SW 3" | "gone";
  }>;
  decks?: Array<{
    tier: 1 | 2 | 3;
    /** Cards left in the deck. Left out: as many as are unseen. */
    cards?: number;
    /** Theme of the top card; null: no card (edition airef: always). Left out: the theme of most unseen cards. */
    top?: "beast" | "cave" | "grove" | null;
    /** How many of each card lie in the deck, by id. Left out: all that are not in sight. */
    unseen?: Record<string, number>;
    /** The discard in its order. Left out: empty, or what `cards` leaves over. */
    discard?: Array<"wolf" | "boar" | "bandit" | "dwerm" | "rock-golem" | "troll-spawn" | "sprout" | "fairy" | "entling" | "bear" | "assassin" | "iron-golem" | "troll" | "elven-huntress" | "ent" | "wyrm" | "fallen-knight" | "demon-core" | "troll-lord" | "three-eyed-ape" | "ancient" | "hungry-pests" | "market-day" | "thug-ambush" | "landslide" | "temple-trial" | "sudden-storm" | "druid-rampage" | "dragon-hunger" | "blessing-of-the-lonesome" | "riches-for-all" | "curse-of-the-earth" | "thieving-crows" | "dragon-raid" | "sea-monsters" | "broken-shield" | "rusty-sword" | "trollsbane" | "mysterious-ring" | "long-sword" | "porcupine" | "sword-in-stone" | "staff-of-protection" | "the-one-ring" | "the-second-ring" | "the-black-blade" | "angry-dog" | "old-beggar" | "priestess" | "abandoned-mule" | "fairy-godmother" | "proud-mercenary" | "brawler" | "witch" | "wandering-monk">;
    /** Edition airef: its three decks, `sword` where the sword in a stone is known to be on top, `under` the theme below it. Left out: as many cards in each. */
    piles?: Array<{
      cards: number;
      top?: "beast" | "cave" | "grove" | null;
      sword?: true;
      under?: "beast" | "cave" | "grove";
    }>;
  }>;
  /** Kinds that are still face down, with their tokens, sorted; follows from the tiles. */
  hidden?: Array<{
    kind: "home" | "food" | "wood" | "ore" | "gold" | "food+food" | "wood+wood" | "ore+ore" | "gold+gold" | "food+ore" | "wood+ore" | "adventure1" | "adventure2" | "adventure3" | "oasis1" | "oasis2" | "temple" | "trader" | "mercenary" | "doomspire" | "wolfDen" | "bearCave";
    tokens: number;
  }>;
  /** Copies of each trader item left. */
  trader?: Array<number>;
  hoard?: {
    /** Doomspire is revealed. */
    found?: boolean;
    /** How often the dragon has been impressed. */
    impressions?: number;
    /** Treasure stacks left on Doomspire; 0 before it is revealed too. */
    stacksLeft?: number;
    /** Pieces explored so far. */
    explored?: number;
    /** Resources of choice still to be named after impressing (option `impressReward: choice`). */
    resourcesToChoose?: number;
  };
  stacks?: Array<{
    /** Taken (all before Doomspire is revealed). */
    taken: boolean;
    resources: {
      food: number;
      wood: number;
      ore: number;
      gold: number;
    };
  }>;
  turn?: {
    /** Turn: value of the die being spent (1-3), 0 none. */
    die?: number;
    /** Turn: chosen unit, knight 0-2 or boat 3-4 of the mover, -1 none. */
    unit?: number | null;
    /** Turn: zone the boat goes to, -1 none. */
    boatTo?: "NW" | "NE" | "SE" | "SW" | null;
    /** Turn: passenger, -1 none. */
    passenger?: "NW 1" | "NW 2" | "NW 3" | "NE 1" | "NE 2" | "NE 3" | "SE 1" | "SE 2" | "SE 3" | "SW 1" | "SW 2" | "SW 3" | null;
    /** Turn: item operation (0-2 pick up, 3-5 drop with that knight), -1 none. */
    itemOperation?: number | null;
    /** Turn: this turn's trade offer has been made. */
    offered?: boolean;
    /** Offer: partner's seat, -1 none. */
    partner?: "NW" | "NE" | "SE" | "SW" | null;
    /** Offer: resource given, -1 not yet chosen. */
    give?: "food" | "wood" | "ore" | "gold" | null;
    /** Offer: resource wanted, -1 a gift or not yet chosen. */
    want?: "food" | "wood" | "ore" | "gold" | null;
    /** Exchange: pair handed over (PAIR index), -1 none; 10 + resource in a one-for-one exchange. */
    exchange?: number | null;
    /** Exchange: bits of resources given in this one-for-one window. */
    given?: number;
    /** Exchange: bits of resources received in it. */
    received?: number;
    /** Harvest: tiles the player may still take. */
    power?: number;
    /** Harvest: bits of uses not to be made any more (1 blacksmith, 2 fletcher, 4 market). */
    used?: number;
    /** Result of the last battle for the procedure that started it: as `fightResult`; 0 once read. */
    outcome?: number;
    /** Card drawn last in this arrival, -1 none. */
    lastCard?: "wolf" | "boar" | "bandit" | "dwerm" | "rock-golem" | "troll-spawn" | "sprout" | "fairy" | "entling" | "bear" | "assassin" | "iron-golem" | "troll" | "elven-huntress" | "ent" | "wyrm" | "fallen-knight" | "demon-core" | "troll-lord" | "three-eyed-ape" | "ancient" | "hungry-pests" | "market-day" | "thug-ambush" | "landslide" | "temple-trial" | "sudden-storm" | "druid-rampage" | "dragon-hunger" | "blessing-of-the-lonesome" | "riches-for-all" | "curse-of-the-earth" | "thieving-crows" | "dragon-raid" | "sea-monsters" | "broken-shield" | "rusty-sword" | "trollsbane" | "mysterious-ring" | "long-sword" | "porcupine" | "sword-in-stone" | "staff-of-protection" | "the-one-ring" | "the-second-ring" | "the-black-blade" | "angry-dog" | "old-beggar" | "priestess" | "abandoned-mule" | "fairy-godmother" | "proud-mercenary" | "brawler" | "witch" | "wandering-monk" | null;
  };
  card?: {
    /** Card being resolved, -1 none. */
    card?: "wolf" | "boar" | "bandit" | "dwerm" | "rock-golem" | "troll-spawn" | "sprout" | "fairy" | "entling" | "bear" | "assassin" | "iron-golem" | "troll" | "elven-huntress" | "ent" | "wyrm" | "fallen-knight" | "demon-core" | "troll-lord" | "three-eyed-ape" | "ancient" | "hungry-pests" | "market-day" | "thug-ambush" | "landslide" | "temple-trial" | "sudden-storm" | "druid-rampage" | "dragon-hunger" | "blessing-of-the-lonesome" | "riches-for-all" | "curse-of-the-earth" | "thieving-crows" | "dragon-raid" | "sea-monsters" | "broken-shield" | "rusty-sword" | "trollsbane" | "mysterious-ring" | "long-sword" | "porcupine" | "sword-in-stone" | "staff-of-protection" | "the-one-ring" | "the-second-ring" | "the-black-blade" | "angry-dog" | "old-beggar" | "priestess" | "abandoned-mule" | "fairy-godmother" | "proud-mercenary" | "brawler" | "witch" | "wandering-monk" | null;
    /** Card: the knight that drew it, -1 none. */
    knight?: "NW 1" | "NW 2" | "NW 3" | "NE 1" | "NE 2" | "NE 3" | "SE 1" | "SE 2" | "SE 3" | "SW 1" | "SW 2" | "SW 3" | null;
    /** Card: its tile, -1 none. */
    tile?: "a1" | "b1" | "c1" | "d1" | "e1" | "f1" | "g1" | "h1" | "a2" | "b2" | "c2" | "d2" | "e2" | "f2" | "g2" | "h2" | "a3" | "b3" | "c3" | "d3" | "e3" | "f3" | "g3" | "h3" | "a4" | "b4" | "c4" | "d4" | "e4" | "f4" | "g4" | "h4" | "a5" | "b5" | "c5" | "d5" | "e5" | "f5" | "g5" | "h5" | "a6" | "b6" | "c6" | "d6" | "e6" | "f6" | "g6" | "h6" | "a7" | "b7" | "c7" | "d7" | "e7" | "f7" | "g7" | "h7" | "a8" | "b8" | "c8" | "d8" | "e8" | "f8" | "g8" | "h8" | null;
    /** Card: option chosen (0 A, 1 B, 2 C), a zone of a storm, -1 none. */
    option?: number | null;
    /** Card: player named, -1 none. */
    player?: "NW" | "NE" | "SE" | "SW" | null;
    /** Card: dice rolled for it, 0 none. */
    roll?: number;
    /** Card: how many replies of several players are done, clockwise from the drawer. */
    replies?: number;
    /** Card: boat asked about, -1 none. */
    boat?: "NW 1" | "NW 2" | "NE 1" | "NE 2" | "SE 1" | "SE 2" | "SW 1" | "SW 2" | null;
    /** Card: follower or item piece waiting for room, -1 none. */
    gain?: number | null;
  };
  fight?: {
    /** What it is against: AGAINST. */
    kind: "none" | "monster" | "knights" | "dragon";
    /** Knight that fights the monster or dragon, or attacks the other knight. */
    attacker: "NW 1" | "NW 2" | "NW 3" | "NE 1" | "NE 2" | "NE 3" | "SE 1" | "SE 2" | "SE 3" | "SW 1" | "SW 2" | "SW 3";
    /** Attacked knight; -1 outside knight combat. */
    defender?: "NW 1" | "NW 2" | "NW 3" | "NE 1" | "NE 2" | "NE 3" | "SE 1" | "SE 2" | "SE 3" | "SW 1" | "SW 2" | "SW 3" | null;
    /** Monster (index in data.ts); -1 outside monster combat. */
    monster?: "wolf" | "boar" | "bandit" | "dwerm" | "rock-golem" | "troll-spawn" | "sprout" | "fairy" | "entling" | "bear" | "assassin" | "iron-golem" | "troll" | "elven-huntress" | "ent" | "wyrm" | "fallen-knight" | "demon-core" | "troll-lord" | "three-eyed-ape" | "ancient" | "ghost-knight" | "event-bandit" | null;
    /** Tile where the battle is, for support (a bow shot: the target's tile). */
    tile: "a1" | "b1" | "c1" | "d1" | "e1" | "f1" | "g1" | "h1" | "a2" | "b2" | "c2" | "d2" | "e2" | "f2" | "g2" | "h2" | "a3" | "b3" | "c3" | "d3" | "e3" | "f3" | "g3" | "h3" | "a4" | "b4" | "c4" | "d4" | "e4" | "f4" | "g4" | "h4" | "a5" | "b5" | "c5" | "d5" | "e5" | "f5" | "g5" | "h5" | "a6" | "b6" | "c6" | "d6" | "e6" | "f6" | "g6" | "h6" | "a7" | "b7" | "c7" | "d7" | "e7" | "f7" | "g7" | "h7" | "a8" | "b8" | "c8" | "d8" | "e8" | "f8" | "g8" | "h8";
    /** Bow shot: the attacker stands on a neighbouring tile. */
    bowShot?: boolean;
    /** The monster is not on the tile (thugs). */
    event?: boolean;
    /** The attacker blocks a knight that wanted to pass. */
    block?: boolean;
    /** Sums of dice, 0 before the roll. The monster has none. */
    attackerDice?: number;
    /** Sums of dice, 0 before the roll. The monster has none. */
    defenderDice?: number;
    /** Might, automatic bonuses, own units, witch; of monster or dragon its might. */
    attackerBase?: number;
    /** Might, automatic bonuses, own units, witch; of monster or dragon its might. */
    defenderBase?: number;
    /** Support given by other players so far. */
    attackerSupport?: number;
    /** Support given by other players so far. */
    defenderSupport?: number;
    /** Optional bonuses chosen so far. */
    attackerBonus?: number;
    /** Optional bonuses chosen so far. */
    defenderBonus?: number;
    /** Bits of BONUS kinds used. */
    attackerUsed?: number;
    /** Bits of BONUS kinds used. */
    defenderUsed?: number;
    /** How many other players have been asked for support, clockwise from the attacker. */
    asked?: number;
    /** Side choosing a bonus: 0 attacker, 1 defender. */
    side?: number;
    /** 0 open, 1 attacker won, 2 attacker lost, 3 the one who may flee got away. */
    result?: number;
    /** Flee roll, 0 none. */
    fleeRoll?: number;
    /** Witch rolls, 0 none. */
    attackerWitch?: number;
    /** Witch rolls, 0 none. */
    defenderWitch?: number;
    /** Seats whose support pays a godmother already paid in this battle, as bits (one fame a battle). */
    godmothers?: number;
    /** Bits of the sides (1 attacker, 2 defender) that declined a bonus since the last one was added. */
    passed?: number;
    /** The ghost guards a black blade that the attacker has just taken. */
    blade?: boolean;
    /** Number of rolls. */
    rolls?: number;
  } | null;
  /** Dice are being chosen. */
  choosingDice?: boolean;
  /** Procedures under way, the one that asks last; follows from the prompt (not at BLOCK). */
  stack?: Array<{
    procedure: "none" | "turn" | "walk" | "arrive" | "fight" | "retreat" | "lose" | "overflow" | "card" | "doomspire" | "harvest" | "titles" | "roll" | "beggar" | "exchange window";
    /** Where it is; follows from the prompt. */
    step?: number;
    /** Its arguments, by number; left out: zeros. */
    arguments?: Array<number>;
  }>;
  end?: {
    /** The game is over. */
    over: boolean;
    /** It was cut off at the round cap. */
    truncated: boolean;
    /** How the game ended or the last impression was made: END. */
    how: "" | "fame" | "gold" | "starred" | "combat" | "rings" | "conceded" | "round cap";
    /** King's seat, -1 none. */
    king: "NW" | "NE" | "SE" | "SW" | null;
    /** Hand of the King's seat once decided, -1 before. */
    hand: "NW" | "NE" | "SE" | "SW" | null;
    /** Players who have conceded. */
    conceded: number;
  };
  places?: Array<number> | null;
  dragon?: {
    /** Edition airef: what the dragon's die showed when it was revealed (1-3), 0 before. */
    die: number;
    eaten: Array<"NW 1" | "NW 2" | "NW 3" | "NE 1" | "NE 2" | "NE 3" | "SE 1" | "SE 2" | "SE 3" | "SW 1" | "SW 2" | "SW 3">;
  };
};

/** What an action is, for programs. */
export type Action = 
  | { kind: "dice"; args: { extra: 0 | 1 | 2 } }
  | { kind: "die"; args: { value: 1 | 2 | 3 } }
  | { kind: "itemop"; args: { operation: "pick up" | "drop"; knight: "NW 1" | "NW 2" | "NW 3" } }
  | { kind: "menu"; args: { choice: "offer a trade" | "pay the beggar off" | "dismiss a follower" | "concede" } }
  | { kind: "done"; args: Record<string, never> }
  | { kind: "unit"; args: { knight?: "NW 1" | "NW 2" | "NW 3"; boat?: "NW 1" | "NW 2" } }
  | { kind: "bow"; args: { knight: "NW 1" | "NW 2" | "NW 3" } }
  | { kind: "tile"; args: { tile: "a1" | "b1" | "c1" | "d1" | "e1" | "f1" | "g1" | "h1" | "a2" | "b2" | "c2" | "d2" | "e2" | "f2" | "g2" | "h2" | "a3" | "b3" | "c3" | "d3" | "e3" | "f3" | "g3" | "h3" | "a4" | "b4" | "c4" | "d4" | "e4" | "f4" | "g4" | "h4" | "a5" | "b5" | "c5" | "d5" | "e5" | "f5" | "g5" | "h5" | "a6" | "b6" | "c6" | "d6" | "e6" | "f6" | "g6" | "h6" | "a7" | "b7" | "c7" | "d7" | "e7" | "f7" | "g7" | "h7" | "a8" | "b8" | "c8" | "d8" | "e8" | "f8" | "g8" | "h8" } }
  | { kind: "zone"; args: { zone: "NW" | "NE" | "SE" | "SW" } }
  | { kind: "yesno"; args: { yes: true | false } }
  | { kind: "fight"; args: { fight: true | false } }
  | { kind: "side"; args: { side: "attacker" | "defender" } }
  | { kind: "bonus"; args: { bonus: "rusty sword" | "trollsbane" | "robe" | "black blade" | "proud mercenary" | "brawler" } }
  | { kind: "follower"; args: { follower: "angry-dog" | "old-beggar" | "priestess" | "abandoned-mule" | "fairy-godmother" | "proud-mercenary" | "brawler" | "witch" } }
  | { kind: "res"; args: { resource: "food" | "wood" | "ore" | "gold" } }
  | { kind: "item"; args: { item: "spear" | "backpack" | "padded-helmet" | "the-hedgehog" | "ellions-bow" | "robe-of-the-salamander" | "rusty-sword" | "trollsbane" | "ring-stuck" | "ring-dragon" | "long-sword" | "porcupine" | "half-sword" | "cloudslicer" | "staff" | "one-ring" | "second-ring" | "black-blade" | "runed-dagger" } }
  | { kind: "pair"; args: { resources: unknown[] } }
  | { kind: "tileact"; args: { act: "claim" | "conquer" | "revolt" | "temple" | "mercenary" | "pull sword" } }
  | { kind: "stack"; args: { stack: 1 | 2 | 3 } }
  | { kind: "opt"; args: { option: "A" | "B" | "C" } }
  | { kind: "player"; args: { player: "NW" | "NE" | "SE" | "SW" } }
  | { kind: "knight"; args: { knight: "NW 1" | "NW 2" | "NW 3" | "NE 1" | "NE 2" | "NE 3" | "SE 1" | "SE 2" | "SE 3" | "SW 1" | "SW 2" | "SW 3" } }
  | { kind: "build"; args: { build: "knight" | "boat" | "warship" | "market" | "blacksmith" | "fletcher" | "chapel" | "monastery" } }
  | { kind: "use"; args: { building: "blacksmith" | "fletcher" } }
  | { kind: "deck"; args: { deck: 1 | 2 | 3 } };

/** Name of a kind of decision. */
export type Prompt = "ROLL" | "MENU" | "UNIT" | "DEST" | "BOWTARGET" | "BOATZONE" | "PASSENGER" | "BOATDROP" | "BLOCK" | "FIGHT" | "FLEETILE" | "SUPPORT" | "SIDE" | "BONUS" | "SACRIFICE" | "LOSE" | "HANDOVER" | "LOOT" | "OVERFLOW" | "TILEACT" | "GET" | "STACK" | "CARDOPT" | "CARDPLAYER" | "CARDRES" | "CARDKNIGHT" | "CARDTILE" | "CARDZONE" | "SEAREPLY" | "MARKETDAY" | "ONEFORONE" | "ROOM" | "HARVEST" | "USE" | "BUILD" | "ITEMPICK" | "DISMISS" | "OFFER" | "ANSWER" | "DECK";

/** A named strength, or a number from 0 (a beginner) to 1 (all it can). */
export type Difficulty = 'easy' | 'medium' | 'hard' | number;

/** How to choose. Everything may be left out: full strength, and the same view always gives the same action. */
export interface ActSettings {
  difficulty?: Difficulty;
  /** 1 to 10, in place of difficulty, topK and attention: a measured level, where the player has such (describe().levels). */
  level?: number;
  /** All randomness of this choice follows from it. */
  seed?: string | number;
  /** Where randomness comes from instead: numbers in [0, 1). */
  random?: () => number;
  /** Choose among this many most likely actions only, without looking ahead. */
  topK?: number;
  /** Of a player that looks ahead: for which share of its choices it does, 0 to 1. */
  attention?: number;
  /** Of a player that looks ahead: how long it may; 0: its likeliest action at once. */
  milliseconds?: number;
}

export type PlayerAction = Action & {
  /** The action id. */
  action: number;
  /** What it is, for people. */
  text: string;
};
export type LegalAction = PlayerAction & { /** Its probability. */ p: number };
export type PlayerAnswer = PlayerAction & {
  /** Every legal action, by action id. */
  probabilities: LegalAction[];
  /** Of a player that looked ahead. */
  simulations?: number;
};
export type TimedAnswer = PlayerAnswer & { /** False: the time was over first. */ inTime: boolean };

export type ViewCheck =
  | { valid: true; seat: number; actor: number; prompt: Prompt | ''; legal: number; over: boolean }
  | { valid: false; error: string };

export interface SelfTest {
  passed: boolean;
  vectors: number;
  maxError: number;
  problems: string[];
}

export interface SavedMatch {
  game: { id: string; version: string };
  seed: string;
  options: unknown;
  actions: number[];
}

/** A whole game, played by the bundled rules. */
export interface PlayerMatch {
  readonly seed: string;
  readonly options: unknown;
  readonly players: number;
  /** Seat to act; -1 when over. */
  readonly actor: number;
  readonly prompt: Prompt | '';
  readonly round: number;
  readonly over: boolean;
  readonly truncated: boolean;
  readonly ending: string;
  view(seat?: number): View;
  text(seat?: number): string;
  actions(): PlayerAction[];
  apply(action: number): void;
  act(settings?: ActSettings): PlayerAnswer;
  play(settings?: ActSettings): PlayerAnswer;
  places(): number[];
  save(): SavedMatch;
}

/** The player in a worker of its own. */
export interface PlayerWorker {
  act(view: View, settings?: Omit<ActSettings, 'random'>): Promise<TimedAnswer>;
  legal(view: View, settings?: Omit<ActSettings, 'random'>): Promise<LegalAction[]>;
  evaluate(view: View): Promise<number[]>;
  close(): void;
}

export interface GameFacts {
  id: string;
  version: string;
  title: string;
  summary: string;
  players: { min: number; max: number };
  actions: number;
  prompts: readonly Prompt[];
}

/** One measured strength: Elo points above random play, with the 95 % interval. */
export interface PlayerLevel {
  level: number;
  settings: { difficulty?: Difficulty; topK?: number; attention?: number };
  rating: { mean: number; low: number; high: number };
  games: number;
}

export interface PlayerDescription {
  game: GameFacts;
  options: unknown;
  /** Games that it was measured by. */
  strength: { against: string[]; games: number; winRate: { mean: number; low: number; high: number } }[];
  /** What is inside; null: not recorded. */
  inside: Record<string, unknown> | null;
  /** What level means; empty: not measured. */
  levels: PlayerLevel[];
  parameters: number;
  text: string[];
}

export const game: GameFacts;
/** Where the player comes from. */
export const meta: { options: unknown; provenance: Record<string, unknown>; [name: string]: unknown };
/** The choice of the seat to act. */
export function act(view: View, settings?: ActSettings): PlayerAnswer;
/** Its legal actions with the player's probabilities before it looks ahead. */
export function legal(view: View, settings?: ActSettings): LegalAction[];
/** The same seat's view after an action that needs no luck and shows nothing new; throws where it does. */
export function advance(view: View, action: number): View;
export function describe(): PlayerDescription;
export function openWorker(): Promise<PlayerWorker>;
/** Expected return of each seat: 1 is sure to be first, -1 sure to be last. */
export function evaluate(view: View): number[];
export function validate(view: unknown): ViewCheck;
/** What the network sees. */
export function encode(view: View): Float32Array;
export function viewOf(state: { readonly actor: number; view?(seat: number): unknown }, seat?: number): View;
export function newGame(seed: string | number, options?: unknown): PlayerMatch;
export function resumeGame(saved: SavedMatch): PlayerMatch;
export function selfTest(): SelfTest;
