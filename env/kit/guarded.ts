/**
 * Positions that refuse what typed arrays swallow without a word: an index beside a field, a number that its type cannot hold.
 * Far slower to read and write, so only the check of a game plays on them.
 */
type Cells = { [index: number]: number } & { readonly length: number };

/** Whether new positions are guarded. */
let guarding = false;

/** Runs `work`, in which every new position is guarded: those that set a game up, and copies. */
export function withGuards<T>(work: () => T): T {
  const before = guarding;
  guarding = true;
  try {
    return work();
  } finally {
    guarding = before;
  }
}

export const areGuarded = (): boolean => guarding;

/** @throws RangeError when a number was written that is not what stands there now */
function held(said: string, written: unknown, now: number | undefined): void {
  if (now !== Number(written)) throw new RangeError(`${said}: its type cannot hold that number`);
}

const beside = (said: string, { length }: Cells) => new RangeError(`${said}: the field has ${length} numbers, from 0`);

/** Methods of a typed array that write, by name. */
const writers = (name: string, cells: Cells & Uint8Array): Record<string, unknown> => ({
  fill(value: number, from = 0, to = cells.length) {
    const said = `${name}.fill(${value}, ${from}, ${to})`;
    if (from > cells.length || to > cells.length) throw beside(said, cells);
    cells.fill(value, from, to);
    const [first] = cells.subarray(from, to);
    if (first !== undefined) held(said, value, first);
    return this;
  },
  set(values: ArrayLike<number>, at = 0) {
    const said = `${name}.set(${values.length} numbers, ${at})`;
    if (at + values.length > cells.length) throw beside(said, cells);
    cells.set(values, at);
    for (let i = 0; i < values.length; i++) held(`${name}.set() of ${values[i]}`, values[i], cells[at + i]);
  },
});

const guards = (name: string, own: Record<string, unknown>): ProxyHandler<Cells> => ({
  get(cells, key) {
    if (typeof key === 'string' && Object.hasOwn(own, key)) return own[key];
    const value = Reflect.get(cells, key, cells);
    return typeof value === 'function' ? value.bind(cells) : value;
  },
  set(cells, key, value) {
    const index = Number(String(key));
    const said = `${name}[${String(key)}] = ${String(value)}`;
    if (!Number.isInteger(index) || index < 0 || index >= cells.length) throw beside(said, cells);
    cells[index] = value;
    held(said, value, cells[index]);
    return true;
  },
});

/** A list, guarded. */
export const guarded = <T extends Cells>(name: string, cells: T): T =>
  new Proxy<Cells>(cells, guards(name, writers(name, cells as never))) as unknown as T;

/** A single number or flag of a position, guarded: to define as a property of it. @param cells a view of it alone */
export const guardedSingle = (name: string, cells: Cells, flag: boolean): PropertyDescriptor => ({
  get: () => (flag ? cells[0] === 1 : cells[0]),
  set(value: unknown) {
    cells[0] = flag ? (value ? 1 : 0) : (value as number);
    if (!flag) held(`${name} = ${String(value)}`, value, cells[0]);
  },
  enumerable: true,
  configurable: true,
});
