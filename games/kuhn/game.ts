/** Kuhn poker as a `Game`: two to four players, one card each, one bet. */
import type { Chance, Rng } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { guideOf } from '../../env/kit/guide.js';
import { shown } from '../../env/kit/state.js';
import { placesByScore } from '../../env/returns.js';
import { payoffsOf } from '../poker.js';
import { enumerate } from './enumerate.js';
import { type KuhnOptions, MAX_SEATS, MIN_SEATS, optionsSchema } from './options.js';
import { Position, streamNames, words } from './position.js';
import { drawing } from './show/drawing.js';
import { legend } from './show/legend.js';
import { showing } from './show/showing.js';

/** A position that can be played. */
export class KuhnState extends shown(Position, showing) implements State {
  get prompt(): number {
    return this.over ? -1 : this.bettor < 0 ? 0 : 1;
  }
  /** Times around the table. */
  get round(): number {
    return 1 + Math.floor((this.said - (this.over ? 1 : 0)) / this.players);
  }
  get truncated(): boolean {
    return false;
  }
  legal(mask: Uint8Array): number {
    const n = this.over ? 0 : words.length;
    mask.fill(n ? 1 : 0);
    return n;
  }
  apply(action: number, _chance: Chance): void {
    this.say(action);
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
    if (this.bettor < 0) return 'all passed';
    return this.showdown ? 'called' : 'all folded';
  }
  resample(seat: number, rng: Rng): void {
    const { cards, players } = this;
    const left = Array.from({ length: players + 1 }, (_, card) => card);
    for (let i = 0; i < players; i++) if (this.knows(seat, i)) left.splice(left.indexOf(cards[i]!), 1);
    for (let i = 0; i < players; i++) if (!this.knows(seat, i)) cards[i] = left.splice(rng.int(left.length), 1)[0]!;
  }
  /** The cards that nobody holds are not dealt yet. */
  resampleUnseen(_rng: Rng): void {}
}

function blank({ players, askForced }: KuhnOptions): KuhnState {
  const state = new KuhnState();
  state.players = players;
  state.askForced = askForced;
  return state;
}

export const game: Game<KuhnOptions, KuhnState> = {
  id: 'kuhn',
  version: '1',
  title: 'Kuhn poker',
  summary: 'Poker with one card each and one bet; its equilibrium is known.',
  seats: { min: MIN_SEATS, max: MAX_SEATS },
  information: 'imperfect',
  utility: 'zero-sum',
  scoring: 'rewards',
  actions: showing.actions.count,
  observation: showing.sight.pieces,
  actionName: showing.actions.nameOf,
  prompts: ['open', 'answer'],
  streams: streamNames,
  options: optionsSchema,
  players: ({ players }) => players,
  maxDecisions: ({ players }) => 2 * players - 1,
  newState(options, chance) {
    const state = blank(options);
    state.deal(chance);
    return state;
  },
  drawing,
  legend: () => legend,
  enumerate,
  parseView: (json) => showing.view.read(json, blank),
  guide: guideOf<Position>(
    showing.view,
    showing.actions,
    [
      { uses: [], ask: () => 'pass, or bet a chip?' },
      { uses: [], ask: () => 'somebody has bet: call, or fold?' },
    ],
    () => blank(optionsSchema.parse({})),
  ),
};
