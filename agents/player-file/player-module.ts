/**
 * What an exported player is: the names of one ES module that plays a game without this project (docs/player.md).
 * Types and the number of the format, shared by the export that makes such files and the agent that loads them.
 */
import type { Seed } from '../../env/chance.js';
import type { Tuned } from '../bots/scripted-player.js';
import type { NetworkShape } from '../network/network.js';
import type { PieceShape } from '../policy/pieces.js';
import type { Planned } from '../policy/planned.js';
import type { LookaheadStrength } from '../search/lookahead.js';
import type { PlayerMeasurement, PlayerTraining, Provenance } from './provenance.js';

/** A named strength, or a number from 0 (a beginner) to 1 (all it can). */
export type Difficulty = 'easy' | 'medium' | 'hard' | number;

/** How to choose. Everything may be left out: full strength, and the same view always gives the same action. */
export interface ActSettings {
  /** Default `hard`. */
  difficulty?: Difficulty;
  /** 1 to 10, in place of `difficulty`, `topK` and `attention`: a measured level (`meta.ladder`), where the player has such. */
  level?: number;
  /** All randomness of this choice follows from it. */
  seed?: Seed;
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
export interface PlayerAction {
  /** The action id. */
  action: number;
  /** What it is, for machines. */
  kind: string;
  args: Record<string, unknown>;
  /** What it is, for people. */
  text: string;
}

/** One legal action with its probability. */
export interface LegalAction extends PlayerAction {
  p: number;
}

/** A choice. */
export interface PlayerAnswer extends PlayerAction {
  /** Every legal action with the probability that it was drawn with, by action id. */
  probabilities: LegalAction[];
  /** Simulations that were spent on the choice; only of a player that looked ahead. */
  simulations?: number;
}

export type ViewCheck =
  | { valid: true; seat: number; actor: number; prompt: string; legal: number; over: boolean }
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
  readonly prompt: string;
  readonly round: number;
  readonly over: boolean;
  /** Cut at a cap that is not in the rules. */
  readonly truncated: boolean;
  /** How it ended; empty while it goes on. */
  readonly ending: string;
  /** What a seat may see, as plain JSON. Default: the seat to act. */
  view(seat?: number): unknown;
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

/** What `level` means. */
export interface PlayerLadder {
  /** By level. */
  levels: PlayerLevel[];
  /** What measured them. */
  command: string;
}

/** Version of the format of player files: what `meta` says of them, and which names the module has. */
export const PLAYER_FORMAT = 3;

/** Where a player comes from. Only what is known is there. */
export interface PlayerMeta {
  format: 'tabletop-player';
  formatVersion: typeof PLAYER_FORMAT;
  game: { id: string; version: string; title: string };
  network: NetworkShape;
  /** The pieces of the observation that the network reads, in their order; none where there is a `plan`. */
  observation: PieceShape[];
  /**
   * Of a scripted player with trained weights: the network reads its features and says what is added to each of its
   * parameters, in units; the player, whose code is in the file, chooses.
   */
  plan?: Omit<Planned, 'tuning'>;
  /** The scripted player whose choice is part of what the network is shown; its code is in the file. */
  advisor?: string;
  /** Its weights, where they were trained: as `plan` and `network` say it of a scripted player; the numbers are in the file. */
  advisorWeights?: Pick<Tuned, 'features' | 'parameters'> & { network: NetworkShape };
  /**
   * At full strength it looks ahead with so many samples, so many rounds, and leaves its likeliest action where its value
   * head, with its advisor's evaluation where that has a share, finds a better one by the margin, in expected return.
   */
  lookahead?: LookaheadStrength;
  parameters: number;
  weights: 'float16' | 'float32';
  /** Divides the logits at full strength. */
  temperature: number;
  /** Its strength at ten levels, where that was measured with these options. */
  ladder?: PlayerLadder;
  /** Options of the game it was trained for, `newGame`'s default; with others it may be out of its depth. */
  options: unknown;
  /** What is inside (`training`), what it was measured by (`measured`), and whatever else the maker states. */
  provenance: Provenance;
}

/** What a player is, for a list of players. */
export interface PlayerDescription {
  game: PlayerModule['game'];
  /** Options of the game it was trained for. */
  options: unknown;
  /** Games that it was measured by; none: not recorded. */
  strength: PlayerMeasurement[];
  /** What is inside: scripted player, imitation, PPO, evolution, expert iteration, search; null: not recorded. */
  inside: PlayerTraining | null;
  /** What `level` means; empty: not measured. */
  levels: PlayerLevel[];
  /** Numbers of its network. */
  parameters: number;
  /** The same in words, a line each. */
  text: string[];
}

/** A choice that was made in a worker. */
export interface TimedAnswer extends PlayerAnswer {
  /** False: the time was over first, and this is its likeliest action without looking ahead to the end. */
  inTime: boolean;
}

/** The player in a worker of its own: nothing waits for it. */
export interface PlayerWorker {
  /**
   * Answers after `milliseconds` at the latest, where they are given: then with the likeliest action. Questions are
   * answered one after the other.
   */
  act(view: unknown, settings?: Omit<ActSettings, 'random'>): Promise<TimedAnswer>;
  legal(view: unknown, settings?: Omit<ActSettings, 'random'>): Promise<LegalAction[]>;
  evaluate(view: unknown): Promise<number[]>;
  /** Ends the worker; questions that are open are refused. */
  close(): void;
}

/** The module. */
export interface PlayerModule {
  game: {
    id: string;
    version: string;
    title: string;
    summary: string;
    players: { min: number; max: number };
    /** Number of action ids. */
    actions: number;
    prompts: readonly string[];
  };
  meta: PlayerMeta;
  act(view: unknown, settings?: ActSettings): PlayerAnswer;
  /** The legal actions of the seat to act, with the player's probabilities before it looks ahead. */
  legal(view: unknown, settings?: ActSettings): LegalAction[];
  /**
   * The same seat's view after an action of it, and after all that follows without a choice.
   * @throws Error when the action is not legal, draws luck, or shows what the seat cannot know
   */
  advance(view: unknown, action: number): unknown;
  describe(): PlayerDescription;
  /** The player in a worker of a browser or of Node 20.16 and later. */
  openWorker(): Promise<PlayerWorker>;
  /**
   * Expected return of each seat, in seat order: 1 is sure to be first, -1 sure to be last.
   * @throws Error of a scripted player with trained weights whose game has no evaluation
   */
  evaluate(view: unknown): number[];
  validate(view: unknown): ViewCheck;
  /** What the network sees: the observation, or the features of a scripted player with trained weights. */
  encode(view: unknown): Float32Array;
  /** The view JSON of a position of this project's rules. @param seat default: the seat to act */
  viewOf(state: { readonly actor: number; view?(seat: number): unknown }, seat?: number): unknown;
  newGame(seed: Seed, options?: unknown): PlayerMatch;
  resumeGame(saved: SavedMatch): PlayerMatch;
  selfTest(): SelfTest;
}
