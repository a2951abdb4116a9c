/**
 * A position as one seat knows it, as plain JSON, and back: each part of it is told once, by its schema, how it is written
 * and how it is read. Parts that are fields follow from the fields.
 */
import { z } from 'zod';
import { type Field, type Fields, rangeOf } from './fields.js';

/** A piece of JSON. */
export interface ViewPart<P, J> {
  readonly schema: z.ZodType<J>;
  write(position: P, viewer: number): J;
  /** Puts it into a position; without it the whole view's `complete` does. @param path of this part, for errors */
  read?(position: P, json: J, path: string): void;
}
// biome-ignore lint/suspicious/noExplicitAny: parts of any JSON stand side by side
type AnyPart<P> = ViewPart<P, any>;
// biome-ignore lint/suspicious/noExplicitAny: of positions of any game
type Parts = Readonly<Record<string, AnyPart<any>>>;
/** The JSON of several parts under their names. */
// biome-ignore lint/suspicious/noExplicitAny: of positions of any game
export type Json<S> = { [K in keyof S]: S[K] extends ViewPart<any, infer J> ? J : never };

/** The same of one entry of a list. */
export interface ViewColumn<P, J> {
  readonly schema: z.ZodType<J>;
  write(position: P, row: number, viewer: number): J;
  read?(position: P, row: number, json: J, path: string): void;
}

/**
 * Refuses JSON, for `read` of a part and for `complete` of a view.
 * @throws Error `path: what`, always
 */
export const fail = (path: string, what: string): never => {
  throw new Error(`${path}: ${what}`);
};

/**
 * A part of a view with a form of its own.
 * @param write its JSON, as the seat `viewer` sees it
 * @param read puts it into a position, where it can be read back
 */
export const part = <P, J>(
  schema: z.ZodType<J>,
  write: (position: P, viewer: number) => J,
  read?: (position: P, json: J, path: string) => void,
): ViewPart<P, J> => ({ schema, write, ...(read && { read }) });

/** An object of what each of these writes, without what there is nothing to tell of. */
function told<W>(list: readonly (readonly [string, W])[], write: (one: W) => unknown): object {
  const json: Record<string, unknown> = {};
  // A position is written for each world that a seat holds possible.
  for (const [name, one] of list) {
    const value = write(one);
    if (value !== undefined) json[name] = value;
  }
  return json;
}

/** Several parts under their names. */
export function object<P, S extends Parts>(parts: S): ViewPart<P, Json<S>> {
  const list = Object.entries(parts) as [string, ViewPart<P, unknown>][];
  return {
    schema: z.strictObject(Object.fromEntries(list.map(([name, { schema }]) => [name, schema]))) as never,
    write: (s, viewer) => told(list, (one) => one.write(s, viewer)) as Json<S>,
    read(s, json, path) {
      for (const [name, one] of list) one.read?.(s, json[name], path ? `${path}.${name}` : name);
    },
  };
}

/** A part that is null while there is nothing to tell. */
export const orNull = <P, J>(
  there: (position: P, viewer: number) => boolean,
  of: ViewPart<P, J>,
): ViewPart<P, J | null> => ({
  schema: of.schema.nullable(),
  write: (s, viewer) => (there(s, viewer) ? of.write(s, viewer) : null),
  read(s, json, path) {
    if (json !== null) of.read?.(s, json, path);
  },
});

/** A part that is left out while there is nothing to tell. */
export const optional = <P, J>(
  there: (position: P, viewer: number) => boolean,
  of: ViewPart<P, J>,
): ViewPart<P, J | undefined> => ({
  schema: of.schema.optional(),
  write: (s, viewer) => (there(s, viewer) ? of.write(s, viewer) : undefined),
  read(s, json, path) {
    if (json !== undefined) of.read?.(s, json, path);
  },
});

/**
 * A part that whoever writes a view by hand may leave out: then it is what a new position has, unless the game works it out
 * (`complete`). It is always written.
 */
