/** The page: a form for a new game, the game that is played, or one that is walked through. */
import { useEffect, useState } from 'preact/hooks';
import type { About, GameStart, ReviewedPosition, TableView } from '../protocol.js';
import { adaptTo, again } from './adapting.js';
import { Around } from './around.js';
import type { Ask } from './connection.js';
import { isLink, isWalk, unpackLink } from './link.js';
import { continueMatch, useMatch } from './match.js';
import { freshSeed, inNames } from './names.js';
import { Play } from './play.js';
import { Review } from './review.js';
import { Setup } from './setup.js';
import { type Kept, keepGame, keptGames, newId, storedConfirms, storedTab, storeTab } from './storage.js';
import { Workbench } from './workbench.js';

export function App({ about, ask }: { about: About; ask: Ask }) {
  /** The game that is played. */
  const [shown, setShown] = useState<TableView | null>(null);
  /** What is walked through instead, and what is tried from a position of it. */
  const [looked, setLooked] = useState<ReviewedPosition | null>(null);
  const [whatIf, setWhatIf] = useState<TableView | null>(null);
  /** Games that were walked through so far. */
  const [walked, setWalked] = useState(0);
  /** The options that are compared with others. */
  const [bench, setBench] = useState<Record<string, unknown> | null>(null);
  const [problem, setProblem] = useState('');
  /** Under which the game that is played is kept. */
  const [id, setId] = useState(newId);

  /** Shows what the worker answers; it answers in the order in which it is asked. */
  async function get<T>(answer: () => Promise<T>, show: (answered: T) => void): Promise<void> {
    try {
      show(await answer());
      setProblem('');
    } catch (error) {
      setProblem((error as Error).message);
    }
  }
  const play = (answer: () => Promise<TableView>) =>
    get(answer, (answered) => {
      setShown(inNames(answered));
      setLooked(null);
      setWhatIf(null);
    });
  const walk = (answer: () => Promise<ReviewedPosition>) =>
    get(answer, (answered) => {
      setLooked({ ...answered, shown: inNames(answered.shown) });
      setWhatIf(null);
    });
  const reviewOf = (text: () => Promise<string | null>) =>
    walk(async () => {
      const answered = await ask('review', await text());
      setWalked((walked) => walked + 1);
      return answered;
    });
  const review = (text: string | null) => reviewOf(async () => text);
  /** What is on the table just now. */
  const now = whatIf ?? shown;
  const change = (answer: () => Promise<TableView>) =>
    get(answer, (answered) => (whatIf ? setWhatIf : setShown)(inNames(answered)));

  // What is played stays in this browser, and a reload goes on with it.
  const moves = shown?.moves ?? 0;
  useEffect(() => {
    // Only while the worker has this game in hand.
    if (moves === 0 || whatIf) return;
    const timer = setTimeout(async () => {
      const text = await ask('save', null);
      if (keepGame(about.id, { id, name: '', text, at: Date.now(), moves })) storeTab(about.id, id);
    }, 250);
    return () => clearTimeout(timer);
  }, [moves, id, shown?.over, whatIf === null]);
  const [adapted, setAdapted] = useState<string | null>(null);
  useEffect(() => setAdapted(shown && adaptTo(about, shown)), [shown?.over === null, shown?.seed]);
  const match = useMatch(about, shown);
  const goOn = (kept: Kept) => {
    // What has a name stays as it was saved.
    setId(kept.name === '' ? kept.id : newId());
    play(() => ask('resume', kept.text));
  };
  useEffect(() => {
    const kept = isLink(location.hash) ? null : keptGames(about.id).find(({ id }) => id === storedTab(about.id));
    if (kept) goOn(kept);
  }, []);

  useEffect(() => {
    ask('confirms', storedConfirms());
  }, []);

  // A game in the address is gone on with; the address is then the page's own again, since the game moves on.
  useEffect(() => {
    const open = () => {
      const { hash, pathname, search } = location;
      if (!isLink(hash)) return;
      history.replaceState(null, '', pathname + search);
      if (isWalk(hash)) {
        reviewOf(() => unpackLink(hash));
        return;
      }
      setId(newId());
      play(async () => ask('resume', await unpackLink(hash)));
    };
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, []);

  const begin = (beginning: GameStart) => {
    setId(newId());
    play(() => ask('begin', beginning));
  };
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
      {looked && !whatIf ? (
        <Review
          key={walked}
          about={about}
          ask={ask}
          looked={looked}
          game={walked}
          failed={({ message }) => setProblem(message)}
          look={(at, viewer) => walk(() => ask('look', { at, viewer }))}
          goOn={(at) =>
            get(
              () => ask('goOn', at),
              (answered) => setWhatIf(inNames(answered)),
            )
          }
          save={() => ask('saveReview', null)}
          played={shown !== null}
          leave={() => setLooked(null)}
        />
      ) : now === null && bench ? (
        <Workbench
          about={about}
          ask={ask}
          options={bench}
          review={review}
          failed={({ message }) => setProblem(message)}
          leave={() => setBench(null)}
        />
      ) : now === null ? (
        <>
          <Around />
          <Setup
            about={about}
            ask={ask}
            begin={begin}
            resume={(text) => {
              setId(newId());
              play(() => ask('resume', text));
            }}
            goOn={goOn}
            failed={setProblem}
            review={review}
            workbench={setBench}
          />
        </>
      ) : (
        <Play
          key={whatIf ? 'what if' : 'game'}
          about={about}
          shown={now}
          ask={ask}
          failed={({ message }) => setProblem(message)}
          choose={(action) => change(() => ask('choose', { action, moves: now.moves }))}
          follow={(actions) => change(() => ask('chain', { actions, moves: now.moves }))}
          step={(budget) => change(() => ask('step', budget))}
          take={() => change(() => ask('take', null))}
          watch={(seat) => change(() => ask('watch', seat))}
          undo={() => change(() => ask('undo', null))}
          takeBack={(at) => change(() => ask('takeBack', at))}
          redo={() => change(() => ask('redo', null))}
          confirmTurn={() => change(() => ask('confirm', null))}
          confirms={(on) => change(async () => (await ask('confirms', on)) ?? now)}
          seat={(seat, spec) => change(() => ask('seat', { seat, spec }))}
          save={() => ask('save', null)}
          review={() => review(null)}
          back={whatIf && looked ? () => walk(() => ask('look', { at: looked.at, viewer: null })) : undefined}
          adapted={whatIf ? null : adapted}
          match={whatIf ? null : match}
          again={(further) => {
            const { options, seats, names } = now;
            const moved = <T,>(list: readonly T[]): T[] =>
              list.map((_, seat) => list[(seat + list.length - further) % list.length]!);
            const seed = freshSeed();
            if (match) continueMatch(about.id, match, seed, moved);
            begin({
              options,
              seats: moved(seats).map(({ spec }) => again(about, spec)),
              names: moved(names),
              seed,
            });
          }}
          keep={async (name) =>
            keepGame(about.id, { id: newId(), name, text: await ask('save', null), at: Date.now(), moves: now.moves })
          }
          leave={() => {
            storeTab(about.id, null);
            setShown(null);
            setLooked(null);
            setWhatIf(null);
          }}
        />
      )}
    </>
  );
}
