/** What each move leads to, the best first. */
import type { PositionReport } from '../protocol.js';
import { chanceText, earnedText } from './numbers.js';

export function Prospects({ report: { outlook, prospects, others, thinker, earns } }: { report: PositionReport }) {
  if (prospects.length === 0) return null;
  const exact = outlook?.exact;
  return (
    <section class="scrolls" tabindex={0} aria-label="Moves and what they lead to">
      <table class="prospects">
        <thead>
          <tr>
            <th scope="col">Move</th>
            <th scope="col">{earns ? 'Earns' : 'Wins'}</th>
            <th scope="col" title={`How likely it is chosen by: ${thinker}`}>
              Likely
            </th>
            <th scope="col">Play-outs</th>
          </tr>
        </thead>
        <tbody>
          {prospects.map(({ text, p, n, result, running, made }) => (
            <tr key={text} class={`${made ? 'made' : ''}${running ? '' : ' dropped'}`}>
              <th scope="row">
                {text}
                {made && <small> (made)</small>}
              </th>
              <td>{result ? (earns ? earnedText(result) : chanceText(result)) : ''}</td>
              <td>{Math.round(100 * p)} %</td>
              <td>{exact ? 'exact' : n}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {others > 0 && (
        <p class="hint">
          {others} {others === 1 ? 'move' : 'moves'} more, which are no better as far as is known.
        </p>
      )}
    </section>
  );
}
