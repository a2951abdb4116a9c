/** Islebound solo as a `Game`: the contract around the rules in rules/. */
import type { Chance, Rng } from '../../chance.js';
import type { Game, State } from '../../game.js';
import { writeMask } from '../block.js';
import { ACTIONS } from './actions.js';
import { enumerate } from './enumerate.js';
import { observation, observe } from './observe.js';
import { type IsleboundOptions, optionsSchema } from './options.js';
import { leader, reward } from './rules/ending.js';
import { advance, answer } from './rules/engine.js';
import { trace } from './rules/landmarks.js';
import { resample } from './rules/resample.js';
import { setUp } from './rules/setup.js';
import { CAUSE, COUNT, endings, Position, promptNames, streamNames } from './state.js';
import { actionText, boardText } from './text.js';
import { actionJson, parseView, view } from './view.js';

/** A position that can be played. */
export class IsleboundState extends Position implements State {
  legal(mask: Uint8Array): number {
    return writeMask(this.legalActions, this.g[COUNT]!, mask);
  }
  apply(action: number, chance: Chance): void {
    answer(this, action, chance);
    advance(this, chance);
  }
  observe(_seat: number, out: Float32Array, offset: number): void {
    observe(this, out, offset);
  }
  rewards(out: Float64Array): void {
    out[0] = this.over ? reward(this) : 0;
  }
  /** First is who beats the rival; the rival has no seat, but a place. */
  places(out: Uint8Array): void {
    out[0] = leader(this) > 0 ? 0 : 1;
  }
  rivalAhead(): boolean {
    return leader(this) < 0;
  }
  ending(): string {
    return this.over ? endings[this.g[CAUSE]!]! : '';
  }
  resample(_seat: number, rng: Rng): void {
    resample(this, rng);
  }
  actionText(action: number): string {
    return actionText(this, action);
  }
  text(_seat: number): string {
    return boardText(this);
  }
  view(_seat: number): unknown {
    return view(this);
  }
  actionJson(action: number): { kind: string; args: Record<string, unknown> } {
    return actionJson(this, action);
  }
}

/** Decisions that no round exceeds: a turn's own are few, but a fish may be eaten again and again. */
const DECISIONS_PER_ROUND = 400;

export const game: Game<IsleboundOptions, IsleboundState> = {
  id: 'islebound',
  version: '1',
  title: 'Islebound solo',
  summary: 'Sail between twelve towns, trade, befriend, raid and build a city, alone against a rival run by the rules.',
  seats: { min: 1, max: 1 },
  information: 'imperfect',
  utility: 'general',
  scoring: 'rewards',
  actions: ACTIONS,
  observation,
  prompts: promptNames,
  streams: streamNames,
  options: optionsSchema,
  players: () => 1,
  maxDecisions: (options) => options.roundCap * DECISIONS_PER_ROUND,
  newState(options, chance) {
    const s = new IsleboundState(options);
    setUp(s, chance);
    advance(s, chance);
    return s;
  },
  enumerate,
  parseView: (json) => parseView(json, (options) => new IsleboundState(options)),
  trace,
};
export default game;
