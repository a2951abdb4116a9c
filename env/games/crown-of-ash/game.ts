/** Crown of Ash as a `Game`: the contract around the rules in rules/. */
import type { Chance, Rng } from '../../chance.js';
import type { Game, State } from '../../game.js';
import { placeReturns } from '../../returns.js';
import { writeMask } from '../block.js';
import { ACTIONS } from './actions.js';
import { MINIONS, ROUNDS } from './data.js';
import { enumerate } from './enumerate.js';
import { observation, observe } from './observe.js';
import { type CrownOptions, optionsSchema } from './options.js';
import { advance, answer } from './rules/engine.js';
import { trace } from './rules/landmarks.js';
import { resample } from './rules/resample.js';
import { setUp } from './rules/setup.js';
import { AI, COUNT, ENDING, endings, Position, promptNames, streamNames } from './state.js';
import { actionText, boardText } from './text.js';
import { actionJson, parseView, view } from './view.js';

/** A position that can be played. */
export class CrownState extends Position implements State {
  legal(mask: Uint8Array): number {
    return writeMask(this.legalActions, this.g[COUNT]!, mask);
  }
  apply(action: number, chance: Chance): void {
    answer(this, action, chance);
    advance(this, chance);
  }
  observe(seat: number, out: Float32Array, offset: number): void {
    observe(this, seat, out, offset);
  }
  /** At the end, by the final places of all, the AI among them; zero before. */
  rewards(out: Float64Array): void {
    if (!this.over) {
      out.fill(0, 0, this.players);
      return;
    }
    const returns = new Float64Array(this.seats);
    const rule = { winWeight: this.options.winWeight, cappedFactor: 1 };
    placeReturns(this.finalPlaces.subarray(0, this.seats), false, rule, returns);
    out.set(returns.subarray(0, this.players));
  }
  /** Places among the players; a single player is second when the AI has won. */
  places(out: Uint8Array): void {
    const { finalPlaces, players } = this;
    for (let seat = 0; seat < players; seat++) {
      let better = 0;
      const last = players === 1 ? this.seats : players;
      for (let other = 0; other < last; other++) if (finalPlaces[other]! < finalPlaces[seat]!) better++;
      out[seat] = better;
    }
  }
  /** Whether the AI of the rules came out before every player. */
  rivalAhead(): boolean | null {
    const ai = this.g[AI]!;
    if (ai < 0) return null;
    for (let seat = 0; seat < this.players; seat++) if (this.finalPlaces[seat]! <= this.finalPlaces[ai]!) return false;
    return true;
  }
  ending(): string {
    return endings[this.g[ENDING]!]!;
  }
  resample(seat: number, rng: Rng): void {
    resample(this, seat, rng);
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

/** A turn is an action, at most 4 + 2 wild resources, 4 more for fighters, 6 for a battle, a raise and its payment. */
const DECISIONS_PER_TURN = 64;

export const game: Game<CrownOptions, CrownState> = {
  id: 'crown-of-ash',
  version: '1',
  title: 'Crown of Ash',
  summary: 'Place minions, build, raise the dead and fight for six regions and a Citadel; hidden cards, an AI deck.',
  players: { min: 1, max: 4 },
  information: 'imperfect',
  utility: 'general',
  scoring: 'rewards',
  actions: ACTIONS,
  observation,
  prompts: promptNames,
  turnPrompt: 'TURN_ACTION',
  streams: streamNames,
  options: optionsSchema,
  // One seat more: the AI's turns ask the players too.
  maxDecisions: ({ players }) => (players + 1) * MINIONS * ROUNDS * DECISIONS_PER_TURN,
  newState(options, chance) {
    const s = new CrownState(options);
    setUp(s, chance);
    advance(s, chance);
    return s;
  },
  enumerate,
  parseView: (json) => parseView(json, (options) => new CrownState(options)),
  trace,
};
export default game;
