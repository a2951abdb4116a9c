/**
 * What a redraw forgets, and what it doubles. Only games on the kit can be judged so: their fields say what is hidden from
 * whom (`sight`), and show where things such as cards lie.
 */
import { type Field, type FieldPlace, viewOf } from '../kit/fields.js';
import type { PositionBlock } from '../kit/position.js';
import { hiddenFrom } from '../kit/secrets.js';
import { fail } from './trial.js';

/** Positions, and games, in which a hidden part must have come up before it counts as forgotten. */
const POSITIONS = 20;
const GAMES = 3;
/** A thing is called doubled when the odds that the games themselves never showed such a pair are below this. */
const ODDS = 1e-3;

/** How often a hidden part was redrawn. */
interface Part {
  name: string;
  seat: number;
  tries: number;
  changed: number;
  games: Set<string>;
}

/** Two fields, or one, in which no position of the games has a thing twice. */
interface Pair {
  a: FieldPlace;
  b: FieldPlace;
  games: Set<string>;
  redraws: number;
  doubled: number;
  /** What the first doubled position had twice. */
  example: string;
}

/** Whether a field can hold things that lie in one place each: lists of numbers, or of marks. */
const holdsThings = ({ shape, type, sight }: Field) => shape !== null && type !== 'f64' && sight !== 'depends';
const isHidden = ({ sight }: Field) => sight !== undefined && sight !== 'depends';
const width = ({ field, length }: FieldPlace) => field.shape?.at(-1) ?? length;
/** Marks mean things by their place in a row, numbers by themselves. */
const isMarks = ({ field, max }: FieldPlace) => field.flag || max === 1;

export class Redraws {
  private readonly parts = new Map<string, Part>();
  private pairs: Pair[];

  constructor(layout: PositionBlock['layout']) {
    const lists = layout.places.filter(({ field }) => holdsThings(field));
    this.pairs = lists.flatMap((a, i) =>
      lists
        .slice(i)
        .filter((b) => isHidden(a.field) || isHidden(b.field))
        .filter((b) => isMarks(a) === isMarks(b) && (!isMarks(a) || width(a) === width(b)))
        .map((b) => ({ a, b, games: new Set<string>(), redraws: 0, doubled: 0, example: '' })),
    );
  }

  /** Takes note of a position of a game and of the same one redrawn for a seat. @param game which game, as its seed */
  look(state: PositionBlock, redrawn: PositionBlock, seat: number, game: string): void {
    for (const place of state.layout.places) {
      const ranges = hiddenFrom(state, place, seat);
      if (ranges.length === 0) continue;
      const [before, after] = [viewOf(place, state.bytes), viewOf(place, redrawn.bytes)];
      const empty = viewOf(place, state.layout.start);
      for (const [row, [from, to]] of ranges.entries()) {
        const cells = before.subarray(from, to);
        // Nothing is there, or an order of equal things: no redraw can change it.
        const nothing =
          place.field.sight === 'order'
            ? cells.every((value) => value === cells[0])
            : cells.every((value, i) => value === empty[from + i]);
        if (nothing) continue;
        const key = `${place.name} ${seat} ${row}`;
        const part = this.parts.get(key) ?? { name: place.name, seat, tries: 0, changed: 0, games: new Set() };
        this.parts.set(key, part);
        part.tries++;
        part.games.add(game);
        if (cells.some((value, i) => value !== after[from + i])) part.changed++;
      }
    }
    const real = new Things(state);
    this.pairs = this.pairs.filter((pair) => real.shared(pair) === undefined);
    const made = new Things(redrawn);
    for (const pair of this.pairs) {
      if (!real.both(pair)) continue;
      pair.games.add(game);
      pair.redraws++;
      const twice = made.shared(pair);
      if (twice === undefined) continue;
      if (pair.doubled++ === 0) pair.example = `${twice}`;
    }
  }

  /** @throws Fault when something was forgotten or doubled */
  judge(): void {
    for (const { name, seat, tries, changed, games } of this.parts.values())
      if (changed === 0 && tries >= POSITIONS && games.size >= GAMES)
        fail(
          `field ${name} is hidden from seat ${seat}, and redraw() never changes it (${tries} positions): bots and searches see it as it is`,
        );
    for (const { a, b, games, redraws, doubled, example } of this.pairs)
      if (doubled > 0 && (1 - doubled / redraws) ** games.size < ODDS) {
        const where = a === b ? `${a.name} holds ${example} twice` : `${a.name} and ${b.name} both hold ${example}`;
        fail(
          `after redraw() one thing is in two places: ${where}, which no position of the games shows (in ${doubled} of ${redraws} redrawn positions)`,
        );
      }
  }
}

/** The things in the fields of a position, found when first asked for. */
class Things {
  private readonly found = new Map<FieldPlace, { all: Set<number>; twice: number | undefined }>();

  constructor(private readonly state: PositionBlock) {}

  /** Something that lies in both fields of a pair, or twice in the one. */
  shared({ a, b }: Pair): number | undefined {
    const { all, twice } = this.in(a);
    if (a === b) return twice;
    for (const thing of this.in(b).all) if (all.has(thing)) return thing;
    return undefined;
  }

  both({ a, b }: Pair): boolean {
    return this.in(a).all.size > 0 && this.in(b).all.size > 0;
  }

  private in(place: FieldPlace): { all: Set<number>; twice: number | undefined } {
    const known = this.found.get(place);
    if (known) return known;
    const all = new Set<number>();
    let twice: number | undefined;
    const { none, start } = place.field;
    const marks = isMarks(place);
    for (const [i, value] of viewOf(place, this.state.bytes).entries()) {
      // Empty places. Of a pile that holds a thing 0, that one is not looked for.
      if (value === 0 || value === none || value === start) continue;
      const thing = marks ? i % width(place) : value;
      if (all.has(thing)) twice ??= thing;
      all.add(thing);
    }
    const things = { all, twice };
    this.found.set(place, things);
    return things;
  }
}
