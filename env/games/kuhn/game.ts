/** Kuhn poker as a `Game`: two to four players, one card each, one bet. */
import type { Chance, Rng } from '../../chance.js';
import type { Game } from '../../game.js';
import { placesByScore } from '../../returns.js';
import { CellState, outOfRange } from '../cells.js';
import { enumerate } from './enumerate.js';
import { observation, observe } from './observe.js';
import { type KuhnOptions, optionsSchema } from './options.js';
import { actorOf, countIn, deal, isOver, payoffs, say } from './rules.js';
import * as S from './state.js';
import { knows, tableText, word } from './text.js';
import { actionJson, parseView, view } from './view.js';

/** A position that can be played. */
export class KuhnState extends CellState {
  constructor() {
    super(new Int16Array(S.CELLS), 'kuhn 1');
  }
  get players(): number {
    return this.cells[S.PLAYERS]!;
  }
  get actor(): number {
    return actorOf(this.cells);
  }
  get prompt(): number {
    return this.over ? -1 : this.cells[S.BETTOR]! < 0 ? 0 : 1;
  }
  /** Times around the table. */
  get round(): number {
    return 1 + Math.floor((this.cells[S.SAID]! - (this.over ? 1 : 0)) / this.players);
  }
  get over(): boolean {
    return isOver(this.cells);
  }
  get truncated(): boolean {
    return false;
  }
  legal(mask: Uint8Array): number {
    const n = this.over ? 0 : S.ACTIONS;
    mask.fill(n ? 1 : 0);
    return n;
  }
  apply(action: number, _chance: Chance): void {
    say(this.cells, action);
  }
  observe(seat: number, out: Float32Array, offset: number): void {
    observe(this.cells, seat, out, offset);
  }
  rewards(out: Float64Array): void {
    if (this.over) payoffs(this.cells, out);
    else out.fill(0);
  }
  places(out: Uint8Array): void {
    const won = new Float64Array(this.players);
    payoffs(this.cells, won);
    out.set(placesByScore(won));
  }
  ending(): string {
    if (!this.over) return '';
    if (this.cells[S.BETTOR]! < 0) return 'all passed';
    return countIn(this.cells) > 1 ? 'called' : 'all folded';
  }
  override resample(seat: number, rng: Rng): void {
    const { cells, players } = this;
    const left = Array.from({ length: players + 1 }, (_, card) => card);
    for (let i = 0; i < players; i++) if (knows(cells, seat, i)) left.splice(left.indexOf(cells[S.CARDS + i]!), 1);
    for (let i = 0; i < players; i++)
      if (!knows(cells, seat, i)) cells[S.CARDS + i] = left.splice(rng.int(left.length), 1)[0]!;
  }
  actionText(action: number): string {
    return word(this.cells, action);
  }
  text(seat: number): string {
    return tableText(this.cells, seat);
  }
  view(seat: number): unknown {
    return view(this.cells, seat);
  }
  actionJson(action: number): { kind: string; args: Record<string, unknown> } {
    return actionJson(this.cells, action);
  }
  fault(cells: Int16Array): string {
    const players = cells[S.PLAYERS]!;
    const wrong = outOfRange(cells, [
      ['players', S.PLAYERS, S.MIN_SEATS, S.MAX_SEATS],
      ['askForced', S.ASK, 0, 1],
      ['said', S.SAID, 0, 2 * players - 1],
    ]);
    if (wrong) return wrong;
    const words = [...cells.subarray(S.WORDS, S.WORDS + S.MAX_SAID)];
    const said = cells[S.SAID]!;
    if (words.some((w, at) => (at < said ? w !== S.PASS && w !== S.BET : w !== -1))) return 'its words do not fit';
    if (words.indexOf(S.BET) !== cells[S.BETTOR] || cells[S.BETTOR]! >= players) return 'the first bet does not fit';
    if (said > players + Math.max(0, cells[S.BETTOR]!)) return 'somebody spoke after the end';
    const cards = [...cells.subarray(S.CARDS, S.CARDS + S.MAX_SEATS)];
    if (cards.some((card, seat) => (seat < players ? card < 0 || card > players : card !== -1)))
      return 'its cards do not fit';
    return new Set(cards.slice(0, players)).size === players ? '' : 'a card is dealt twice';
  }
}

function blank(options: KuhnOptions): KuhnState {
  const state = new KuhnState();
  const { cells } = state;
  cells.fill(-1);
  cells[S.PLAYERS] = options.players;
  cells[S.ASK] = options.askForced ? 1 : 0;
  cells[S.SAID] = 0;
  return state;
}

export const game: Game<KuhnOptions, KuhnState> = {
  id: 'kuhn',
  version: '1',
  title: 'Kuhn poker',
  summary: 'Poker with one card each and one bet; its equilibrium is known.',
  seats: { min: S.MIN_SEATS, max: S.MAX_SEATS },
  information: 'imperfect',
  utility: 'zero-sum',
  scoring: 'rewards',
  actions: S.ACTIONS,
  observation,
  prompts: S.promptNames,
  streams: S.streamNames,
  options: optionsSchema,
  players: ({ players }) => players,
  maxDecisions: ({ players }) => 2 * players - 1,
  newState(options, chance) {
    const state = blank(options);
    deal(state.cells, chance);
    return state;
  },
  enumerate,
  parseView: (json) => parseView(json, blank),
};
export default game;
