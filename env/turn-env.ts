/**
 * One game in which every seat is yours. At the edges: an illegal action is refused, a finished game cannot be stepped, and
 * at the end the mask is empty and the rewards are final.
 */
import { z } from 'zod';
import type { Agent, View } from './agent.js';
import { type Chance, type Seed, SeededChance } from './chance.js';
import { chanceSchema } from './chance-schema.js';
import { bytes, issueText } from './checked.js';
import { endless } from './endless.js';
import { endingOf, finalPlaces } from './finished.js';
import { refuseRewards, writeFinite } from './finite.js';
import type { Game, State } from './game.js';
import { illegalAction, isLegal } from './illegal-action.js';
import { gameObserver, type Observer } from './observer.js';
import { type OptionsOf, parseOptions } from './options.js';
import { checkReturns, defaultReturns, placeReturns, type ReturnRule } from './returns.js';
import { UserError } from './user-error.js';
import { LiveView } from './view.js';

/** What a seat is shown. The arrays are the caller's to keep. */
export interface SeatObservation {
  /** What the seat sees; zeros when the game is over. */
  observation: Float32Array;
  /** 1 for each legal action; empty (all zeros) when the game is over. */
  mask: Uint8Array;
  info: TurnInfo;
}

/** What a step (or a reset) leads to, as the seat to act is shown it. */
export interface Turn extends SeatObservation {
  /** Seat to act, -1 when the game is over. Every step is a real decision of that seat. */
  seat: number;
  /** What the step gave each seat; for games scored by places the returns, at the end. */
  rewards: Float64Array;
  /** The game ended by its rules. */
  terminated: boolean;
  /** The game was cut at a cap that is not in the rules; its rewards are final all the same. */
  truncated: boolean;
}

/** Facts of a game for people and logs. */
export interface TurnInfo {
  /** The seed of this game; empty where chance came from outside. */
  seed: string;
  /** Name of the kind of decision; empty when the game is over. */
  prompt: string;
  round: number;
  /** Decisions taken so far. */
  decisions: number;
  /** When over: final places (0 first, ties share) and how it ended. */
  places?: number[];
  ending?: string;
}

/** @typeParam Given what may be given as options */
export interface ResetSettings<Given = unknown> {
  /** Seed of this game. Without one: the next of an endless series that follows from the last seed given (at first 0). */
  seed?: Seed;
  /** Options of the game, from now on. */
  options?: Given;
  /** Where luck comes from, in place of a seed: `ScriptedChance`, a person with real dice. */
  chance?: Chance;
}

/** A game in flight, plain and MessagePack-able; made by `save`, checked by `load`. */
export const turnEnvStateSchema = z.strictObject({
  /** The seed of the game, the one given last, and how many games have begun from that. */
  seed: z.string(),
  series: z.string(),
  games: z.int().min(0),
  decisions: z.int().min(0),
  /** What the last action gave each seat. */
  rewards: z.array(z.number()),
  chance: chanceSchema,
  position: bytes,
});

/** What `TurnEnv.save` gives. Plain data. */
export type TurnEnvState = z.infer<typeof turnEnvStateSchema>;

/**
 * One game in which every seat is the caller's. `reset` and `step` are for learning loops; `start`, `play` and `view`
 * do the same without copying, where speed matters. At the end the seat is -1, the mask is empty and the rewards are
 * final.
 * @throws UserError for wrong options, an illegal action, or a step in a finished game
 */
export class TurnEnv<Options = unknown, Given = OptionsOf<Options>> {
  readonly game: Game<Options>;
  readonly observationSize: number;
  /** 1 for each legal action of the pending decision; changes in place. */
  readonly mask: Uint8Array;
  /** Number of legal actions. */
  legal = 0;
  /** What the last action gave each seat; changes in place. */
  rewards: Float64Array;
  /** Decisions taken so far. */
  decisions = 0;
  /** The checked options. */
  options: Options;
  /** The seed of this game. */
  seed = '';

  /** What observations are written by. */
  readonly observer: Observer;
  private readonly returns: ReturnRule;
  private readonly shown: LiveView;
  private current: State | null = null;
  private chance: Chance | null = null;
  /** Decisions that no game exceeds. */
  private most = 0;
  private series = '0';
  private games = 0;
  private ranks = new Uint8Array(0);

  /** @param settings `observer`: what the seats see; default: the game's own observation */
  constructor(
    game: Game<Options>,
    settings: { options?: NoInfer<Given>; returns?: ReturnRule; observer?: Observer } = {},
  ) {
    this.game = game;
    this.options = parseOptions(game, settings.options);
    this.most = game.maxDecisions(this.options);
    this.returns = checkReturns(settings.returns ?? defaultReturns);
    this.observer = settings.observer ?? gameObserver(game);
    this.observationSize = this.observer.size;
    this.mask = new Uint8Array(game.actions);
    this.rewards = new Float64Array(0);
    this.shown = new LiveView(game);
  }

  /** Begins a new game. */
  reset(settings: ResetSettings<Given> = {}): Turn {
    this.start(settings);
    return this.turn();
  }

  /**
   * Plays one action of the seat to act.
   * @throws UserError naming action and prompt when the action is not legal; when the game is over, or should be by its
   *   `maxDecisions`
   */
  step(action: number): Turn {
    this.play(action);
    return this.turn();
  }

