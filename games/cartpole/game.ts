/** CartPole-v1 as a `Game` of one seat. */
import type { Chance, Rng } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { guideOf } from '../../env/kit/guide.js';
import { shown } from '../../env/kit/state.js';
import { enumerate } from './enumerate.js';
import { type CartPoleOptions, optionsSchema } from './options.js';
import { endings, Position, streamNames } from './position.js';
import { drawing } from './show/drawing.js';
import { legend } from './show/legend.js';
import { showing } from './show/showing.js';

/** A position that can be played. */
export class CartPoleState extends shown(Position, showing) implements State {
  get actor(): number {
    return this.over ? -1 : 0;
  }
  get prompt(): number {
    return this.over ? -1 : 0;
  }
  /** Which push this is, from 1. */
  get round(): number {
    return this.step + (this.over ? 0 : 1);
  }
  legal(mask: Uint8Array): number {
    const n = this.over ? 0 : showing.actions.count;
    mask.fill(n ? 1 : 0);
    return n;
  }
  apply(action: number, _chance: Chance): void {
    this.push(action);
  }
  /** 1 for every push, the one that ends the game included. */
  rewards(out: Float64Array): void {
    out[0] = this.step > 0 ? 1 : 0;
  }
  places(out: Uint8Array): void {
    out[0] = 0;
  }
  ending(): string {
    return endings[this.end]!;
  }
  /** Nothing is hidden. */
  resample(_seat: number, _rng: Rng): void {}
}

function blank({ limit, askForced }: CartPoleOptions): CartPoleState {
  const state = new CartPoleState();
  state.limit = limit;
  state.askForced = askForced;
  return state;
}

export const game: Game<CartPoleOptions, CartPoleState> = {
  id: 'cartpole',
  version: '1',
  title: 'CartPole',
  summary: 'Balance a pole on a cart: the dynamics of CartPole-v1; one player.',
  seats: { min: 1, max: 1 },
  information: 'perfect',
  utility: 'general',
  scoring: 'rewards',
  timeLimit: true,
  actions: showing.actions.count,
  observation: showing.sight.pieces,
  actionName: showing.actions.nameOf,
  prompts: ['push'],
  streams: streamNames,
  options: optionsSchema,
  players: () => 1,
  maxDecisions: ({ limit }) => limit,
  newState(options, chance) {
    const state = blank(options);
    state.start(chance);
    return state;
  },
  drawing,
  legend: () => legend,
  enumerate,
  parseView: (json) => showing.view.read(json, blank),
  guide: guideOf<Position>(
    showing.view,
    showing.actions,
    [{ uses: [], ask: () => 'which way is the cart pushed?' }],
    () => blank(optionsSchema.parse({})),
  ),
};
