/** Games as files on this device. */
import { useRef } from 'preact/hooks';

interface Loading {
  /** What the button says. */
  label: string;
  /** What the file is called for who does not see it. */
  of: string;
  loaded: (text: string, name: string) => void;
}

/** Reads a saved game. */
export function LoadButton({ label, of, loaded }: Loading) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        class="away"
        type="file"
        accept=".json,application/json"
        aria-label={of}
        tabindex={-1}
        onChange={async (event) => {
          const field = event.currentTarget;
          const file = field.files?.[0];
          if (file) loaded(await file.text(), file.name);
          // The same file again is a change too.
          field.value = '';
        }}
      />
    </>
  );
}

/** Hands a text to the person as a file. */
export function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
