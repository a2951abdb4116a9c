/** What the poker games do alike: one card a seat, which the others may not see, and chips won and lost. */
import { z } from 'zod';
import { fail, part, type ViewPart } from '../env/kit/json.js';

/** A table of such a game. */
export interface Table {
  readonly players: number;
  readonly over: boolean;
  /** The card of each seat. */
  readonly cards: Int16Array;
  /** Whether `seat` knows the card of `other`. */
  knows(seat: number, other: number): boolean;
  /** Chips that each seat of a finished game won or lost. @param out length `players` */
  payoffs(out: Float64Array): void;
}

/** Chips that each seat of a finished game won or lost. */
export function payoffsOf(s: Table): Float64Array {
  const won = new Float64Array(s.players);
  s.payoffs(won);
  return won;
}

/**
 * `The game is over: seat 0 (you) wins 2 chips, seat 1 loses 2 chips.`
 * @param won by seat: what it has at the end more than at the start
 */
export function wonText(won: ArrayLike<number>, you: number): string {
  const told = Array.from(won, (chips, seat) => {
    const who = `seat ${seat}${seat === you ? ' (you)' : ''}`;
    if (chips === 0) return `${who} wins nothing`;
    const n = Math.abs(chips);
    return `${who} ${chips > 0 ? 'wins' : 'loses'} ${n} ${n === 1 ? 'chip' : 'chips'}`;
  });
  return `The game is over: ${told.join(', ')}.`;
}

/** Part of a view: the card of each seat, null where the viewer does not know it. */
export const cardsPart = (most: { seats: number; card: number }): ViewPart<Table, (number | null)[]> =>
  part(z.array(z.int().min(0).max(most.card).nullable()).max(most.seats), (s, viewer) =>
    Array.from({ length: s.players }, (_, seat) => (s.knows(viewer, seat) ? s.cards[seat]! : null)),
  );

/** Part of a view: chips that each seat has won, null before the end. It follows from the rest and may be left out. */
export const wonPart: ViewPart<Table, number[] | null | undefined> = part(
  z.array(z.int()).nullable().optional(),
  (s) => (s.over ? [...payoffsOf(s)] : null),
);

interface CardsJson {
  seat: number;
  cards: (number | null)[];
  won?: number[] | null | undefined;
}

/**
 * Deals the cards of a view; a seat whose card it hides gets the lowest that is left.
 * @param deck number of cards
 * @param table the card on the table, null for none
 */
export function dealView(
  s: Table,
  { seat: viewer, cards }: CardsJson,
  deck: number,
  table: number | null = null,
): void {
  if (cards.length !== s.players) fail('cards', `${s.players} wanted`);
  const left = Array.from({ length: deck }, (_, card) => card);
  const take = (card: number | null, path: string) => {
    if (card === null) return;
    const at = left.indexOf(card);
    if (at < 0) fail(path, `there is no card ${card}, or it is dealt twice`);
    left.splice(at, 1);
  };
  for (const [seat, card] of cards.entries()) take(card, `cards.${seat}`);
  take(table, 'table');
  if (cards[viewer] === null) fail(`cards.${viewer}`, 'a seat knows its own card');
  for (const [seat, card] of cards.entries()) s.cards[seat] = card ?? left.shift()!;
}

/** Refuses a view that shows what its seat cannot know yet, or other chips than were won. */
export function checkView(s: Table, { seat: viewer, cards, won }: CardsJson): void {
  for (const [seat, card] of cards.entries())
    if (card !== null && !s.knows(viewer, seat)) fail(`cards.${seat}`, 'this card is hidden');
  if (won && !(s.over && won.join() === payoffsOf(s).join())) fail('won', 'it does not fit what was said');
}
