/**
 * A game as one value: its rules, and whatever else its maker knows of it. Games of this project and of users are the same:
 * a module whose default export is such a package (env/load-game.ts).
 */
import type { Agent } from './agent.js';
import type { Game, State } from './game.js';
import type { Evaluate, Potential } from './judges.js';

/** A scripted bot with what is worth saying about it. */
export interface ScriptedBot {
  /** Its strategy, in one line. */
  plan: string;
  /** Name of the bot whose weights its own were trained from (optional). */
  from?: string | undefined;
  create: () => Agent;
}

/** A scripted bot: a function that makes it, or that and more. */
export type Bot = (() => Agent) | ScriptedBot;

/** How searches play a game unless they are told otherwise. */
interface SearchDefaults {
  /** Name of the bot that plays the rollouts. Default: the first bot, or random play where there is none. */
  rollout?: string;
  /** Rounds after which a rollout is cut, where there is `evaluate`. Default: none. */
  rounds?: number;
  /**
   * Look ahead instead of growing a tree: keep to the rollout bot's choice unless the expected return of another action is
   * better by this much. Default: grow a tree.
   */
  margin?: number;
}

/** A trained player that is shipped with a game: a file as `tabletop export` writes it. */
interface ShippedPlayer {
  /** Path of the file, relative to the game's module. */
  file: string;
  /** `fast`: decides without searching. `strong`: searches, and there is a fast one. Default: both, since there is one alone. */
  pace?: Pace;
}

export type Pace = 'strong' | 'fast';

/** Settings for training: a partial config (`tabletop train --settings`). They are checked when a run begins. */
export type Preset = Readonly<Record<string, unknown>>;

/** A position in which the best play is known, and it matters what is played. */
export interface SolvedPosition {
  /** Actions that lead there from the first position of a game with its own options; the game draws nothing. */
  actions: readonly number[];
  /** What each action is worth to the seat to act when all play best: larger is better. Null: not legal. */
  outcomes: readonly (number | null)[];
  /** Kinds of positions that it belongs to, such as how far the game has gone. */
  groups: readonly string[];
}

/**
 * What an exact answer may cost.
 * @inline
 */
export interface Effort {
  /**
   * Somebody waits: about a second at most, else null. Count steps and not seconds, so that it is the same on every machine.
   */
  quick: boolean;
}

/**
 * What a game's module exports by default. Everything but the rules is optional.
 * @typeParam P the game's own class of positions: `export default { ... } satisfies GamePackage<Position>`
 */
export interface GamePackage<P = State> {
  game: Game;
  /** Scripted bots by name, the strongest first. */
  bots?: Readonly<Record<string, Bot>>;
  /** Judges an unfinished position, so that searches can cut their rollouts. */
  evaluate?: (position: P, out: Parameters<Evaluate>[1]) => void;
  /** What training may shape rewards with. */
  potential?: (position: P, seat: Parameters<Potential>[1]) => number;
  /**
   * Opponents by which players of the game are measured, from weak to strong: names of bots, or `random`. At least one should
   * be strong and unused in the making of players. Default: `random`, then all bots, the strongest last.
   */
  panel?: readonly string[];
  search?: SearchDefaults;
  /**
   * How positions are analysed: play-outs are cut after so many rounds and judged by `evaluate`. For games whose `evaluate`
   * is the chance to be first on the scale of returns, give or take `error` (root mean square, as a chance): no smaller loss
   * is called a mistake. Default: played to the end.
   */
  analysis?: { rounds: number; error: number };
  /**
   * Settings for training by name. `quickstart` and `standard` replace those that every game has; `evolution` and
   * `expert-iteration` are laid over theirs.
   */
  presets?: Readonly<Record<string, Preset>>;
  /** Path of the file of a measured ladder (`tabletop ladder --out`), relative to the game's module. */
  ladder?: string;
  players?: readonly ShippedPlayer[];
  /**
   * By action id: what each action is worth to the seat to act when both play best, as its chance to win (1, a tie 0.5, 0);
   * null: not legal. Null in place of the list: this position is too much to solve. For analyses of zero-sum games of two
   * that are scored by places; small ones are solved without it.
   */
  exactValues?: (position: P, effort: Effort) => readonly (number | null)[] | null;
  /** Solved positions, for games too large to be solved as a whole (`tabletop exploit`). */
  solved?: () => Promise<readonly SolvedPosition[]>;
}

/** The functions that make the bots of a game, by name, in the order of the package. */
export function botMakers({ bots = {} }: Pick<GamePackage, 'bots'>): Record<string, () => Agent> {
  return Object.fromEntries(Object.entries(bots).map(([name, bot]) => [name, makerOf(bot)]));
}

/** The bots of a game with what is said about them; an empty plan where nothing is. */
export function scriptedBots({ bots = {} }: Pick<GamePackage, 'bots'>): Record<string, ScriptedBot> {
  return Object.fromEntries(
    Object.entries(bots).map(([name, bot]) => [name, typeof bot === 'function' ? { plan: '', create: bot } : bot]),
  );
}

/** The function that makes a bot. */
export const makerOf = (bot: Bot): (() => Agent) => (typeof bot === 'function' ? bot : bot.create);
