/**
 * The names of an exported player and their types (docs/player.md), for any game. The declaration file of each player
 * (export/player/player-types.ts) has what follows the line below, with the views, actions and prompts of its game in place of
 * these three.
 */
export type View = unknown;
export type Action = { kind: string; args: Record<string, unknown> };
export type Prompt = string;

// ---- the same in all players ----

/** A named strength, or a number from 0 (a beginner) to 1 (all it can). */
export type Difficulty = 'easy' | 'medium' | 'hard' | number;

/** How to choose. Everything may be left out: full strength, and the same view always gives the same action. */
export interface ActSettings {
  /**
   * Of a player that remembers (`meta.network.memory`): the views of this seat's earlier decisions in this game, oldest first.
   * Only the latest are read, as many as it remembers. Others read none.
   */
  before?: readonly View[];
  /** Default `hard`. */
  difficulty?: Difficulty;
  /** 1 to 10, in place of difficulty, topK and attention: a measured level, where the player has such (describe().levels). */
  level?: number;
  /** All randomness of this choice follows from it. */
  seed?: string | number;
  /** Where randomness comes from instead, for example `Math.random`: numbers in [0, 1). */
  random?: () => number;
  /** Choose among this many most likely actions only, without looking ahead; 1: always the most likely. */
  topK?: number;
  /** Of a player that looks ahead: for which share of its choices it does, 0 to 1; the others are its likeliest actions. */
  attention?: number;
  /**
   * Of a player that looks ahead: how long it may. It stops after the simulations under way, and the answer depends on the
   * machine. 0: its likeliest action at once.
   */
  milliseconds?: number;
}

/** One legal action. */
export type PlayerAction = Action & {
  /** The action id. */
  action: number;
  /** What it is, for people. */
  text: string;
};

/** One legal action with its probability. */
export type LegalAction = PlayerAction & { p: number };

/** A choice. */
export type PlayerAnswer = PlayerAction & {
  /** Every legal action with the probability that it was drawn with, by action id. */
  probabilities: LegalAction[];
  /** Simulations that were spent on the choice; only of a player that looked ahead. */
  simulations?: number;
};

/** A choice that was made in a worker. */
export type TimedAnswer = PlayerAnswer & {
  /** False: the time was over first, and this is its likeliest action without looking ahead to the end. */
  inTime: boolean;
};

export type ViewCheck =
  | { valid: true; seat: number; actor: number; prompt: Prompt | ''; legal: number; over: boolean }
  | { valid: false; error: string };

export interface SelfTest {
  passed: boolean;
  /** Positions compared. */
  vectors: number;
  /** Largest difference of a probability or a value from the recorded one. */
  maxError: number;
  /** What went wrong, when it did not pass. */
  problems: string[];
}

/** A game in progress, as plain JSON. */
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
  /** Name of the pending decision; empty when over. */
  readonly prompt: Prompt | '';
  readonly round: number;
  readonly over: boolean;
  /** Cut at a cap that is not in the rules. */
  readonly truncated: boolean;
  /** How it ended; empty while it goes on. */
  readonly ending: string;
  /** What a seat may see, as plain JSON. Default: the seat to act. */
  view(seat?: number): View;
  /** The same for people. */
  text(seat?: number): string;
  /** The legal actions of the seat to act; empty when over. */
  actions(): PlayerAction[];
  /** Plays an action. @throws Error when it is not legal */
  apply(action: number): void;
  /** What the player would do for the seat to act, knowing only what that seat knows. */
  act(settings?: ActSettings): PlayerAnswer;
  /** `act`, then `apply`. */
  play(settings?: ActSettings): PlayerAnswer;
  /** Final places by seat, 0 is first, ties share the better one. @throws Error while the game goes on */
  places(): number[];
  save(): SavedMatch;
}

/** The player in a worker of its own: nothing waits for it. */
export interface PlayerWorker {
  /**
   * Answers after `milliseconds` at the latest, where they are given: then with the likeliest action. Questions are
   * answered one after the other.
   */
  act(view: View, settings?: Omit<ActSettings, 'random'>): Promise<TimedAnswer>;
  legal(view: View, settings?: Omit<ActSettings, 'random'>): Promise<LegalAction[]>;
  evaluate(view: View, settings?: Pick<ActSettings, 'before'>): Promise<number[]>;
  /** Ends the worker; questions that are open are refused. */
  close(): void;
}

export interface GameFacts {
  id: string;
  version: string;
  title: string;
  summary: string;
  players: { min: number; max: number };
  /** Number of action ids. */
  actions: number;
  prompts: readonly Prompt[];
}

/** One measured strength of a player. */
export interface PlayerLevel {
  /** 1 to 10, weak to strong. */
  level: number;
  /** What plays it. */
  settings: Pick<ActSettings, 'difficulty' | 'topK' | 'attention'>;
  /** Elo points above random play, with the 95 % interval. */
  rating: { mean: number; low: number; high: number };
  /** Games that the rating rests on. */
  games: number;
}

/** What a player is, for a list of players. */
export interface PlayerDescription {
  game: GameFacts;
  /** Options of the game it was trained for. */
  options: unknown;
  /** Games that it was measured by; none: not recorded. */
  strength: { against: string[]; games: number; winRate: { mean: number; low: number; high: number } }[];
  /** What is inside: scripted player, imitation, PPO, evolution, expert iteration, search; null: not recorded. */
  inside: Record<string, unknown> | null;
  /** What `level` means; empty: not measured. */
  levels: PlayerLevel[];
  /** Numbers of its network. */
  parameters: number;
  /** The same in words, a line each. */
  text: string[];
}

export declare const game: GameFacts;
/** Where the player comes from. */
export declare const meta: { options: unknown; provenance: Record<string, unknown>; [name: string]: unknown };
/** The choice of the seat to act. */
export declare function act(view: View, settings?: ActSettings): PlayerAnswer;
/** The legal actions of the seat to act, with the player's probabilities before it looks ahead. */
export declare function legal(view: View, settings?: ActSettings): LegalAction[];
/**
 * The same seat's view after an action of it, and after all that follows without a choice.
 * @throws Error when the action is not legal, draws luck, or shows what the seat cannot know
 */
export declare function advance(view: View, action: number): View;
export declare function describe(): PlayerDescription;
/** The player in a worker of a browser or of Node 20.16 and later. */
export declare function openWorker(): Promise<PlayerWorker>;
/**
 * Expected return of each seat, in seat order: 1 is sure to be first, -1 sure to be last; where leads count, a little beyond.
 * @throws Error of a scripted player with trained weights whose game has no evaluation
 */
export declare function evaluate(view: View, settings?: Pick<ActSettings, 'before'>): number[];
export declare function validate(view: unknown): ViewCheck;
/** What the network sees: the observation, or the features of a scripted player with trained weights. */
export declare function encode(view: View, settings?: Pick<ActSettings, 'before'>): Float32Array;
/** The view of a position of tabletop-gym's own rules. @param seat default: the seat to act */
export declare function viewOf(state: { readonly actor: number; view?(seat: number): unknown }, seat?: number): View;
export declare function newGame(seed: string | number, options?: unknown): PlayerMatch;
export declare function resumeGame(saved: SavedMatch): PlayerMatch;
export declare function selfTest(): SelfTest;
