/** A hint for the person whose turn it is: the best move and why, for as long as it is wanted. */
import { useState } from 'preact/hooks';
import type { HintReport, TableView } from '../protocol.js';
import type { Ask } from './connection.js';
import { useKeys } from './keys.js';
import { chanceText, earnedText } from './numbers.js';
import { SLICE, useSlices } from './slices.js';

export interface Hinting {
  /** What is known so far; null: nothing was asked, or too little is known. */
  report: HintReport | null;
  on: boolean;
  turn: () => void;
}

/**
 * A hint for each decision until the turn is over: where a die is spent is known only some decisions after it was chosen.
 * @param able somebody is asked
 */
export function useHint(ask: Ask, able: boolean, shown: TableView, failed: (error: Error) => void): Hinting {
  const [asked, setAsked] = useState<{ since: number | null; count: number }>({ since: null, count: 0 });
  // The number of the last move that somebody else made.
  const since = shown.log.findLastIndex(({ seat }) => seat !== shown.actor);
  const on = able && asked.since === since;
  const turn = () => able && setAsked({ since: on ? null : since, count: asked.count + 1 });
  const report = useSlices(on, () => ask('hint', SLICE), `hint ${asked.count} ${shown.moves}`, failed);
  useKeys((event) => {
    if (!able || event.key !== 'h' || event.ctrlKey || event.altKey || event.metaKey) return false;
    turn();
    return true;
  });
  return { report: on ? report : null, on, turn };
}

export function HintButton({ on, turn }: Hinting) {
  return (
    <button type="button" class="quiet" aria-pressed={on} aria-keyshortcuts="h" onClick={turn}>
      {on ? 'Hide the hint' : 'Hint'}{' '}
      <span class="key" aria-hidden="true">
        h
      </span>
    </button>
  );
}

export function HintText({ on, report }: Hinting) {
  if (!on) return null;
  return (
    <div class="hint-card" role="status">
      {report?.best ? (
        <>
          <p>
            <b>{report.best.text}</b>
            {report.finished ? '' : ' (still thinking)'}
          </p>
          <p class="hint">{reasonText(report)}</p>
        </>
      ) : (
        <p class="hint">Thinking ...</p>
      )}
    </div>
  );
}

/** Why this move, and how much is known of it. */
function reasonText({ best, next, earns, exact, playOuts, rounds }: HintReport): string {
  const value = earns ? earnedText : chanceText;
  if (!best?.result || !next) return 'Nothing else can be done.';
  const worth = earns ? `Earns ${value(best.result)} from here on.` : `Chance to win ${value(best.result)}.`;
  const lead = next.lead
    ? `${value(next.lead)} more than the next best, "${next.text}"${next.lead.low > 0 ? '' : ': not for sure'}.`
    : `"${next.text}" is as good${exact ? '' : ' as far as is known'}.`;
  if (exact) return `${worth} ${lead} Exact: both play best.`;
  const judged = rounds === null ? '' : `, judged after ${rounds} rounds`;
  return `${worth} ${lead} From what you can see, by ${playOuts} games played on by bots${judged}; 95 % intervals.`;
}
