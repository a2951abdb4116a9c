/** Leduc poker as a `Game`: two players, six cards, two rounds of betting. */
import type { Chance, Rng } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { guideOf } from '../../env/kit/guide.js';
import { shown } from '../../env/kit/state.js';
import { placesByScore } from '../../env/returns.js';
import { payoffsOf } from '../poker.js';
import { enumerate } from './enumerate.js';
import { type LeducOptions, optionsSchema } from './options.js';
import { CARDS_IN_DECK, FOLD, MAX_SAID, Position, ROUNDS, SEATS, streamNames, words } from './position.js';
import { drawing } from './show/drawing.js';
import { legend } from './show/legend.js';
import { showing } from './show/showing.js';

/** A position that can be played. */
export class LeducState extends shown(Position, showing) implements State {
  get prompt(): number {
    return this.over ? -1 : this.owed > 0 ? 1 : 0;
  }
  /** The round of betting, 1 or 2. */
  get round(): number {
    return 1 + this.street;
  }
  get truncated(): boolean {
    return false;
  }
  legal(mask: Uint8Array): number {
    let n = 0;
    for (let word = 0; word < words.length; word++) {
      mask[word] = this.allows(word) ? 1 : 0;
      n += mask[word]!;
    }
    return n;
  }
  apply(action: number, chance: Chance): void {
    this.say(action, chance);
  }
  rewards(out: Float64Array): void {
    if (this.over) this.payoffs(out);
    else out.fill(0);
  }
  places(out: Uint8Array): void {
    out.set(placesByScore(payoffsOf(this)));
  }
  ending(): string {
    if (!this.over) return '';
    if (this.folded >= 0) return 'fold';
    return this.winner() < 0 ? 'split' : 'showdown';
  }
  resample(seat: number, rng: Rng): void {
    const { cards, table } = this;
    const other = 1 - seat;
    if (this.knows(seat, other)) return;
    const left = [];
    for (let card = 0; card < CARDS_IN_DECK; card++) if (card !== cards[seat] && card !== table) left.push(card);
    cards[other] = left[rng.int(left.length)]!;
  }
  /** The cards that nobody holds are not dealt yet. */
  resampleUnseen(_rng: Rng): void {}
}

function blank({ askForced }: LeducOptions): LeducState {
  const state = new LeducState();
  state.askForced = askForced;
  return state;
}

export const game: Game<LeducOptions, LeducState> = {
  id: 'leduc',
  version: '1',
  title: 'Leduc poker',
  summary: 'Poker with six cards, one on the table and two rounds of betting; two players.',
  seats: { min: SEATS, max: SEATS },
  information: 'imperfect',
  utility: 'zero-sum',
  scoring: 'rewards',
  actions: showing.actions.count,
  observation: showing.sight.pieces,
  actionName: showing.actions.nameOf,
  prompts: ['open', 'answer'],
  streams: streamNames,
  options: optionsSchema,
  players: () => SEATS,
  maxDecisions: () => ROUNDS * MAX_SAID,
  newState(options, chance) {
    const state = blank(options);
    state.deal(chance);
    return state;
  },
  drawing,
  legend: () => legend,
  whyNot(s, word) {
    if (s.over || s.allows(word)) return null;
    return word === FOLD ? 'there is nothing to match: check instead' : 'a round has two raises';
  },
  enumerate,
  parseView: (json) => showing.view.read(json, blank),
  guide: guideOf<Position>(
    showing.view,
    showing.actions,
    [
      { uses: [], ask: () => 'check, or raise?' },
      { uses: [], ask: ({ owed }) => `${owed} to match: fold, call or raise?` },
    ],
    () => blank(optionsSchema.parse({})),
  ),
};
