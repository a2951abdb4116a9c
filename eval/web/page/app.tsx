/** The page: a form for a new game, or the game that is played. */
import { useEffect, useState } from 'preact/hooks';
import type { About, Beginning, Shown } from '../protocol.js';
import type { Ask } from './connection.js';
import { isLink, unpackLink } from './link.js';
import { freshSeed } from './names.js';
import { Play } from './play.js';
import { Setup } from './setup.js';
import { leaveGame } from './storage.js';

export function App({ about, ask }: { about: About; ask: Ask }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [problem, setProblem] = useState('');

  /** Shows what the worker answers; it answers in the order in which it is asked. */
  async function get(answer: () => Promise<Shown | null>): Promise<void> {
    try {
      setShown(await answer());
      setProblem('');
    } catch (error) {
      setProblem((error as Error).message);
    }
  }

  // What is left stays in this browser, and is offered when the page is opened again.
  const moves = shown?.moves ?? 0;
  useEffect(() => {
    if (moves === 0) return;
    const timer = setTimeout(async () => {
      const text = await ask('save', null);
      leaveGame(about.id, { text, at: Date.now(), moves });
    }, 250);
    return () => clearTimeout(timer);
  }, [moves, shown?.seed, shown?.over]);

  // A game in the address is gone on with; the address is then the page's own again, since the game moves on.
  useEffect(() => {
    const open = () => {
      const { hash, pathname, search } = location;
      if (!isLink(hash)) return;
      history.replaceState(null, '', pathname + search);
      get(async () => ask('resume', await unpackLink(hash)));
    };
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, []);

  const begin = (beginning: Beginning) => get(() => ask('begin', beginning));
  return (
    <>
      {problem && (
        <div class="alert" role="alert">
          <p>{problem}</p>
          <button type="button" class="quiet" onClick={() => setProblem('')}>
            Close
          </button>
        </div>
      )}
      {shown === null ? (
        <Setup about={about} ask={ask} begin={begin} resume={(text) => get(() => ask('resume', text))} />
      ) : (
        <Play
          about={about}
          shown={shown}
          choose={(action) => get(() => ask('choose', { action, moves }))}
          step={(budget) => get(() => ask('step', budget))}
          take={() => get(() => ask('take', null))}
          watch={(seat) => get(() => ask('watch', seat))}
          undo={() => get(() => ask('undo', null))}
          seat={(seat, spec) => get(() => ask('seat', { seat, spec }))}
          save={() => ask('save', null)}
          again={() => {
            const { options, seats, names } = shown;
            begin({ options, seats: seats.map(({ spec }) => spec), names, seed: freshSeed() });
          }}
          leave={() => get(async () => null)}
        />
      )}
    </>
  );
}
