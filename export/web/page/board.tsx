/** A board as SVG: places with what stands on them. Places that moves concern are buttons, reached and left by arrow keys. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { edges, insideOf, UNIT } from '../board-layout.js';
import type { SceneBoard, ScenePlace } from '../protocol.js';
import { Beside } from './beside.js';
import type { Offered } from './choices.js';
import { type Gliding, useGlide } from './glide.js';
import { tells } from './tips.js';
import { TokenShapeOf } from './token.js';

/** What can be clicked of a picture, and what was. */
export interface Picking {
  /** Ids of what moves concern. */
  open: ReadonlySet<string>;
  picked: readonly string[];
  pick: (id: string) => void;
  /** Where something was picked: what can be done with it. */
  offered?: Offered | undefined;
  /** Ids of what a hint is about. */
  hinted?: ReadonlySet<string>;
}

/** Pixels of the smallest letters, where a screen has room for them. */
const [LEAST, LEAST_ON_PHONES] = [11, 7];

interface Props {
  board: SceneBoard;
  picking: Picking;
  /** Names of places that changed. */
  changed?: readonly string[] | undefined;
  /** Its title stands above it. */
  headed: boolean;
  /** How tokens go from one picture to the next; undefined: at once. */
  gliding?: Gliding | undefined;
}

export function Board({ board, picking, changed = [], headed, gliding }: Props) {
  const { title, places, tokens = 1 } = board;
  const most = tokens * UNIT;
  const [at, setAt] = useState('');
  /** The place that is looked at, in words under the board. */
  const [told, setTold] = useState('');
  const open = places.filter(({ id }) => id !== undefined && picking.open.has(id));
  const stop = (open.find(({ id }) => id === at) ?? open[0])?.id;
  const [left, top, right, bottom] = edges(board);
  const [least, ref] = useLeastLetters(right - left, bottom - top);
  const flying = useRef<SVGGElement>(null);
  useGlide(ref, flying, places, gliding);
  const onKeyDown = (event: KeyboardEvent) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const here = open.find(({ id }) => id === stop);
    if (!way || !here) return;
    event.preventDefault();
    const next = nearest(here, open, way as [number, number]);
    if (!next) return;
    setAt(next.id!);
    const { currentTarget } = event;
    const found = [...(currentTarget as SVGElement).querySelectorAll<SVGElement>('[data-id]')];
    found.find((element) => element.dataset.id === next.id)?.focus();
  };
  const drawn = (
    <svg
      ref={ref}
      class="board"
      viewBox={`${left} ${top} ${right - left} ${bottom - top}`}
      role="group"
      aria-label={open.length > 0 ? `${title}; arrow keys go from one choice to the next` : title}
      onKeyDown={onKeyDown}
    >
      <Beneath board={board} least={least} />
      {places.map((place, i) => {
        const { id } = place;
        const can = id !== undefined && picking.open.has(id);
        const picked = id !== undefined && picking.picked.includes(id);
        const anew = changed.includes(place.name);
        const words = `${placeWords(place)}${anew ? ', just changed' : ''}`;
        const drawn = {
          ...(id !== undefined && tells(words, id)),
          class: [
            `place tone-${place.tone ?? 'plain'}`,
            id === undefined && 'through',
            can && (picking.offered?.next.has(id) === false ? 'can aside' : 'can'),
            picked && 'picked',
            id !== undefined && picking.hinted?.has(id) && 'hinted',
            anew && 'anew',
          ]
            .filter(Boolean)
            .join(' '),
          // What lies over something else without an id of its own lets clicks through.
          ...(id !== undefined && { onPointerEnter: () => setTold(place.name) }),
        };
        return can ? (
          <g key={id} {...drawn}>
            <Inside place={place} most={most} least={least} anew={anew} />
            {/* The button lies over the picture: what is written there is shorter than its name, and in another order. */}
            <g
              role="button"
              aria-label={words}
              data-id={id}
              tabindex={id === stop ? 0 : -1}
              aria-pressed={picked}
              onClick={() => picking.pick(id)}
              onFocus={() => {
                setAt(id);
                setTold(place.name);
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' && event.key !== ' ') return;
                event.preventDefault();
                picking.pick(id);
              }}
            >
              <Frame place={place} inset={2} name="touch" />
            </g>
          </g>
        ) : (
          <g key={id ?? i} {...drawn} role="img" aria-label={words}>
            <Inside place={place} most={most} least={least} anew={anew} />
          </g>
        );
      })}
      <g ref={flying} class="flying" aria-hidden="true" />
    </svg>
  );
  const looked = places.find(({ name }) => name === told);
  const last = picking.picked.at(-1);
  const beside = places.find(({ id }) => id !== undefined && id === last);
  return (
    <div class="of-board" style={{ flexGrow: (bottom - top) / (right - left) }}>
      {headed && (
        <p class="of-sheets" aria-hidden="true">
          {title}
        </p>
      )}
      {drawn}
      {beside && picking.offered && <Beside id={last!} name={beside.name} offered={picking.offered} />}
      <p class="caption" aria-hidden="true">
        {looked ? placeWords(looked) : ' '}
      </p>
    </div>
  );
}

