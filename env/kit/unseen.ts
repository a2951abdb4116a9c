/** What no seat knows, redrawn by a game that only tells how to redraw what one seat cannot know. */
import type { Rng } from '../chance.js';
import { type Field, viewOf } from './fields.js';
import type { PositionBlock } from './position.js';
import { hiddenFrom } from './secrets.js';

/** One number of a position, and what it was before. */
interface Cell {
  cells: { [i: number]: number };
  at: number;
  was: number;
  field: Field;
}

/** A field with numbers that no seat sees. */
type Unseen = Cell[];

/**
 * Redraws for one seat; then whatever any seat may see is put back, in exchange for what lies there now: a card of another
 * hand is fetched from the deck. As long as all cards are equally likely everywhere, the rest is redrawn uniformly.
 * Changes nothing where something cannot be put back, as with hands that are no lists of cards.
 * @param redraw redraws what one seat cannot know
 */
export function redrawUnseen<P extends PositionBlock>(s: P, redraw: (s: P) => void, rng: Rng): void {
  const before = s.clone();
  redraw(s);
  const displaced: Cell[] = [];
  const unseen: Unseen[] = [];
  for (const place of s.layout.places) {
    const cells = viewOf(place, s.bytes);
    const all = Array.from(
      viewOf(place, before.bytes),
      (was, at): Cell => ({
        cells,
        at,
        was,
        field: place.field,
      }),
    );
    const ranges = place.field.sight === 'own' ? [] : hiddenFrom(before, place, -1);
    const hidden = all.filter(({ at }) => ranges.some(([from, to]) => at >= from && at < to));
    if (hidden.length > 0) unseen.push(hidden);
    displaced.push(...all.filter((cell) => !hidden.includes(cell) && cells[cell.at] !== cell.was));
  }
  for (const [i, cell] of displaced.entries()) {
    const { cells, at, was, field } = cell;
    const now = cells[at]!;
    if (now === was) continue;
    const from = gained(unseen, was, rng) ?? displaced.slice(i + 1).find((other) => other.cells[other.at] === was);
    if (!from && !isCard(field, was)) {
      s.copyFrom(before);
      return;
    }
    if (from) from.cells[from.at] = now;
    cells[at] = was;
  }
}

/** A number that means a thing, not how many: it may lie nowhere, as a card that was not dealt. */
const isCard = ({ none, flag }: Field, value: number) => none !== undefined && !flag && value !== none;

/** A place with this number in a field that has more of them than it had. */
function gained(unseen: readonly Unseen[], value: number, rng: Rng): Cell | undefined {
  for (const field of unseen) {
    const places = field.filter(({ cells, at }) => cells[at] === value);
    if (places.length > field.filter(({ was }) => was === value).length) return places[rng.int(places.length)];
  }
  return undefined;
}
