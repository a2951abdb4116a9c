/** Games won against each opponent over time, with their 95 % intervals. */
import type { Measured } from '../protocol.js';

const [WIDTH, HEIGHT] = [400, 200];
const [LEFT, RIGHT, TOP, BOTTOM] = [46, 18, 10, 38];
/** Seconds from one tick to the next: the first with which there are few. */
const steps = [2, 5, 10, 20, 60, 120, 300, 600, 1800, 3600];
/** By place: nothing is told by colour alone. */
const dashes = ['', '7 4'];

const percent = (share: number) => (100 * share).toFixed(0);

export function Progress({ measured }: { measured: readonly Measured[] }) {
  const last = measured.at(-1);
  const names = Object.keys(last?.against ?? {});
  const most = Math.max(10, last?.seconds ?? 0);
  const x = (seconds: number) => LEFT + ((WIDTH - LEFT - RIGHT) * seconds) / most;
  const y = (share: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - share);
  const line = (points: [number, number][]) => points.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' ');
  const edge = (name: string, side: 'mean' | 'low' | 'high') =>
    measured.map(({ seconds, against }): [number, number] => [x(seconds), y(against[name]![side])]);
  const step = steps.find((seconds) => most / seconds <= 5) ?? most;
  const ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
  const words = names.map((name) => {
    const { mean, low, high } = last!.against[name]!;
    return [name, `${percent(mean)} % [${percent(low)}, ${percent(high)}]`] as const;
  });
  return (
    <section class="card" aria-labelledby="won">
      <h2 id="won">Games won</h2>
      <figure class="won">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={`Share of games won by seconds of learning. ${words.map(([name, won]) => `Against ${name}: ${won}.`).join(' ')}`}
        >
          {[0, 0.5, 1].map((share) => (
            <g key={share}>
              <line class="grid" x1={LEFT} x2={WIDTH - RIGHT} y1={y(share)} y2={y(share)} />
              <text class="tick" x={LEFT - 6} y={y(share) + 5} text-anchor="end">
                {percent(share)} %
              </text>
            </g>
          ))}
          {ticks.map((seconds) => (
            <text key={seconds} class="tick" x={x(seconds)} y={HEIGHT - BOTTOM + 15} text-anchor="middle">
              {seconds.toFixed(0)}
            </text>
          ))}
          <text class="tick" x={(LEFT + WIDTH - RIGHT) / 2} y={HEIGHT - 4} text-anchor="middle">
            seconds of learning
          </text>
          {names.map((name, i) => (
            <g key={name} class={`of-rival rival-${i}`}>
              <polygon class="band" points={line([...edge(name, 'high'), ...edge(name, 'low').reverse()])} />
              <polyline points={line(edge(name, 'mean'))} stroke-dasharray={dashes[i]} />
              {edge(name, 'mean').map(([px, py]) => (
                <circle key={px} cx={px} cy={py} r={3} />
              ))}
            </g>
          ))}
        </svg>
        <figcaption>
          {words.length === 0 ? (
            <p class="hint">Measured now and then while it learns.</p>
          ) : (
            <ul class="rivals">
              {words.map(([name, won], i) => (
                <li key={name}>
                  <svg class={`of-rival rival-${i}`} viewBox="0 0 32 8" aria-hidden="true">
                    <polyline points="0,4 32,4" stroke-dasharray={dashes[i]} />
                  </svg>
                  against <b>{name}</b>: {won}
                </li>
              ))}
            </ul>
          )}
          {last && (
            <p class="hint">
              {last.games} games against each; a draw counts half. Bands are 95 % intervals.
              {names.includes('tactical') &&
                ' tactical is a bot that wins and blocks where it can; these games begin with four random moves.'}
            </p>
          )}
        </figcaption>
      </figure>
    </section>
  );
}