export const spare = <P, J>({ schema, write, read }: ViewPart<P, J>): ViewPart<P, J> => ({
  schema: schema.optional() as unknown as z.ZodType<J>,
  write,
  read(s, json, path) {
    if (json !== undefined) read?.(s, json, path);
  },
});
/** The same of each of several parts. */
export const spares = <S extends Parts>(parts: S): S =>
  Object.fromEntries(Object.entries(parts).map(([name, one]) => [name, spare(one)])) as S;
/** The same of an entry of a list. */
export const spareIn = <P, J>({ schema, write, read }: ViewColumn<P, J>): ViewColumn<P, J> => ({
  schema: schema.optional() as unknown as z.ZodType<J>,
  write,
  read(s, row, json, path) {
    if (json !== undefined) read?.(s, row, json, path);
  },
});

/** A field's value in JSON: a number, a name, yes or no, null. */
type Value = number | string | boolean | null;
/** What a row of a field is: a value, or a list as its shape says. */
type Cell = Value | readonly Cell[];

function codecOf(field: Field): { schema: z.ZodType<Value>; to(value: number): Value; from(json: Value): number } {
  const { names, flag, none } = field;
  const { min, max } = rangeOf(field);
  const number = field.type === 'f64' && !field.whole ? z.number() : z.int();
  const schema = flag ? z.boolean() : names ? z.enum(names) : number.min(min).max(max);
  return {
    schema: none === undefined ? schema : schema.nullable(),
    to: (value) => (value === none ? null : flag ? value === 1 : names ? names[value]! : value),
    from: (json) => (json === null ? none! : typeof json === 'string' ? names!.indexOf(json) : Number(json)),
  };
}

/** What lies in a pile: a place that holds nothing is not in it. */
const cardOf = ({ none: _, ...field }: Field) => codecOf(field).schema;

/** How many entries of a list count: all, so many, or as the position says. */
type Count<P> = number | ((position: P) => number);
const countOf = <P>(count: Count<P>, s: P) => (typeof count === 'number' ? count : count(s));

/**
 * The parts of a view that are fields of positions `P`: `one`, `some`, `entries`, `list`, `pile`, `row`, `rows`, `own`,
 * `all`.
 */
