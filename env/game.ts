/**
 * The contract between a rules engine and everything else in this project. A game is a description (`Game`) and a
 * mutable position (`State`) over typed arrays. Games know nothing of agents, environments or training.
 *
 * What an implementer must guarantee is written at each member; `checkGame` (env/conformance) holds a game to it.
 */
import type { z } from 'zod';
import type { Chance, Rng } from './chance.js';
import type { Drawing, LegendSection } from './scene.js';

/** One named piece of the observation; the pieces lie one after the other in the order given. */
export interface ObservationPiece {
  name: string;
  /** Sizes, outermost first: `[12, 8, 8]` is twelve 8x8 planes. */
  shape: readonly number[];
  /** One sentence: what the numbers are and how they are scaled. */
  about: string;
  /** The least and the greatest value (optional): no position has others. For programs that want bounds. */
  range?: readonly [least: number, greatest: number];
}

/** One named piece of what is said of each action. */
export interface ActionPiece {
  name: string;
  /** How many numbers. */
  size: number;
  /** One sentence: what they are and how they are scaled. */
  about: string;
}

/**
 * One way to turn or mirror a game: played so, on the same luck, it is the same game, and nothing but the place of things
 * differs. What is learned of a position holds for the turned one.
 */
export interface Symmetry {
  /** Lower case; what is done to the board (`mirrored`). */
  readonly name: string;
  /** By action id: the id that it has then. Each once. */
  readonly actions: readonly number[];
  /** By place in the observation: the place at which its number stands then. Each once. */
  readonly observation: readonly number[];
  /** The same of auxiliary targets, by their names; those that are not named stay as they are. */
  readonly auxiliary?: Readonly<Record<string, readonly number[]>>;
}

/**
 * What is known of every position as soon as its game is over, beside who won: whose squares, how many points. A network
 * that learns to foresee it sees more in positions.
 */
export interface AuxiliaryTarget<S extends State = State> {
  /** Lower-case letters, digits and hyphens, at most 32. `policy`, `value`, `winner` and what begins with `place` are taken. */
  readonly name: string;
  /** How many numbers. */
  readonly size: number;
  /** `squared-error`: numbers, best between -1 and 1. `cross-entropy`: they are a distribution. */
  readonly loss: 'cross-entropy' | 'squared-error';
  /** One sentence: what they are and how they are scaled. */
  readonly about: string;
  /** Writes them for a game that is over, as `seat` sees it ("me" first). Every value is finite; all are written. */
  write(end: S, seat: number, out: Float32Array, offset: number): void;
}

/** What hosts of other programs are told of views and actions: pages of the docs and types are made of it. */
export interface Guide {
  /** Schema of `State.view`; each field has its meaning as its description, and may be left out where it is optional. */
  readonly view: z.ZodType;
  /** By prompt, in the order of `Game.prompts`. */
  readonly prompts: readonly {
    /** What a view must tell where this is asked, beside what it always must. */
    readonly needs: readonly string[];
    /** The question, for people, in a position in which it is asked. */
    ask?(state: State): string;
    /** All actions that may answer it: block of ids, kind and arguments as they are called in some position. */
    actions(): { block: string; kind: string; args: Record<string, unknown> }[];
  }[];
  /** The names behind numbers in views and arguments, by what they number. */
  codes(): Readonly<Record<string, readonly string[]>>;
}

