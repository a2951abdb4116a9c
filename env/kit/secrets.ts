/** Tests of what is hidden that follow from the fields alone: nothing secret shows, and what is secret is redrawn. */
import type { Rng } from '../chance.js';
import { shuffle } from '../chance.js';
import type { State } from '../game.js';
import { type FieldPlace, viewOf } from './fields.js';
import type { PositionBlock } from './position.js';

type Hiding = State & PositionBlock;

/** Which entries of a field a seat may not see, as ranges; in `order` fields their order. */
export function hiddenFrom(
  s: PositionBlock,
  { field, length }: FieldPlace,
  seat: number,
): [from: number, to: number][] {
  if (field.sight === 'never') return [[0, length]];
  const rows = field.shape?.[0] ?? 1;
  const width = length / rows;
  if (field.sight === 'own')
    return Array.from({ length: rows }, (_, row): [number, number] => [row * width, (row + 1) * width]).filter(
      (_, row) => row !== seat,
    );
  if (field.sight !== 'order') return [];
  const count = field.count === undefined ? null : (s as unknown as Record<string, number | number[]>)[field.count]!;
  if (count === null) return [[0, length]];
  return typeof count === 'number' ? [[0, count]] : Array.from(count, (n, row) => [row * width, row * width + n]);
}

/** Writes anything into what a seat may not see of a field. The position need not be one that can come up. */
function scramble(s: PositionBlock, place: FieldPlace, seat: number, rng: Rng): void {
  const cells = viewOf(place, s.bytes);
  const { field, min, max } = place;
  for (const [from, to] of hiddenFrom(s, place, seat)) {
    if (field.sight === 'order') shuffle(cells, rng, from, to - from);
    else
      for (let i = from; i < to; i++)
        if (cells[i] !== field.none) cells[i] = min + rng.int(Math.min(max - min, 1e6) + 1);
  }
}

/** All that a seat is shown: observation, text, JSON, and the mask where it is to act. */
export function shown(s: Hiding, seat: number, size: number, actions: number): string {
  const seen = new Float32Array(size);
  s.observe(seat, seen, 0);
  const mask = new Uint8Array(actions);
  if (s.actor === seat) s.legal(mask);
  return JSON.stringify([[...seen], [...mask], s.text(seat), s.view?.(seat) ?? null]);
}

/**
 * Fields that tell a seat what it may not see: each is overwritten where it is hidden, and nothing may look different. Not
 * for positions in which a field is shown for once, as hands at the end.
 * @param size number of values of an observation, and of action ids
 */
export function leaks(
  s: Hiding,
  seat: number,
  rng: Rng,
  { size, actions }: { size: number; actions: number },
): string[] {
  const before = shown(s, seat, size, actions);
  return s.layout.places
    .filter((place) => {
      const other = s.clone();
      scramble(other, place, seat, rng);
      return shown(other, seat, size, actions) !== before;
    })
    .map(({ name }) => name);
}

/** Fields with something hidden from a seat: what `resample` must redraw. */
export const hiddenFields = (s: PositionBlock, seat: number): string[] =>
  s.layout.places.filter((place) => hiddenFrom(s, place, seat).length > 0).map(({ name }) => name);

/** Fields that one redrawing for a seat has changed. Over many positions these must be all that are hidden. */
export function redrawn(s: Hiding, seat: number, rng: Rng): string[] {
  const other = s.clone();
  other.resample(seat, rng);
  return s.layout.places
    .filter((place) => {
      const is = viewOf(place, other.bytes);
      return viewOf(place, s.bytes).some((value, i) => value !== is[i]);
    })
    .map(({ name }) => name);
}
