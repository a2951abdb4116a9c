/** An agent that remembers what it saw when it decided, where positions of the game do not. */
import type { Agent, View } from '../../env/agent.js';
import type { Rng, Seed } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import type { Observer } from '../../env/observer.js';
import type { MemoryShape } from '../network/encoder.js';
import { History, lending, Memory, withHistory } from './history.js';

/**
 * An agent that plays a network with a memory: what it is shown remembers its own decisions of this game. What it does in a
 * position follows from those too, so it has no `probabilities` of a position alone.
 */
export class RememberingAgent implements Agent {
  readonly name: string;
  readonly remembers = true;
  private readonly memory: Memory;
  private history: History | undefined;

  /** @param agent plays; looks at positions by views alone */
  constructor(
    private readonly agent: Agent,
    game: Game,
    shape: MemoryShape,
  ) {
    this.name = agent.name;
    this.memory = new Memory(game, shape);
  }

  reset(seed: Seed): void {
    this.history = undefined;
    this.agent.reset(seed);
  }

  act(view: View): number {
    const history = (this.history ??= new History(this.memory, view.players));
    // The observation of the view is used again by it.
    const row = this.memory.pick(view.observation());
    const action = this.agent.act(new RememberedView(view, history));
    history.add(view.seat, row);
    return action;
  }

  get simulations(): number | undefined {
    return this.agent.simulations;
  }
}

/** What another view shows, with a history. */
class RememberedView implements View {
  readonly game: Game;
  readonly seat: number;
  readonly players: number;
  readonly prompt: string;
  readonly mask: Uint8Array;
  readonly legal: number;

  constructor(
    private readonly view: View,
    private readonly history: History,
  ) {
    ({
      game: this.game,
      seat: this.seat,
      players: this.players,
      prompt: this.prompt,
      mask: this.mask,
      legal: this.legal,
    } = view);
  }

  observation(): Float32Array {
    return this.view.observation();
  }

  observe(observer: Observer, out: Float32Array, offset: number, features?: Float32Array): void {
    const write: Observer['write'] = (state, seat, to, at) =>
      lending(state, this.history, () => observer.write(state, seat, to, at));
    this.view.observe({ ...observer, write }, out, offset, features);
  }

  actionText(action: number): string {
    return this.view.actionText(action);
  }

  text(): string {
    return this.view.text();
  }

  sample(rng: Rng, into?: State): State {
    const history = new History(this.history.memory, this.players);
    history.copyFrom(this.history);
    return withHistory(this.view.sample(rng, into), history);
  }
}
