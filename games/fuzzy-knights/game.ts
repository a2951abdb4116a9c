/** Fuzzy Knights as a `Game`: the contract around the rules in rules/. */
import type { Rng } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { guideOf } from '../../env/kit/guide.js';
import { played } from '../../env/kit/state.js';
import { leadsByScore } from '../../env/returns.js';
import { fuzzyActions, TILE } from './actions.js';
import { componentsWith } from './data.js';
import { enumerate } from './enumerate.js';
import { boardPlanes, sight } from './observe.js';
import { type FuzzyOptions, optionsSchema } from './options.js';
import { asking, prompts as fuzzyPrompts } from './rules/engine.js';
import { trace } from './rules/landmarks.js';
import { invested } from './rules/ranking.js';
import { setUp } from './rules/setup.js';
import { drawing } from './show/drawing.js';
import { legend } from './show/legend.js';
import { boardText } from './show/text.js';
import { fuzzyView } from './show/view.js';
import { whyNot } from './show/why-not.js';
import { endings, Position, promptNames, streamNames } from './state.js';

const showing = { sight, actions: fuzzyActions, view: fuzzyView, text: boardText };

/** A position that can be played. */
export class FuzzyState extends played(Position, showing, asking) implements State {
  rewards(out: Float64Array): void {
    out.fill(0);
  }
  places(out: Uint8Array): void {
    for (let seat = 0; seat < this.players; seat++) out[seat] = this.finalPlaces[seat]!;
  }
  /** In cities, by which the last day ranks; a hundred coins in buildings, which come next there, count as one more. */
  leads(out: Float64Array): void {
    const worth = (seat: number) => this.cities[seat]! + invested(this, seat) / 100;
    out.set(leadsByScore(Array.from({ length: this.players }, (_, seat) => worth(seat))));
  }
  ending(): string {
    return this.over ? endings[this.truncated ? 1 : 0] : '';
  }
  resample(_seat: number, _rng: Rng): void {
    // Nothing is hidden in this game.
  }
}

/** Decisions that no day exceeds: eight heroes with some twenty stages of battle each, and what the coins of all buy. */
const DECISIONS_PER_DAY = 10_000;

export const game: Game<FuzzyOptions, FuzzyState> = {
  id: 'fuzzy-knights',
  version: '2',
  title: 'Fuzzy Knights',
  summary:
    'Open war with elimination: heroes, mercenaries, monsters, sieges; two to four players, dice, nothing hidden.',
  seats: { min: 2, max: 4 },
  information: 'perfect',
  utility: 'zero-sum',
  scoring: 'places',
  actions: fuzzyActions.count,
  actionName: fuzzyActions.nameOf,
  actionFeatures: fuzzyActions.features,
  observation: sight.pieces,
  board: { planes: boardPlanes, action: TILE },
  prompts: promptNames,
  streams: streamNames,
  options: optionsSchema,
  players: ({ players }) => players,
  maxDecisions: (options) => (options.maxDays + 1) * DECISIONS_PER_DAY,
  newState(options, chance) {
    const s = new FuzzyState(options);
    setUp(s, chance);
    asking.advance(s, chance);
    return s;
  },
  drawing,
  whyNot,
  legend,
  components: ({ components }) => componentsWith(components),
  enumerate,
  parseView: (json) => fuzzyView.read(json, (options) => new FuzzyState(options)),
  guide: guideOf<Position>(fuzzyView, fuzzyActions, fuzzyPrompts, () => new FuzzyState(optionsSchema.parse({}))),
  trace,
};
