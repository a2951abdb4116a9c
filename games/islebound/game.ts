/** Islebound solo as a `Game`: the contract around the rules in rules/. */
import type { Rng } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { guideOf } from '../../env/kit/guide.js';
import { played } from '../../env/kit/state.js';
import { isleboundActions } from './actions.js';
import { codes } from './codes.js';
import { componentsWith } from './data.js';
import { enumerate } from './enumerate.js';
import { sight } from './observe.js';
import { type IsleboundOptions, optionsSchema } from './options.js';
import { humanScore, leader, reward, rivalScore } from './rules/ending.js';
import { asking } from './rules/engine.js';
import { trace } from './rules/landmarks.js';
import { resample } from './rules/resample.js';
import { setUp } from './rules/setup.js';
import { drawing } from './show/drawing.js';
import { legend } from './show/legend.js';
import { boardText } from './show/text.js';
import { isleboundView } from './show/view.js';
import { whyNot } from './show/why-not.js';
import { endings, Position, promptNames, streamNames } from './state.js';

const showing = { sight, actions: isleboundActions, view: isleboundView, text: boardText };

/** A position that can be played. */
export class IsleboundState extends played(Position, showing, asking) implements State {
  rewards(out: Float64Array): void {
    out[0] = this.over ? reward(this) : 0;
  }
  /** First is who beats the rival; the rival has no seat, but a place. */
  places(out: Uint8Array): void {
    out[0] = leader(this) > 0 ? 0 : 1;
  }
  /** In renown, over the rival. */
  leads(out: Float64Array): void {
    out[0] = humanScore(this) - rivalScore(this);
  }
  rivalAhead(): boolean {
    return leader(this) < 0;
  }
  ending(): string {
    return this.over ? endings[this.cause]! : '';
  }
  resample(_seat: number, rng: Rng): void {
    resample(this, rng);
  }
  resampleUnseen(rng: Rng): void {
    resample(this, rng);
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
  actions: isleboundActions.count,
  actionName: isleboundActions.nameOf,
  actionFeatures: isleboundActions.features,
  observation: sight.pieces,
  prompts: promptNames,
  streams: streamNames,
  options: optionsSchema,
  players: () => 1,
  maxDecisions: (options) => options.roundCap * DECISIONS_PER_ROUND,
  newState(options, chance) {
    const s = new IsleboundState(options);
    setUp(s, chance);
    asking.advance(s, chance);
    return s;
  },
  drawing,
  whyNot,
  legend,
  components: ({ components }) => componentsWith(components),
  enumerate,
  parseView: (json) => isleboundView.read(json, (options) => new IsleboundState(options)),
  guide: guideOf<Position>(
    isleboundView,
    isleboundActions,
    asking.prompts,
    () => new IsleboundState(optionsSchema.parse({})),
    {
      codes: () => codes(new IsleboundState(optionsSchema.parse({}))),
    },
  ),
  trace,
};
