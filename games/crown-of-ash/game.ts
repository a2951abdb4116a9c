/** Crown of Ash as a `Game`: the contract around the rules in rules/. */
import type { Rng } from '../../env/chance.js';
import type { AuxiliaryTarget, Game, State } from '../../env/game.js';
import { guideOf } from '../../env/kit/guide.js';
import { played } from '../../env/kit/state.js';
import { defaultReturns, leadsByScore, placeReturns } from '../../env/returns.js';
import { crownActions } from './actions.js';
import { codes } from './codes.js';
import { componentsWith, MINIONS, ROUNDS, SEATS } from './data.js';
import { enumerate } from './enumerate.js';
import { sight } from './observe.js';
import { type CrownOptions, optionsSchema } from './options.js';
import { asking } from './rules/engine.js';
import { trace } from './rules/landmarks.js';
import { resample } from './rules/resample.js';
import { setUp } from './rules/setup.js';
import { drawing } from './show/drawing.js';
import { legend } from './show/legend.js';
import { boardText } from './show/text.js';
import { crownView } from './show/view.js';
import { whyNot } from './show/why-not.js';
import { endings, Position, promptNames, streamNames } from './state.js';

const showing = { sight, actions: crownActions, view: crownView, text: boardText };

/** A position that can be played. */
export class CrownState extends played(Position, showing, asking) implements State {
  /** At the end, by the final places of all, the AI among them; zero before. */
  rewards(out: Float64Array): void {
    if (!this.over) {
      out.fill(0, 0, this.players);
      return;
    }
    const returns = new Float64Array(this.seats);
    const rule = { ...defaultReturns, winWeight: this.options.winWeight };
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
  /** In victory points, over all seats: those of the AI too. */
  leads(out: Float64Array): void {
    const leads = leadsByScore(Array.from({ length: this.seats }, (_, seat) => this.vp[seat]!));
    for (let seat = 0; seat < this.players; seat++) out[seat] = leads[seat]!;
  }
  /** Whether the AI of the rules came out before every player. */
  rivalAhead(): boolean | null {
    const ai = this.ai;
    if (ai < 0) return null;
    for (let seat = 0; seat < this.players; seat++) if (this.finalPlaces[seat]! <= this.finalPlaces[ai]!) return false;
    return true;
  }
  ending(): string {
    return endings[this.end]!;
  }
  resample(seat: number, rng: Rng): void {
    resample(this, seat, rng);
  }
  resampleUnseen(rng: Rng): void {
    resample(this, null, rng);
  }
}

/** A turn is an action, at most 4 + 2 wild resources, 4 more for fighters, 6 for a battle, a raise and its payment. */
const DECISIONS_PER_TURN = 64;

const points: AuxiliaryTarget<CrownState> = {
  name: 'points',
  size: SEATS,
  loss: 'squared-error',
  about: 'Victory points of each player at the end, me first, /100; 0 for absent ones.',
  write({ vp, players }, seat, out, offset) {
    for (let k = 0; k < SEATS; k++) out[offset + k] = k < players ? vp[(seat + k) % players]! / 100 : 0;
  },
};

export const game: Game<CrownOptions, CrownState> = {
  id: 'crown-of-ash',
  version: '2',
  title: 'Crown of Ash',
  summary: 'Place minions, build, raise the dead and fight for six regions and a Citadel; hidden cards, an AI deck.',
  seats: { min: 1, max: 4 },
  information: 'imperfect',
  utility: 'general',
  scoring: 'rewards',
  actions: crownActions.count,
  actionName: crownActions.nameOf,
  actionFeatures: crownActions.features,
  observation: sight.pieces,
  auxiliary: [points],
  prompts: promptNames,
  turnPrompt: 'TURN_ACTION',
  streams: streamNames,
  options: optionsSchema,
  players: ({ players }) => players,
  // One seat more: the AI's turns ask the players too.
  maxDecisions: ({ players }) => (players + 1) * MINIONS * ROUNDS * DECISIONS_PER_TURN,
  newState(options, chance) {
    const s = new CrownState(options);
    setUp(s, chance);
    asking.advance(s, chance);
    return s;
  },
  drawing,
  whyNot,
  legend,
  components: ({ components }) => componentsWith(components),
  enumerate,
  parseView: (json) => crownView.read(json, (options) => new CrownState(options)),
  guide: guideOf<Position>(crownView, crownActions, asking.prompts, () => new CrownState(optionsSchema.parse({})), {
    codes: () => codes(new CrownState(optionsSchema.parse({}))),
  }),
  trace,
};
