/** Types of a player of Islebound solo (islebound, rules version 1), made by tabletop-gym: docs/player.md. */

/** What one seat knows of a position, to be written by hand; what may be missing is worked out. */
export type View = {
  seat: number;
  options: Record<string, unknown>;
  /** Round, from 1. */
  round: number;
  /** Round that is the last one, 0 while there is none. */
  lastRound: number | null;
  /** What brought the last round: index into `endings`. */
  cause: "" | "human buildings" | "rival buildings" | "last token" | "round cap";
  /** The game is over. */
  over: boolean;
  /** It was cut off at the round cap. */
  truncated: boolean;
  /** Pending prompt (`promptNames`), -1 when over. */
  prompt: "HOME_PORT" | "MOVE" | "TOLL" | "SPEED" | "MAIN" | "POST" | "EAT" | "WORK" | "ADMIN" | "EVX" | "SELL" | "HIRE" | "BUILD" | "WOOD" | "BRAG" | "COMMIT" | null;
  /** What is asked when nothing is pending: STAGE. */
  stage: "move" | "main" | "post";
  /** Quadrant of the home port, -1 before it is chosen. */
  home: "NE" | "SE" | "SW" | "NW" | null;
  /** Position of the human's ship, -1 before it has one. */
  ship: number | null;
  /** Region of the rival's ship. */
  rivalRegion: "N" | "NE" | "E" | "SE" | "S" | "SW";
  /** Coins on the treasure map. */
  treasure: number;
  /** The human has bought its renown token of this turn. */
  tokenBought: boolean;
  towns: Array<{
    /** Town at each position. */
    town: number;
    /** Owner of the town at each position. */
    owner: "nobody" | "human" | "rival";
  }>;
  /** Influence track from the left. */
  track: Array<"empty" | "human" | "rival" | "neutral">;
  human: {
    fish: number;
    wood: number;
    book: number;
    pirate: number;
    serpent: number;
    coins: number;
    renown: number;
    tokens: number;
    buildings: Array<number>;
    crew: Array<{
      /** Crew aboard, `human.crew` members from the first place on. */
      member: number | null;
      /** Who of them is exhausted. */
      exhausted: boolean;
    }>;
  };
  rival: {
    fish: number;
    wood: number;
    book: number;
    pirate: number;
    serpent: number;
    coins: number;
    renown: number;
    tokens: number;
    buildings: Array<number>;
    crew: number;
  };
  /** Buildings in the row; slot 0 is left and needs most books. */
  row: Array<number | null>;
  /** Open crew cards. */
  crewRow: Array<number | null>;
  /** `crewLeft` cards, the top is the last. */
  unseenCrew: Array<number>;
  events: Array<{
    open: number | null;
    /** Events left in each pile. */
    left: number;
  }>;
  unseenEvents: Array<number>;
  reputation: Array<Array<number | null>>;
  openToken: number | null;
  unseenTokens: Array<number>;
  target: number | null;
  slot: number | null;
  lastAttack: number | null;
  pile: number | null;
  workOn: "fish" | "wood" | "book" | "pirate" | "serpent" | null;
  pending: {
    /** Crew still to exhaust for speed (SPEED). */
    crewForSpeed: number;
    /** Cubes, or coins, that the thing costs (ADMIN, WOOD). */
    cost: number;
    /** Administer symbols, or wood, used against it. */
    used: number;
    /** Pirates sent (COMMIT). */
    pirates: number;
    /** Serpents sent. */
    serpents: number;
    /** Symbols that the event still needs: administer. */
    administer: number;
    /** Work. */
    work: number;
    /** Goods to sell. */
    sell: number;
    /** Buildings. */
    build: number;
    /** Hires. */
    hire: number;
    /** Brags. */
    brag: number;
    /** Coins off the building to come. */
    discount: number;
  };
};

/** What an action is, for programs. */
export type Action = 
  | { kind: "homePort"; args: { port: "Borsham" | "Crimsika" | "Krazk" | "Marhaven"; quadrant: "NE" | "SE" | "SW" | "NW" } }
  | { kind: "move"; args: { to: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | "home"; town?: 0 } }
  | { kind: "crew"; args: { place: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7; member: 255 } }
  | { kind: "visit"; args: Record<string, never> }
  | { kind: "befriend"; args: Record<string, never> }
  | { kind: "attack"; args: Record<string, never> }
  | { kind: "event"; args: { pile: 0 | 1; event: 255 } }
  | { kind: "hunt"; args: Record<string, never> }
  | { kind: "rest"; args: Record<string, never> }
  | { kind: "home"; args: Record<string, never> }
  | { kind: "eatFish"; args: Record<string, never> }
  | { kind: "buyToken"; args: Record<string, never> }
  | { kind: "end"; args: Record<string, never> }
  | { kind: "sellFish"; args: Record<string, never> }
  | { kind: "sellWood"; args: Record<string, never> }
  | { kind: "hire"; args: { place: 0 | 1 | 2; member: 255 } }
  | { kind: "build"; args: { slot: 0 | 1 | 2 | 3 | 4; building: 255 } }
  | { kind: "useWood"; args: Record<string, never> }
  | { kind: "brag"; args: { pile: 0 | 1; resource: "fish" } }
  | { kind: "commitPirate"; args: Record<string, never> }
  | { kind: "commitSerpent"; args: Record<string, never> };

/** Name of a kind of decision. */
export type Prompt = "HOME_PORT" | "MOVE" | "TOLL" | "SPEED" | "MAIN" | "POST" | "EAT" | "WORK" | "ADMIN" | "EVX" | "SELL" | "HIRE" | "BUILD" | "WOOD" | "BRAG" | "COMMIT";

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
