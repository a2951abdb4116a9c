/** A game that is walked through: any position of it, with board, log and words, and on from there. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { About, Mistake, ReviewedPosition } from '../protocol.js';
import { GameAnalysis, PositionAnalysis } from './analysis.js';
import type { Picking } from './board.js';
import type { Ask } from './connection.js';
import { saveFile } from './files.js';
import { Log } from './log.js';
import { calledIn, inNames } from './names.js';
import { AllCards } from './picture.js';
import { Position } from './position.js';
import { type Posed, Puzzle, usePuzzle } from './puzzle.js';
import { SLICE, useSlices } from './slices.js';
import { type Step, Steps } from './steps.js';

interface Props {
  about: About;
  ask: Ask;
  looked: ReviewedPosition;
  /** Which game it is, of all that were walked through. */
  game: number;
  look: (at: number, viewer: number | null) => Promise<void>;
  goOn: (at: number) => void;
  save: () => Promise<string>;
  /** There is a game to go back to. */
  played: boolean;
  leave: () => void;
  failed: (error: Error) => void;
}

/** Nothing can be chosen by clicking. */
const looking: Picking = { open: new Set(), picked: [], pick: () => {} };

export function Review({ about, ask, looked, game, look, goOn, save, played, leave, failed }: Props) {
  const { at, last, shown, next, goesOn } = looked;
  const [viewer, setViewer] = useState<number | null>(null);
  const { wanted, step } = useSteps(at, (to) => look(to, viewer));
  const [by, setBy] = useState(about.analysts[0]!.spec);
  const [onPosition, setOnPosition] = useState(false);
  const [onGame, setOnGame] = useState(false);
  const stop = (error: Error) => {
    setOnPosition(false);
    setOnGame(false);
    failed(error);
  };
  const positions = () => ask('analyse', { at, by, budget: SLICE });
  const report = useSlices(onPosition, positions, `${game} ${by} ${at}`, stop);
  const whole = useSlices(onGame, () => ask('survey', { by, budget: SLICE }), `${game} ${by}`, stop);
  const go = (to: number) => step(() => to);
  const [posed, setPosed] = useState<Posed | null>(null);
  // Who goes on to another position has left it.
  const open = posed?.mistake.at === at ? posed : null;
  const puzzle = usePuzzle(open, shown, ask, by, stop);
  const pose = async (mistake: Mistake) => {
    // The numbers of the position would be the answer.
    setOnPosition(false);
    setViewer(null);
    try {
      setPosed({ mistake, shown: inNames(await ask('puzzle', mistake.at)) });
      await look(mistake.at, null);
      await go(mistake.at);
    } catch (error) {
      stop(error as Error);
    }
  };
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that led here is gone.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  const where = `${at} of ${last} moves${next ? `, then ${calledIn(shown, next.seat)}: ${next.text}` : ''}`;
  return (
    <main class="play">
      <header class="bar">
        <h1 tabindex={-1} ref={heading}>
          {about.title}
        </h1>
        <div class="actions">
          <button type="button" disabled={!goesOn} onClick={() => goOn(at)}>
            Go on from here
          </button>
          <button
            type="button"
            onClick={async () => saveFile(`${about.id}-${shown.seed || 'replay'}.json`, await save())}
          >
            Save
          </button>
          <button type="button" onClick={leave}>
            {played ? 'Back to the game' : 'New game'}
          </button>
        </div>
      </header>
      <div class="card walk">
        <Steps at={wanted} last={last} words={where} go={step} />
        <p class="turn" role="status">
          {at} of {last} moves. {shown.over ? 'The game is over.' : `Round ${shown.round}.`}{' '}
          {next && (
            <span class="then">
              Then {calledIn(shown, next.seat)}: {next.text}
            </span>
          )}
        </p>
      </div>
      <div class="columns">
        <div class="look">
          <Position
            shown={open?.shown ?? shown}
            picking={open && puzzle.action === null ? puzzle.picked.picking : looking}
          />
        </div>
        <div class="aside">
          {open && <Puzzle {...puzzle} posed={open} earns={whole?.earns ?? false} close={() => setPosed(null)} />}
          <PositionAnalysis {...{ about, looked, report, by, setBy }} on={onPosition} turn={setOnPosition} />
          <GameAnalysis {...{ looked, at, go, pose }} report={whole} on={onGame} turn={setOnGame} />
          <Log shown={shown} mistakes={whole?.mistakes} />
          <div class="card players">
            <div class="field whole">
              <label for="watch">Position as seen by</label>
              <select
                id="watch"
                value={viewer === null ? '' : String(viewer)}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  const chosen = value === '' ? null : Number(value);
                  setViewer(chosen);
                  look(at, chosen);
                }}
              >
                <option value="">who is to move</option>
                {shown.seats.map((_, seat) => (
                  <option key={seat} value={String(seat)}>
                    {calledIn(shown, seat)}
                  </option>
                ))}
              </select>
            </div>
            <ul class="who">
              {shown.seats.map(({ name }, seat) => (
                <li key={seat}>
                  <b>{calledIn(shown, seat)}</b> {name}
                </li>
              ))}
            </ul>
            <p class="hint">
              {shown.seed && `Seed ${shown.seed}. `}Keys: arrows go a move back or forward, Home and End to the first
              and the last position.
            </p>
          </div>
        </div>
        {shown.scene?.parts.some(({ kind }) => kind === 'cards') && (
          <section class="card more" aria-label="Cards and counters">
            <AllCards scene={shown.scene} picking={looking} />
          </section>
        )}
      </div>
    </main>
  );
}

/**
 * Where one wants to be, before it is there: keys and a slider are faster than the worker. What was wanted on the way there
 * is not asked for.
 */
function useSteps(at: number, look: (to: number) => Promise<void>) {
  const [wanted, setWanted] = useState(at);
  const latest = useRef({ to: at, busy: false });
  return {
    wanted,
    step: async (next: Step) => {
      const to = next(latest.current.to);
      latest.current.to = to;
      setWanted(to);
      if (latest.current.busy) return;
      latest.current.busy = true;
      for (let asked: number | null = null; asked !== latest.current.to; ) {
        asked = latest.current.to;
        await look(asked);
      }
      latest.current.busy = false;
    },
  };
}
