/**
 * N games side by side, everything written in place into flat buffers: what training and mass evaluation use. The edges are
 * those of `TurnEnv`. Steps allocate nothing; a new game allocates its state.
 */
import { z } from 'zod';
import type { View } from './agent.js';
import { createRng, type Seed, SeededChance } from './chance.js';
import { chanceSchema } from './chance-schema.js';
import { bytes, issueText } from './checked.js';
import { endless } from './endless.js';
import { finalPlaces } from './finished.js';
import { refuseRewards, writeFinite } from './finite.js';
import type { Game, State } from './game.js';
import { illegalAction, isLegal } from './illegal-action.js';
import { gameObserver, type Observer } from './observer.js';
import { type OptionsOf, parseOptions } from './options.js';
import { checkReturns, defaultReturns, placeReturns, type ReturnRule } from './returns.js';
import { UserError } from './user-error.js';
import { LiveView } from './view.js';

/** How to make a `VectorEnv`. */
export interface VectorEnvSettings<Options = unknown> {
  game: Game<Options>;
  /** What the acting seats see. Default: the game's own observation. */
  observer?: Observer | undefined;
  /** Options of the game, the same for all; checked. */
  options?: OptionsOf<Options>;
  /** In place of `options`: each game draws one of these, from its seed; at least one. They may differ in the number of seats. */
  variants?: readonly OptionsOf<Options>[] | undefined;
  /** Number of games side by side, >= 1. */
  games: number;
  seed: Seed;
  /** How places become returns, for games scored by places. */
  returns?: ReturnRule;
}

/** Games in flight, plain and MessagePack-able; made by `save`, checked by `load`. */
const vectorEnvStateSchema = z.strictObject({
  game: z.string(),
  version: z.string(),
  seed: z.string(),
  games: z.array(
    z.strictObject({
      position: bytes,
      chance: chanceSchema,
      episode: z.int().min(0),
      decisions: z.int().min(0),
      rewards: z.array(z.number()),
    }),
  ),
});

/** What `VectorEnv.save` gives. Plain data. */
export type VectorEnvState = z.infer<typeof vectorEnvStateSchema>;

/** An entry of `VectorEnv.ended`: the game goes on. */
export const RUNNING = 0;
/** An entry of `VectorEnv.ended`: the game ended by its rules. */
export const TERMINATED = 1;
/** An entry of `VectorEnv.ended`: the game was cut at a cap that is not in its rules. */
export const TRUNCATED = 2;

/**
 * N games side by side, everything written in place into flat buffers: game `i` has the i-th block of each. For
 * training and mass evaluation: a step allocates nothing, a new game allocates its state. Ended games wait until
 * `resetEnded`.
 * @throws UserError for wrong options, or an illegal action
 */
export class VectorEnv<Options = unknown> {
  readonly game: Game<Options>;
  /** What `observation` holds. */
  readonly observer: Observer;
  /** The checked options that games draw from; the same for all where there is one. */
  readonly variants: readonly Options[];
  /** N, the number of games. */
  readonly size: number;
  /** P, the seats of each game; of the largest one where they differ (`seats`). */
  readonly players: number;
  /** D, the values of one observation. */
  readonly observationSize: number;
  /** A, the number of action ids. */
  readonly actions: number;

  /** [N] seat to act; -1 in an ended game. */
  readonly actor: Int8Array;
  /** [N, D] what the acting seat sees; zeros in an ended game. Current after `step`, `reset` and `write`. */
  readonly observation: Float32Array;
  /**
   * [N, A * F] what the observer says of the legal actions of each game, F numbers each, from the block's beginning on;
   * empty where it says nothing. Current as `observation` is.
   */
  readonly features: Float32Array;
  /** [N, A] 1 for each legal action. */
  readonly mask: Uint8Array;
  /** [N] number of legal actions; 0 in an ended game. */
  readonly legal: Uint16Array;
  /** [N, P] what the last step gave each seat; the final returns of games scored by places included. */
  readonly rewards: Float64Array;
  /** [N] `RUNNING`, `TERMINATED` or `TRUNCATED`. */
  readonly ended: Uint8Array;
  /** [N, P] final places (0 first, ties share) of ended games; zeros before. */
  readonly places: Uint8Array;
  /** [N] how many games this slot has begun, minus one; the seed of a game is `seed/slot/episode`. */
  readonly episode: Int32Array;
  /** [N] decisions taken in the running game. */
  readonly decisions: Int32Array;

