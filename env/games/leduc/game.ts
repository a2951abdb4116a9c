/** Leduc poker as a `Game`: two players, six cards, two rounds of betting. */
import type { Chance, Rng } from '../../chance.js';
import type { Game } from '../../game.js';
import { placesByScore } from '../../returns.js';
import { CellState, outOfRange } from '../cells.js';
import { enumerate } from './enumerate.js';
import { observation, observe } from './observe.js';
import { type LeducOptions, optionsSchema } from './options.js';
import { deal, owed, payoffs, say, winner } from './rules.js';
import * as S from './state.js';
import { knows, tableText, word } from './text.js';
import { actionJson, parseView, view } from './view.js';

/** A position that can be played. */
export class LeducState extends CellState {
  constructor() {
    super(new Int16Array(S.CELLS), 'leduc 1');
  }
  get players(): number {
    return S.SEATS;
  }
  get actor(): number {
    return this.cells[S.ACTOR]!;
  }
  get prompt(): number {
    return this.over ? -1 : owed(this.cells) > 0 ? 1 : 0;
  }
  /** The round of betting, 1 or 2. */
  get round(): number {
    return 1 + this.cells[S.ROUND]!;
  }
  get over(): boolean {
    return this.cells[S.ACTOR]! < 0;
  }
  get truncated(): boolean {
    return false;
  }
  legal(mask: Uint8Array): number {
    mask.fill(0);
    if (this.over) return 0;
    const facing = owed(this.cells) > 0 ? 1 : 0;
    const more = this.cells[S.RAISES]! < S.MAX_RAISES ? 1 : 0;
    mask[S.FOLD] = facing;
    mask[S.CALL] = 1;
    mask[S.RAISE] = more;
    return 1 + facing + more;
  }
  apply(action: number, chance: Chance): void {
    say(this.cells, action, chance);
  }
  observe(seat: number, out: Float32Array, offset: number): void {
    observe(this.cells, seat, out, offset);
  }
  rewards(out: Float64Array): void {
    if (this.over) payoffs(this.cells, out);
    else out.fill(0);
  }
  places(out: Uint8Array): void {
    const won = new Float64Array(S.SEATS);
    payoffs(this.cells, won);
    out.set(placesByScore(won));
  }
  ending(): string {
    if (!this.over) return '';
    if (this.cells[S.FOLDED]! >= 0) return 'fold';
    return winner(this.cells) < 0 ? 'split' : 'showdown';
  }
  override resample(seat: number, rng: Rng): void {
    const { cells } = this;
    const other = 1 - seat;
    if (knows(cells, seat, other)) return;
    const left = [];
    for (let card = 0; card < S.CARDS_IN_DECK; card++)
      if (card !== cells[S.CARDS + seat] && card !== cells[S.PUBLIC]) left.push(card);
    cells[S.CARDS + other] = left[rng.int(left.length)]!;
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
    const wrong = outOfRange(cells, [
      ['askForced', S.ASK, 0, 1],
      ['round', S.ROUND, 0, 1],
      ['actor', S.ACTOR, -1, 1],
      ['raises', S.RAISES, 0, S.MAX_RAISES],
      ['folded', S.FOLDED, -1, 1],
      ['table', S.PUBLIC, cells[S.ROUND]! - 1, cells[S.ROUND] === 1 ? S.CARDS_IN_DECK - 1 : -1],
      ['first card', S.CARDS, 0, S.CARDS_IN_DECK - 1],
      ['second card', S.CARDS + 1, 0, S.CARDS_IN_DECK - 1],
    ]);
    if (wrong) return wrong;
    // Everything else follows from what was said: say it again and compare.
    const again = blank({ askForced: cells[S.ASK] === 1 }).cells;
    for (let seat = 0; seat < S.SEATS; seat++) {
      again[S.PAID + seat] = 1;
      again[S.CARDS + seat] = cells[S.CARDS + seat]!;
    }
    for (let at = 0; at < S.ROUNDS * S.MAX_SAID; at++) {
      const action = cells[S.WORDS + at]!;
      if (action < 0) continue;
      if (!enumerate({ cells: again }).includes(action)) return 'its words do not fit';
      say(again, action, { draw: () => 0 });
    }
    if (again[S.PUBLIC]! >= 0) again[S.PUBLIC] = cells[S.PUBLIC]!;
    if (again.some((cell, i) => cell !== cells[i])) return 'its words do not fit its chips';
    const cards = [cells[S.CARDS]!, cells[S.CARDS + 1]!, ...(cells[S.ROUND] === 1 ? [cells[S.PUBLIC]!] : [])];
    return new Set(cards).size === cards.length ? '' : 'a card is dealt twice';
  }
}

function blank(options: LeducOptions): LeducState {
  const state = new LeducState();
  const { cells } = state;
  cells.fill(-1);
  cells[S.ASK] = options.askForced ? 1 : 0;
  cells[S.ROUND] = cells[S.ACTOR] = cells[S.RAISES] = 0;
  cells[S.SAID] = cells[S.SAID + 1] = 0;
  return state;
}

export const game: Game<LeducOptions, LeducState> = {
  id: 'leduc',
  version: '1',
  title: 'Leduc poker',
  summary: 'Poker with six cards, one on the table and two rounds of betting; two players.',
  seats: { min: S.SEATS, max: S.SEATS },
  information: 'imperfect',
  utility: 'zero-sum',
  scoring: 'rewards',
  actions: S.ACTIONS,
  observation,
  prompts: S.promptNames,
  streams: S.streamNames,
  options: optionsSchema,
  players: () => S.SEATS,
  maxDecisions: () => S.ROUNDS * S.MAX_SAID,
  newState(options, chance) {
    const state = blank(options);
    deal(state.cells, chance);
    return state;
  },
  enumerate,
  parseView: (json) => parseView(json, blank),
};
export default game;
