/** What an analysis has found: of the position that is shown, and of the whole game. */
import type { About, Mistake, PositionReport, ReviewedPosition, ReviewReport } from '../protocol.js';
import { Chances } from './chances.js';
import { Curve } from './curve.js';
import { AccuracyTable, Moments, Rounds } from './moments.js';
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
          {report.outlook && <Chances shown={shown} outlook={report.outlook} />}
          <Prospects report={report} />
          {report.behind && (
            <p class={report.behind.mistake ? 'problem' : 'hint'}>{behindText(report.behind, report.earns)}</p>
          )}
          <p class="hint">
            {basis(report)}
            {about.hides && !shown.over && <> All of it is what {calledIn(shown, shown.actor)} can know.</>}
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

/** Where the numbers come from. */
function basis({ outlook, thinker, earns, rounds }: PositionReport): string {
  if (!outlook) return 'Nothing can be said yet.';
  const likely = `Likely: how often it is chosen by ${thinker}.`;
  if (outlook.exact) return `Exact: both play best. ${likely}`;
  if (outlook.n === 0) return 'This is how it ended.';
  const same = outlook.alike
    ? ' All of these were the same game, since nothing is left to chance: they say nothing of chances.'
    : '';
  const cut = rounds === null ? '' : ` for ${rounds} rounds and judged`;
  return `The best move was played on ${outlook.n} times${cut}: its ${earns ? 'result' : 'chances'}, with 95 % intervals.${same} ${likely}`;
}

function behindText({ better, loss, mistake }: NonNullable<PositionReport['behind']>, earns: boolean): string {
  const told = `it ${lossText(loss, earns)} against ${better}.`;
  if (mistake) return `A mistake: ${told}`;
  return `The move that was made is no mistake as far as can be told: ${told}`;
}

interface OfGame {
  looked: ReviewedPosition;
  report: ReviewReport | null;
  on: boolean;
  turn: (on: boolean) => void;
  at: number;
  go: (at: number) => void;
  /** Makes a puzzle of a mistake. */
  pose: (mistake: Mistake) => void;
}

export function GameAnalysis({ looked, report, on, turn, at, go, pose }: OfGame) {
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
          <Moments {...{ report, shown, go }} />
          <AccuracyTable {...{ report, shown, go }} />
          <h3>Mistakes</h3>
          {report.mistakes.length === 0 && <p class="hint">None found yet.</p>}
          <ul class="mistakes">
            {report.mistakes.map((mistake) => (
              <li key={mistake.at}>
                <button type="button" class="quiet" onClick={() => go(mistake.at)}>
                  Move {mistake.at + 1}, {calledIn(shown, mistake.seat)}: {mistake.text}
                </button>
                <span class="tell">
                  {lossText(mistake.loss, report.earns)}
                  {mistake.exact && ', exact'}
                </span>
                <button type="button" class="quiet" onClick={() => pose(mistake)}>
                  Find the better move
                </button>
                <details>
                  <summary>The answer</summary>
                  {mistake.better}
                </details>
              </li>
            ))}
          </ul>
          <Rounds {...{ report, shown, go }} />
          <p class="hint">
            {report.compared} {report.compared === 1 ? 'move was' : 'moves were'} compared, with {report.playOuts}{' '}
            play-outs
            {report.rounds !== null && `, cut after ${report.rounds} rounds and judged`}. If all moves were good, one
            would be called a mistake in at most one of twenty games
            {report.slight > 0 &&
              `; those that seem to lose more than ${Math.round(100 * report.slight)} % are played to the end of the game, and that decides`}
            .
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
