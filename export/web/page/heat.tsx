/** Heat maps of the board: where games of two sets of options happen. Found on demand, a few games at a time. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { edges, UNIT } from '../board-layout.js';
import type { HeatCounts, SceneBoard, ScenePlace, Trial } from '../protocol.js';
import type { Ask } from './connection.js';

/** Games that are played again at most, and at a time. */
const [MOST, SHARE] = [100, 5];

interface Props {
  ask: Ask;
  sets: readonly [Trial, Trial];
  games: number;
  failed: (error: Error) => void;
}

const measures = {
  choices: { title: 'What choices are about', about: 'of 100 choices' },
  pieces: { title: 'Where pieces stand', about: 'pieces at the beginning of a round' },
  ends: { title: 'Where pieces stand at the end', about: 'pieces at the end of a game' },
} as const;
type Measure = keyof typeof measures;

/** One number of a place. */
function amountOf({ games, choices, rounds, places }: HeatCounts, name: string, measure: Measure): number {
  const counted = places[name]?.[measure] ?? 0;
  const per = { choices: choices / 100, pieces: rounds, ends: games }[measure];
  return per > 0 ? counted / per : 0;
}

export function HeatMaps({ ask, sets, games, failed }: Props) {
  const [measure, setMeasure] = useState<Measure>('choices');
  const [found, setFound] = useState<readonly HeatCounts[] | null>(null);
  /** Null: not asked for; `none`: there is no board. */
  const [state, setState] = useState<'asked' | 'none' | null>(null);
  const wanted = useRef(true);
  useEffect(() => {
    wanted.current = true;
    return () => {
      wanted.current = false;
    };
  }, []);
  const count = async () => {
    setState('asked');
    const sums: (HeatCounts | null)[] = [null, null];
    const most = Math.min(games, MOST);
    for (let from = 0; from < most && wanted.current; from += SHARE) {
      for (const [i, set] of sets.entries()) {
        const some = await ask('heat', { ...set, from, to: Math.min(most, from + SHARE) });
        if (!some) return setState('none');
        sums[i] = added(sums[i]!, some);
      }
      if (wanted.current) setFound([sums[0]!, sums[1]!]);
    }
  };
  if (state === 'none') return <p class="hint">The picture of this game has no board to draw a heat map on.</p>;
  if (!found)
    return (
      <button type="button" disabled={state === 'asked'} onClick={() => count().catch(failed)}>
        Where it happens
      </button>
    );
  const top = Math.max(...found.flatMap((one) => Object.keys(one.places).map((name) => amountOf(one, name, measure))));
  return (
    <div class="heat">
      <div class="field">
        <label for="heat">Where it happens</label>
        <select id="heat" value={measure} onChange={(event) => setMeasure(event.currentTarget.value as Measure)}>
          {Object.entries(measures).map(([name, { title }]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </div>
      <div class="heat-maps">
        {found.map((one, i) => (
          <figure key={i}>
            <figcaption>
              {i === 0 ? 'Before' : 'After'}: {measures[measure].about}, {one.games} games
            </figcaption>
            <HeatBoard board={one.board!} value={(name) => amountOf(one, name, measure)} top={top} />
          </figure>
        ))}
      </div>
    </div>
  );
}

function added(sum: HeatCounts | null, more: HeatCounts): HeatCounts {
  if (!sum) return more;
  const places = { ...sum.places };
  for (const [name, { choices, pieces, ends }] of Object.entries(more.places)) {
    const before = places[name] ?? { choices: 0, pieces: 0, ends: 0 };
    places[name] = { choices: before.choices + choices, pieces: before.pieces + pieces, ends: before.ends + ends };
  }
  const { games, choices, rounds } = more;
  return { ...sum, games: sum.games + games, choices: sum.choices + choices, rounds: sum.rounds + rounds, places };
}

/** @param top the value that is drawn darkest */
function HeatBoard({ board, value, top }: { board: SceneBoard; value: (name: string) => number; top: number }) {
  const [left, upper, right, bottom] = edges(board);
  const numbers = board.places.map((place) => ({ place, n: value(place.name) }));
  const most = [...numbers].sort((a, b) => b.n - a.n).slice(0, 3);
  const words = most.map(({ place, n }) => `${place.name} ${told(n)}`).join(', ');
  return (
    <svg
      class="board"
      viewBox={`${left} ${upper} ${right - left} ${bottom - upper}`}
      role="img"
      aria-label={`${board.title}, most at ${words}`}
    >
      {numbers.map(({ place, n }, i) => (
        <HeatPlace key={i} place={place} n={n} share={top > 0 ? n / top : 0} />
      ))}
    </svg>
  );
}

function HeatPlace({ place, n, share }: { place: ScenePlace; n: number; share: number }) {
  const { at, size = [1, 1], shape } = place;
  const [x, y, width, height] = [at[0] * UNIT, at[1] * UNIT, size[0] * UNIT, size[1] * UNIT];
  const middle = { x: x + width / 2, y: y + height / 2 };
  const drawn = { class: 'heat-place', 'fill-opacity': (0.06 + 0.84 * share).toFixed(3) };
  return (
    <g>
      <title>{`${place.name}: ${told(n)}`}</title>
      {shape === 'round' ? (
        <ellipse cx={middle.x} cy={middle.y} rx={width / 2 - 2} ry={height / 2 - 2} {...drawn} />
      ) : (
        <rect x={x + 2} y={y + 2} width={width - 4} height={height - 4} rx={8} {...drawn} />
      )}
      {n > 0 && (
        <text
          class={share > 0.75 ? 'on-heat' : 'words'}
          x={middle.x}
          y={middle.y + 9}
          font-size={26}
          text-anchor="middle"
        >
          {told(n)}
        </text>
      )}
    </g>
  );
}

const told = (n: number): string => (n >= 9.95 ? n.toFixed(0) : n.toFixed(n >= 0.1 || n === 0 ? 1 : 2));
