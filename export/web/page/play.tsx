/** A game that is played: position, moves, log, players. Agents move by themselves, at a pace for people. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { About, TableView } from '../protocol.js';
import { Bank } from './bank.js';
import { Cards, Facts } from './cards.js';
import type { Choice } from './choices.js';
import { ClosedMoves } from './closed.js';
import { Confirm, type Question } from './confirm.js';
import type { Ask } from './connection.js';
import { End, winnerText } from './end.js';
import { Fields } from './fields.js';
import { HintButton, HintText, useHint } from './hint.js';
import { useKeys } from './keys.js';
import { Legend, useLegend } from './legend.js';
import { Line, Log } from './log.js';
import { useRoom } from './media.js';
import { Menu } from './menu.js';
import { Moves } from './moves.js';
import { calledIn, PERSON } from './names.js';
import { type PlaySpeed, paceNamed } from './pace.js';
import { Panels, panelsOf } from './panels.js';
import { usePicking } from './picking.js';
import { Boards } from './picture.js';
import { Words } from './position.js';
import { RegretCard, useRegret } from './regret.js';
import { SinceYourTurn } from './since.js';
import { keptGames, type Match, storedCoach, storedPace } from './storage.js';
import { Tips } from './tips.js';
import { TokenMark } from './token.js';
import { Tour } from './tour.js';

interface Props {
  about: About;
  shown: TableView;
  ask: Ask;
  failed: (error: Error) => void;
  /** What may be done; each shows the game anew. */
  choose: (action: number) => void;
  /** Makes a chain of decisions. */
  follow: (actions: readonly number[]) => void;
  step: (budget: number) => void;
  take: () => void;
  watch: (seat: number) => void;
  undo: () => void;
  redo: () => void;
  /** Takes back up to before a move. */
  takeBack: (at: number) => void;
  /** The turn that waits is over. */
  confirmTurn: () => void;
  /** Whether turns are to be confirmed. */
  confirms: (on: boolean) => void;
  seat: (seat: number, spec: string) => void;
  save: () => Promise<string>;
  /** Keeps the game in this browser under a name. Resolves to false where there is no room. */
  keep: (name: string) => Promise<boolean>;
  /** Walks through the game so far. */
  review: () => void;
  /** Of a what-if game: back to where it began. */
  back?: (() => void) | undefined;
  /** The match that the game is a hand of. */
  match: Match | null;
  /** What is to be said of an opponent that adapts. */
  adapted: string | null;
  again: (further: number) => void;
  leave: () => void;
}

/** Milliseconds of moves in one go, where nobody watches them. */
const SKIP = 200;

