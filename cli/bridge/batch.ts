/**
 * Games side by side for a learner in another process: one seat of each game is the learner's and agents play the others,
 * or every seat is the learner's. What a step leads to is written into one block of memory, which is sent as it is.
 */
import type { Agent } from '../../env/agent.js';
import { createRng } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import { illegalAction } from '../../env/illegal-action.js';
import { EMPTY_GAMES } from '../../env/nobody-asked.js';
import { TurnEnv } from '../../env/turn-env.js';
import { UserError } from '../../env/user-error.js';
import { HEADER, NUMBERS_FRAME, writeHeader } from './frames.js';

/** How games are served. */
export interface BatchSettings {
  game: Game;
  options: unknown;
  /** How many games. */
  games: number;
  /** Makers of those who play the other seats, in turn order after the learner; null: every seat is the learner's. */
  opponents: readonly (() => Agent)[] | null;
  /** The learner's seat; null: drawn anew for each game, from its seed. */
  seat: number | null;
  /** Begin the next game in the step that ends one. */
  autoReset: boolean;
  /** What becomes of an action that is not legal: refused, or a legal one is drawn in its place. */
  illegal: 'error' | 'random';
}

/** An array in the block. */
interface ArrayPlace {
  name: string;
  type: 'float64' | 'float32' | 'int32' | 'uint8';
  shape: number[];
}

const RUNNING = 0;
const TERMINATED = 1;
const TRUNCATED = 2;

const arrays = { float64: Float64Array, float32: Float32Array, int32: Int32Array, uint8: Uint8Array } as const;

export class GameBatch {
  /** What the block holds, in this order, without gaps. */
  readonly layout: ArrayPlace[];
  /** Bytes of the block, made up to a multiple of 8; the last observations of games that ended in this step follow. */
  readonly blockSize: number;
  readonly players: number;
  readonly observationSize: number;

  private readonly envs: TurnEnv[];
  private readonly opponents: Agent[][];
  private readonly learners: Int32Array;
  private readonly luck: ReturnType<typeof createRng>[];
  private readonly frame: Buffer;
  private readonly reward: Float64Array;
  private readonly observation: Float32Array;
  private readonly seat: Int32Array;
  private readonly prompt: Int32Array;
  private readonly ended: Uint8Array;
  private readonly place: Uint8Array;
  private readonly mask: Uint8Array;
  private readonly replaced: Uint8Array;
  /** What the learner of each game got before its first decision: its first step gives it. */
  private readonly before: Float64Array;
  private finals: Float32Array[] = [];
  /** A step that fails half-way leaves positions that are nobody's turn to go on from. */
  private whole = false;

  /** @throws UserError when the seat or the number of opponents does not fit the game */
  constructor(private readonly settings: BatchSettings) {
    const { game, options, games, opponents, seat } = settings;
    this.envs = Array.from({ length: games }, () => new TurnEnv(game, { options }));
    this.players = game.players(this.envs[0]!.options);
    this.observationSize = this.envs[0]!.observationSize;
    if (opponents && opponents.length !== this.players - 1)
      throw new UserError(
        `${game.id} has ${this.players} seats here: give ${this.players === 1 ? 'no opponents' : `1 opponent${this.players > 2 ? ` or ${this.players - 1}` : ''}`}, not ${opponents.length}`,
      );
    if (seat !== null && seat >= this.players)
      throw new UserError(`seat is ${seat}: ${game.id} has the seats 0..${this.players - 1} here`);
    this.opponents = this.envs.map(() => opponents?.map((make) => make()) ?? []);
    this.learners = new Int32Array(games);
    this.before = new Float64Array(games);
    this.luck = this.envs.map(() => createRng(0));

    const each = opponents ? [games] : [games, this.players];
    this.layout = [
      { name: 'reward', type: 'float64', shape: each },
      { name: 'observation', type: 'float32', shape: [games, this.observationSize] },
      { name: 'seat', type: 'int32', shape: [games] },
      { name: 'prompt', type: 'int32', shape: [games] },
      { name: 'ended', type: 'uint8', shape: [games] },
      { name: 'place', type: 'uint8', shape: each },
      { name: 'action_mask', type: 'uint8', shape: [games, game.actions] },
      { name: 'replaced', type: 'uint8', shape: [games] },
    ];
    const bytes = this.layout.reduce((sum, { type, shape }) => sum + arrays[type].BYTES_PER_ELEMENT * length(shape), 0);
    this.blockSize = Math.ceil(bytes / 8) * 8;
    const memory = new ArrayBuffer(HEADER + this.blockSize);
    this.frame = Buffer.from(memory);
    let at = HEADER;
    const next = <T extends keyof typeof arrays>(type: T): InstanceType<(typeof arrays)[T]> => {
      const { shape } = this.layout[places++]!;
      const view = new arrays[type](memory, at, length(shape));
      at += view.byteLength;
      return view as InstanceType<(typeof arrays)[T]>;
    };
    let places = 0;
    this.reward = next('float64');
    this.observation = next('float32');
    this.seat = next('int32');
    this.prompt = next('int32');
    this.ended = next('uint8');
    this.place = next('uint8');
    this.mask = next('uint8');
    this.replaced = next('uint8');
  }

  /** Begins a game in every place. @param seeds of each; null: the next of the series that follows from its last seed */
  reset(seeds: readonly (string | number | null)[]): void {
    const { length } = this.envs;
    if (seeds.length !== length) throw new UserError(`there are ${length} games, and ${seeds.length} seeds were given`);
    this.whole = false;
    this.finals = [];
    this.reward.fill(0);
    this.place.fill(0);
    this.replaced.fill(0);
    for (let i = 0; i < length; i++) {
      this.begin(i, seeds[i]!);
      this.ended[i] = RUNNING;
      this.write(i);
    }
    this.whole = true;
  }

