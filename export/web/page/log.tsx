/** What happened, in words: the newest move last. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { LogLine, Mistake, TableView } from '../protocol.js';
import { winnerText } from './end.js';
import { calledIn } from './names.js';

/** More lines than these only when they are asked for. */
const LATEST = 100;

/** @param mistakes moves that an analysis found to lose */
export function Log({ shown, mistakes = [] }: { shown: TableView; mistakes?: readonly Mistake[] | undefined }) {
  const [all, setAll] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const { log, over } = shown;
  const from = all ? 0 : Math.max(0, log.length - LATEST);
  useEffect(() => {
    const { current } = list;
    if (current) current.scrollTop = current.scrollHeight;
  }, [log.length, over]);
  return (
    <section class="card log" aria-labelledby="log">
      <h2 id="log">What happened</h2>
      {from > 0 && (
        <button type="button" class="quiet" onClick={() => setAll(true)}>
          Show all {log.length} moves
        </button>
      )}
      {log.length === 0 && <p class="hint">Nothing yet.</p>}
      {/* What scrolls must be reached by keys. */}
      <div class="scrolls" ref={list} role="log" aria-label="Moves" tabindex={0}>
        <ol start={from + 1}>
          {log.slice(from).map((line, i) => (
            <li key={from + i}>
              <Line shown={shown} line={line} />
              {mistakes.some(({ at }) => at === from + i) && <b class="mistake"> A mistake</b>}
            </li>
          ))}
          {over && <li class="result">{resultText(shown)}</li>}
        </ol>
      </div>
    </section>
  );
}

/** A move in words, and what came of it. */
export function Line({ shown, line: { seat, text, tells } }: { shown: TableView; line: LogLine }) {
  return (
    <>
      <b>{calledIn(shown, seat)}</b> {text ?? <i>chooses in secret</i>}
      {tells.map((tell, i) => (
        <span key={i} class="tell">
          {tell}
        </span>
      ))}
    </>
  );
}

const resultText = (shown: TableView): string => `The game is over (${shown.over!.ending}). ${winnerText(shown)}`;
