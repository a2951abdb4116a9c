/** Tokens of a board glide from where they stood to where they stand now; those that came or left fade. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ScenePlace } from '../protocol.js';
import { motionsOf, type Standing } from './motion.js';

/** How pictures follow each other. */
export interface Gliding {
  /** Milliseconds; 0: everything is where it belongs at once. */
  time: number;
  /** The seat that looks, where it matters: what another one knows does not appear by moving. */
  viewer: number;
}

/** A token that was drawn: how it looked, and where it was, as CSS has it. */
interface Drawn extends Standing {
  element: Element;
  spot: string;
}

const lessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * @param board the drawing, whose places are drawn in their order, with their tokens in their order
 * @param layer lies over it, empty: what is on its way is drawn there
 */
export function useGlide(
  board: RefObject<SVGSVGElement | null>,
  layer: RefObject<SVGGElement | null>,
  places: readonly ScenePlace[],
  gliding: Gliding | undefined,
): void {
  const last = useRef<{ places: readonly ScenePlace[]; viewer: number; drawn: Drawn[] } | null>(null);
  useLayoutEffect(() => {
    if (!gliding || gliding.time === 0 || lessMotion()) {
      layer.current!.replaceChildren();
      last.current = null;
      return;
    }
    const before = last.current;
    const after = { places, viewer: gliding.viewer, drawn: drawnIn(board.current!, places) };
    last.current = after;
    // A board may be drawn anew because there is more room for it, and nothing has moved.
    if (before?.places === places) return;
    layer.current!.replaceChildren();
    if (before && before.viewer === after.viewer) glide(before.drawn, after.drawn, layer.current!, gliding.time);
  });
}

function drawnIn(board: SVGSVGElement, places: readonly ScenePlace[]): Drawn[] {
  const groups = board.querySelectorAll(':scope > .place');
  return places.flatMap(({ name: place, tokens = [] }, i) => {
    const elements = groups[i]!.querySelectorAll('.token');
    return tokens.map(({ name }, j) => ({ name, place, element: elements[j]!, spot: spotOf(elements[j]!) }));
  });
}

/** `translate(3 4) scale(0.5)` of a drawing, as CSS writes it. */
const spotOf = (element: Element): string =>
  element.getAttribute('transform')!.replace(/translate\(([^ ]+) ([^)]+)\)/, 'translate($1px, $2px)');

function glide(before: readonly Drawn[], after: readonly Drawn[], layer: SVGGElement, duration: number): void {
  for (const { from, to } of motionsOf(before, after)) {
    const [old, now] = [from === null ? null : before[from]!, to === null ? null : after[to]!];
    if (old && now && old.spot !== now.spot) {
      // What is drawn later would lie over it on its way.
      const flying = now.element.cloneNode(true) as Element;
      layer.append(flying);
      flying
        .animate([{ transform: old.spot }, { transform: now.spot }], { duration, easing: 'ease-in-out' })
        .addEventListener('finish', () => flying.remove());
      now.element.animate([{ opacity: 0 }, { opacity: 0 }], duration);
    } else if (now && !old) now.element.animate([{ opacity: 0 }, { opacity: 1 }], duration);
    else if (old && !now) {
      const leaving = old.element.cloneNode(true) as Element;
      layer.append(leaving);
      leaving
        .animate([{ opacity: 1 }, { opacity: 0 }], { duration, fill: 'forwards' })
        .addEventListener('finish', () => leaving.remove());
    }
  }
}