export function jsonOf<P>() {
  return <F extends Fields>(fields: F) => {
    type Name = keyof F & string;
    const cells = (s: P, name: Name) => (s as Record<string, number[]>)[name]!;

    /** A single value, or one entry of a list. */
    const one = (name: Name, entry?: number): ViewPart<P, Value> => {
      const { schema: plain, to, from } = codecOf(fields[name]!);
      const { flag, about } = fields[name]!;
      const schema = plain.describe(about);
      if (entry !== undefined)
        return {
          schema,
          write: (s) => to(cells(s, name)[entry]!),
          read: (s, json) => void (cells(s, name)[entry] = from(json)),
        };
      const at = (s: P) => s as Record<string, number | boolean>;
      return {
        schema,
        write: (s) => to(Number(at(s)[name])),
        read: (s, json) => void (at(s)[name] = flag ? json === true : from(json)),
      };
    };

    /** Single values under their own names. */
    const some = <N extends Name>(...names: N[]) =>
      Object.fromEntries(names.map((name) => [name, one(name)])) as { [K in N]: ViewPart<P, Value> };

    /** Entries that have names, under these. */
    const entries = (name: Name, ...names: string[]) => {
      const { schema, to, from } = codecOf(fields[name]!);
      const of = (s: P) => (s as Record<string, Record<string, number>>)[name]!;
      const entry = (key: string): ViewPart<P, Value> => ({
        schema,
        write: (s) => to(of(s)[key]!),
        read: (s, json) => void (of(s)[key] = from(json)),
      });
      return Object.fromEntries(names.map((key) => [key, entry(key)]));
    };

    /** The first entries of a list. */
    const list = (name: Name, count: Count<P> = sizeOf(fields[name]!)): ViewPart<P, Value[]> => {
      const { schema, to, from } = codecOf(fields[name]!);
      return {
        schema: z.array(schema).max(sizeOf(fields[name]!)).describe(fields[name]!.about),
        write: (s) => Array.from({ length: countOf(count, s) }, (_, i) => to(cells(s, name)[i]!)),
        read(s, json, path) {
          const wanted = countOf(count, s);
          if (json.length !== wanted) fail(path, `${wanted} wanted`);
          for (const [i, value] of json.entries()) cells(s, name)[i] = from(value);
        },
      };
    };

    /**
     * A pile (`Facts.count`). JSON has its cards sorted, as nobody knows their order, or it does not matter.
     * @param order in which they are put back; as they come without it
     */
    const pile = (name: Name, order?: (s: P, cards: number[]) => number[]): ViewPart<P, number[]> => {
      const counted = one(fields[name]!.count!);
      return {
        schema: z
          .array(cardOf(fields[name]!))
          .max(sizeOf(fields[name]!))
          .describe(fields[name]!.about) as unknown as z.ZodType<number[]>,
        write: (s) => Array.from(cells(s, name).slice(0, counted.write(s, 0) as number)).sort((a, b) => a - b),
        read(s, json) {
          for (const [i, card] of (order?.(s, json) ?? json).entries()) cells(s, name)[i] = card;
          counted.read!(s, json.length, '');
        },
      };
    };

    /** An entry of a list, or a row of a table as its shape says. */
    const entry = (name: Name): ViewColumn<P, Cell> => {
      const { schema, to, from } = codecOf(fields[name]!);
      const [, ...shape] = fields[name]!.shape!;
      const width = shape.reduce((a, b) => a * b, 1);
      return {
        schema: shape
          .reduceRight<z.ZodType<Cell>>((cell, length) => z.array(cell).length(length), schema)
          .describe(fields[name]!.about),
        write: (s, at) => nest(Array.from(cells(s, name).slice(at * width, (at + 1) * width), to), shape),
        read(s, at, json) {
          for (const [i, value] of [json].flat(shape.length as 9).entries())
            cells(s, name)[at * width + i] = from(value as Value);
        },
      };
    };

    /** One row of several lists side by side: an object of their entries. What a column writes undefined is left out. */
    // biome-ignore lint/suspicious/noExplicitAny: columns of any JSON stand side by side
    const row = <C extends Readonly<Record<string, Name | ViewColumn<P, any>>>>(columns: C) => {
      type Row = { [K in keyof C]: C[K] extends ViewColumn<P, infer J> ? J : Cell };
      const all = Object.entries(columns).map(([key, column]) => [
        key,
        typeof column === 'string' ? entry(column) : (column as ViewColumn<P, unknown>),
      ]) as [string, ViewColumn<P, unknown>][];
      return {
        schema: z.strictObject(Object.fromEntries(all.map(([key, { schema }]) => [key, schema]))) as never,
        write: (s, at, viewer) => told(all, (column) => column.write(s, at, viewer)) as Row,
        read(s, at, json, path) {
          for (const [key, column] of all) column.read?.(s, at, json[key as keyof Row], `${path}.${key}`);
        },
      } as ViewColumn<P, Row>;
    };

    /** Several lists side by side, row by row. */
    // biome-ignore lint/suspicious/noExplicitAny: columns of any JSON stand side by side
    const rows = <C extends Readonly<Record<string, Name | ViewColumn<P, any>>>>(
      count: Count<P>,
      columns: C,
      max = 64,
    ) => {
      const one = row(columns);
      return part(
        z.array(one.schema).max(max),
        (s: P, viewer) => Array.from({ length: countOf(count, s) }, (_, i) => one.write(s, i, viewer)),
        (s, json, path) => {
          const wanted = countOf(count, s);
          if (json.length !== wanted) fail(path, `${wanted} wanted`);
          for (const [i, entry] of json.entries()) one.read!(s, i, entry, `${path}.${i}`);
        },
      );
    };

    /** What everybody may not see of a list, but each seat its own part of: the viewer's, null for the others. */
    const own = (name: Name): ViewPart<P, (Value[] | null)[]> => {
      const field = fields[name]!;
      const { schema, to, from } = codecOf(field);
      const [seats] = field.shape!;
      const width = sizeOf(field) / seats!;
      return {
        schema: z.array(z.array(schema).length(width).nullable()).length(seats!).describe(field.about),
        write: (s, viewer) =>
          Array.from({ length: seats! }, (_, seat) =>
            seat === viewer ? slice(cells(s, name), field, seat).map(to) : null,
          ),
        read(s, json) {
          for (const [seat, values] of json.entries()) if (values) slice(cells(s, name), field, seat, values.map(from));
        },
      };
    };

    /** All that a seat may know of the fields, each under its name; `depends` is for the game to add. */
    const all = (...except: Name[]) => {
      const shown = Object.entries(fields).filter(
        ([name, { sight }]) => sight !== 'never' && sight !== 'depends' && !except.includes(name),
      );
      const partOf = (name: Name, { shape, entries: names, sight, count }: Field) => {
        if (shape === null) return one(name);
        if (names) return object(entries(name, ...names));
        if (sight === 'own') return own(name);
        return count !== undefined && shape.length === 1 ? pile(name) : list(name);
      };
      type Shown = Record<Name, AnyPart<P>>;
      return Object.fromEntries(shown.map(([name, field]) => [name, partOf(name, field)])) as Shown;
    };

    return { one, some, entries, entry, list, pile, row, rows, own, all };
  };
}

