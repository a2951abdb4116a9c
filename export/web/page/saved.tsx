/** Games that this browser keeps: to go on with, to name, to export, to delete; and one from a file. */
import { useState } from 'preact/hooks';
import { LoadButton, saveFile } from './files.js';
import { dropGame, type Kept, keepGame, keptGames, newId } from './storage.js';

interface Props {
  game: string;
  resume: (kept: Kept) => void;
  failed: (message: string) => void;
}

export function SavedGames({ game, resume, failed }: Props) {
  const [games, setGames] = useState(() => keptGames(game));
  /** The game whose name is being changed. */
  const [naming, setNaming] = useState('');
  const look = () => setGames(keptGames(game));
  const keep = (kept: Kept) => {
    if (!keepGame(game, kept)) failed('this browser has no room for it: delete games that are not needed any more');
    look();
  };
  return (
    <section class="card" aria-labelledby="saved">
      <h2 id="saved">Your games</h2>
      {games.length === 0 && <p class="hint">None is kept in this browser yet.</p>}
      <ul class="saved">
        {games.map((kept, i) => {
          const called = titleOf(kept);
          return (
            <li key={kept.id}>
              {naming === kept.id ? (
                <form
                  class="naming"
                  onSubmit={(event) => {
                    event.preventDefault();
                    const field = event.currentTarget.elements.namedItem('called') as HTMLInputElement;
                    keep({ ...kept, name: field.value.trim() });
                    setNaming('');
                  }}
                >
                  <label for="called">Name</label>
                  <input id="called" name="called" defaultValue={kept.name} maxLength={60} autocomplete="off" />
                  <button type="submit">Keep</button>
                </form>
              ) : (
                <p>
                  <b>{called}</b>{' '}
                  <small>
                    {kept.moves} {kept.moves === 1 ? 'move' : 'moves'}
                    {kept.name && `, ${new Date(kept.at).toLocaleString()}`}
                  </small>
                </p>
              )}
              <div class="actions">
                <button
                  type="button"
                  class={i === 0 ? 'primary' : undefined}
                  aria-label={`Continue ${called}`}
                  onClick={() => resume(kept)}
                >
                  Continue
                </button>
                <button type="button" aria-label={`Name ${called}`} onClick={() => setNaming(kept.id)}>
                  Name
                </button>
                <button
                  type="button"
                  aria-label={`Export ${called}`}
                  onClick={() => saveFile(`${game}-${fileName(called)}.json`, kept.text)}
                >
                  Export
                </button>
                <button
                  type="button"
                  aria-label={`Delete ${called}`}
                  onClick={() => {
                    dropGame(game, kept.id);
                    look();
                  }}
                >
                  Delete
                </button>
              </div>
            </li>
          );
        })}
      </ul>
      <LoadButton
        label="Import a game"
        of="Game to import"
        loaded={(text, name) => {
          const moves = movesOf(text);
          if (moves === null) failed(`${name} is no saved game: export one here, or save a replay`);
          else keep({ id: newId(), name: name.replace(/\.json$/i, ''), text, at: Date.now(), moves });
        }}
      />
    </section>
  );
}

/** What a game is called: as a person wants, or by when it was played. */
const titleOf = ({ name, at }: Kept): string => name || `Game of ${new Date(at).toLocaleString()}`;

const fileName = (called: string): string => called.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');

/** The number of moves in a saved game; null where it is none. The rules look at the rest when it is gone on with. */
function movesOf(text: string): number | null {
  try {
    const { actions } = JSON.parse(text) as { actions?: unknown };
    return Array.isArray(actions) ? actions.length : null;
  } catch {
    return null;
  }
}
