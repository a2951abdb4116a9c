/** The legal moves as buttons, in groups. Number keys choose the first ones that are shown. */
import { useLayoutEffect, useState } from 'preact/hooks';
import type { MoveGroup } from '../protocol.js';

/** From so many moves on there is a box to filter them. */
const MANY = 12;
const KEYS = 9;
/** Longer texts get a line of their own. */
const LONG = 24;

interface Props {
  groups: MoveGroup[];
  choose: (action: number) => void;
  /** What of the picture the groups are limited to, in words; empty: to nothing. */
  limit?: string;
  unlimit?: () => void;
  /** The action that a hint names. */
  hinted?: number | undefined;
}

export function Moves({ groups, choose, limit = '', unlimit, hinted }: Props) {
  const [filter, setFilter] = useState('');
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const total = groups.reduce((sum, { moves }) => sum + moves.length, 0);
  const shown = groups
    .map(({ title, moves }) => ({
      title,
      moves: moves.filter(({ text }) => words.every((word) => `${title} ${text}`.toLowerCase().includes(word))),
    }))
    .filter(({ moves }) => moves.length > 0);
  const first = shown.flatMap(({ moves }) => moves.map(({ action }) => action)).slice(0, KEYS);

  // Before anybody can press a key.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || typing(event.target)) return;
      // A dialog has the keys to itself.
      if (document.querySelector('dialog[open]')) return;
      const action = /^[1-9]$/.test(event.key) ? first[Number(event.key) - 1] : undefined;
      if (action !== undefined) choose(action);
      else if (event.key === '/') document.getElementById('filter')?.focus();
      else if (event.key === 'Escape' && limit) unlimit?.();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  return (
    <div class="moves">
      {limit && (
        <p class="limit" role="status">
          <span>
            {total} {total === 1 ? 'move' : 'moves'} with {limit}
          </span>
          <button type="button" class="quiet" onClick={unlimit}>
            Show all moves
          </button>
        </p>
      )}
      {total > MANY && (
        <div class="filter">
          <label for="filter">Filter {total} moves</label>
          <input
            id="filter"
            type="search"
            value={filter}
            autocomplete="off"
            onInput={(event) => setFilter(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && first[0] !== undefined) choose(first[0]);
            }}
          />
        </div>
      )}
      {shown.length === 0 && <p class="hint">No move has these words.</p>}
      {shown.map(({ title, moves }, index) => (
        <section key={index} aria-label={title || 'Moves'}>
          {title && <h3>{title}</h3>}
          <ul>
            {moves.map(({ action, text }) => {
              const key = first.indexOf(action) + 1;
              return (
                <li key={action} class={text.length > LONG ? 'long' : undefined}>
                  <button
                    type="button"
                    aria-keyshortcuts={key ? String(key) : undefined}
                    class={action === hinted ? 'hinted' : undefined}
                    onClick={() => choose(action)}
                  >
                    {key > 0 && (
                      <span class="key" aria-hidden="true">
                        {key}
                      </span>
                    )}
                    <span>{text}</span>
                    {action === hinted && <small class="hint-mark"> hint</small>}
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Whether a key belongs to what has the focus. */
const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
