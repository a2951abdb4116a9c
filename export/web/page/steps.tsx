/** Walking through a game: first, back, forward, last, a slider, and keys. */
import { useLayoutEffect } from 'preact/hooks';

/** From where one wants to be, to where next. */
export type Step = (from: number) => number;

interface Props {
  at: number;
  last: number;
  /** The position in words, for the slider. */
  words: string;
  go: (to: Step) => void;
}

export function Steps({ at, last, words, go }: Props) {
  const back: Step = (from) => Math.max(0, from - 1);
  const forward: Step = (from) => Math.min(last, from + 1);
  const steps = [
    { label: 'First position', sign: 'M5 4V20M19 4L8 12L19 20Z', to: () => 0, can: at > 0 },
    { label: 'One move back', sign: 'M17 4L6 12L17 20Z', to: back, can: at > 0 },
    { label: 'One move forward', sign: 'M7 4L18 12L7 20Z', to: forward, can: at < last },
    { label: 'Last position', sign: 'M19 4V20M5 4L16 12L5 20Z', to: () => last, can: at < last },
  ];
  // Before anybody can press a key.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || takesArrows(event.target)) return;
      const to = { ArrowLeft: back, ArrowRight: forward, Home: () => 0, End: () => last }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      go(to);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return (
    <fieldset class="steps">
      <legend class="away">Walk through the game</legend>
      {steps.map(({ label, sign, to, can }) => (
        <button key={label} type="button" aria-label={label} title={label} disabled={!can} onClick={() => go(to)}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={sign} />
          </svg>
        </button>
      ))}
      <input
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label="Moves so far"
        aria-valuetext={words}
        onInput={(event) => {
          const { valueAsNumber } = event.currentTarget;
          go(() => valueAsNumber);
        }}
      />
    </fieldset>
  );
}

/** Whether arrow keys are for what has the focus. */
const takesArrows = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
