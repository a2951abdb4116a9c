/** What can be done with a place that was picked, beside it: the same as in the list, where it is short. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Offered } from './choices.js';
import { Choices } from './moves.js';

/** With more than these the board shows where each goes, and the list has the words. */
const MOST = 6;

/** @param id of the place that was picked last */
export function Beside({ id, name, offered }: { id: string; name: string; offered: Offered }) {
  const { groups, choose } = offered;
  const few = groups.reduce((sum, { choices }) => sum + choices.length, 0) <= MOST;
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    const around = box?.parentElement;
    const thing = [...(around?.querySelectorAll<SVGElement>('[data-id]') ?? [])].find(
      ({ dataset }) => dataset.id === id,
    );
    if (!box || !around || !thing) return;
    const [place, whole] = [thing.getBoundingClientRect(), around.getBoundingClientRect()];
    const { offsetWidth: width, offsetHeight: height } = box;
    // On the side where there is more room; it never covers the place itself if it can be helped.
    const right = place.right - whole.left + GAP;
    const left = place.left - whole.left - width - GAP;
    const x = right + width <= whole.width ? right : left >= 0 ? left : clamp(right - width, whole.width - width);
    const beside = x === right || x === left;
    const y = beside ? place.top - whole.top : place.bottom - whole.top + GAP;
    box.style.left = `${x}px`;
    box.style.top = `${clamp(y, whole.height - height)}px`;
  });
  if (!few) return null;
  return (
    <section ref={ref} class="beside" aria-label={`What can be done with ${name}`}>
      <Choices groups={groups} choose={choose} numbered={[]} title="p" />
    </section>
  );
}

/** Pixels between a place and what stands beside it. */
const GAP = 4;
const clamp = (value: number, most: number): number => Math.max(0, Math.min(value, most));
