/** What the players of a match have won so far. */
import type { TableView } from '../protocol.js';
import { calledIn } from './names.js';
import type { Match } from './storage.js';

export function Bank({ match: { bank, hands }, shown }: { match: Match; shown: TableView }) {
  if (hands === 0) return null;
  return (
    <p class="bank">
      After {hands} {hands === 1 ? 'hand' : 'hands'}:{' '}
      {bank.map((chips, seat) => (
        <span key={seat}>
          {seat > 0 && ', '}
          {calledIn(shown, seat)} <b>{amount(chips)}</b>
        </span>
      ))}
    </p>
  );
}

/** `+3`; not every game has whole chips. */
const amount = (chips: number): string => `${chips > 0 ? '+' : ''}${Number(chips.toFixed(2))}`;
