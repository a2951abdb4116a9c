/**
 * One learner against given agents, in Gymnasium's words. The other seats are played inside: every step leads from one
 * decision of the learner to its next, and its rewards in between are added up.
 */
import type { Agent } from './agent.js';
import { createRng, type Seed } from './chance.js';
import type { Game } from './game.js';
import { EMPTY_GAMES } from './nobody-asked.js';
import type { Observer } from './observer.js';
import type { OptionsOf } from './options.js';
import type { ReturnRule } from './returns.js';
import { type SeatObservation, TurnEnv, type TurnInfo } from './turn-env.js';
import { UserError } from './user-error.js';

/**
 * How to make an `Env`.
 * @typeParam Given what may be given as options
 */
export interface EnvSettings<Given = unknown> {
  /** Options of the game; checked. */
  options?: Given;
  /**
   * Who plays the other seats, in turn order after the learner. Every seat needs an agent of its own, as agents keep
   * what they know of a game. More than the game has seats for are left out.
   */
  opponents: readonly Agent[];
  /** The learner's seat. Default: drawn for each game, from its seed. */
  seat?: number;
  /** How places become returns, for games scored by places. */
  returns?: ReturnRule;
  /** What the learner sees. Default: the game's own observation. */
  observer?: Observer;
}

/** As `TurnInfo`, of the learner's decision. */
interface EnvInfo extends TurnInfo {
  /** The learner's seat in this game. */
  seat: number;
  /** When over: the learner's final place (0 first, ties share). */
  place?: number;
}

/** What `reset` gives: what the learner is shown. The arrays are the caller's to keep. */
export interface EnvReset extends SeatObservation {
  info: EnvInfo;
}

/** What `step` gives. At the end the observation is all zeros and the mask empty. */
export interface EnvStep extends EnvReset {
  /** The learner's rewards since its last decision; with its first one those that it got before. */
  reward: number;
  /** The game ended by its rules. */
  terminated: boolean;
  /** The game was cut at a cap that is not in the rules; the reward is final all the same. */
  truncated: boolean;
}

/**
 * One learner against given agents, in Gymnasium's words. The other seats are played inside: every step leads from one
 * decision of the learner to its next, and the rewards in between are added up.
 * @throws UserError for wrong options, the wrong number of opponents, or an illegal action
 */
export class Env<Options = unknown, Given = OptionsOf<Options>> {
  readonly game: Game<Options>;
  private readonly turns: TurnEnv<Options, Given>;
  private readonly opponents: readonly Agent[];
  /** The learner's seat; null: drawn. */
  private readonly fixed: number | null;
  private learner = -1;
  /** What the learner got since its last decision. */
  private reward = 0;

  /** @throws UserError when an option is wrong or an opponent is missing or there twice */
  constructor(game: Game<Options>, settings: EnvSettings<NoInfer<Given>>) {
    this.game = game;
    this.turns = new TurnEnv(game, settings);
    this.opponents = settings.opponents;
    this.fixed = settings.seat ?? null;
    if (new Set(this.opponents).size < this.opponents.length)
      throw new UserError('one agent was given for two seats: make a new agent for each opponent');
  }

  /** Number of values of an observation. */
  get observationSize(): number {
    return this.turns.observationSize;
  }

  /**
   * Begins a new game and plays it up to the learner's first decision. A game that ends before is not shown; the next
   * one is begun.
   * @param settings `seed`: of this game, and of the learner's seat in it where none is set; without one, the next of a
   *   series that follows from the last seed given (at first 0). `options`: from now on.
   */
  reset(settings: { seed?: Seed; options?: Given } = {}): EnvReset {
    this.turns.start(settings);
    for (let empty = 0; ; empty++) {
      this.seatPlayers();
      this.reward = 0;
      this.playOthers();
      if (!this.turns.over) break;
      if (empty === EMPTY_GAMES) throw new UserError(`seat ${this.learner} of ${this.game.id} never gets to decide`);
      this.turns.start();
    }
    return this.look();
  }

  /**
   * Plays the learner's action and everybody else's up to its next decision or the end.
   * @throws UserError naming action and prompt when the action is not legal, or when the game is over
   */
  step(action: number): EnvStep {
    this.turns.play(action);
    this.reward += this.turns.rewards[this.learner]!;
    this.playOthers();
    const { over, state } = this.turns;
    const { reward } = this;
    this.reward = 0;
    return {
      ...this.look(),
      reward,
      terminated: over && !state.truncated,
      truncated: state.truncated,
    };
  }

  private seatPlayers(): void {
    const { players } = this.turns.state;
    if (this.opponents.length < players - 1)
      throw new UserError(`${this.game.id} needs ${players - 1} opponents here, ${this.opponents.length} were given`);
    const { seed } = this.turns;
    // The draw is that of the bridge to Python (cli/bridge/seating.ts): the same seed is the same game there.
    this.learner = this.fixed ?? createRng(`${seed}/seat`).int(players);
    if (!Number.isInteger(this.learner) || this.learner < 0 || this.learner >= players)
      throw new UserError(`seat is ${this.fixed}, wanted 0..${players - 1}, or none: then it is drawn for each game`);
    for (let i = 0; i < players - 1; i++) this.opponents[i]!.reset(`${seed}/opponent ${i}`);
  }

  private playOthers(): void {
    const { turns, learner } = this;
    const { players } = turns.state;
    while (!turns.over && turns.actor !== learner) {
      const agent = this.opponents[(turns.actor - learner - 1 + players) % players]!;
      turns.play(turns.choiceOf(agent));
      this.reward += turns.rewards[learner]!;
    }
  }

  private look(): EnvReset {
    const { turns, learner } = this;
    const { info, ...shown } = turns.observe(learner);
    return { ...shown, info: { ...info, seat: learner, ...(info.places && { place: info.places[learner]! }) } };
  }
}
