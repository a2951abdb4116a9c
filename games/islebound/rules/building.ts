/** The row of buildings, and how the human buys one. */
import * as A from '../actions.js';
import * as D from '../data.js';
import { count } from '../names.js';
import type { Position } from '../state.js';
import * as S from '../state.js';
import type { IslePrompt } from './definitions.js';
import { callLastRound, gain } from './goods.js';
import { buildPrice } from './judgements.js';
import { BUILT, decision, RIVAL_BUILT, reached } from './landmarks.js';

/** Takes a building out of the row for a side; it stays out until the gap is closed. @returns its id */
export function takeFromRow(s: Position, slot: number, side: number): number {
  const id = s.row[slot]!;
  const mine = s.of(side);
  const human = side === S.HUMAN;
  s.row[slot] = S.EMPTY;
  s.building[id] = side;
  mine.buildings++;
  mine.costs += s.tables.buildingCost[id]!;
  reached((human ? BUILT : RIVAL_BUILT) + id);
  if (mine.buildings >= s.tables.numbers.endBuildings)
    callLastRound(s, S.END[human ? 'human buildings' : 'rival buildings']);
  return id;
}

/** Cards left of a gap slide right; new ones come in on the left (decision 9). */
export function closeGaps(s: Position): void {
  const { row } = s;
  decision(9);
  let to = S.ROW - 1;
  for (let from = S.ROW - 1; from >= 0; from--)
    if (row[from] !== S.EMPTY) {
      const id = row[from]!;
      row[from] = S.EMPTY;
      row[to--] = id;
    }
  while (to >= 0 && s.buildingsLeft > 0) drawBuilding(s, to--);
}

/** The top card of the deck comes into a slot. */
export function drawBuilding(s: Position, slot: number): void {
  const top = --s.buildingsLeft;
  const id = s.buildingDeck[top]!;
  s.buildingDeck[top] = S.EMPTY;
  s.row[slot] = id;
  s.building[id] = S.IN_ROW;
}

const BUILD: IslePrompt = {
  ask: () => 'What do you build?',
  uses: ['END', 'BUILD'],
  legal(s, _seat, list) {
    const { bookTokens, maxWood, woodDiscount } = s.tables.numbers;
    const means = s.human.coins + woodDiscount * Math.min(maxWood, s.human.wood);
    let n = 0;
    list[n++] = A.END;
    for (let slot = 0; slot < S.ROW; slot++) {
      if (s.row[slot] === S.EMPTY || s.human.book < bookTokens[slot]!) continue;
      if (buildPrice(s, slot) <= means) list[n++] = A.BUILD + slot;
    }
    return n;
  },
  answer(s, _seat, action) {
    if (action === A.END) {
      s.toBuild = 0;
      s.discount = 0;
      return;
    }
    const slot = action - A.BUILD;
    s.cost = buildPrice(s, slot);
    s.slot = slot + 1;
    if (s.cost > s.human.coins) decision(34);
  },
};

const WOOD: IslePrompt = {
  ask: (s) => `Wood for the building? ${count(s.cost, 'coin')} to pay.`,
  uses: ['END', 'USE_WOOD'],
  words: { END: (s) => `pay ${count(s.cost, 'coin')}` },
  legal(s, _seat, list) {
    let n = 0;
    if (s.cost <= s.human.coins) list[n++] = A.END;
    if (s.cost > 0 && s.used < s.tables.numbers.maxWood && s.human.wood > 0) list[n++] = A.USE_WOOD;
    return n;
  },
  answer(s, _seat, action) {
    if (action === A.END) {
      pay(s);
      return;
    }
    s.human.wood--;
    s.used++;
    s.cost = Math.max(0, s.cost - s.tables.numbers.woodDiscount);
  },
};

/** Pays, takes the card, has its effect. */
function pay(s: Position): void {
  const { human, tables } = s;
  const slot = s.slot - 1;
  human.coins -= s.cost;
  if (s.options.booksSpent) {
    const books = tables.numbers.bookTokens[slot]!;
    if (books > 0) decision(25);
    human.book -= books;
  }
  s.cost = 0;
  s.used = 0;
  s.slot = 0;
  if (--s.toBuild === 0) s.discount = 0;
  const id = takeFromRow(s, slot, S.HUMAN);
  closeGaps(s);
  const amount = tables.buildingAmount[id]!;
  const ability = tables.buildingAbility[id]!;
  const now = tables.buildingNow[id]!;
  if (ability !== 255) s.ability.cells[ability]! += amount;
  if (now === D.NOW.crew) s.toHire += amount;
  else if (now === D.NOW.brag) s.toBrag += amount;
  else if (now !== 255) gain(s, S.HUMAN, now, amount);
}

export const buildingPrompts = { BUILD, WOOD };
