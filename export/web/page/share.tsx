/** A link to the game as it stands. */
import { useState } from 'preact/hooks';
import { linkOf } from './link.js';

/** @param save gives the game as a text */
export function Share({ save, moves }: { save: () => Promise<string>; moves: number }) {
  const [made, setMade] = useState<{ link: string | null; copied: boolean; moves: number } | null>(null);
  const make = async () => {
    const link = await linkOf(await save());
    // A browser may forbid it: the link can be copied by hand.
    const copied =
      link !== null &&
      (await navigator.clipboard?.writeText(link).then(
        () => true,
        () => false,
      )) === true;
    setMade({ link, copied, moves });
  };
  return (
    <div class="share">
      <button type="button" onClick={make}>
        Link to this position
      </button>
      {made && made.moves === moves && (
        <div role="status">
          {made.link === null ? (
            <p>This game is too long for a link. Save it as a file.</p>
          ) : (
            <>
              <input readOnly value={made.link} aria-label="Link" onFocus={(event) => event.currentTarget.select()} />
              <p class="hint">
                {made.copied ? 'Copied. ' : ''}Whoever opens it goes on from here. The whole game is in it, hidden cards
                too.
              </p>
            </>
          )}
        </div>
      )}
    </div>
  );
}
