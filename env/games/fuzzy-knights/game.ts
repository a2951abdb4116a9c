/** Fuzzy Knights as a `Game`: the contract around the rules in rules/. */
import type { Chance, Rng } from '../../chance.js';
import type { Game, State } from '../../game.js';
import { writeMask } from '../block.js';
import { ACTIONS, TILE } from './actions.js';
import { enumerate } from './enumerate.js';
import { boardPlanes, observation, observe } from './observe.js';
import { type FuzzyOptions, optionsSchema } from './options.js';
import { advance, answer } from './rules/engine.js';
import { trace } from './rules/landmarks.js';
import { endings } from './rules/ranking.js';
import { setUp } from './rules/setup.js';
import { Position, promptNames, streamNames } from './state.js';
import { actionText, boardText } from './text.js';
import { actionJson, parseView, view } from './view.js';

/** A position that can be played. */
export class FuzzyState extends Position implements State {
  legal(mask: Uint8Array): number {
    return writeMask(this.legalActions, this.count, mask);
  }
  apply(action: number, chance: Chance): void {
    answer(this, action, chance);
    advance(this, chance);
  }
  observe(seat: number, out: Float32Array, offset: number): void {
    observe(this, seat, out, offset);
  }
  rewards(out: Float64Array): void {
    out.fill(0);
  }
  places(out: Uint8Array): void {
    for (let seat = 0; seat < this.players; seat++) out[seat] = this.finalPlaces[seat]!;
  }
  ending(): string {
    return this.over ? endings[this.truncated ? 1 : 0] : '';
  }
  resample(_seat: number, _rng: Rng): void {
    // Nothing is hidden in this game.
  }
  actionText(action: number): string {
    return actionText(this, action);
  }
  text(seat: number): string {
    return boardText(this, seat);
  }
  view(seat: number): unknown {
    return view(this, seat);
  }
  actionJson(action: number): { kind: string; args: Record<string, unknown> } {
    return actionJson(this, action);
  }
}

/** Decisions that no day exceeds: eight heroes with some twenty stages of battle each, and what the coins of all buy. */
const DECISIONS_PER_DAY = 10_000;

export const game: Game<FuzzyOptions, FuzzyState> = {
  id: 'fuzzy-knights',
  version: '1',
  title: 'Fuzzy Knights',
  summary:
    'Open war with elimination: heroes, mercenaries, monsters, sieges; two to four players, dice, nothing hidden.',
  seats: { min: 2, max: 4 },
  information: 'perfect',
  utility: 'zero-sum',
  scoring: 'places',
  actions: ACTIONS,
  observation,
  board: { planes: boardPlanes, action: TILE },
  prompts: promptNames,
  streams: streamNames,
  options: optionsSchema,
  players: ({ players }) => players,
  maxDecisions: (options) => (options.maxDays + 1) * DECISIONS_PER_DAY,
  newState(options, chance) {
    const s = new FuzzyState(options);
    setUp(s, chance);
    advance(s, chance);
    return s;
  },
  enumerate,
  parseView: (json) => parseView(json, (options) => new FuzzyState(options)),
  trace,
};
export default game;
