/** The components of a game as tables to change: costs, cards, numbers. What is changed becomes the option. */
import { useState } from 'preact/hooks';
import { fieldWords } from './names.js';
import { put } from './put.js';

type Path = readonly (string | number)[];
type Fields = Readonly<Record<string, unknown>>;

interface Props {
  /** All tables as they are now. */
  whole: object;
  /** What of them is replaced. */
  parts: object;
  set: (parts: object) => void;
}

export function Components({ whole, parts, set }: Props) {
  const change = (path: Path, value: unknown) => set(put(parts, whole, path, value) as object);
  return (
    <div class="components">
      {Object.entries(whole).map(([name, table]) => (
        <Part key={name} name={name} table={table} changed={Object.hasOwn(parts, name)} change={change} />
      ))}
      <button type="button" disabled={Object.keys(parts).length === 0} onClick={() => set({})}>
        As they were
      </button>
    </div>
  );
}

interface PartProps {
  name: string;
  table: unknown;
  changed: boolean;
  change: (path: Path, value: unknown) => void;
}

/** A table of its own, drawn only while it is open. */
function Part({ name, table, changed, change }: PartProps) {
  const [open, setOpen] = useState(false);
  const rows = rowsOf(table);
  const title = fieldWords(name);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {title}
        {changed && <small> changed</small>}
      </summary>
      {open && (
        <section class="scrolls" tabindex={0} aria-label={title}>
          {rows ? (
            <Grid title={title} name={name} rows={rows} change={change} />
          ) : (
            <table>
              <tbody>
                {leaves(table, [name]).map(([path, value]) => (
                  <tr key={path.join('.')}>
                    <th scope="row">
                      {path
                        .slice(1)
                        .map((one) => fieldWords(String(one)))
                        .join(', ') || title}
                    </th>
                    <td>
                      <Cell label={path.join(', ')} value={value} set={(to) => change(path, to)} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </section>
      )}
    </details>
  );
}

interface Row {
  key: string | number;
  fields: Fields;
}

interface GridProps {
  title: string;
  name: string;
  rows: readonly Row[];
  change: (path: Path, value: unknown) => void;
}

function Grid({ title, name, rows, change }: GridProps) {
  const columns = [...new Set(rows.flatMap(({ fields }) => Object.keys(fields)))];
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {fieldWords(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, fields }) => (
          <tr key={key}>
            <th scope="row">{typeof key === 'number' ? key + 1 : fieldWords(key.replaceAll('-', ' '))}</th>
            {columns.map((column) => (
              <td key={column}>
                {Object.hasOwn(fields, column) && (
                  <Cell
                    label={`${typeof key === 'number' ? key + 1 : key}, ${column}`}
                    value={fields[column]}
                    set={(to) => change([name, key, column], to)}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One value; lists and objects as JSON. */
function Cell({ label, value, set }: { label: string; value: unknown; set: (value: unknown) => void }) {
  /** What was typed and is no value yet. */
  const [typed, setTyped] = useState<string | null>(null);
  if (typeof value === 'boolean')
    return (
      <input
        type="checkbox"
        aria-label={label}
        checked={value}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    );
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return (
    <input
      type="text"
      inputMode={typeof value === 'number' ? 'decimal' : 'text'}
      aria-label={label}
      aria-invalid={typed !== null}
      size={Math.min(24, Math.max(4, text.length + 1))}
      value={typed ?? text}
      onInput={(event) => {
        const given = event.currentTarget.value;
        const read = typeof value === 'string' ? given : parsed(given);
        setTyped(read === undefined ? given : null);
        if (read !== undefined) set(read);
      }}
    />
  );
}

/** Rows of a table in which all are alike: a list of objects, or objects by name. Null: it is none. */
function rowsOf(table: unknown): Row[] | null {
  if (typeof table !== 'object' || table === null) return null;
  const list = Array.isArray(table);
  const rows = Object.entries(table).map(([key, fields]) => ({ key: list ? Number(key) : key, fields }));
  const objects = rows.every(({ fields }) => typeof fields === 'object' && fields !== null && !Array.isArray(fields));
  return rows.length > 1 && objects ? rows : null;
}

/** All values below, with the way to each; lists are values. */
function leaves(value: unknown, path: Path): [Path, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, one]) => leaves(one, [...path, key]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
