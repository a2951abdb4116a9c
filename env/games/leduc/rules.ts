/** The rules of Leduc poker over the cells of a position (Southey et al. 2005, "Bayes' bluff", figure 2). */
import type { Chance } from '../../chance.js';
import * as S from './state.js';

const ANTE = 1;
/** Chips of one raise in the first and in the second round. */
const RAISE_CHIPS = [2, 4];

/** Both pay their ante and get a card, one draw a card. */
export function deal(cells: Int16Array, chance: Chance): void {
  const deck = Array.from({ length: S.CARDS_IN_DECK }, (_, card) => card);
  for (let seat = 0; seat < S.SEATS; seat++) {
    cells[S.PAID + seat] = ANTE;
    cells[S.CARDS + seat] = deck.splice(chance.draw(S.DECK, deck.length), 1)[0]!;
  }
}

/** Chips the seat to act must add to stay in. */
export function owed(cells: Int16Array): number {
  const actor = cells[S.ACTOR]!;
  return cells[S.PAID + 1 - actor]! - cells[S.PAID + actor]!;
}

/** Takes the action of the seat whose turn it is, and turns the card on the table when the first round is done. */
export function say(cells: Int16Array, action: number, chance: Chance): void {
  const round = cells[S.ROUND]!;
  const actor = cells[S.ACTOR]!;
  const said = cells[S.SAID + round]!;
  cells[S.WORDS + round * S.MAX_SAID + said] = action;
  cells[S.SAID + round] = said + 1;
  if (action === S.FOLD) {
    cells[S.FOLDED] = actor;
    cells[S.ACTOR] = -1;
    return;
  }
  cells[S.PAID + actor] = cells[S.PAID + 1 - actor]!;
  if (action === S.RAISE) {
    cells[S.PAID + actor]! += RAISE_CHIPS[round]!;
    cells[S.RAISES]!++;
  }
  // A call ends the round, except the check that opens it.
  if (action === S.RAISE || said === 0) cells[S.ACTOR] = 1 - actor;
  else if (round === 0) {
    const deck = [];
    for (let card = 0; card < S.CARDS_IN_DECK; card++)
      if (card !== cells[S.CARDS] && card !== cells[S.CARDS + 1]) deck.push(card);
    cells[S.PUBLIC] = deck[chance.draw(S.DECK, deck.length)]!;
    cells[S.ROUND] = 1;
    cells[S.RAISES] = 0;
    cells[S.ACTOR] = 0;
  } else cells[S.ACTOR] = -1;
}

export const rankOf = (card: number): number => card >> 1;

/** Seat that takes the pot of a finished game; -1 where it is split. */
export function winner(cells: Int16Array): number {
  if (cells[S.FOLDED]! >= 0) return 1 - cells[S.FOLDED]!;
  const ranks = [rankOf(cells[S.CARDS]!), rankOf(cells[S.CARDS + 1]!)];
  const pair = ranks.indexOf(rankOf(cells[S.PUBLIC]!));
  if (ranks[0] === ranks[1]) return -1;
  return pair >= 0 ? pair : ranks[0]! > ranks[1]! ? 0 : 1;
}

/** Chips that each seat of a finished game won or lost. @param out length 2 */
export function payoffs(cells: Int16Array, out: Float64Array): void {
  const best = winner(cells);
  out.fill(0);
  if (best < 0) return;
  out[best] = cells[S.PAID + 1 - best]!;
  out[1 - best] = -out[best]!;
}
