/** Types of a player of Fuzzy Knights (fuzzy-knights, rules version 2), made by tabletop-gym: docs/player.md. */

/** What one seat knows of a position, to be written by hand; what may be missing is worked out. */
export type View = {
  game: "fuzzy-knights";
  format: 1;
  seat: number;
  options: Record<string, unknown>;
  /** Day, from 1; 0 while capitals are placed. */
  day: number;
  /** Seat that begins on day 1. */
  anchor: number;
  prompt: {
    /** Pending decision (`promptNames`), -1 none. */
    kind: "PLACE_CITY" | "DISMISS" | "BUILD" | "FOUND" | "PLACE_TOKEN" | "SELECT_HERO" | "ROLL" | "MOVE" | "BRIBE" | "SPLIT" | "TARGET" | "SACRIFICE" | null;
    /** Seat that decides, -1 none. */
    seat: number | null;
    /** Hero at hand, -1 none. */
    hero: "A1" | "A2" | "B1" | "B2" | "C1" | "C2" | "D1" | "D2" | null;
    city: "a1" | "b1" | "c1" | "d1" | "e1" | "f1" | "g1" | "h1" | "i1" | "j1" | "a2" | "b2" | "c2" | "d2" | "e2" | "f2" | "g2" | "h2" | "i2" | "j2" | "a3" | "b3" | "c3" | "d3" | "e3" | "f3" | "g3" | "h3" | "i3" | "j3" | "a4" | "b4" | "c4" | "d4" | "e4" | "f4" | "g4" | "h4" | "i4" | "j4" | "a5" | "b5" | "c5" | "d5" | "e5" | "f5" | "g5" | "h5" | "i5" | "j5" | "a6" | "b6" | "c6" | "d6" | "e6" | "f6" | "g6" | "h6" | "i6" | "j6" | "a7" | "b7" | "c7" | "d7" | "e7" | "f7" | "g7" | "h7" | "i7" | "j7" | "a8" | "b8" | "c8" | "d8" | "e8" | "f8" | "g8" | "h8" | "i8" | "j8" | "a9" | "b9" | "c9" | "d9" | "e9" | "f9" | "g9" | "h9" | "i9" | "j9" | "a10" | "b10" | "c10" | "d10" | "e10" | "f10" | "g10" | "h10" | "i10" | "j10" | null;
    /** The city at hand has had its building of the day. */
    builtToday: boolean;
    /** Token to be placed: TOKEN. */
    token: "none" | "resource" | "item" | "monster";
    /** The hero at hand is dealing with what stands on the tile it entered. */
    entering: boolean;
    /** Monsters that may still be bribed. */
    bribeLeft: number;
    /** Garrison actions left in this activation. */
    garrisonLeft: number;
  } | null;
  battle: {
    /** Who is fought: FOE. */
    foe: "none" | "monsters" | "guardians" | "guardians of a rival" | "hero" | "city";
    /** Monsters or guardians at its beginning. */
    size: number;
    /** Rounds fought in this battle. */
    rounds: number;
    /** Soldiers left in each squad of the attacker; its hero counts 1. Zero outside battles. */
    attackers: Array<number>;
    /** The same of the defender; its city counts 1. */
    defenders: Array<number>;
  } | null;
  players: Array<{
    /** Coins kept in the cities of each seat. */
    treasury: number;
    outSince: number | null;
    /** Without a city, out unless it owns one by the end of its next turn. */
    grace: boolean;
    heroes: Array<{
      /** Tile of each hero, none when it is not in play. */
      tile: "a1" | "b1" | "c1" | "d1" | "e1" | "f1" | "g1" | "h1" | "i1" | "j1" | "a2" | "b2" | "c2" | "d2" | "e2" | "f2" | "g2" | "h2" | "i2" | "j2" | "a3" | "b3" | "c3" | "d3" | "e3" | "f3" | "g3" | "h3" | "i3" | "j3" | "a4" | "b4" | "c4" | "d4" | "e4" | "f4" | "g4" | "h4" | "i4" | "j4" | "a5" | "b5" | "c5" | "d5" | "e5" | "f5" | "g5" | "h5" | "i5" | "j5" | "a6" | "b6" | "c6" | "d6" | "e6" | "f6" | "g6" | "h6" | "i6" | "j6" | "a7" | "b7" | "c7" | "d7" | "e7" | "f7" | "g7" | "h7" | "i7" | "j7" | "a8" | "b8" | "c8" | "d8" | "e8" | "f8" | "g8" | "h8" | "i8" | "j8" | "a9" | "b9" | "c9" | "d9" | "e9" | "f9" | "g9" | "h9" | "i9" | "j9" | "a10" | "b10" | "c10" | "d10" | "e10" | "f10" | "g10" | "h10" | "i10" | "j10" | null;
      /** Mercenaries of each hero. */
      mercenaries: number;
      /** Coins carried by each hero. */
      purse: number;
      /** Movement points left in this activation. */
      movement: number;
      /** Entering its tile still pays for an interaction. */
      entryCovers: boolean;
      /** Has had its activation today. */
      acted: boolean;
      /** Items of each hero. */
      items: Array<Array<number>>;
    } | null>;
  }>;
  tiles: Array<{
    tile: "a1" | "b1" | "c1" | "d1" | "e1" | "f1" | "g1" | "h1" | "i1" | "j1" | "a2" | "b2" | "c2" | "d2" | "e2" | "f2" | "g2" | "h2" | "i2" | "j2" | "a3" | "b3" | "c3" | "d3" | "e3" | "f3" | "g3" | "h3" | "i3" | "j3" | "a4" | "b4" | "c4" | "d4" | "e4" | "f4" | "g4" | "h4" | "i4" | "j4" | "a5" | "b5" | "c5" | "d5" | "e5" | "f5" | "g5" | "h5" | "i5" | "j5" | "a6" | "b6" | "c6" | "d6" | "e6" | "f6" | "g6" | "h6" | "i6" | "j6" | "a7" | "b7" | "c7" | "d7" | "e7" | "f7" | "g7" | "h7" | "i7" | "j7" | "a8" | "b8" | "c8" | "d8" | "e8" | "f8" | "g8" | "h8" | "i8" | "j8" | "a9" | "b9" | "c9" | "d9" | "e9" | "f9" | "g9" | "h9" | "i9" | "j9" | "a10" | "b10" | "c10" | "d10" | "e10" | "f10" | "g10" | "h10" | "i10" | "j10";
    items?: number;
    resources?: number;
    monsters?: number;
    mine?: number | "neutral";
    city?: {
      owner: number;
      /** 1-4, 0 no city. */
      tier: number;
      /** Rampart levels. */
      ramparts: number;
      /** Has a Mercenary Camp. */
      camp: boolean;
      /** Besieged since the last Daybreak. */
      underSiege: boolean;
      /** Founded in this Daybreak. */
      foundedToday: boolean;
      /** Mercenaries in the city. */
      mercenaries: number;
      /** Items in the city. */
      armory: Array<Array<number>>;
    };
  }>;
  end: {
    /** It was cut at the last day. */
    truncated: boolean;
    /** Final places, valid when over. */
    places: Array<number>;
  } | null;
};

