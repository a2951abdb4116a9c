/**
 * What a redraw forgets, and what it doubles. Only games on the kit can be judged so: their fields say what is hidden from
 * whom (`sight`), and show where things such as cards lie.
 */
import { createRng } from '../chance.js';
import type { State } from '../game.js';
import { type Field, type FieldPlace, viewOf } from '../kit/fields.js';
import type { PositionBlock } from '../kit/position.js';
import { hiddenFrom, shown } from '../kit/secrets.js';
import { fail, forgets } from './fault.js';
import type { Trial } from './trial.js';

type OnKit = State & PositionBlock;

/** Positions, and games, in which a hidden part must have come up before it counts as forgotten. */
const POSITIONS = 20;
const GAMES = 3;
/** A thing is called doubled when the odds that the games themselves never showed such a pair are below this. */
const ODDS = 1e-3;

/** How often a hidden part, a row of a field or one of its numbers, was redrawn. */
class Part {
  tries = 0;
  changed = 0;
  readonly games = new Set<string>();
  /** What stood there in the games, up to two different. */
  readonly values = new Set<number>();
  /** Another content is possible: some redraw showed it. */
  free: boolean;

  constructor(
    readonly name: string,
    free: boolean,
    /** A position in which it stayed, to see whether it shows. */
    readonly example?: { state: OnKit; seat: number; place: FieldPlace; cell: number },
  ) {
    this.free = free;
  }

  get forgotten(): boolean {
    return this.free && this.changed === 0 && this.tries >= POSITIONS && this.games.size >= GAMES;
  }
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

/**
 * Whether a field can hold things that lie in one place each: lists of numbers or of marks, and single numbers, such as a card
 * that lies apart.
 */
const holdsThings = ({ shape, type, sight, flag, names, derived }: Field) =>
  type !== 'f64' && sight !== 'depends' && (shape !== null || !(flag || names || derived));
const isHidden = ({ sight }: Field) => sight !== undefined && sight !== 'depends';
const width = ({ field, length }: FieldPlace) => field.shape?.at(-1) ?? length;
/** Marks mean things by their place in a row, numbers by themselves. */
const isMarks = ({ field, max }: FieldPlace) => field.flag || max === 1;

/** What redraws of one kind do to the fields of a game. */
export class Redraws {
  private readonly parts = new Map<string, Part>();
  private pairs: Pair[];

  /**
   * @param how `redraw()`: for one seat; `redrawUnseen()`: of what no seat knows. What all seats together know stays there, so
   *   that a part counts only where `move` saw its things change places.
   */
  constructor(
    layout: PositionBlock['layout'],
    private readonly how: 'redraw()' | 'redrawUnseen()',
    private readonly trial: Trial,
  ) {
    const things = layout.places.filter(({ field }) => holdsThings(field));
    this.pairs = things.flatMap((a, i) =>
      things
        .slice(i)
        .filter((b) => a !== b || a.field.shape)
        .filter((b) => isHidden(a.field) || isHidden(b.field))
        .filter((b) => isMarks(a) === isMarks(b) && (!isMarks(a) || width(a) === width(b)))
        .map((b) => ({ a, b, games: new Set<string>(), redraws: 0, doubled: 0, example: '' })),
    );
  }

