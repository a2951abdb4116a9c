/**
 * Lists of fields that refuse what a typed array swallows without a word: an index beside it, a number that its type cannot
 * hold. Far slower to read and write, so only the check of a game plays on them.
 */
type Cells = { [index: number]: number } & { readonly length: number };

const guards = (name: string): ProxyHandler<Cells> => ({
  get(cells, key) {
    const value = Reflect.get(cells, key, cells);
    return typeof value === 'function' ? value.bind(cells) : value;
  },
  set(cells, key, value) {
    const index = Number(String(key));
    const said = `${name}[${String(key)}] = ${String(value)}`;
    if (!Number.isInteger(index) || index < 0 || index >= cells.length)
      throw new RangeError(`${said}: the field has ${cells.length} numbers, from 0`);
    cells[index] = value;
    if (cells[index] !== Number(value)) throw new RangeError(`${said}: its type cannot hold that number`);
    return true;
  },
});

/** A list, guarded. */
export const guarded = <T extends Cells>(name: string, cells: T): T =>
  new Proxy<Cells>(cells, guards(name)) as unknown as T;
