/** The invalid-action test of sb3-contrib as a `Game` of one seat: name the number shown, when most are invalid. */
import type { Chance, Rng } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { guideOf } from '../../env/kit/guide.js';
import { shown } from '../../env/kit/state.js';
import { enumerate } from './enumerate.js';
import { type InvalidActionsOptions, optionsSchema } from './options.js';
import { Position, streamNames } from './position.js';
import { showing } from './show/showing.js';

/** A position that can be played. */
export class InvalidActionsState extends shown(Position, showing) implements State {
  get actor(): number {
    return this.over ? -1 : 0;
  }
  get prompt(): number {
    return this.over ? -1 : 0;
  }
  /** Which decision this is, from 1. */
  get round(): number {
    return this.step + (this.over ? 0 : 1);
  }
  /** There are no rules that would end it. */
  get truncated(): boolean {
    return this.over;
  }
  legal(mask: Uint8Array): number {
    if (this.over) {
      mask.fill(0);
      return 0;
    }
    const { dim, valid } = this;
    mask.fill(0, dim);
    if (!this.masked) {
      mask.fill(1, 0, dim);
      return dim;
    }
    for (let i = 0; i < dim; i++) mask[i] = valid[i]!;
    return dim - this.invalid;
  }
  apply(action: number, chance: Chance): void {
    this.name(action, chance);
  }
  /** 1 for the right number. */
  rewards(out: Float64Array): void {
    out[0] = this.right ? 1 : 0;
  }
  places(out: Uint8Array): void {
    out[0] = 0;
  }
  ending(): string {
    return this.over ? 'time limit' : '';
  }
  /** Nothing is hidden. */
  resample(_seat: number, _rng: Rng): void {}
}

function blank({ dim, invalid, masked, length, askForced }: InvalidActionsOptions): InvalidActionsState {
  const state = new InvalidActionsState();
  state.askForced = askForced;
  state.dim = dim;
  state.invalid = invalid;
  state.masked = masked;
  state.length = length;
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
  actions: showing.actions.count,
  observation: showing.sight.pieces,
  actionName: showing.actions.nameOf,
  prompts: ['name'],
  streams: streamNames,
  options: optionsSchema,
  players: () => 1,
  maxDecisions: ({ length }) => length,
  newState(options, chance) {
    const state = blank(options);
    state.ask(chance);
    return state;
  },
  whyNot: (s, number) => (s.over || number >= s.dim || s.valid[number] ? null : 'this number is not valid now'),
  legend: () => [
    {
      title: 'The game',
      entries: [{ name: 'number', text: 'Naming the number that is shown earns 1; any other one earns nothing.' }],
    },
  ],
  enumerate,
  parseView: (json) => showing.view.read(json, blank),
  guide: guideOf<Position>(
    showing.view,
    showing.actions,
    [{ uses: [], ask: ({ target }) => `${target} is shown: which number do you name?` }],
    () => blank(optionsSchema.parse({})),
  ),
};
