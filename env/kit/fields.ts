/**
 * The fields of a position, declared once and in order: type, length, what a new position has, range, meaning, who may see
 * it. From the declaration follow the memory (one block, field behind field), named access (position.ts), the check of a
 * saved position and the JSON that people's programs read (json.ts).
 */

const arrays = {
  u8: Uint8Array,
  i16: Int16Array,
  u16: Uint16Array,
  i32: Int32Array,
  u32: Uint32Array,
  f64: Float64Array,
} as const;
type Type = keyof typeof arrays;
type Cells<T extends Type> = T extends 'u8'
  ? Uint8Array<ArrayBuffer>
  : T extends 'i16'
    ? Int16Array<ArrayBuffer>
    : T extends 'u16'
      ? Uint16Array<ArrayBuffer>
      : T extends 'i32'
        ? Int32Array<ArrayBuffer>
        : T extends 'u32'
          ? Uint32Array<ArrayBuffer>
          : Float64Array<ArrayBuffer>;

/** What may be said of a field besides its type and its meaning. */
interface Facts {
  /** Lowest and highest value, where the type allows more; 0 and what the type holds without. Of f64: any finite number. */
  min?: number;
  max?: number;
  /** Only whole numbers: of f64, which holds others too. Flags and names are. */
  whole?: true;
  /** A value outside min..max that stands for nothing: a new position has it, JSON says null. */
  none?: number;
  /** The values have names, from 0 on: `max` follows, JSON says the name. */
  names?: readonly string[];
  /** What a new position has; without it `none`, else 0. */
  start?: number;
  /**
   * Who may see it. `own`: the first size is that of the seats, and each sees its own part. `order`: everybody knows what
   * is in the list, nobody in what order. `never`: nobody. `depends`: the game's own code says who. Without it: everybody.
   */
  sight?: 'own' | 'order' | 'never' | 'depends';
  /** A pile: the field that says how many of the first entries lie in it (of a table: of each row). The rest is 0. */
  count?: string;
  /** It follows from the others, or no rule asks for it: left out of the hash. Such fields come last. */
  derived?: true;
}

/** One field. `Value` is what `position.name` is: a number, a yes or no, or a view of the memory. */
export interface Field<Value = unknown> extends Facts {
  readonly type: Type;
  /** Sizes of a list, outermost first; null of a single value. */
  readonly shape: readonly number[] | null;
  /** Names of a list's entries. */
  readonly entries: readonly string[] | null;
  /** 0 and 1 in memory, a boolean in the program. */
  readonly flag: boolean;
  readonly about: string;
  readonly value?: Value;
}
export type Fields = Readonly<Record<string, Field>>;

/** Named access to such fields: single values can be set, lists are views of the memory. */
export type Values<F extends Fields> = {
  -readonly [K in keyof F as F[K] extends Field<number> | Field<boolean> ? K : never]: ValueOf<F[K]>;
} & {
  readonly [K in keyof F as F[K] extends Field<number> | Field<boolean> ? never : K]: ValueOf<F[K]>;
};
type ValueOf<F> = F extends Field<infer Value> ? Value : never;

interface Declare<T extends Type> {
  /** A single number. */
  (about: string, facts?: Facts): Field<number>;
  /** A list, or a table row by row. */
  (shape: readonly number[], about: string, facts?: Facts): Field<Cells<T>>;
  /** A list whose entries have names: `position.human.coins`; by number they are `position.human.cells[6]`. */
  <const Names extends readonly string[]>(
    entries: Names,
    about: string,
    facts?: Facts,
  ): Field<Entries<Names[number], Cells<T>>>;
  /** A yes or no; a list of them holds 0 and 1. */
  flag: {
    (about: string, facts?: Facts): Field<boolean>;
    (shape: readonly number[], about: string, facts?: Facts): Field<Cells<T>>;
  };
}

function declare<T extends Type>(type: T): Declare<T> {
  const field =
    (flag: boolean) =>
    (first: string | readonly (number | string)[], second: string | Facts = {}, third: Facts = {}): Field => {
      const [list, about, facts] =
        typeof first === 'string' ? [null, first, second as Facts] : [first, second as string, third];
      const entries = typeof list?.[0] === 'string' ? (list as readonly string[]) : null;
      const shape = entries ? [entries.length] : (list as readonly number[] | null);
      const most = flag ? 1 : facts.names && facts.names.length - 1;
      const range = most === undefined ? {} : { max: most, whole: true as const };
      return { ...facts, ...range, type, shape, entries, flag, about };
    };
  return Object.assign(field(false), { flag: field(true) }) as Declare<T>;
}
/**
 * Declares a field of whole numbers 0 to 255: `u8('Round.')` is one number, `u8([4, 11], 'Heights.')` a typed array in
 * row order, `u8(['coins', 'wood'], 'Goods.')` a list with names, `u8.flag('Cut.')` a boolean. A range, names of the
 * numbers and who sees it follow: `{ max: 3 }`.
 */
