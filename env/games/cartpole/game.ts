/** CartPole-v1 as a `Game` of one seat. */
import type { Chance } from '../../chance.js';
import type { Game } from '../../game.js';
import { CellState, outOfRange } from '../cells.js';
import { enumerate } from './enumerate.js';
import { observation, observe } from './observe.js';
import { type CartPoleOptions, optionsSchema } from './options.js';
import { MAX_THETA, MAX_X, push, start } from './rules.js';
import * as S from './state.js';
import { trackText } from './text.js';
import { parseView, view } from './view.js';

/** A position that can be played. */
export class CartPoleState extends CellState<Float64Array> {
  constructor() {
    super(new Float64Array(S.CELLS), 'cartpole 1');
  }
  get players(): number {
    return 1;
  }
  get actor(): number {
    return this.over ? -1 : 0;
  }
  get prompt(): number {
    return this.over ? -1 : 0;
  }
  /** Which push this is, from 1. */
  get round(): number {
    return this.cells[S.STEP]! + (this.over ? 0 : 1);
  }
  get over(): boolean {
    return this.cells[S.ENDING] !== 0;
  }
  get truncated(): boolean {
    return this.cells[S.ENDING] === S.TIME;
  }
  legal(mask: Uint8Array): number {
    const n = this.over ? 0 : S.ACTIONS;
    mask.fill(n ? 1 : 0);
    return n;
  }
  apply(action: number, _chance: Chance): void {
    push(this.cells, action);
  }
  observe(_seat: number, out: Float32Array, offset: number): void {
    observe(this.cells, out, offset);
  }
  /** 1 for every push, the one that ends the game included. */
  rewards(out: Float64Array): void {
    out[0] = this.cells[S.STEP]! > 0 ? 1 : 0;
  }
  places(out: Uint8Array): void {
    out[0] = 0;
  }
  ending(): string {
    return S.endings[this.cells[S.ENDING]!]!;
  }
  actionText(action: number): string {
    return action === S.RIGHT ? 'push right' : 'push left';
  }
  text(_seat: number): string {
    return trackText(this.cells);
  }
  view(_seat: number): unknown {
    return view(this.cells);
  }
  actionJson(action: number): { kind: string; args: Record<string, unknown> } {
    return { kind: 'push', args: { direction: action === S.RIGHT ? 'right' : 'left' } };
  }
  fault(cells: Float64Array): string {
    const wrong = outOfRange(cells, [
      ['limit', S.LIMIT, 1, 100_000],
      ['step', S.STEP, 0, cells[S.LIMIT]!],
      ['ending', S.ENDING, 0, S.endings.length - 1],
      ['askForced', S.ASK, 0, 1],
    ]);
    if (wrong) return wrong;
    for (const cell of [S.X, S.X_DOT, S.THETA, S.THETA_DOT])
      if (!Number.isFinite(cells[cell])) return 'cart and pole are nowhere';
    // Faster than any push makes it; a step more would leave the range of numbers.
    if (Math.abs(cells[S.X_DOT]!) > 1e4 || Math.abs(cells[S.THETA_DOT]!) > 1e4) return 'cart or pole are too fast';
    const off = Math.abs(cells[S.X]!) > MAX_X;
    const fell = Math.abs(cells[S.THETA]!) > MAX_THETA;
    const time = cells[S.STEP]! >= cells[S.LIMIT]!;
    const ending = off ? S.LEFT_TRACK : fell ? S.FELL : time ? S.TIME : 0;
    return cells[S.ENDING] === ending ? '' : `its ending is not '${S.endings[ending]}'`;
  }
}

function blank(options: CartPoleOptions): CartPoleState {
  const state = new CartPoleState();
  state.cells[S.LIMIT] = options.limit;
  state.cells[S.ASK] = options.askForced ? 1 : 0;
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
  actions: S.ACTIONS,
  observation,
  prompts: S.promptNames,
  streams: S.streamNames,
  options: optionsSchema,
  players: () => 1,
  maxDecisions: ({ limit }) => limit,
  newState(options, chance) {
    const state = blank(options);
    start(state.cells, chance);
    return state;
  },
  enumerate,
  parseView: (json) => parseView(json, blank),
};
export default game;
