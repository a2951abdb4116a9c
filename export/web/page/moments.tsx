/** What decided a game, how well each seat played, and the game by rounds and turns. */
import { useState } from 'preact/hooks';
import type { Accuracy, Estimate, Outlook, ReviewReport, TableView, Turn } from '../protocol.js';
import { calledIn } from './names.js';
import { chanceText, earnedText } from './numbers.js';

interface Props {
  report: ReviewReport;
  shown: TableView;
  go: (at: number) => void;
}

const percent = ({ mean }: Estimate): string => `${(100 * mean).toFixed(0)} %`;

/** `moves 41 to 56`, from 1. */
const movesText = ({ from, to }: Turn): string => (to - from === 1 ? `move ${to}` : `moves ${from + 1} to ${to}`);

/** The largest swings. */
export function Moments({ report: { moments }, shown, go }: Props) {
  return (
    <>
      <h3>Key moments</h3>
      {moments.length === 0 && <p class="hint">None known yet.</p>}
      <ol class="moments">
        {moments.map((moment) => (
          <li key={moment.from}>
            <button type="button" class="quiet" onClick={() => go(moment.from)}>
              {moment.round > 0 && `Round ${moment.round}, `}
              {calledIn(shown, moment.seat)}, {movesText(moment)}
            </button>
            <span class="tell">
              {calledIn(shown, moment.whose)} goes from {chanceText(moment.before)} to {chanceText(moment.after)}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

/** How well each seat played. */
export function AccuracyTable({ report: { accuracy, earns, slight }, shown }: Props) {
  return (
    <>
      <h3>Accuracy</h3>
      <section class="scrolls" tabindex={0} aria-label="How well each seat played">
        <table class="prospects accuracy">
          <thead>
            <tr>
              <th scope="col">Seat</th>
              <th scope="col">Good moves</th>
              <th scope="col">Lost a move</th>
              <th scope="col">Mistakes</th>
            </tr>
          </thead>
          <tbody>
            {accuracy.map((one) => (
              <tr key={one.seat}>
                <th scope="row">{calledIn(shown, one.seat)}</th>
                <td>{goodText(one)}</td>
                <td>{lostText(one, earns)}</td>
                <td>{one.mistakes}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p class="hint">
        Good: no other move that was compared is better{slight > 0 ? ` by more than ${Math.round(100 * slight)} %` : ''}
        , as far as is known.
      </p>
    </>
  );
}

const goodText = ({ good, judged }: Accuracy): string =>
  judged > 0 ? `${Math.round((100 * good) / judged)} % of ${judged}` : '';

function lostText({ loss, judged }: Accuracy, earns: boolean): string {
  if (!loss) return '';
  const told = judged > 1 ? loss : { ...loss, low: loss.mean, high: loss.mean };
  return earns
    ? earnedText(told).replaceAll('+', '')
    : `${tenths(told.mean)} % [${tenths(told.low)}, ${tenths(told.high)}]`;
}

const tenths = (share: number): string => (100 * share).toFixed(1);

/** All rounds, each with its turns. */
export function Rounds({ report: { turns, outlooks, mistakes }, shown, go }: Props) {
  // Long lists are not drawn anew with every report unless somebody reads them.
  const [opened, setOpened] = useState(false);
  const at = new Map<number, Outlook>(outlooks.map((outlook) => [outlook.at, outlook]));
  const rounds = [...new Set(turns.map(({ round }) => round))];
  return (
    <details onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>By round and turn</summary>
      <section class="scrolls rounds" tabindex={0} aria-label="The game by rounds and turns">
        {(opened ? rounds : []).map((round) => {
          const own = turns.filter((turn) => turn.round === round);
          const wrong = mistakes.filter((mistake) => mistake.round === round).length;
          return (
            <details key={round}>
              <summary>
                {round > 0 ? `Round ${round}` : 'Before the first round'}
                {wrong > 0 && `, ${wrong} ${wrong === 1 ? 'mistake' : 'mistakes'}`}
              </summary>
              <ul>
                {own.map((turn) => (
                  <li key={turn.from}>
                    <button type="button" class="quiet" onClick={() => go(turn.from)}>
                      {calledIn(shown, turn.seat)}, {movesText(turn)}
                    </button>
                    <span class="tell">{swingText(turn, at)}</span>
                  </li>
                ))}
              </ul>
            </details>
          );
        })}
      </section>
    </details>
  );
}

function swingText({ from, to, seat }: Turn, at: ReadonlyMap<number, Outlook>): string {
  const [before, after] = [at.get(from), at.get(to)];
  return before && after ? `${percent(before.chances[seat]!)} to ${percent(after.chances[seat]!)}` : 'not known yet';
}
