/** A game that is played: position, moves, log, players. Agents move by themselves, at a pace for people. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { About, TableView } from '../protocol.js';
import { Confirm, type Question } from './confirm.js';
import { Log } from './log.js';
import { Menu } from './menu.js';
import { Moves } from './moves.js';
import { calledIn, PERSON } from './names.js';
import { type PlaySpeed, paceNamed } from './pace.js';
import { usePicking } from './picking.js';
import { AllCards } from './picture.js';
import { Position } from './position.js';
import { storedPace } from './storage.js';

interface Props {
  about: About;
  shown: TableView;
  /** What may be done; each shows the game anew. */
  choose: (action: number) => void;
  step: (budget: number) => void;
  take: () => void;
  watch: (seat: number) => void;
  undo: () => void;
  seat: (seat: number, spec: string) => void;
  save: () => Promise<string>;
  /** Walks through the game so far. */
  review: () => void;
  /** Of a what-if game: back to where it began. */
  back?: (() => void) | undefined;
  again: () => void;
  leave: () => void;
}

export function Play(props: Props) {
  const { about, shown, step } = props;
  const { over, asked, passing, seats } = shown;
  const [paused, setPaused] = useState(false);
  const [pace, setPace] = useState<PlaySpeed>(() => paceNamed(storedPace()));
  const [question, setQuestion] = useState<Question | null>(null);
  const watching = seats.every(({ spec }) => spec !== PERSON);
  const moving = !over && !asked;

  useEffect(() => {
    if (!moving || (paused && watching)) return;
    const timer = setTimeout(() => step(pace.budget), pace.wait);
    return () => clearTimeout(timer);
  }, [shown, paused, pace]);

  const { picking, groups, limit, clear } = usePicking(shown, props.choose, () =>
    // On a phone the list is below the board.
    document.getElementById('ask')?.scrollIntoView({ block: 'nearest' }),
  );

  // The button that had the focus is gone after a move: the keyboard goes on at what is asked next.
  const asking = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) asking.current?.focus({ preventScroll: true });
  }, [shown]);

  return (
    <main class="play">
      <header class="bar">
        <h1>{about.title}</h1>
        <div class="actions">
          <button type="button" disabled={!shown.canUndo} onClick={props.undo}>
            Undo
          </button>
          {props.back && (
            <button type="button" onClick={props.back}>
              Back
            </button>
          )}
          <Menu {...props} {...{ watching, pace, setPace }} confirm={setQuestion} />
        </div>
      </header>
      {question && <Confirm question={question} close={() => setQuestion(null)} />}
      {props.back && (
        <p class="note">
          What if: this game goes on from the one that is walked through. Everything is open, and Undo takes back any
          move.
        </p>
      )}
      <p class="turn" role="status">
        {turnText(shown)}
      </p>
      {shown.notes.map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
      <div class="columns">
        <div class="look">{!passing && <Position shown={shown} picking={picking} />}</div>
        <section class="card ask" aria-labelledby="ask">
          <h2 id="ask" tabindex={-1} ref={asking}>
            {askText(shown)}
          </h2>
          {passing && (
            <>
              <p>What {calledIn(shown, shown.actor)} sees is not for the others.</p>
              <button type="button" class="primary" onClick={props.take}>
                I am {calledIn(shown, shown.actor)}: show it
              </button>
            </>
          )}
          {asked && !passing && (
            <Moves key={shown.moves} groups={groups} choose={props.choose} limit={limit} unlimit={clear} />
          )}
          {over && <Ending {...props} />}
          {moving && watching && (
            <div class="actions">
              <button type="button" class="primary" onClick={() => setPaused(!paused)}>
                {paused ? 'Go on' : 'Pause'}
              </button>
              <button type="button" disabled={!paused} onClick={() => step(0)}>
                One move
              </button>
            </div>
          )}
        </section>
        {shown.scene?.parts.some(({ kind }) => kind === 'cards') && (
          <section class="card more" aria-label="Cards and counters">
            <AllCards scene={shown.scene} picking={picking} />
          </section>
        )}
        <div class="beside">
          <Log shown={shown} />
        </div>
      </div>
    </main>
  );
}

function Ending({ shown, again, leave, review, back }: Props) {
  const { seats, over } = shown;
  const ranked = over!.places.map((place, seat) => ({ place, seat })).sort((a, b) => a.place - b.place);
  return (
    <>
      <p>
        It ended by: {over!.ending}
        {over!.truncated ? ' (cut off, ranked as it stood)' : ''}.
      </p>
      <ol class="places">
        {ranked.map(({ place, seat }) => (
          <li key={seat}>
            <b>{place + 1}.</b> {calledIn(shown, seat)} <small>{seats[seat]!.name}</small>
          </li>
        ))}
      </ol>
      <div class="actions">
        {!back && (
          <button type="button" class="primary" onClick={again}>
            Rematch
          </button>
        )}
        <button type="button" onClick={review}>
          Walk through it
        </button>
        {!back && (
          <button type="button" onClick={leave}>
            Other game
          </button>
        )}
      </div>
    </>
  );
}

function turnText(shown: TableView): string {
  const { actor, asked, passing, seats, over, round } = shown;
  if (over) return 'The game is over.';
  const who = seats[actor]!;
  if (passing) return `Pass the device to ${calledIn(shown, actor)}.`;
  return asked
    ? `Your turn, ${calledIn(shown, actor)}. Round ${round}.`
    : `${calledIn(shown, actor)} is to move: ${who.name}. Round ${round}.`;
}

function askText(shown: TableView): string {
  const { actor, asked, passing, seats, over, question } = shown;
  if (over) return 'The game is over';
  if (passing) return `${calledIn(shown, actor)}, take the device`;
  if (asked) return question;
  return seats.some(({ spec }) => spec === PERSON) ? `${calledIn(shown, actor)} is to move` : 'You are watching';
}
