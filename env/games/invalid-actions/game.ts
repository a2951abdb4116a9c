/** The invalid-action test of sb3-contrib as a `Game` of one seat: name the number shown, when most are invalid. */
import type { Chance } from '../../chance.js';
import type { Game } from '../../game.js';
import { CellState, outOfRange } from '../cells.js';
import { enumerate } from './enumerate.js';
import { observation, observe } from './observe.js';
import { type InvalidActionsOptions, optionsSchema } from './options.js';
import { ask, name } from './rules.js';
import * as S from './state.js';
import { parseView, validNumbers, view } from './view.js';

/** A position that can be played. */
export class InvalidActionsState extends CellState {
  constructor() {
    super(new Int16Array(S.CELLS), 'invalid-actions 1');
  }
  /** Working memory of the rules: no part of the position. */
  readonly others = new Uint8Array(S.MAX_DIM);

  get players(): number {
    return 1;
  }
  get actor(): number {
    return this.over ? -1 : 0;
  }
  get prompt(): number {
    return this.over ? -1 : 0;
  }
  /** Which decision this is, from 1. */
  get round(): number {
    return this.cells[S.STEP]! + (this.over ? 0 : 1);
  }
  get over(): boolean {
    return this.cells[S.STEP]! >= this.cells[S.LENGTH]!;
  }
  /** There are no rules that would end it. */
  get truncated(): boolean {
    return this.over;
  }
  legal(mask: Uint8Array): number {
    mask.fill(0);
    if (this.over) return 0;
    const { cells } = this;
    const dim = cells[S.DIM]!;
    const all = cells[S.MASKED] === 0;
    for (let i = 0; i < dim; i++) mask[i] = all ? 1 : cells[S.VALID + i]!;
    return all ? dim : dim - cells[S.INVALID]!;
  }
  apply(action: number, chance: Chance): void {
    name(this.cells, this.others, action, chance);
  }
  observe(_seat: number, out: Float32Array, offset: number): void {
    observe(this.cells, out, offset);
  }
  /** 1 for the right number. */
  rewards(out: Float64Array): void {
    out[0] = this.cells[S.RIGHT]!;
  }
  places(out: Uint8Array): void {
    out[0] = 0;
  }
  ending(): string {
    return this.over ? 'time limit' : '';
  }
  actionText(action: number): string {
    return `name ${action}`;
  }
  text(_seat: number): string {
    const { cells } = this;
    if (this.over) return `Over after ${cells[S.STEP]} decisions`;
    return `Decision ${this.round} of ${cells[S.LENGTH]}: name ${cells[S.TARGET]}; valid: ${validNumbers(cells).join(' ')}`;
  }
  view(_seat: number): unknown {
    return view(this.cells);
  }
  actionJson(action: number): { kind: string; args: Record<string, unknown> } {
    return { kind: 'name', args: { number: action } };
  }
  fault(cells: Int16Array): string {
    const wrong = outOfRange(cells, [
      ['askForced', S.ASK, 0, 1],
      ['dim', S.DIM, 2, S.MAX_DIM],
      ['invalid', S.INVALID, 0, cells[S.DIM]! - 2],
      ['masked', S.MASKED, 0, 1],
      ['length', S.LENGTH, 1, 10_000],
      ['step', S.STEP, 0, cells[S.LENGTH]!],
      ['target', S.TARGET, 0, cells[S.DIM]! - 1],
      ['right', S.RIGHT, 0, 1],
      ...Array.from(
        { length: S.MAX_DIM },
        (_, i) => [`valid.${i}`, S.VALID + i, 0, i < cells[S.DIM]! ? 1 : 0] as const,
      ),
    ]);
    if (wrong) return wrong;
    if (cells[S.VALID + cells[S.TARGET]!] !== 1) return 'the number to name is not valid';
    const valid = validNumbers(cells).length;
    return valid === cells[S.DIM]! - cells[S.INVALID]! ? '' : `${valid} numbers are valid`;
  }
}

function blank(options: InvalidActionsOptions): InvalidActionsState {
  const state = new InvalidActionsState();
  const { cells } = state;
  cells[S.ASK] = options.askForced ? 1 : 0;
  cells[S.DIM] = options.dim;
  cells[S.INVALID] = options.invalid;
  cells[S.MASKED] = options.masked ? 1 : 0;
  cells[S.LENGTH] = options.length;
  return state;
}

export const game: Game<InvalidActionsOptions, InvalidActionsState> = {
  id: 'invalid-actions',
  version: '1',
  title: 'Invalid actions',
  summary: 'A test of action masks: name the number shown while most numbers are invalid; one player.',
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
  maxDecisions: ({ length }) => length,
  newState(options, chance) {
    const state = blank(options);
    ask(state.cells, state.others, chance);
    return state;
  },
  enumerate,
  parseView: (json) => parseView(json, blank),
};
export default game;