export const u8 = declare('u8');
/** Declares a field of whole numbers -32768 to 32767; used as `u8`. */
export const i16 = declare('i16');
/** Declares a field of whole numbers 0 to 65535; used as `u8`. */
export const u16 = declare('u16');
/** Declares a field of whole numbers of 32 bits with a sign; used as `u8`. */
export const i32 = declare('i32');
/** Declares a field of whole numbers of 32 bits without a sign; used as `u8`. */
export const u32 = declare('u32');
/** Declares a field of floating-point numbers of 64 bits; used as `u8`. */
export const f64 = declare('f64');

/** Where a field lies, and what may be in it. */
export interface FieldPlace {
  readonly name: string;
  readonly field: Field;
  /** What holds the view of a list whose entries have names. */
  readonly Entries: EntriesClass | null;
  /** First byte, and first cell counted in cells of this type. */
  readonly byte: number;
  readonly cell: number;
  readonly length: number;
  readonly min: number;
  readonly max: number;
}

/** The memory of a game's positions. */
export interface Layout {
  readonly places: readonly FieldPlace[];
  /** Bytes of the block; so many of them are hashed. */
  readonly size: number;
  readonly hashed: number;
  /** The block of a new position. */
  readonly start: Uint8Array<ArrayBuffer>;
}

const limits: Record<Type, readonly [number, number]> = {
  u8: [0, 0xff],
  i16: [-0x8000, 0x7fff],
  u16: [0, 0xffff],
  i32: [-0x80000000, 0x7fffffff],
  u32: [0, 0xffffffff],
  f64: [-Number.MAX_VALUE, Number.MAX_VALUE],
};

/** Lowest and highest value of a field, `none` apart. */
export function rangeOf({ type, min, max }: Field): { min: number; max: number } {
  const [least, most] = limits[type];
  return { min: min ?? (type === 'f64' ? least : 0), max: max ?? most };
}

/** Places the fields one behind the other, each at a multiple of its width. @throws Error naming a field that comes too late */
export function layOut(fields: Fields): Layout {
  const places: FieldPlace[] = [];
  let byte = 0;
  let hashed = -1;
  for (const [name, field] of Object.entries(fields)) {
    const { BYTES_PER_ELEMENT: width } = arrays[field.type];
    byte = Math.ceil(byte / width) * width;
    if (field.derived && hashed < 0) hashed = byte;
    if (!field.derived && hashed >= 0) throw new Error(`field ${name}: derived fields come last`);
    const length = field.shape?.reduce((a, b) => a * b, 1) ?? 1;
    const Entries = field.entries && entriesClass(field.entries);
    places.push({ name, field, Entries, byte, cell: byte / width, length, ...rangeOf(field) });
    byte += width * length;
  }
  const layout = { places, size: byte, hashed: hashed < 0 ? byte : hashed, start: new Uint8Array(byte) };
  const block = new ArrayBuffer((byte + 7) & ~7);
  for (const { field, byte, length } of places)
    new arrays[field.type](block, byte, length).fill(field.start ?? field.none ?? 0);
  layout.start.set(new Uint8Array(block, 0, byte));
  return layout;
}

/** A view of one field in a block. @param block a multiple of eight bytes into its buffer */
export const viewOf = ({ field, byte, length }: FieldPlace, block: Memory) =>
  new arrays[field.type](block.buffer, block.byteOffset + byte, length);
type Memory = Uint8Array<ArrayBuffer>;

/** Entries of a list by name. */
type Entries<Name extends string, Cells> = { [K in Name]: number } & { readonly cells: Cells };

// An object over the list: V8 does not inline properties of a subclass of a typed array.
type EntriesClass = new (cells: ArrayLike<number>) => object;
const entriesClasses = new Map<string, EntriesClass>();

/** The class of a list whose entries have such names. Equal names share it, so that code may meet either list. */
function entriesClass(names: readonly string[]): EntriesClass {
  const key = names.join(' ');
  const known = entriesClasses.get(key);
  if (known) return known;
  const Entries = class {
    constructor(readonly cells: ArrayLike<number>) {}
  };
  for (const [i, name] of names.entries()) {
    if (name in Entries.prototype || name === 'cells') throw new Error(`entry ${name}: the name is taken`);
    Object.defineProperty(Entries.prototype, name, entryAt(i));
  }
  entriesClasses.set(key, Entries);
  return Entries;
}

type InCells = { readonly cells: number[] };
const entryAt = (i: number) => ({
  get(this: InCells) {
    return this.cells[i]!;
  },
  set(this: InCells, value: number) {
    this.cells[i] = value;
  },
});

