/** A mistake as a puzzle: find the better move, then see what it is worth. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Guess, Mistake, TableView } from '../protocol.js';
import type { Choice } from './choices.js';
import type { Ask } from './connection.js';
import { Moves } from './moves.js';
import { calledIn } from './names.js';
import { lossText } from './numbers.js';
import { usePicking } from './picking.js';
import { SLICE, useSlices } from './slices.js';

/** A mistake that is a puzzle just now, with the position as who made it saw it. */
export interface Posed {
  mistake: Mistake;
  shown: TableView;
}

/** What is being solved. */
export function usePuzzle(posed: Posed | null, shown: TableView, ask: Ask, by: string, failed: (error: Error) => void) {
  const [tried, setTried] = useState<{ at: number; action: number } | null>(null);
  const at = posed?.mistake.at ?? -1;
  const action = tried?.at === at ? tried.action : null;
  const work = () => ask('guess', { at, action: action!, by, budget: SLICE });
  const guess = useSlices(posed !== null && action !== null, work, `${by} ${at} ${action}`, failed);
  const choose = ({ actions }: Choice) => setTried({ at, action: actions[0]! });
  const picked = usePicking(posed?.shown ?? shown, choose, () => {});
  return { picked, action, guess, choose, again: () => setTried(null) };
}

interface Props extends ReturnType<typeof usePuzzle> {
  posed: Posed;
  earns: boolean;
  close: () => void;
}

export function Puzzle({ posed: { mistake, shown }, picked, action, guess, choose, again, earns, close }: Props) {
  const card = useRef<HTMLElement>(null);
  // It may stand far above the list that it was chosen from.
  useEffect(() => {
    card.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, [mistake.at]);
  return (
    <section class="card analysis puzzle" aria-labelledby="puzzle" tabindex={-1} ref={card}>
      <h2 id="puzzle">Find the better move</h2>
      <p>
        {calledIn(shown, mistake.seat)} is to move. In the game: {mistake.text}, which {lossText(mistake.loss, earns)}.
      </p>
      {action === null ? (
        <Moves
          groups={picked.groups}
          choose={choose}
          limit={picked.limit}
          unlimit={picked.clear}
          back={picked.back}
          further={picked.further}
          search={picked.search}
        />
      ) : (
        <div role="status">{guess ? <Answer guess={guess} earns={earns} /> : <p class="hint">Looking ...</p>}</div>
      )}
      <div class="actions">
        {action !== null && (
          <button type="button" class="primary" onClick={again}>
            Try another
          </button>
        )}
        <button type="button" onClick={close}>
          Close the puzzle
        </button>
      </div>
    </section>
  );
}

function Answer({ guess, earns }: { guess: Guess; earns: boolean }) {
  return (
    <>
      <p>
        <b>{verdict(guess)}</b>
        {guess.finished ? '' : ' (still looking)'}
      </p>
      <p class="hint">
        {guess.loss
          ? `${guess.text} ${lossText(guess.loss, earns)} against ${guess.best}.`
          : `Nothing that was compared is better than ${guess.text}.`}{' '}
        {guess.exact && 'Exact: both play best.'}
      </p>
    </>
  );
}

function verdict({ loss, worse, made, best, text }: Guess): string {
  if (made) return 'That is what was played.';
  if (!loss || best === text) return 'Yes: this is the best move.';
  return worse ? `Not yet: ${best} is better.` : 'Good: no move is better for sure.';
}
