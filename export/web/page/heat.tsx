/** Heat maps of the board: where games of two sets of options happen. Found on demand, a few games at a time. */
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  addHeat,
  type HeatMap,
  type HeatMeasure,
  type HeatPlace,
  heatMeasures,
  heatPlaces,
  heatWords,
  hottest,
  shade,
} from '../../../eval/game-report/heat.js';
import { edges, UNIT } from '../board-layout.js';
import type { Trial } from '../protocol.js';
import type { Ask } from './connection.js';

/** Games that are played again at most, and at a time. */
const [MOST, SHARE] = [100, 5];

interface Props {
  ask: Ask;
  sets: readonly [Trial, Trial];
  games: number;
  failed: (error: Error) => void;
}

export function HeatMaps({ ask, sets, games, failed }: Props) {
  const [measure, setMeasure] = useState<HeatMeasure>('choices');
  const [found, setFound] = useState<readonly HeatMap[] | null>(null);
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
    const sums: (HeatMap | null)[] = [null, null];
    const most = Math.min(games, MOST);
    for (let from = 0; from < most && wanted.current; from += SHARE) {
      for (const [i, set] of sets.entries()) {
        const some = await ask('heat', { ...set, from, to: Math.min(most, from + SHARE) });
        if (!some) return setState('none');
        sums[i] = addHeat(sums[i]!, some);
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
  const top = Math.max(...found.map((one) => hottest(one, measure)));
  return (
    <div class="heat">
      <div class="field">
        <label for="heat">Where it happens</label>
        <select id="heat" value={measure} onChange={(event) => setMeasure(event.currentTarget.value as HeatMeasure)}>
          {Object.entries(heatMeasures).map(([name, { title }]) => (
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
              {i === 0 ? 'Before' : 'After'}: {heatMeasures[measure].about}, {one.games} games
            </figcaption>
            <HeatBoard map={one} measure={measure} top={top} />
          </figure>
        ))}
      </div>
    </div>
  );
}

/** @param top the value that is drawn darkest */
function HeatBoard({ map, measure, top }: { map: HeatMap; measure: HeatMeasure; top: number }) {
  const [left, upper, right, bottom] = edges(map.board);
  const places = heatPlaces(map, measure, top);
  return (
    <svg
      class="board"
      viewBox={`${left} ${upper} ${right - left} ${bottom - upper}`}
      role="img"
      aria-label={`${map.board.title}, most at ${heatWords(places)}`}
    >
      {places.map((place, i) => (
        <Place key={i} {...place} />
      ))}
    </svg>
  );
}

function Place({ name, x, y, width, height, round, share, written }: HeatPlace) {
  const [left, upper, across, down] = [x * UNIT, y * UNIT, width * UNIT, height * UNIT];
  const middle = { x: left + across / 2, y: upper + down / 2 };
  const { opacity, dark } = shade(share);
  const drawn = { class: 'heat-place', 'fill-opacity': opacity };
  return (
    <g>
      <title>{`${name}: ${written || 0}`}</title>
      {round ? (
        <ellipse cx={middle.x} cy={middle.y} rx={across / 2 - 2} ry={down / 2 - 2} {...drawn} />
      ) : (
        <rect x={left + 2} y={upper + 2} width={across - 4} height={down - 4} rx={8} {...drawn} />
      )}
      <text class={dark ? 'on-heat' : 'words'} x={middle.x} y={middle.y + 9} font-size={26} text-anchor="middle">
        {written}
      </text>
    </g>
  );
}
