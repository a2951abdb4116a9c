/** Lords of Doomspire as a `Game`: the contract around the rules in rules/. */
import type { Rng } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { guideOf } from '../../env/kit/guide.js';
import { played } from '../../env/kit/state.js';
import { leadsByScore } from '../../env/returns.js';
import { CONCEDE, doomspireActions, TILE } from './actions.js';
import { neededAt } from './asked.js';
import { codes } from './codes.js';
import { componentsWith } from './data.js';
import { enumerate } from './enumerate.js';
import { sight } from './observe.js';
import { type DoomspireOptions, optionsSchema } from './options.js';
import { asking } from './rules/engine.js';
import { trace } from './rules/landmarks.js';
import { resample } from './rules/resample.js';
import { setUp } from './rules/setup.js';
import { claimedStars } from './rules/territory.js';
import { drawing } from './show/drawing.js';
import { legend } from './show/legend.js';
import { boardText } from './show/text.js';
import { doomspireView } from './show/view.js';
import { whyNot } from './show/why-not.js';
import { endings, Position, promptNames, streamNames } from './state.js';

/** A position that can be played. */
export class DoomspireState
  extends played(Position, { sight, actions: doomspireActions, view: doomspireView, text: boardText }, asking)
  implements State
{
  rewards(out: Float64Array): void {
    out.fill(0);
  }
  places(out: Uint8Array): void {
    out.set(this.finalPlaces);
  }
  /** In flags, by which the round cap ranks: a star that a flag claims counts as one more, an impression as four. */
  leads(out: Float64Array): void {
    const worth = (seat: number) => this.flags[seat]! + claimedStars(this, seat) + 4 * this.stacks[seat]!;
    out.set(leadsByScore([0, 1, 2, 3].map(worth)));
  }
  ending(): string {
    return this.over ? endings[this.end]! : '';
  }
  resample(seat: number, rng: Rng): void {
    resample(this, seat, rng);
  }
  resampleUnseen(rng: Rng): void {
    resample(this, null, rng);
  }
}

/** Decisions that no game exceeds: a turn's menu, its dice and what they start are few, but exchanges may be many. */
const DECISIONS_PER_ROUND = 4000;

export const game: Game<DoomspireOptions, DoomspireState> = {
  id: 'doomspire',
  version: '2',
  title: 'Lords of Doomspire',
  summary: 'Explore an island, fight, claim land and impress a dragon; four players, dice, cards and hidden tiles.',
  seats: { min: 4, max: 4 },
  information: 'imperfect',
  utility: 'zero-sum',
  scoring: 'places',
  actions: doomspireActions.count,
  actionName: doomspireActions.nameOf,
  actionFeatures: doomspireActions.features,
  concedes: (action) => action === CONCEDE,
  observation: sight.pieces,
  board: {
    planes: [
      'yields',
      'cards of tier 1 and 3',
      'cards of tier 2',
      'monsters and finds',
      'owners',
      'rival knights',
      'legal tiles',
    ],
    action: TILE,
  },
  prompts: promptNames,
  streams: streamNames,
  options: optionsSchema,
  players: () => 4,
  maxDecisions: (options) => options.roundCap * DECISIONS_PER_ROUND,
  newState(options, chance) {
    const s = new DoomspireState(options);
    setUp(s, chance);
    asking.advance(s, chance);
    return s;
  },
  drawing,
  whyNot,
  legend,
  components: ({ edition, components }) => componentsWith(edition, components),
  enumerate,
  parseView: (json) => doomspireView.read(json, (options) => new DoomspireState(options)),
  guide: guideOf<Position>(
    doomspireView,
    doomspireActions,
    asking.prompts,
    () => new DoomspireState(optionsSchema.parse({})),
    { needs: promptNames.map((name) => neededAt[name]), codes },
  ),
  trace,
};