const sizeOf = ({ shape }: Field): number => shape!.reduce((a, b) => a * b, 1);
/** Values as lists in lists of these sizes; the one value itself without sizes. */
function nest(values: readonly Value[], [size, ...inner]: readonly number[]): Cell {
  if (size === undefined) return values[0]!;
  const width = values.length / size;
  return Array.from({ length: size }, (_, i) => nest(values.slice(i * width, (i + 1) * width), inner));
}
/** Row of a table; sets it when values are given. */
function slice(cells: number[], { shape }: Field, row: number, values?: number[]): number[] {
  const width = shape!.slice(1).reduce((a, b) => a * b, 1);
  for (const [i, value] of values?.entries() ?? []) cells[row * width + i] = value;
  return Array.from(cells.slice(row * width, (row + 1) * width));
}

/** Reads JSON by a schema. @throws Error with the path of the first wrong field */
export function parse<T>(schema: z.ZodType<T>, json: unknown): T {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  return fail(issue.path.join('.') || 'view', issue.message);
}

/** A seat's view of a whole position. */
export interface ViewFormat<P, Options> {
  readonly schema: z.ZodType;
  write(position: P, viewer: number): Record<string, unknown>;
  /**
   * A position that looks like this view to its seat.
   * @param make an empty position with these options
   * @throws Error with the path of the first wrong field
   */
  read<Q extends P>(json: unknown, make: (options: Options) => Q): Q;
}

/**
 * JSON of a whole position as a seat sees it, written and read by its parts.
 * @param head the game's id (may be left out) and options; `format` is another number when a field changes its meaning
 * @param complete fills in what no part reads and what the seat cannot know, and refuses impossible positions
 */
export function viewOf<P extends { readonly players: number; readonly options: Options }, Options, S extends Parts>(
  head: { game?: string; format?: number; options: z.ZodType<Options> },
  parts: S,
  complete: (position: P, view: Json<S> & { seat: number }) => void = () => {},
): ViewFormat<P, Options> {
  const body = object<P, S>(parts);
  const { game, format, options } = head;
  const schema = z.strictObject({
    ...(game !== undefined && { game: z.literal(game) }),
    ...(format !== undefined && { format: z.literal(format) }),
    seat: z.int().min(0).max(254),
    options,
    ...(body.schema as unknown as z.ZodObject).shape,
  });
  return {
    schema,
    write: (s, seat) => ({
      ...(game !== undefined && { game }),
      ...(format !== undefined && { format }),
      seat,
      options: s.options,
      ...body.write(s, seat),
    }),
    read(json, make) {
      const view = parse(schema, json) as unknown as Json<S> & { seat: number; options: Options };
      const s = make(view.options);
      if (view.seat >= s.players) fail('seat', `there are ${s.players} players`);
      body.read!(s, view, '');
      complete(s, view);
      return s;
    },
  };
}
