/** The chances of all seats over a game, with their 95 % intervals, and the mistakes. A click goes to the position. */
import { useState } from 'preact/hooks';
import type { Outlook, ReviewReport, TableView } from '../protocol.js';
import { calledIn } from './names.js';
import { chanceText, lossText } from './numbers.js';
import { dashOf, toneOf } from './seats.js';

interface Props {
  report: ReviewReport;
  shown: TableView;
  at: number;
  last: number;
  go: (at: number) => void;
}

const [WIDTH, HEIGHT] = [360, 190];
const [LEFT, RIGHT, TOP, BOTTOM] = [40, 10, 10, 34];

export function Curve({ report: { outlooks, mistakes, moments, earns }, shown, at, last, go }: Props) {
  // A long table is not drawn anew with every report unless somebody reads it.
  const [opened, setOpened] = useState(false);
  const x = (move: number) => LEFT + ((WIDTH - LEFT - RIGHT) * move) / Math.max(1, last);
  const y = (share: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - Math.max(0, Math.min(1, share)));
  const seats = shown.seats.map((_, seat) => seat);
  const line = (points: [number, number][]) => points.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' ');
  const edge = (seat: number, side: 'mean' | 'low' | 'high') =>
    outlooks.map(({ at, chances }): [number, number] => [x(at), y(chances[seat]![side])]);
  const ticks = [...new Set([0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(share * last)))];
  return (
    <figure class="curve">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Chances to win by move. ${seats.map((seat) => seatWords(shown, outlooks, seat)).join(' ')}`}
        onPointerDown={({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          const share = (((clientX - left) / width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
          go(Math.max(0, Math.min(last, Math.round(share * last))));
        }}
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line class="grid" x1={LEFT} x2={WIDTH - RIGHT} y1={y(share)} y2={y(share)} />
            <text class="tick" x={LEFT - 5} y={y(share) + 4} text-anchor="end">
              {100 * share} %
            </text>
          </g>
        ))}
        {ticks.map((move) => (
          <text key={move} class="tick" x={x(move)} y={HEIGHT - BOTTOM + 14} text-anchor="middle">
            {move}
          </text>
        ))}
        <text class="tick" x={(LEFT + WIDTH - RIGHT) / 2} y={HEIGHT - 4} text-anchor="middle">
          moves
        </text>
        {seats.map((seat) => (
          <g key={seat} class={`tone-${toneOf(shown, seat)}`}>
            <polygon class="band" points={line([...edge(seat, 'high'), ...edge(seat, 'low').reverse()])} />
            <polyline class="of-seat" points={line(edge(seat, 'mean'))} stroke-dasharray={dashOf(seat)} />
          </g>
        ))}
        {mistakes.map((mistake) => {
          const [px, py] = [x(mistake.at), y(chanceAt(outlooks, mistake.at, mistake.seat))];
          return (
            <path key={mistake.at} class="mark" d={`M${px} ${py - 2}l5 -9h-10Z`}>
              <title>{`Move ${mistake.at + 1}: ${mistake.text} ${lossText(mistake.loss, earns)}`}</title>
            </path>
          );
        })}
        {moments.map(({ from, to, round }) => (
          <rect
            key={from}
            class="moment"
            x={x(from)}
            y={TOP}
            width={Math.max(2, x(to) - x(from))}
            height={HEIGHT - TOP - BOTTOM}
          >
            <title>{round > 0 ? `Key moment, round ${round}` : 'Key moment'}</title>
          </rect>
        ))}
        <line class="here" x1={x(at)} x2={x(at)} y1={TOP} y2={HEIGHT - BOTTOM} />
      </svg>
      <figcaption>
        {seats.map((seat) => (
          <span key={seat}>
            <svg class={`key-line tone-${toneOf(shown, seat)}`} viewBox="0 0 26 8" aria-hidden="true">
              <path class="of-seat" d="M0 4H26" stroke-dasharray={dashOf(seat)} />
            </svg>{' '}
            {calledIn(shown, seat)}
          </span>
        ))}
      </figcaption>
      <details onToggle={(event) => setOpened(event.currentTarget.open)}>
        <summary>The same in numbers</summary>
        <section class="scrolls" tabindex={0} aria-label="Chances by move, in numbers">
          <table class="prospects">
            <thead>
              <tr>
                <th scope="col">Moves</th>
                {seats.map((seat) => (
                  <th key={seat} scope="col">
                    {calledIn(shown, seat)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {(opened ? outlooks : []).map(({ at, chances }) => (
                <tr key={at}>
                  <th scope="row">{at}</th>
                  {chances.map((chance, seat) => (
                    <td key={seat}>{chanceText(chance)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
}

function seatWords(shown: TableView, outlooks: Outlook[], seat: number): string {
  const [first, last] = [outlooks[0]!, outlooks.at(-1)!];
  return `${calledIn(shown, seat)}: ${chanceText(first.chances[seat]!)} after ${first.at} moves, ${chanceText(last.chances[seat]!)} after ${last.at}.`;
}

/** Where the line of a seat is between the positions that were looked at. */
function chanceAt(outlooks: Outlook[], at: number, seat: number): number {
  const after = outlooks.findIndex((outlook) => outlook.at >= at);
  const next = outlooks[after] ?? outlooks.at(-1)!;
  const before = outlooks[after - 1] ?? next;
  const share = next.at > before.at ? (at - before.at) / (next.at - before.at) : 1;
  return before.chances[seat]!.mean + share * (next.chances[seat]!.mean - before.chances[seat]!.mean);
}