  /** [N] decisions that no game exceeds. */
  private readonly most: Int32Array;
  private readonly seed: string;
  private readonly returns: ReturnRule;
  private readonly byPlaces: boolean;
  private readonly states: State[] = [];
  private readonly chances: SeededChance[] = [];
  // Windows into the flat buffers, made once so that a step makes none.
  private readonly masks: Uint8Array[] = [];
  private readonly gains: Float64Array[] = [];
  private readonly ranks: Uint8Array[] = [];
  private readonly shown: LiveView;

  constructor(settings: VectorEnvSettings<Options>) {
    const { game, games } = settings;
    if (!Number.isInteger(games) || games < 1) throw new UserError(`games is ${games}, wanted a whole number >= 1`);
    this.game = game;
    this.variants = (settings.variants ?? [settings.options]).map((options) => parseOptions(game, options));
    this.size = games;
    this.seed = String(settings.seed);
    this.returns = checkReturns(settings.returns ?? defaultReturns);
    this.byPlaces = game.scoring === 'places';
    this.actions = game.actions;
    this.observer = settings.observer ?? gameObserver(game);
    this.observationSize = this.observer.size;
    this.most = new Int32Array(games);
    for (let i = 0; i < games; i++) {
      const chance = new SeededChance(this.episodeSeed(i, 0), game.streams);
      this.chances.push(chance);
      this.states.push(this.begin(i, chance));
    }
    this.players = Math.max(...this.variants.map((options) => game.players(options)));
    this.actor = new Int8Array(games);
    this.observation = new Float32Array(games * this.observationSize);
    this.features = new Float32Array(games * this.actions * (this.observer.actions?.size ?? 0));
    this.mask = new Uint8Array(games * this.actions);
    this.legal = new Uint16Array(games);
    this.rewards = new Float64Array(games * this.players);
    this.ended = new Uint8Array(games);
    this.places = new Uint8Array(games * this.players);
    this.episode = new Int32Array(games);
    this.decisions = new Int32Array(games);
    for (let i = 0; i < games; i++) {
      this.masks.push(this.mask.subarray(i * this.actions, (i + 1) * this.actions));
      this.frame(i);
    }
    this.shown = new LiveView(game);
    for (let i = 0; i < games; i++) {
      this.refresh(i);
      this.write(i);
    }
  }

  /** The seats of game `i`. */
  seats(i: number): number {
    return this.states[i]!.players;
  }

  /** The seed of one game: from it `new SeededChance(seed, game.streams)` makes the same game anywhere. */
  episodeSeed(i: number, episode: number): string {
    return `${this.seed}/${i}/${episode}`;
  }

  /**
   * Plays one action in every game and writes all buffers.
   * @param actions [N]
   * @throws UserError when a game has ended (reset it first) or an action is not legal; earlier games have moved then
   */
  step(actions: ArrayLike<number>): void {
    for (let i = 0; i < this.size; i++) {
      this.stepGame(i, actions[i]!);
      this.write(i);
    }
  }

  /** Plays one action in game `i` and writes everything of it but the observation (see `write`). */
  stepGame(i: number, action: number): void {
    if (!isLegal(this.masks[i]!, action)) this.refuse(i, action);
    const state = this.states[i]!;
    if (this.decisions[i]! >= this.most[i]!) throw endless(this.game, this.most[i]!);
    state.apply(action, this.chances[i]!);
    this.decisions[i]!++;
    if (!this.byPlaces) {
      state.rewards(this.gains[i]!);
      refuseRewards(this.gains[i]!);
    }
    this.refresh(i);
    if (this.ended[i] !== RUNNING && this.byPlaces)
      placeReturns(this.ranks[i]!, this.ended[i] === TRUNCATED, this.returns, this.gains[i]!);
  }

  /** Writes the observation of game `i`, and the features of its actions. */
  write(i: number): void {
    const { observer, observation, features } = this;
    const offset = i * this.observationSize;
    if (this.ended[i] !== RUNNING) {
      observation.fill(0, offset, offset + this.observationSize);
      return;
    }
    const state = this.states[i]!;
    writeFinite(observer, state, this.actor[i]!, observation, offset);
    observer.actions?.write(state, this.masks[i]!, observation, offset, features, (i * features.length) / this.size);
  }

  /** The pending decision of game `i`, for an agent. One view serves all games: use it before asking for the next. */
  view(i: number): View {
    return this.shown.show(this.states[i]!, this.masks[i]!, this.legal[i]!);
  }

  /** The position of game `i`; yours to read. Another object after a reset. */
  state(i: number): State {
    return this.states[i]!;
  }