export function Play(props: Props) {
  const { about, shown, step } = props;
  const { over, asked, passing, seats } = shown;
  const [paused, setPaused] = useState(false);
  const [pace, setPace] = useState<PlaySpeed>(() => paceNamed(storedPace()));
  /** The others move at once until the next decision of a person. */
  const [skipping, setSkipping] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const legend = useLegend(props.ask, shown.options, props.failed);
  const watching = seats.every(({ spec }) => spec !== PERSON);
  const moving = !over && !asked && !shown.confirm;

  useEffect(() => {
    if (!moving) setSkipping(false);
    if (!moving || (paused && watching)) return;
    const [wait, budget] = skipping ? [0, SKIP] : [pace.wait, pace.budget];
    const timer = setTimeout(() => step(budget), wait);
    return () => clearTimeout(timer);
  }, [shown, paused, pace, skipping]);

  const choose = ({ actions }: Choice) => (actions.length === 1 ? props.choose(actions[0]!) : props.follow(actions));
  const { picking, groups, limit, clear, back, further, search } = usePicking(shown, choose, () =>
    // On a phone the list is below the board.
    document.getElementById('ask')?.scrollIntoView({ block: 'nearest' }),
  );

  const hint = useHint(props.ask, asked && !passing && !over, shown, props.failed);
  const best = hint.report?.best;
  const marked = { ...picking, hinted: new Set(best?.things) };

  /** Nobody has played it here before. */
  const [first] = useState(() => keptGames(about.id).length === 0);
  const [tour, setTour] = useState<number | null>(null);
  const [coach, setCoach] = useState(storedCoach);
  const offer = useRegret(props.ask, coach && !passing, shown, props.failed);

  // The button that had the focus is gone after a move: the keyboard goes on at what is asked next.
  const asking = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Where a long list was scrolled, the next question would be out of sight.
    for (let above = asking.current?.parentElement; above; above = above.parentElement) above.scrollTop = 0;
  }, [shown.moves]);
  useEffect(() => {
    if (document.activeElement === document.body) asking.current?.focus({ preventScroll: true });
  }, [shown]);

  useKeys((event) => {
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (control && key === 'z' && !event.shiftKey && shown.canUndo) props.undo();
    else if (control && (key === 'y' || (key === 'z' && event.shiftKey)) && shown.canRedo) props.redo();
    else if (moving && !watching && !control && key === 's') setSkipping(true);
    else if (shown.confirm && !control && key === '1') props.confirmTurn();
    else if (shown.confirm && key === 'escape') props.undo();
    else return false;
    return true;
  });

  const room = useRoom();
  const [up, setUp] = useState(false);
  const cards = shown.scene?.parts.filter((part) => part.kind === 'cards') ?? [];
  const held = cards.filter(({ role }) => role === 'hand');
  // A game of cards alone has its cards where others have a board.
  const boards = shown.scene?.parts.some((part) => part.kind === 'board');
  const rows = cards.filter(({ role }) => role === undefined);
  const now = cards.filter(({ role }) => role === 'now');
  // On a phone panels are short: one's own things have a line, and all are told under the moves.
  const short = room === 'narrow' || room === 'flat';
  const panel = short && !passing ? panelsOf(shown).find(({ seat }) => seat === shown.viewer) : undefined;
  const own = { facts: panel?.facts?.slice(1) ?? [], tokens: panel?.tokens ?? [] };
  const has = own.facts.length > 0 || own.tokens.length > 0;
  const latest = shown.log.at(-1);
  const more = (
    <section class="more" aria-label="Cards and counters">
      {shown.notes.map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
      {cards
        .filter(({ role }) => (boards && role === undefined) || (short && role === 'panels'))
        .map((part) => (
          <Cards key={part.title} part={part} picking={marked} />
        ))}
      <Legend legend={legend} />
      {!passing && shown.scene && (
        <details>
          <summary>The same in words</summary>
          <Words text={shown.text} />
        </details>
      )}
    </section>
  );
  return (
    <main class={`play table${up ? ' up' : ''}`}>
      <header class="bar">
        <h1>{about.title}</h1>
        <p class="turn" role="status">
          {turnText(shown)}
        </p>
        <div class="actions">
          <button type="button" disabled={!shown.canUndo} aria-keyshortcuts="Control+Z" onClick={props.undo}>
            Undo
          </button>
          <button type="button" disabled={!shown.canRedo} aria-keyshortcuts="Control+Y" onClick={props.redo}>
            Redo
          </button>
          {props.back && (
            <button type="button" onClick={props.back}>
              Back
            </button>
          )}
          <Menu {...props} {...{ watching, pace, setPace }} coach={setCoach} confirm={setQuestion} />
        </div>
      </header>
      {question && <Confirm question={question} close={() => setQuestion(null)} />}
      <Panels shown={shown} picking={marked} short={short} />
      <section class="look" aria-label={`Position as ${calledIn(shown, shown.viewer)} sees it`}>
        {!passing && !shown.scene && (
          <>
            <Words text={shown.text} />
            <Fields shown={shown} />
          </>
        )}
        {!passing && !boards && rows.length > 0 && (
          <div class="rows">
            {rows.map((part) => (
              <Cards key={part.title} part={part} picking={marked} />
            ))}
          </div>
        )}
        {!passing && shown.scene && boards && (
          <Boards
            scene={shown.scene}
            picking={marked}
            changed={shown.changed}
            gliding={{ time: skipping ? 0 : pace.glide, viewer: about.hides ? shown.viewer : 0 }}
          />
        )}
      </section>
      {(held.length > 0 || has) && !passing && (
        <div class="hand">
          {has && (
            <p class="own-facts">
              <Facts facts={own.facts} />
              {own.tokens.map((token, i) => (
                <TokenMark key={i} token={token} />
              ))}
            </p>
          )}
          {held.map((part) => (
            <Cards key={part.title} part={part} picking={marked} />
          ))}
        </div>
      )}
      {room === 'wide' && more}
      <div class="side">
        {room === 'narrow' && (
          <button type="button" class="handle" aria-expanded={up} onClick={() => setUp(!up)}>
            {up ? 'Show less' : 'Show more'}
          </button>
        )}
        <div class="sheet-of">
          {latest && (
            <p class="latest">
              <Line shown={shown} line={latest} />
            </p>
          )}
          <section class="ask" aria-labelledby="ask">
            {!short && <SinceYourTurn shown={shown} />}
            <h2 id="ask" tabindex={-1} ref={asking}>
              {askText(shown)}
            </h2>
            {props.back && (
              <p class="note">
                What if: this game goes on from the one that is walked through. Everything is open, and Undo takes back
                any move.
              </p>
            )}
            {props.match && !passing && <Bank match={props.match} shown={shown} />}
            {now.map((part) => (
              <Cards key={part.title} part={part} picking={marked} headed={false} />
            ))}
            {offer && <RegretCard shown={shown} {...offer} takeBack={props.takeBack} />}
            {passing && (
              <>
                <p>What {calledIn(shown, shown.actor)} sees is not for the others.</p>
                <button type="button" class="primary" onClick={props.take}>
                  I am {calledIn(shown, shown.actor)}: show it
                </button>
              </>
            )}
            {asked && !passing && (
              <>
                <div class="advice">
                  <HintButton {...hint} />
                  {first && tour === null && (
                    <button type="button" class="quiet" onClick={() => setTour(0)}>
                      Show me around
                    </button>
                  )}
                  {tour !== null && <Tour shown={shown} at={tour} go={setTour} />}
                  <HintText {...hint} />
                </div>
                <Moves
                  key={shown.moves}
                  groups={groups}
                  choose={choose}
                  limit={limit}
                  unlimit={clear}
                  further={further}
                  search={search}
                  hinted={best?.action}
                  back={() => {
                    if (back()) return;
                    // In the middle of what one does, a step back is to take the last decision back.
                    if (shown.canUndo && shown.log.at(-1)?.seat === shown.actor) props.undo();
                  }}
                />
                <ClosedMoves closed={shown.closed ?? []} />
              </>
            )}
            {shown.confirm && (
              <div class="actions">
                <button type="button" class="primary" onClick={props.confirmTurn}>
                  Confirm turn
                </button>
                <button type="button" onClick={props.undo}>
                  Take it back
                </button>
              </div>
            )}
            {over && <End {...props} />}
            {moving && !watching && (
              <button type="button" aria-keyshortcuts="S" disabled={skipping} onClick={() => setSkipping(true)}>
                Skip to the next decision
              </button>
            )}
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
            {(room === 'middle' || room === 'flat') && more}
          </section>
          {short && <SinceYourTurn shown={shown} />}
          {room === 'narrow' && more}
          <Log shown={shown} />
        </div>
      </div>
      <Tips legend={legend} closed={shown.closed ?? []} moves={shown.moves} />
    </main>
  );
}

function turnText(shown: TableView): string {
  const { actor, asked, passing, seats, over, round } = shown;
  if (over) return winnerText(shown);
  const who = seats[actor]!;
  if (passing) return `Pass the device to ${calledIn(shown, actor)}.`;
  if (shown.confirm) return `${calledIn(shown, shown.viewer)}, your turn is not confirmed yet.`;
  // Before the first round there is none.
  const when = round > 0 ? ` Round ${round}.` : '';
  return asked
    ? `Your turn, ${calledIn(shown, actor)}.${when}`
    : `${calledIn(shown, actor)} is to move: ${who.name}.${when}`;
}

function askText(shown: TableView): string {
  const { actor, asked, passing, seats, over, question } = shown;
  if (over) return 'The game is over';
  if (passing) return `${calledIn(shown, actor)}, take the device`;
  if (asked) return question;
  if (shown.confirm) return 'Is this what you want to do?';
  return seats.some(({ spec }) => spec === PERSON) ? `${calledIn(shown, actor)} is to move` : 'You are watching';
}
