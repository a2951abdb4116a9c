/** What signs, cards and buildings are, in the game's words, as a panel. */
import { useEffect, useState } from 'preact/hooks';
import type { LegendSection } from '../protocol.js';
import type { Ask } from './connection.js';
import { TokenMark } from './token.js';

/** @param options of the game that is played */
export function useLegend(ask: Ask, options: unknown, failed: (error: Error) => void): readonly LegendSection[] {
  const [legend, setLegend] = useState<readonly LegendSection[]>([]);
  useEffect(() => {
    let current = true;
    ask('legend', options).then((told) => current && setLegend(told), failed);
    return () => {
      current = false;
    };
  }, [JSON.stringify(options)]);
  return legend;
}

export function Legend({ legend }: { legend: readonly LegendSection[] }) {
  if (legend.length === 0) return null;
  return (
    <details class="legend">
      <summary>What is what</summary>
      {legend.map(({ title, entries }) => (
        <div key={title}>
          <p class="of-sheets">{title}</p>
          <dl>
            {entries.map((entry) => (
              <div key={entry.name}>
                <dt>
                  {entry.token && (
                    <span aria-hidden="true">
                      <TokenMark token={entry.token} />
                    </span>
                  )}
                  {entry.name}
                </dt>
                <dd>{entry.text}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </details>
  );
}