/** What a game is. Everything here is constant; positions are `State`. */
export interface Game<Options = unknown, S extends State = State> {
  /** Short name used in commands and files: lower case, digits and dashes. */
  readonly id: string;
  /** Changes when behaviour, observation or action ids change; never for a refactor. */
  readonly version: string;
  readonly title: string;
  /** One line for a list of games. */
  readonly summary: string;
  /** The fewest and the most seats. Where min < max the options have a field `players`. */
  readonly seats: { readonly min: number; readonly max: number };
  /** `perfect`: nothing is hidden from anybody but future chance. */
  readonly information: 'perfect' | 'imperfect';
  readonly utility: 'zero-sum' | 'general';
  /** `places`: returns are made from the final ranking; `rewards`: they are the sum of `State.rewards`. */
  readonly scoring: 'places' | 'rewards';
  /**
   * A game that is cut (`State.truncated`) would have gone on to earn rewards; the cut only says how long we watch, as
   * in CartPole. Training then adds the value of the last position. Without it what a cut game earned is final. Only
   * where `scoring` is `rewards`.
   */
  readonly timeLimit?: boolean;
  /** Number of action ids; the mask has this length. */
  readonly actions: number;
  /** Number and meaning of the observation's values. */
  readonly observation: readonly ObservationPiece[];
  /**
   * A game on a board may say where its squares stand: `planes` names the pieces of the observation whose last two sizes
   * are the board's (all the same ones), `action` is the id of "the first square", the other squares' ids follow in the
   * order of the planes. A policy can then look at all squares through the same weights.
   */
  readonly board?: { readonly planes: readonly string[]; readonly action: number };
  /** Ways to turn or mirror it (optional), without the one that changes nothing: whoever learns from positions has more of them. */
  readonly symmetries?: readonly Symmetry[];
  /** What networks may learn to foresee (optional; `network.auxiliary` of a run). */
  readonly auxiliary?: readonly AuxiliaryTarget<S>[];
  /** What is to be known of actions beside their ids (optional): policies may read it of each legal action. */
  readonly actionFeatures?: {
    readonly pieces: readonly ActionPiece[];
    /**
     * Writes all pieces of one legal action, from what the seat to act knows.
     * @param out all zeros from `offset` on
     */
    write(state: S, action: number, out: Float32Array, offset: number): void;
  };
  /** What an action id means in any position (optional), for messages: `buy level 1 slot 0`. */
  actionName?(action: number): string;
  /**
   * Whether an action gives the game up in any position (optional): whoever shows the game to people keeps it apart from
   * the moves, and asks twice. Nothing in a picture leads there.
   */
  concedes?(action: number): boolean;
  /**
   * Why an action is not legal just now, in a plain sentence for the seat to act (optional). Null for every legal action, and where
   * nobody would expect it. It tells nothing that this seat may not know. Where there is a reason, `State.actionText` and
   * `Drawing.concerns` know the action as well.
   */
  whyNot?(state: S, action: number): string | null;
  /**
   * What the signs, cards and buildings of a game with these options are and do (optional): pages show it beside what is
   * called so.
   */
  legend?(options: Options): readonly LegendSection[];
  /**
   * All that the option `components` may replace, as it is in a game with these options (optional): plain JSON, in the form of
   * that option, which is laid over it field by field, lists as a whole. Pages show it as tables to change.
   */
  components?(options: Options): object;
  /** Names of the kinds of decision, indexed by `State.prompt`. */
  readonly prompts: readonly string[];
  /**
   * The prompt that begins a turn, one of `prompts`. For reports by place in the turn order: that is the order in which seats
   * are first asked for it. Without it, the order in which they are first asked anything, which is wrong only where seats
   * decide out of turn before all have had one (a set-up, a defence).
   */
  readonly turnPrompt?: string;
  /** Names of the streams of chance, indexed by the first argument of `Chance.draw`. */
  readonly streams: readonly string[];
  /**
   * Schema of the options. Every field has a default and a description, so `{}` is valid; options that were checked pass
   * again, unchanged. Field `askForced` (boolean, default false): ask for decisions with one legal answer too, which the
   * engine otherwise answers itself; it changes nothing else.
   */
  readonly options: z.ZodType<Options>;
  /** Number of seats of a game with these options, within `seats`. */
  players(options: Options): number;
  /** No game with these options takes more decisions than this, forced ones included. */
  maxDecisions(options: Options): number;
  /** A new game. Draws its set-up from `chance`, and answers forced decisions up to the first real one. */
  newState(options: Options, chance: Chance): S;

  /**
   * The legal actions, found the slow way: from the rules, sharing no code with `State.legal`. For tests.
   * @returns action ids, ascending
   */
  enumerate?(state: S): number[];
  /**
   * A position from one seat's view as plain JSON (`State.view`). What that seat cannot know is filled in arbitrarily;
   * `legal` and `observe` of that seat are exactly those of the state the view was taken of.
   * @throws Error with the path of the first wrong field
   */
  parseView?(json: unknown): S;
  /** A picture of its positions (optional): pages draw it, and its things can be clicked in place of choosing from a list. */
  readonly drawing?: Drawing<S>;
  /** What is to be known of views and actions by those who write them themselves (optional). */
  readonly guide?: Guide;
  /**
   * Rules worth knowing they were reached (cards, items, numbered decisions). Off until `into` hands it an array to count
   * into, as long as `names`; `into` gives back what it counted into before. `Trace` (env/trace.ts) is one.
   */
  readonly trace?: {
    readonly names: readonly string[];
    into(counts: Uint32Array | undefined): Uint32Array | undefined;
  };
}

