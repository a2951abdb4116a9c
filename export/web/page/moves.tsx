/** What can be chosen as buttons, in groups. Number keys choose the first ones that are shown. */
import { useState } from 'preact/hooks';
import { type Choice, type ChoiceGroup, endText } from './choices.js';
import { useKeys } from './keys.js';
import { tells as toldBy } from './tips.js';

/** From so many choices on there is a box to find them. */
const MANY = 12;
/** More buttons than these help nobody: words or another click make them fewer. */
const MOST = 150;
const KEYS = 9;
/** Longer texts get a line of their own. */
const LONG = 24;

interface Props {
  groups: ChoiceGroup[];
  choose: (choice: Choice) => void;
  /** What of the picture the groups are limited to, in words; empty: to nothing. */
  limit: string;
  unlimit: () => void;
  /** One step back. */
  back: () => void;
  /** There are many more that take several decisions. */
  further: boolean;
  /** Finds those by their words. */
  search: (words: readonly string[]) => ChoiceGroup[];
  /** The action that a hint names. */
  hinted?: number | undefined;
}

export function Moves({ groups, choose, limit, unlimit, back, further, search, hinted }: Props) {
  const [filter, setFilter] = useState('');
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const total = count(groups);
  const found = groups
    .map(({ title, choices }) => ({
      title,
      choices: choices.filter(({ whole }) => words.every((word) => `${title} ${whole}`.toLowerCase().includes(word))),
    }))
    .filter(({ choices }) => choices.length > 0);
  const shown = atMost(words.length > 0 && !limit ? [...found, ...search(words)] : found, MOST);
  const first = shown.flatMap(({ choices }) => choices).slice(0, KEYS);

  useKeys((event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    const choice = /^[1-9]$/.test(event.key) ? first[Number(event.key) - 1] : undefined;
    if (choice !== undefined) choose(choice);
    else if (event.key === '/') document.getElementById('filter')?.focus();
    else if (event.key === 'Escape') back();
    else return false;
    return true;
  });

  return (
    <div class="moves">
      {limit && (
        <p class="limit" role="status">
          <span>
            {total} {total === 1 ? 'way' : 'ways'} with {limit}
          </span>
          <button type="button" class="quiet" onClick={unlimit}>
            Show all moves
          </button>
        </p>
      )}
      {(total > MANY || (further && !limit)) && (
        <div class={`filter${total > MANY ? '' : ' further'}`}>
          <label for="filter">Find a move</label>
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
      <Choices groups={shown} choose={choose} numbered={first} hinted={hinted} />
      {count(shown) === MOST && <p class="hint">There are more: find them by their words or on the board.</p>}
    </div>
  );
}

interface Shown {
  groups: ChoiceGroup[];
  choose: (choice: Choice) => void;
  /** Those that a number key chooses, in their order. */
  numbered: readonly Choice[];
  /** The action that a hint names. */
  hinted?: number | undefined;
  /** What the titles are: headings under the question, or text elsewhere. */
  title?: 'h3' | 'p';
}

export function Choices({ groups, choose, numbered, hinted, title: Title = 'h3' }: Shown) {
  const advised = ({ actions }: Choice): boolean => actions.length === 1 && actions[0] === hinted;
  return groups.map(({ title, choices }, index) => (
    <div key={index} class="kind">
      {title && <Title>{title}</Title>}
      <ul aria-label={title || 'Moves'}>
        {choices.map((choice) => {
          const { text, whole, tells } = choice;
          const key = numbered.indexOf(choice) + 1;
          const about = [...tells, endText(choice)].filter(Boolean).join('; ');
          return (
            <li key={choice.actions.join()} class={text.length > LONG || about ? 'long' : undefined}>
              <button
                type="button"
                {...toldBy([title, whole, ...tells].join(', '))}
                // The name begins with what is seen.
                aria-label={whole === text ? undefined : `${text}: ${[whole, about].filter(Boolean).join('. ')}`}
                aria-keyshortcuts={key ? String(key) : undefined}
                class={advised(choice) ? 'hinted' : undefined}
                onClick={() => choose(choice)}
              >
                {key > 0 && (
                  <span class="key" aria-hidden="true">
                    {key}
                  </span>
                )}
                <span>
                  {text}
                  {about && <small class="about">{about}</small>}
                </span>
                {advised(choice) && <small class="hint-mark"> hint</small>}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  ));
}

const count = (groups: readonly ChoiceGroup[]): number => groups.reduce((sum, { choices }) => sum + choices.length, 0);

function atMost(groups: readonly ChoiceGroup[], most: number): ChoiceGroup[] {
  let left = most;
  return groups.flatMap((group) => {
    const choices = group.choices.slice(0, left);
    left -= choices.length;
    return choices.length > 0 ? [{ ...group, choices }] : [];
  });
}
