/** Walking through a game: first, back, forward, last, a slider, and keys. */
import { useEffect } from 'preact/hooks';

interface Props {
  at: number;
  last: number;
  /** The position in words, for the slider. */
  words: string;
  go: (at: number) => void;
}

export function Steps({ at, last, words, go }: Props) {
  const steps = [
    { label: 'First position', sign: 'M5 4V20M19 4L8 12L19 20Z', to: 0, can: at > 0 },
    { label: 'One move back', sign: 'M17 4L6 12L17 20Z', to: at - 1, can: at > 0 },
    { label: 'One move forward', sign: 'M7 4L18 12L7 20Z', to: at + 1, can: at < last },
    { label: 'Last position', sign: 'M19 4V20M5 4L16 12L5 20Z', to: last, can: at < last },
  ];
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || takesArrows(event.target)) return;
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      if (to >= 0 && to <= last) go(to);
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
        onInput={(event) => go(event.currentTarget.valueAsNumber)}
      />
    </fieldset>
  );
}

/** Whether arrow keys are for what has the focus. */
const takesArrows = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