/** What an action is, for programs. */
export type Action = 
  | { kind: "placeCity"; args: { tile: string } }
  | { kind: "dismiss"; args: { hero: number | null } }
  | { kind: "end"; args: Record<string, never> }
  | { kind: "buildTier"; args: Record<string, never> }
  | { kind: "buildRamparts"; args: Record<string, never> }
  | { kind: "buildCamp"; args: Record<string, never> }
  | { kind: "recruitHero"; args: Record<string, never> }
  | { kind: "recruitMercenaries"; args: { number: 1 | 5 } }
  | { kind: "found"; args: Record<string, never> }
  | { kind: "placeToken"; args: { tile: string } }
  | { kind: "selectHero"; args: { hero: number | null } }
  | { kind: "siege"; args: { tile: string } }
  | { kind: "roll"; args: Record<string, never> }
  | { kind: "pickItem"; args: Record<string, never> }
  | { kind: "pickResource"; args: Record<string, never> }
  | { kind: "capture"; args: Record<string, never> }
  | { kind: "engage"; args: Record<string, never> }
  | { kind: "take"; args: { number: 1 | 5 | "all" } }
  | { kind: "leave"; args: { number: 1 | 5 | "all" } }
  | { kind: "armoryEquip"; args: Record<string, never> }
  | { kind: "armoryStore"; args: Record<string, never> }
  | { kind: "coinsIn"; args: Record<string, never> }
  | { kind: "coinsOut"; args: { number: 5 | "all" } }
  | { kind: "bribeOne"; args: Record<string, never> }
  | { kind: "split"; args: { squads: unknown[] } }
  | { kind: "target"; args: { squad: "first" | "second" | "third" | "hero" | "city" } }
  | { kind: "retreat"; args: Record<string, never> }
  | { kind: "sacrifice"; args: { squad: "first" | "second" | "third" | "hero" | "city" } };

/** Name of a kind of decision. */
export type Prompt = "PLACE_CITY" | "DISMISS" | "BUILD" | "FOUND" | "PLACE_TOKEN" | "SELECT_HERO" | "ROLL" | "MOVE" | "BRIBE" | "SPLIT" | "TARGET" | "SACRIFICE";

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