  /** Begins the next game of slot `i` and writes everything of it; its rewards are zero. */
  reset(i: number): void {
    this.episode[i]!++;
    this.decisions[i] = 0;
    this.chances[i]!.reseed(this.episodeSeed(i, this.episode[i]!));
    this.states[i] = this.begin(i, this.chances[i]!, this.episode[i]!);
    this.gains[i]!.fill(0);
    if (this.variants.length > 1) this.frame(i);
    this.refresh(i);
    this.write(i);
  }

  /** A new game for slot `i`. */
  private begin(i: number, chance: SeededChance, episode = 0): State {
    const { game, variants } = this;
    const drawn = variants.length > 1 ? createRng(`${this.episodeSeed(i, episode)}/options`).int(variants.length) : 0;
    this.most[i] = game.maxDecisions(variants[drawn]!);
    return game.newState(variants[drawn]!, chance);
  }

  /** Windows for the seats that game `i` has. */
  private frame(i: number): void {
    const from = i * this.players;
    const to = from + this.states[i]!.players;
    this.places.fill(0, to, from + this.players);
    this.gains[i] = this.rewards.subarray(from, to);
    this.ranks[i] = this.places.subarray(from, to);
  }

  /** Resets every ended game. @returns how many there were */
  resetEnded(): number {
    let count = 0;
    for (let i = 0; i < this.size; i++) {
      if (this.ended[i] === RUNNING) continue;
      this.reset(i);
      count++;
    }
    return count;
  }

  /** Everything needed to go on later from here, exactly. */
  save(): VectorEnvState {
    const games = this.states.map((state, i) => ({
      position: state.save(),
      chance: this.chances[i]!.save(),
      episode: this.episode[i]!,
      decisions: this.decisions[i]!,
      rewards: [...this.gains[i]!],
    }));
    return { game: this.game.id, version: this.game.version, seed: this.seed, games };
  }

  /**
   * Goes on from a saved place and writes all buffers.
   * @throws UserError when it was saved by another game, version, seed or number of games; RangeError when it cannot be
   *   what was saved
   */
  load(saved: VectorEnvState): void {
    const { error } = vectorEnvStateSchema.safeParse(saved);
    if (error) throw new RangeError(`this was not saved by an environment: ${issueText(error)}`);
    if (saved.game !== this.game.id || saved.version !== this.game.version)
      throw new UserError(
        `saved games belong to ${saved.game} ${saved.version}, not to ${this.game.id} ${this.game.version}`,
      );
    if (saved.seed !== this.seed) throw new UserError(`saved games have seed ${saved.seed}, this is ${this.seed}`);
    if (saved.games.length !== this.size)
      throw new UserError(`${saved.games.length} games were saved, there are ${this.size} here: use the same number`);
    for (let i = 0; i < this.size; i++) {
      const one = saved.games[i]!;
      if (this.variants.length > 1) {
        this.states[i] = this.begin(i, this.chances[i]!, one.episode);
        this.rewards.fill(0, i * this.players, (i + 1) * this.players);
        this.frame(i);
      }
      if (one.rewards.length !== this.gains[i]!.length)
        throw new RangeError(`game ${i} has ${one.rewards.length} rewards, wanted ${this.gains[i]!.length}`);
      this.states[i]!.load(Uint8Array.from(one.position)); // decoders may hand out a Buffer
      this.chances[i]!.load(one.chance);
      this.episode[i] = one.episode;
      this.decisions[i] = one.decisions;
      this.gains[i]!.set(one.rewards);
      this.refresh(i);
      this.write(i);
    }
  }

  /** Writes actor, mask, legal, ended and places of game `i` from its state. */
  private refresh(i: number): void {
    const state = this.states[i]!;
    const over = state.over;
    this.actor[i] = over ? -1 : state.actor;
    this.legal[i] = state.legal(this.masks[i]!);
    this.ended[i] = over ? (state.truncated ? TRUNCATED : TERMINATED) : RUNNING;
    if (over) finalPlaces(state, this.ranks[i]!);
    else this.ranks[i]!.fill(0);
  }

  private refuse(i: number, action: number): never {
    if (this.ended[i] !== RUNNING)
      throw new UserError(`game ${i} of ${this.size} has ended: call reset(${i}) or resetEnded() before stepping it`);
    const [state, mask] = [this.states[i]!, this.masks[i]!];
    throw illegalAction(this.game, state, mask, action, this.decisions[i]!, `game ${i}, `);
  }
}