/** The first value that is out of its range, in words; empty when all are in. */
export function outOfRange({ places }: Layout, block: Memory): string {
  let end = 0;
  for (const place of places) {
    for (; end < place.byte; end++) if (block[end] !== 0) return `byte ${end}, before ${place.name}, is not 0`;
    end += place.length * arrays[place.field.type].BYTES_PER_ELEMENT;
    const { name, field, min, max } = place;
    const { none, whole } = field;
    if (field.type === 'u8' && !strays(block, place, min, max, none ?? min)) continue;
    const cells = viewOf(place, block);
    for (let i = 0; i < cells.length; i++) {
      const value = cells[i]!;
      const fits = value >= min && value <= max && !(whole && !Number.isInteger(value));
      if (fits || value === none) continue;
      const where = field.shape ? `${name}.${field.entries?.[i] ?? i}` : name;
      return `${where} is ${value}, wanted ${min}..${max}${none === undefined ? '' : ` or ${none}`}`;
    }
  }
  return '';
}

/** Whether any byte of a field is out of its range: most fields are bytes, and a known type is read faster. */
function strays(bytes: Uint8Array, { byte, length }: FieldPlace, min: number, max: number, none: number): boolean {
  for (let i = byte; i < byte + length; i++) if ((bytes[i]! < min || bytes[i]! > max) && bytes[i] !== none) return true;
  return false;
}

// Each type has its own pair of functions, so that each reads one kind of array only.
type Block = Record<Type, { [cell: number]: number }>;
type Access = { get(this: Block): number; set(this: Block, value: number): void };
const numbers: Record<Type, (cell: number) => Access> = {
  u8: (cell) => ({
    get() {
      return this.u8[cell]!;
    },
    set(value) {
      this.u8[cell] = value;
    },
  }),
  i16: (cell) => ({
    get() {
      return this.i16[cell]!;
    },
    set(value) {
      this.i16[cell] = value;
    },
  }),
  u16: (cell) => ({
    get() {
      return this.u16[cell]!;
    },
    set(value) {
      this.u16[cell] = value;
    },
  }),
  i32: (cell) => ({
    get() {
      return this.i32[cell]!;
    },
    set(value) {
      this.i32[cell] = value;
    },
  }),
  u32: (cell) => ({
    get() {
      return this.u32[cell]!;
    },
    set(value) {
      this.u32[cell] = value;
    },
  }),
  f64: (cell) => ({
    get() {
      return this.f64[cell]!;
    },
    set(value) {
      this.f64[cell] = value;
    },
  }),
};
type FlagAccess = { get(this: Block): boolean; set(this: Block, value: boolean): void };
const flags: Record<'u8' | 'i16' | 'i32' | 'f64', (cell: number) => FlagAccess> = {
  u8: (cell) => ({
    get() {
      return this.u8[cell] === 1;
    },
    set(value) {
      this.u8[cell] = value ? 1 : 0;
    },
  }),
  i16: (cell) => ({
    get() {
      return this.i16[cell] === 1;
    },
    set(value) {
      this.i16[cell] = value ? 1 : 0;
    },
  }),
  i32: (cell) => ({
    get() {
      return this.i32[cell] === 1;
    },
    set(value) {
      this.i32[cell] = value ? 1 : 0;
    },
  }),
  f64: (cell) => ({
    get() {
      return this.f64[cell] === 1;
    },
    set(value) {
      this.f64[cell] = value ? 1 : 0;
    },
  }),
};

/** Names that a position has besides its fields. */
const taken = new Set(['bytes', 'options', 'tables', ...Object.keys(arrays)]);

/** Gives a class the single values as properties: `position.round` reads and writes the memory. */
export function defineSingles(prototype: object, { places }: Layout): void {
  for (const { name, field, cell } of places) {
    if (taken.has(name) || name in prototype) throw new Error(`field ${name}: the name is taken`);
    if (field.shape) continue;
    if (field.flag && !(field.type in flags)) throw new Error(`field ${name}: a flag is u8, i16, i32 or f64`);
    const access = field.flag ? flags[field.type as keyof typeof flags](cell) : numbers[field.type](cell);
    Object.defineProperty(prototype, name, { ...access, configurable: true });
  }
}

/** Arrays over the whole block of the types that single values have, by type: how many cells each has. */
export function wholeArrays({ places, size }: Layout): readonly (readonly [Type, number])[] {
  const types = new Set(
    places.filter(({ field }) => !field.shape && field.type !== 'u8').map(({ field }) => field.type),
  );
  return [...types].map((type) => [type, Math.floor(size / arrays[type].BYTES_PER_ELEMENT)] as const);
}
export const arrayOf = (type: Type, { buffer, byteOffset }: Memory, length: number) =>
  new arrays[type](buffer, byteOffset, length);
