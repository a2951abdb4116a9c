/** What the others did since one's last turn, a line each. */
import type { TableView } from '../protocol.js';
import { calledIn } from './names.js';

export function SinceYourTurn({ shown }: { shown: TableView }) {
  const { since = [] } = shown;
  if (since.length === 0) return null;
  return (
    <section class="since" aria-labelledby="since">
      <p id="since">Since your last turn</p>
      <ul>
        {since.map(({ seats, moves, tells }) => (
          <li key={seats.join()}>
            <b>{seats.map((seat) => calledIn(shown, seat)).join(', ')}</b>{' '}
            {tells.length > 0 ? tells.join('; ') : `${moves} ${moves === 1 ? 'move' : 'moves'}, of which nothing shows`}
          </li>
        ))}
      </ul>
    </section>
  );
}
