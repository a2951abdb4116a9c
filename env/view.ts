/** What an agent is shown of a position: a `View` over a live state that never hands the state out. */
import type { View } from './agent.js';
import type { Rng } from './chance.js';
import { writeFinite } from './finite.js';
import type { Game, State } from './game.js';
import { gameObserver, type Observer } from './observer.js';

/**
 * One view, pointed at one position after the other. `show` before each decision; what it shows is valid until the
 * position changes. Nothing is computed that is not asked for, and nothing allocated.
 */
export class LiveView implements View {
  seat = -1;
  players = 0;
  prompt = '';
  mask: Uint8Array;
  legal = 0;
  #state: State | null = null;
  #written = false;
  readonly #ownMask: Uint8Array;
  readonly #observation: Float32Array;
  readonly #own: Observer;

  /** @param redraws false: nothing is hidden in the positions, which an agent has made up itself; `sample` only copies */
  constructor(
    readonly game: Game,
    private readonly redraws = true,
  ) {
    this.#ownMask = new Uint8Array(game.actions);
    this.#own = gameObserver(game);
    this.#observation = new Float32Array(this.#own.size);
    this.mask = this.#ownMask;
  }

  /**
   * Shows the pending decision of `state` to the seat that must take it.
   * @param mask the legal actions, where the caller has them already; kept, not copied
   * @param legal number of ones in `mask`; needed when `mask` is given
   * @returns itself
   */
  show(state: State, mask?: Uint8Array, legal?: number): this {
    if (mask !== undefined && legal !== undefined) {
      this.mask = mask;
      this.legal = legal;
    } else {
      this.mask = this.#ownMask;
      this.legal = state.legal(this.#ownMask);
    }
    if (this.legal === 0) throw new Error(`${this.game.id}: there is no decision to show, the game is over`);
    this.#state = state;
    this.#written = false;
    this.seat = state.actor;
    this.players = state.players;
    this.prompt = this.game.prompts[state.prompt] ?? `prompt ${state.prompt}`;
    return this;
  }

  #shown(): State {
    if (this.#state === null) throw new Error('this view shows nothing yet');
    return this.#state;
  }

  observation(): Float32Array {
    if (!this.#written) {
      writeFinite(this.#own, this.#shown(), this.seat, this.#observation, 0);
      this.#written = true;
    }
    return this.#observation;
  }

  observe(observer: Observer, out: Float32Array, offset: number, features?: Float32Array): void {
    const state = this.#shown();
    writeFinite(observer, state, this.seat, out, offset);
    if (features) observer.actions?.write(state, this.mask, out, offset, features, 0);
  }

  actionText(action: number): string {
    return this.#shown().actionText(action);
  }

  text(): string {
    return this.#shown().text(this.seat);
  }

  sample(rng: Rng, into?: State): State {
    const state = this.#shown();
    let sample = into;
    if (sample) sample.copyFrom(state);
    else sample = state.clone();
    if (this.redraws) sample.resample(this.seat, rng);
    return sample;
  }
}
