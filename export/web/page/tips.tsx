/**
 * What is to be known of what is pointed at, or reached by keys: what its words name in the legend, and why it cannot be chosen. It
 * lies over the page, lets clicks through, and goes with Escape.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Closed, LegendSection } from '../protocol.js';
import { namedIn } from './named.js';

interface Props {
  legend: readonly LegendSection[];
  closed: readonly Closed[];
  /** What is shown is another position when this changes. */
  moves: number;
}

/** Milliseconds that a pointer rests before anything is told. */
const REST = 350;
/** With more reasons than these a thing stands for many, and the list has them. */
const MOST = 3;
const GAP = 8;

/** What an element tells: its words, and the id of the thing in the picture that it is. */
export const tells = (words: string, thing?: string) => ({ 'data-told': words, 'data-thing': thing });

export function Tips({ legend, closed, moves }: Props) {
  const [of, setOf] = useState<HTMLElement | SVGElement | null>(null);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => setOf(null), [moves]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const told = ({ target }: Event) => (target as Element).closest<HTMLElement | SVGElement>('[data-told]');
    const later = (element: HTMLElement | SVGElement | null, wait: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => setOf(element), wait);
    };
    const over = (event: PointerEvent) => {
      const touched = event.pointerType === 'touch';
      const element = told(event);
      // A tap on a choice makes it, and where a list has all of the width there is no room beside it.
      const list = element?.closest('.moves');
      later(list && (touched || innerWidth < 640) ? null : element, touched ? 0 : REST);
    };
    const focus = (event: Event) => {
      const element = told(event);
      if (element && (event.target as Element).matches(':focus-visible')) later(element, 0);
    };
    const gone = () => later(null, 0);
    const key = ({ key }: KeyboardEvent) => key === 'Escape' && gone();
    document.addEventListener('pointerover', over);
    document.addEventListener('focusin', focus);
    document.addEventListener('focusout', gone);
    document.addEventListener('keydown', key);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', over);
      document.removeEventListener('focusin', focus);
      document.removeEventListener('focusout', gone);
      document.removeEventListener('keydown', key);
    };
  }, []);
  const words = of?.dataset.told ?? '';
  const entries = namedIn(legend, words);
  const all = closed.filter(({ things }) => things.includes(of?.dataset.thing ?? ''));
  const whys = all.length > MOST ? [] : all;
  const shown = of !== null && (entries.length > 0 || whys.length > 0);
  useLayoutEffect(() => {
    const tip = ref.current;
    if (!tip || !of?.isConnected) return;
    const place = of.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = tip;
    const within = (value: number, most: number) => `${Math.max(GAP, Math.min(value, most - GAP))}px`;
    // Beside a list it would cover the next choices.
    const beside = of.closest('.moves') !== null && place.left - width - GAP >= 0;
    const below = place.bottom + GAP + height <= innerHeight;
    tip.style.left = within(beside ? place.left - width - GAP : place.left, innerWidth - width);
    tip.style.top = within(
      beside ? place.top : below ? place.bottom + GAP : place.top - height - GAP,
      innerHeight - height,
    );
  });
  if (!shown) return null;
  return (
    <div ref={ref} class="tip" role="tooltip">
      {entries.map(({ name, text }) => (
        <p key={name}>
          <b>{name}</b> {text}
        </p>
      ))}
      {whys.map(({ text, why }) => (
        <p key={text} class="why">
          Not now: {whys.length > 1 ? `${text}: ` : ''}
          {why}
        </p>
      ))}
    </div>
  );
}