  /**
   * Takes note of a position of a game and of the same one redrawn.
   * @param seat for which; -1: what no seat knows
   * @param game which game, as its seed
   */
  look(state: OnKit, redrawn: OnKit, seat: number, game: string): void {
    for (const place of state.layout.places) {
      if (!this.judges(place)) continue;
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
        // Of what no seat knows, a whole row says nothing: all seats together may know it, as with all cards dealt out.
        if (seat >= 0) {
          const part = this.part(
            `${place.name} ${seat} ${row}`,
            () => new Part(`${place.name} is hidden from seat ${seat}`, true),
          );
          this.note(
            part,
            game,
            cells.some((value, i) => value !== after[from + i]),
          );
        }
        if (!place.field.shape || isMarks(place)) continue;
        for (let i = from; i < to; i++) {
          if (before[i] === empty[i] || before[i] === place.field.none) continue;
          const part = this.cell(place, i, state, seat);
          part.values.add(before[i]!);
          this.note(part, game, before[i] !== after[i]);
        }
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

  /** Takes note of things that a redraw for one seat put into another order: their order is not all that can be. */
  move(state: OnKit, redrawn: OnKit): void {
    for (const place of state.layout.places) {
      if (!this.judges(place) || !place.field.shape || isMarks(place)) continue;
      const [before, after] = [viewOf(place, state.bytes), viewOf(place, redrawn.bytes)];
      const ends = new Map<number, number>();
      for (const [i, value] of after.entries()) ends.set(value, ends.has(value) ? -1 : i);
      // Where each went; -1: away, or there are several of its kind.
      const went = Array.from(before, (value) => ends.get(value) ?? -1);
      for (let i = 0; i < went.length; i++)
        for (let j = i + 1; j < went.length && went[i]! >= 0; j++)
          if (went[j]! >= 0 && went[j]! < went[i]!)
            for (const cell of [i, j]) this.cell(place, cell, state, -1).free = true;
    }
  }

  private judges({ field: { sight } }: FieldPlace): boolean {
    return this.how === 'redraw()' || sight === 'never' || sight === 'order';
  }

  private part(key: string, made: () => Part): Part {
    let part = this.parts.get(key);
    if (!part) this.parts.set(key, (part = made()));
    return part;
  }

  private cell(place: FieldPlace, cell: number, state: OnKit, seat: number): Part {
    const columns = width(place);
    const at = place.field.shape!.length > 1 ? `${Math.floor(cell / columns)}][${cell % columns}` : `${cell}`;
    const name = `${place.name}[${at}]`;
    const from = seat < 0 ? 'every seat' : 'other seats';
    return this.part(
      name,
      () => new Part(`${name} is hidden from ${from}`, seat >= 0, { state: state.clone(), seat, place, cell }),
    );
  }

  private note(part: Part, game: string, changed: boolean): void {
    part.tries++;
    part.games.add(game);
    if (changed) part.changed++;
  }

  /** @throws Fault when something was forgotten or doubled */
  judge(): void {
    for (const part of this.parts.values()) {
      if (!part.forgotten) continue;
      const { name, tries, example, values } = part;
      // What is the same in all games is no secret, and what shows is none.
      if (example && (values.size < 2 || this.shows(example))) continue;
      throw forgets(
        this.how,
        `field ${name}, and ${this.how} never changes it (${tries} positions): bots and searches see it as it is`,
      );
    }
    for (const { a, b, games, redraws, doubled, example } of this.pairs)
      if (doubled > 0 && (1 - doubled / redraws) ** games.size < ODDS) {
        const where = a === b ? `${a.name} holds ${example} twice` : `${a.name} and ${b.name} both hold ${example}`;
        fail(
          `after ${this.how} one thing is in two places: ${where}, which no position of the games shows (in ${doubled} of ${redraws} redrawn positions)`,
        );
      }
  }

  /** Whether a number of a field is shown to the seat, or to one of all, that it is hidden from. */
  private shows({ state, seat, place, cell }: NonNullable<Part['example']>): boolean {
    const { size, game } = this.trial;
    const rng = createRng('shows');
    const other = state.clone();
    const cells = viewOf(place, other.bytes);
    const { min, max } = place;
    const seats = seat < 0 ? [...Array(state.players).keys()] : [seat];
    const told = (s: OnKit) => seats.map((one) => shown(s, one, size, game.actions)).join();
    const before = told(state);
    for (let i = 0; i < 4; i++) {
      cells[cell] = min + rng.int(Math.min(max - min, 1e6) + 1);
      try {
        if (told(other) !== before) return true;
      } catch {
        // A number that cannot stand there was read, in order to be shown.
        return true;
      }
    }
    return false;
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
