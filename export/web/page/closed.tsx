/** What cannot be done just now, with why; what has the same reason stands together. */
import type { Closed } from '../protocol.js';

/** More names than these on one line nobody reads. */
const MOST = 4;

export function ClosedMoves({ closed }: { closed: readonly Closed[] }) {
  if (closed.length === 0) return null;
  const reasons = new Map<string, string[]>();
  for (const { text, why } of closed) reasons.set(why, [...(reasons.get(why) ?? []), text]);
  return (
    <details class="closed">
      <summary>Not possible now, and why</summary>
      <ul>
        {[...reasons]
          .sort(([, a], [, b]) => a.length - b.length)
          .map(([why, texts]) => (
            <li key={why}>
              {namesOf(texts)}: <span class="why">{why}</span>
            </li>
          ))}
      </ul>
    </details>
  );
}

function namesOf(texts: readonly string[]): string {
  const more = texts.length - MOST;
  return more > 1 ? `${texts.slice(0, MOST).join('; ')} and ${more} more` : texts.join('; ');
}