/** A board that is only looked at, as SVG that needs no script. */
export function Still({ board }: { board: SceneBoard }) {
  const { title, places, tokens = 1 } = board;
  const [left, top, right, bottom] = edges(board);
  return (
    <svg class="board" viewBox={`${left} ${top} ${right - left} ${bottom - top}`} role="img" aria-label={title}>
      <Beneath board={board} least={LEAST} />
      {places.map((place, i) => (
        <g key={place.id ?? i} class={`place tone-${place.tone ?? 'plain'}`}>
          <Inside place={place} most={tokens * UNIT} least={LEAST} anew={false} />
        </g>
      ))}
    </svg>
  );
}

/** Ways between the places, and words beside them. */
function Beneath({ board: { ways = [], labels = [] }, least }: { board: SceneBoard; least: number }) {
  return (
    <g aria-hidden="true">
      {ways.map(([x1, y1, x2, y2], i) => (
        <line key={i} class="way" x1={x1 * UNIT} y1={y1 * UNIT} x2={x2 * UNIT} y2={y2 * UNIT} />
      ))}
      {labels.map(({ at: [x, y], text }) => (
        <text
          key={`${x} ${y}`}
          class="label"
          x={x * UNIT}
          y={y * UNIT + 8}
          font-size={Math.max(24, least)}
          text-anchor="middle"
        >
          {text}
        </text>
      ))}
    </g>
  );
}

/** `b3: wolf den of NE, wolf 2`. */
function placeWords({ name, is = '', tokens = [] }: ScenePlace): string {
  const words = [is, ...tokens.map((token) => token.name)].filter(Boolean);
  return words.length > 0 ? `${name}: ${words.join(', ')}` : name;
}

function Frame({ place, inset, name }: { place: ScenePlace; inset: number; name: string }) {
  const { at, size = [1, 1], shape } = place;
  const [x, y, width, height] = [at[0] * UNIT, at[1] * UNIT, size[0] * UNIT, size[1] * UNIT];
  return shape === 'round' ? (
    <ellipse class={name} cx={x + width / 2} cy={y + height / 2} rx={width / 2 - inset} ry={height / 2 - inset} />
  ) : (
    <rect
      class={name}
      x={x + inset}
      y={y + inset}
      width={width - 2 * inset}
      height={height - 2 * inset}
      rx={Math.max(2, 10 - inset)}
    />
  );
}

function Inside({ place, most, least, anew }: { place: ScenePlace; most: number; least: number; anew: boolean }) {
  const { tokens = [], marked } = place;
  const { middle, lines, spots } = insideOf(place, most, least);
  return (
    <g aria-hidden="true">
      <Frame place={place} inset={2} name="ground" />
      {anew && <Frame place={place} inset={9} name="change" />}
      {marked && <Frame place={place} inset={6} name="marking" />}
      {lines.map(({ words, letters, baseline }, i) => (
        <text key={i} class="words" x={middle} y={baseline} font-size={letters} text-anchor="middle">
          {words}
        </text>
      ))}
      {tokens.map((token, i) => (
        <TokenShapeOf key={i} token={token} least={least} {...spots[i]!} />
      ))}
      <Frame place={place} inset={2} name="edge" />
    </g>
  );
}

const middleOf = ({ at, size = [1, 1] }: ScenePlace): [number, number] => [at[0] + size[0] / 2, at[1] + size[1] / 2];

/** The place that comes next in a direction: near, and rather straight ahead than aside. */
function nearest(from: ScenePlace, among: ScenePlace[], [dx, dy]: [number, number]): ScenePlace | undefined {
  const [x, y] = middleOf(from);
  const ranked = among.flatMap((place) => {
    const [px, py] = middleOf(place);
    const ahead = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    return place !== from && ahead > 0.01 ? [{ place, cost: ahead + 2 * aside }] : [];
  });
  return ranked.sort((a, b) => a.cost - b.cost)[0]?.place;
}

/** The size of the smallest letters in the measure of a drawing that is fitted into what room there is. */
function useLeastLetters(width: number, height: number) {
  const [least, setLeast] = useState(LEAST);
  const ref = useRef<SVGSVGElement>(null);
  useEffect(() => {
    const drawn = ref.current!;
    const observer = new ResizeObserver(() => {
      const pixels = Math.min(drawn.clientWidth / width, drawn.clientHeight / height);
      const wanted = matchMedia('(min-width: 60rem)').matches ? LEAST : LEAST_ON_PHONES;
      if (pixels > 0) setLeast(wanted / pixels);
    });
    observer.observe(drawn);
    return () => observer.disconnect();
  }, [width, height]);
  return [least, ref] as const;
}
