/** A position as one seat sees it: its boards, and all of it in words. */
import type { TableView } from '../protocol.js';
import type { Picking } from './board.js';
import { calledIn } from './names.js';
import { Boards } from './picture.js';

export function Position({ shown, picking }: { shown: TableView; picking: Picking }) {
  return (
    <div class="card position">
      <h2 id="position">
        Position <small>as {calledIn(shown, shown.viewer)} sees it</small>
      </h2>
      {shown.scene ? (
        <>
          <Boards scene={shown.scene} picking={picking} />
          <details class="inwords">
            <summary>The same in words</summary>
            <Words text={shown.text} />
          </details>
        </>
      ) : (
        <Words text={shown.text} />
      )}
    </div>
  );
}

/** The position in words. What scrolls must be reached by keys. */
export function Words({ text }: { text: string }) {
  return (
    <section class="scrolls" tabindex={0} aria-label="Position in words">
      <pre class={widthClass(text)}>{text}</pre>
    </section>
  );
}

/** How large a text can be printed follows from its longest line. */
function widthClass(text: string): string {
  const longest = Math.max(...text.split('\n').map((line) => line.length));
  return longest <= 34 ? 'narrow' : longest <= 64 ? 'middle' : 'broad';
}