/** One position of a game. Mutable; nothing in it is shared with another state. */
export interface State {
  /** Number of seats in this game. */
  readonly players: number;
  /** Seat to act, 0..players-1; may be the same seat many times in a row; -1 when over. */
  readonly actor: number;
  /** Kind of the pending decision: index into `Game.prompts`; -1 when over. */
  readonly prompt: number;
  /** The game's own count of rounds (from 1), or of decisions where it has none. */
  readonly round: number;
  /** The game has ended; nothing may be applied any more. */
  readonly over: boolean;
  /** It ended at a cap that is not in the rules; `over` is true too. */
  readonly truncated: boolean;

  /**
   * Writes 1 for each legal action and 0 for every other.
   * @param mask length `Game.actions`
   * @returns number of ones; 0 exactly when over
   */
  legal(mask: Uint8Array): number;
  /** Plays a legal action and everything that follows without a choice. Legality is not checked here. */
  apply(action: number, chance: Chance): void;
  /**
   * Writes what `seat` may know, from its own point of view ("me" first). Every value is finite; all are written.
   * @param out at least `offset` + the size of all pieces
   */
  observe(seat: number, out: Float32Array, offset: number): void;
  /** What the last `apply` gave each seat; all zeros for games scored by places. @param out length `players` */
  rewards(out: Float64Array): void;
  /** Final places when over: 0 is first, those who tie share the better place. @param out length `players` */
  places(out: Uint8Array): void;
  /**
   * When over, where the rules themselves play a side that has no seat (an AI deck, a solo rival): whether it came out before
   * every seat. Null in games with options that have no such side. For reports.
   */
  rivalAhead?(): boolean | null;
  /**
   * When over: how far each seat is ahead of the best of the others (below 0: behind), in whatever the rules rank by, such as
   * points (optional). Learning from the rules alone begins by it where winning is rare at first. @param out length `players`
   */
  leads?(out: Float64Array): void;
  /** How the game ended, in one word or two (`fame`, `round cap`); empty while it goes on. */
  ending(): string;

  /** Becomes a copy of `other` (same game and options); no allocation. */
  copyFrom(other: this): void;
  /** A new, equal state. */
  clone(): this;
  /** The whole position, options included, as bytes. */
  save(): Uint8Array;
  /** Becomes the position in `bytes`. @throws Error, changing nothing, when they are not a position of this game */
  load(bytes: Uint8Array): void;
  /** A number of 53 bits that is equal for equal positions and most likely differs for others. */
  hash(): number;
  /**
   * Redraws everything `seat` cannot know, uniformly among what agrees with all it has seen. `observe(seat)` and,
   * where `seat` is the actor, `legal` stay as they are.
   */
  resample(seat: number, rng: Rng): void;
  /**
   * Redraws only what no seat knows (the order of a deck), uniformly among what agrees with all that the seats together
   * have seen: every seat keeps what it holds, and every `observe` stays as it is. For playouts. Without it, `resample` is
   * tried until no seat sees a difference (env/unseen.ts).
   */
  resampleUnseen?(rng: Rng): void;

  /** What an action means here, for people; no two legal actions of one position share a text. */
  actionText(action: number): string;
  /** The position as `seat` sees it, for people: plain text of several lines. */
  text(seat: number): string;
  /** The position as `seat` sees it, pending decision included, as plain JSON with a field `seat`; see `Game.parseView`. */
  view?(seat: number): unknown;
  /** What an action means here, for machines. */
  actionJson?(action: number): { kind: string; args: Record<string, unknown> };
}

/** Number of values in a game's observation: the sum over its pieces of the product of their shapes. */
export function observationSize(game: Pick<Game, 'observation'>): number {
  return game.observation.reduce((sum, piece) => sum + piece.shape.reduce((product, n) => product * n, 1), 0);
}
