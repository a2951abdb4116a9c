/** The options of a game as a form: what they are set to, and what is wrong with them. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Checked, OptionField } from '../protocol.js';
import { Components } from './components.js';
import type { Ask } from './connection.js';
import { fieldWords } from './names.js';

export interface OptionsForm {
  options: Record<string, unknown>;
  /** What the options lead to; null: not known yet. */
  checked: Checked | null;
  /** Nothing is wrong. */
  ready: boolean;
  /** What is wrong with an option. */
  problem: (name: string) => string | undefined;
  field: (one: OptionField) => ComponentChildren;
}

/** @param initial what the form begins with */
export function useOptions(ask: Ask, initial: Record<string, unknown>): OptionsForm {
  const [options, setOptions] = useState(initial);
  /** JSON texts as they were typed. */
  const [texts, setTexts] = useState<Record<string, string>>({});
  const [checked, setChecked] = useState<Checked | null>(null);
  const unread = Object.entries(texts).find(([, text]) => !isJson(text))?.[0];
  useEffect(() => {
    let current = true;
    ask('check', options).then((answer) => current && setChecked(answer));
    return () => {
      current = false;
    };
  }, [options]);
  const set = (name: string, value: unknown) => setOptions({ ...options, [name]: value });
  const problem = (name: string): string | undefined => {
    if (unread === name) return 'this is not JSON';
    return checked && 'field' in checked && checked.field === name ? checked.message : undefined;
  };
  // While something is wrong, the tables stay as they were.
  const [whole, setWhole] = useState<object | null>(null);
  useEffect(() => {
    if (checked && 'components' in checked) setWhole(checked.components);
  }, [checked]);
  const field = (one: OptionField) => (
    <Field
      key={one.name}
      field={one}
      whole={one.name === 'components' ? whole : null}
      value={options[one.name]}
      text={texts[one.name]}
      problem={problem(one.name)}
      set={(value) => set(one.name, value)}
      setText={(text) => {
        setTexts({ ...texts, [one.name]: text });
        if (isJson(text)) set(one.name, JSON.parse(text));
      }}
    />
  );
  const ready = checked !== null && 'seats' in checked && unread === undefined;
  return { options, checked, ready, problem, field };
}

/** Options that are folded away, unless something is wrong with them. */
export function Fold({ title, wrong, fields }: { title: string; wrong: boolean; fields: ComponentChildren }) {
  const [opened, setOpened] = useState(false);
  return (
    <details open={opened || wrong} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{title}</summary>
      <div class="options">{fields}</div>
    </details>
  );
}

function Field(props: {
  field: OptionField;
  /** Tables that the option lays something over, where they are known. */
  whole: object | null;
  value: unknown;
  text: string | undefined;
  problem: string | undefined;
  set: (value: unknown) => void;
  setText: (text: string) => void;
}) {
  const { field, whole, value, text, problem, set, setText } = props;
  const id = `option-${field.name}`;
  const about = `${id}-about`;
  const told = {
    id,
    'aria-describedby': problem ? `${about} ${id}-problem` : about,
    'aria-invalid': problem ? true : undefined,
  };
  const control = () => {
    switch (field.kind) {
      case 'choice':
        return (
          <select {...told} value={String(value ?? field.initial)} onChange={(event) => set(event.currentTarget.value)}>
            {field.values.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        );
      case 'switch':
        return (
          <input
            {...told}
            type="checkbox"
            checked={Boolean(value ?? field.initial)}
            onChange={(event) => set(event.currentTarget.checked)}
          />
        );
      case 'number':
        return (
          <input
            {...told}
            type="number"
            value={String(value ?? field.initial)}
            min={field.min ?? undefined}
            max={field.max ?? undefined}
            step={field.whole ? 1 : 'any'}
            onInput={(event) => set(event.currentTarget.valueAsNumber)}
          />
        );
      case 'json':
        return (
          <textarea
            {...told}
            rows={2}
            spellcheck={false}
            value={text ?? JSON.stringify(value ?? field.initial ?? null)}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        );
    }
  };
  return (
    <div class={`field ${field.kind}`}>
      <label for={id}>{fieldWords(field.name)}</label>
      {control()}
      <p class="hint" id={about}>
        {field.about}
      </p>
      {whole && (
        <Components
          whole={whole}
          parts={(value ?? field.initial ?? {}) as object}
          set={(parts) => setText(JSON.stringify(parts))}
        />
      )}
      {problem && (
        <p class="problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
