/** Keys of the whole page, for as long as nothing else has them. */
import { useLayoutEffect } from 'preact/hooks';

/** @param act says whether the key was one of its own */
export function useKeys(act: (event: KeyboardEvent) => boolean): void {
  // Before anybody can press a key.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || typing(event.target)) return;
      // A dialog has the keys to itself, and a menu is closed by Escape.
      if (document.querySelector('dialog[open], :popover-open')) return;
      if (act(event)) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

/** Whether a key belongs to what has the focus. */
const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