  /** As `reset`, without making a `Turn`. */
  start(settings: ResetSettings<Given> = {}): void {
    if (settings.options !== undefined) {
      this.options = parseOptions(this.game, settings.options);
      this.most = this.game.maxDecisions(this.options);
      this.observer.reset?.();
    }
    if (settings.chance) {
      this.seed = '';
      this.chance = settings.chance;
    } else {
      if (settings.seed !== undefined) {
        this.series = String(settings.seed);
        this.games = 0;
      }
      this.seed = this.games === 0 ? this.series : `${this.series}/${this.games}`;
      this.games++;
      this.chance = new SeededChance(this.seed, this.game.streams);
    }
    this.current = this.game.newState(this.options, this.chance);
    this.seats(this.current.players);
    this.rewards.fill(0);
    this.decisions = 0;
    this.legal = this.current.legal(this.mask);
  }

  /** As `step`, without making a `Turn`. */
  play(action: number): void {
    const state = this.state;
    if (state.over) throw new UserError(`${this.game.id}: the game is over, call reset() before the next step`);
    if (!isLegal(this.mask, action)) throw illegalAction(this.game, state, this.mask, action, this.decisions);
    if (this.decisions >= this.most) throw endless(this.game, this.most);
    state.apply(action, this.chance!);
    this.decisions++;
    this.legal = state.legal(this.mask);
    if (this.game.scoring === 'rewards') {
      state.rewards(this.rewards);
      refuseRewards(this.rewards);
    } else if (state.over) placeReturns(this.places(), state.truncated, this.returns, this.rewards);
  }

  /**
   * What an agent chooses here; it is not played yet.
   * @throws UserError with the agent's name, where it gives none or its action is not legal
   */
  choiceOf(agent: Agent): number {
    try {
      const action = agent.act(this.view());
      if (!isLegal(this.mask, action)) throw illegalAction(this.game, this.state, this.mask, action, this.decisions);
      return action;
    } catch (error) {
      if (error instanceof UserError) throw new UserError(`agent ${agent.name}: ${error.message}`);
      throw error;
    }
  }

  /** Everything needed to go on later from here, exactly. @throws UserError when there is no game, or its luck came from outside */
  save(): TurnEnvState {
    const { state, chance, seed, series, games, decisions } = this;
    if (!(chance instanceof SeededChance))
      throw new UserError(`${this.game.id}: the luck of this game comes from outside, so it cannot be saved`);
    return {
      ...{ seed, series, games, decisions },
      rewards: [...this.rewards],
      chance: chance.save(),
      position: state.save(),
    };
  }

  /**
   * Goes on from a saved place, of the same game and options.
   * @throws Error when it cannot be what was saved. Start a game then: the one before may be lost
   */
  load(saved: TurnEnvState): void {
    const { error } = turnEnvStateSchema.safeParse(saved);
    if (error) throw new RangeError(`this was not saved by an environment: ${issueText(error)}`);
    this.restore(saved);
  }

  /** As `load`, of what was checked by its schema already. */
  restore(saved: TurnEnvState): void {
    this.current ??= this.game.newState(this.options, new SeededChance(0, this.game.streams));
    const state = this.current;
    state.load(Uint8Array.from(saved.position)); // decoders may hand out a Buffer
    const { players } = state;
    if (players !== this.game.players(this.options) || saved.rewards.length !== players)
      throw new RangeError(`a game of ${players} seats with ${saved.rewards.length} rewards was saved`);
    const chance = new SeededChance(0, this.game.streams);
    chance.load(saved.chance);
    this.chance = chance;
    this.seed = saved.seed;
    this.series = saved.series;
    this.games = saved.games;
    this.decisions = saved.decisions;
    this.seats(players);
    this.rewards.set(saved.rewards);
    this.legal = state.legal(this.mask);
  }

  /** Other luck from here on: what was drawn stays, and what comes is another's. */
  relyOn(chance: SeededChance): void {
    this.chance = chance;
  }

  /** The position; yours to read, not to change. */
  get state(): State {
    if (!this.current) throw new UserError(`${this.game.id}: there is no game yet, call reset() first`);
    return this.current;
  }

  /** Seat to act, -1 when over. */
  get actor(): number {
    return this.state.over ? -1 : this.state.actor;
  }

  get over(): boolean {
    return this.state.over;
  }

  /** Whether the rules have drawn luck in this game, as far as can be known of luck from outside. */
  get drewLuck(): boolean {
    return !(this.chance instanceof SeededChance) || this.chance.drawn;
  }

  /** The pending decision, for an agent; valid until the next action. */
  view(): View {
    return this.shown.show(this.state, this.mask, this.legal);
  }

  /** Final places (0 first, ties share) of a finished game. */
  places(): Uint8Array {
    if (!this.state.over) throw new UserError(`${this.game.id}: there are no places before the game is over`);
    finalPlaces(this.state, this.ranks);
    return this.ranks;
  }

  /** What a seat is shown of the position. */
  observe(seat: number): SeatObservation {
    const state = this.state;
    const observation = new Float32Array(this.observationSize);
    if (!state.over) writeFinite(this.observer, state, seat, observation, 0);
    const info: TurnInfo = {
      seed: this.seed,
      prompt: state.over ? '' : this.game.prompts[state.prompt]!,
      round: state.round,
      decisions: this.decisions,
    };
    if (state.over) {
      info.places = [...this.places()];
      info.ending = endingOf(state);
    }
    return { observation, mask: this.mask.slice(), info };
  }

  private seats(players: number): void {
    if (this.rewards.length === players) return;
    this.rewards = new Float64Array(players);
    this.ranks = new Uint8Array(players);
  }

  private turn(): Turn {
    const { actor, rewards } = this;
    const { over, truncated } = this.state;
    return { seat: actor, ...this.observe(actor), rewards: rewards.slice(), terminated: over && !truncated, truncated };
  }
}