  /**
   * Plays one action of the learner in every game.
   * @throws UserError when one is not legal (then nothing was played), or an opponent fails (then only `reset` goes on)
   */
  step(actions: ArrayLike<number>): void {
    const { envs, learners, players } = this;
    if (!this.whole) throw new UserError('there is no game to continue: call reset() first');
    if (actions.length !== envs.length)
      throw new UserError(`there are ${envs.length} games, and ${actions.length} actions were given`);
    if (this.settings.illegal === 'error') envs.forEach((env, i) => this.check(env, actions[i]!, i));
    this.whole = false;
    this.finals = [];
    for (let i = 0; i < envs.length; i++) {
      const env = envs[i]!;
      env.play(this.legal(env, actions[i]!, i));
      const alone = this.settings.opponents !== null;
      if (alone) {
        this.reward[i] = this.before[i]! + env.rewards[learners[i]!]!;
        this.reward[i]! += this.playOthers(i);
        this.before[i] = 0;
      } else this.reward.set(env.rewards, i * players);
      this.ended[i] = env.over ? (env.state.truncated ? TRUNCATED : TERMINATED) : RUNNING;
      if (env.over) {
        const ranks = env.places();
        if (alone) this.place[i] = ranks[learners[i]!]!;
        else this.place.set(ranks, i * players);
        if (this.settings.autoReset) {
          this.finals.push(this.observe(i, learners[i]!));
          this.begin(i, null);
        }
      } else if (alone) this.place[i] = 0;
      this.write(i);
    }
    this.whole = true;
  }

  /** What the last `reset` or `step` led to, as a frame. Valid until the next. */
  sent(): Buffer {
    const finals = this.finals.map((numbers) => Buffer.from(numbers.buffer));
    const after = finals.reduce((sum, { length }) => sum + length, 0);
    writeHeader(this.frame, NUMBERS_FRAME, this.blockSize + after);
    return after === 0 ? this.frame : Buffer.concat([this.frame, ...finals]);
  }

  /** What a seat sees of a game, over or not. */
  observe(i: number, seat: number): Float32Array {
    const out = new Float32Array(this.observationSize);
    const env = this.envs[i]!;
    env.observer.write(env.state, seat, out, 0);
    return out;
  }

  /** Facts of a game for people. */
  describe(i: number): Record<string, unknown> {
    const env = this.envs[i]!;
    const { state, seed, decisions, over } = env;
    const seat = this.settings.opponents ? this.learners[i]! : Math.max(0, env.actor);
    return {
      seed,
      seat,
      round: state.round,
      decisions,
      text: state.text(seat),
      ...(over && { places: [...env.places()], ending: state.ending() }),
    };
  }

  private check(env: TurnEnv, action: number, i: number): void {
    if (env.over) throw new UserError(`${env.game.id}: the game is over, call reset() before the next step`);
    if (env.mask[action] === 1) return;
    const which = this.envs.length > 1 ? `game ${i}, ` : '';
    throw illegalAction(env.game, env.state, env.mask, action, env.decisions, which);
  }

  private legal(env: TurnEnv, action: number, i: number): number {
    const legal = env.mask[action] === 1;
    this.replaced[i] = legal ? 0 : 1;
    if (legal) return action;
    let skip = this.luck[i]!.int(env.legal);
    let drawn = env.mask.indexOf(1);
    while (skip-- > 0) drawn = env.mask.indexOf(1, drawn + 1);
    return drawn;
  }

  private begin(i: number, seed: string | number | null): void {
    const env = this.envs[i]!;
    env.start(seed === null ? {} : { seed });
    for (let empty = 0; ; empty++) {
      this.luck[i] = createRng(`${env.seed}/luck`);
      this.learners[i] = this.settings.seat ?? createRng(`${env.seed}/seat`).int(this.players);
      this.opponents[i]!.forEach((agent, k) => agent.reset(`${env.seed}/opponent ${k}`));
      if (this.settings.opponents) this.before[i] = this.playOthers(i);
      if (!env.over) return;
      if (empty === EMPTY_GAMES) throw new UserError(`the learner never gets to decide in ${env.game.id}`);
      env.start();
    }
  }

  /** Plays up to the learner's next decision or the end. @returns the learner's rewards on the way */
  private playOthers(i: number): number {
    let reward = 0;
    const env = this.envs[i]!;
    const learner = this.learners[i]!;
    while (!env.over && env.actor !== learner) {
      const agent = this.opponents[i]![(env.actor - learner - 1 + this.players) % this.players]!;
      let action: number;
      try {
        action = agent.act(env.view());
        this.check(env, action, i);
      } catch (error) {
        if (error instanceof UserError) throw new UserError(`agent ${agent.name}: ${error.message}`);
        throw error;
      }
      env.play(action);
      reward += env.rewards[learner]!;
    }
    return reward;
  }

  /** Writes the pending decision of game `i`; of a game that is over what the learner sees of its end. */
  private write(i: number): void {
    const env = this.envs[i]!;
    const seat = this.settings.opponents ? this.learners[i]! : Math.max(0, env.actor);
    this.seat[i] = this.settings.opponents ? seat : env.actor;
    this.prompt[i] = env.over ? -1 : env.state.prompt;
    this.mask.set(env.mask, i * env.mask.length);
    env.observer.write(env.state, seat, this.observation, i * this.observationSize);
  }
}

function length(shape: readonly number[]): number {
  return shape.reduce((product, n) => product * n, 1);
}
