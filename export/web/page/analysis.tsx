/** What an analysis has found: of the position that is shown, and of the whole game. */
import type { About, PositionReport, ReviewedPosition, ReviewReport } from '../protocol.js';
import { Chances } from './chances.js';
import { Curve } from './curve.js';
import { calledIn } from './names.js';
import { lossText } from './numbers.js';
import { Prospects } from './prospects.js';

interface OfPosition {
  about: About;
  looked: ReviewedPosition;
  report: PositionReport | null;
  on: boolean;
  turn: (on: boolean) => void;
  by: string;
  setBy: (by: string) => void;
}

export function PositionAnalysis({ about, looked, report, on, turn, by, setBy }: OfPosition) {
  const { shown } = looked;
  return (
    <section class="card analysis" aria-labelledby="analysis">
      <h2 id="analysis">Analysis</h2>
      <div class="field whole">
        <label for="by">Played on by</label>
        <select id="by" value={by} aria-describedby="by-about" onChange={(event) => setBy(event.currentTarget.value)}>
          {about.analysts.map(({ spec, name }) => (
            <option key={spec} value={spec}>
              {name}
            </option>
          ))}
        </select>
        <p class="hint" id="by-about">
          {about.analysts.find(({ spec }) => spec === by)!.about}
        </p>
      </div>
      {report && (
        <>
          <Chances shown={shown} outlook={report.outlook} />
          <Prospects report={report} />
          {report.behind && (
            <p class={report.behind.mistake ? 'problem' : 'hint'}>{behindText(report.behind, report.earns)}</p>
          )}
          <p class="hint">
            {report.outlook.n > 0
              ? `Played on ${report.outlook.n} times, ± one standard error. Likely: how often it is chosen by ${report.thinker}.`
              : 'This is how it ended.'}
            {about.hides && report.outlook.n > 0 && (
              <>
                {' '}
                Chances are those of what lies there, hidden or not; moves are judged by what{' '}
                {calledIn(shown, shown.actor)} can know.
              </>
            )}
          </p>
        </>
      )}
      <div class="actions">
        <button type="button" class={on ? '' : 'primary'} aria-pressed={on} onClick={() => turn(!on)}>
          {on ? 'Stop' : 'Analyse positions'}
        </button>
      </div>
    </section>
  );
}

function behindText({ better, loss, mistake }: NonNullable<PositionReport['behind']>, earns: boolean): string {
  const told = `it ${lossText(loss, earns)} against ${better}.`;
  if (mistake) return `A mistake: ${told}`;
  return `The move that was made is no mistake as far as can be told${loss.mean > 0 ? `: ${told}` : '.'}`;
}

interface OfGame {
  looked: ReviewedPosition;
  report: ReviewReport | null;
  on: boolean;
  turn: (on: boolean) => void;
  at: number;
  go: (at: number) => void;
}

export function GameAnalysis({ looked, report, on, turn, at, go }: OfGame) {
  const { shown, last } = looked;
  return (
    <section class="card analysis" aria-labelledby="whole">
      <h2 id="whole">The whole game</h2>
      {report && (
        <>
          {report.outlooks.length > 1 && <Curve report={report} shown={shown} at={at} last={last} go={go} />}
          {!report.finished && (
            <progress class="progress" max={1} value={report.done} aria-label="Done of the whole game" />
          )}
          <h3>Mistakes</h3>
          {report.mistakes.length === 0 && <p class="hint">None found yet.</p>}
          <ul class="mistakes">
            {report.mistakes.map((mistake) => (
              <li key={mistake.at}>
                <button type="button" class="quiet" onClick={() => go(mistake.at)}>
                  Move {mistake.at + 1}, {calledIn(shown, mistake.seat)}: {mistake.text}
                </button>
                <span class="tell">
                  {lossText(mistake.loss, report.earns)} against {mistake.better}
                </span>
              </li>
            ))}
          </ul>
          <p class="hint">
            {report.compared} {report.compared === 1 ? 'move was' : 'moves were'} compared, with {report.playOuts}{' '}
            play-outs. A mistake loses more than two standard errors; a few good moves in a hundred look so by luck.
          </p>
        </>
      )}
      <div class="actions">
        <button
          type="button"
          class={on || report?.finished ? '' : 'primary'}
          aria-pressed={on}
          disabled={report?.finished}
          onClick={() => turn(!on)}
        >
          {report?.finished ? 'Done' : on ? 'Stop' : 'Analyse the whole game'}
        </button>
      </div>
    </section>
  );
}
