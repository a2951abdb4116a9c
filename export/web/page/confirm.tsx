/** A question before something that ends what goes on: a dialog in which the harmless answer is the first one. */
import { useLayoutEffect, useRef } from 'preact/hooks';

export interface Question {
  title: string;
  about: string;
  yes: string;
  no: string;
  /** What follows a yes. */
  act: () => void;
}

export function Confirm({ question, close }: { question: Question; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before anybody can press a key.
  useLayoutEffect(() => dialog.current!.showModal(), []);
  const { title, about, yes, no, act } = question;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by itself
    <dialog
      ref={dialog}
      class="card confirm"
      aria-labelledby="confirm"
      onClose={close}
      // A click beside it is a no.
      onClick={(event) => event.target === event.currentTarget && dialog.current!.close()}
    >
      <h2 id="confirm">{title}</h2>
      <p>{about}</p>
      <div class="actions">
        <button type="button" autofocus onClick={() => dialog.current!.close()}>
          {no}
        </button>
        <button
          type="button"
          class="danger"
          onClick={() => {
            dialog.current!.close();
            act();
          }}
        >
          {yes}
        </button>
      </div>
    </dialog>
  );
}
