/** Each seat's chance to win, as a bar and in numbers. */
import type { Outlook, TableView } from '../protocol.js';
import { calledIn } from './names.js';
import { chanceText, earnedText } from './numbers.js';
import { toneOf } from './seats.js';

export function Chances({ shown, outlook: { chances, earned } }: { shown: TableView; outlook: Outlook }) {
  let from = 0;
  const parts = chances.map(({ mean }, seat) => {
    const part = { seat, from, width: 100 * mean };
    from += part.width;
    return part;
  });
  return (
    <div class="chances">
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect class="rest" width="100" height="10" />
        {parts.map(({ seat, from, width }) => (
          <rect key={seat} class={`part tone-${toneOf(shown, seat)}`} x={from} width={width} height="10" />
        ))}
      </svg>
      <ul>
        {chances.map((chance, seat) => (
          <li key={seat}>
            <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
              <rect class={`part tone-${toneOf(shown, seat)}`} width="10" height="10" />
            </svg>
            <b>{calledIn(shown, seat)}</b> wins <span class="number">{chanceText(chance)}</span>
            {earned && <small> earns {earnedText(earned[seat]!)}</small>}
          </li>
        ))}
      </ul>
    </div>
  );
}
