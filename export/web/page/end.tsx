/** The end of a game: who won, in words; what everybody has and what it is made of; and what comes next. */
import type { SceneCard, TableView } from '../protocol.js';
import { Facts } from './cards.js';
import { calledIn } from './names.js';
import { panelsOf } from './panels.js';
import { toneOf } from './seats.js';

interface Props {
  shown: TableView;
  /** What is to be said of an opponent that adapts. */
  adapted: string | null;
  /** The same game once more, with everybody so many seats further. */
  again: (further: number) => void;
  leave: () => void;
  review: () => void;
  /** Of a what-if game: back to where it began. */
  back?: (() => void) | undefined;
}

export function End({ shown, adapted, again, leave, review, back }: Props) {
  const { seats } = shown;
  const { ending, truncated, places, rivalAhead } = shown.over!;
  const panels = panelsOf(shown);
  const ranked = places.map((place, seat) => ({ place, seat })).sort((a, b) => a.place - b.place);
  const side = panels.find(({ seat }) => seat === undefined);
  const tone = (rivalAhead && side?.tone) || toneOf(shown, ranked[0]!.seat);
  return (
    <>
      <p class={`winner tone-${tone}`}>{winnerText(shown)}</p>
      <p class="hint">
        It ended by: {ending}
        {truncated ? ' (cut off, ranked as it stood)' : ''}.
      </p>
      {adapted && <p class="note">{adapted}</p>}
      <div class="actions">
        {!back && (
          <button type="button" class="primary" onClick={() => again(0)}>
            Rematch
          </button>
        )}
        {!back && seats.length > 1 && (
          <button type="button" onClick={() => again(1)}>
            Next seat
          </button>
        )}
        <button type="button" onClick={review}>
          Walk through it
        </button>
        {!back && (
          <button type="button" onClick={leave}>
            Other game
          </button>
        )}
      </div>
      <ol class="places">
        {ranked.map(({ place, seat }) => (
          <li key={seat} class={`tone-${toneOf(shown, seat)}`}>
            {seats.length > 1 && <b>{place + 1}.</b>} <b>{calledIn(shown, seat)}</b> <small>{seats[seat]!.name}</small>
            <Score panel={panels.find((panel) => panel.seat === seat)} />
          </li>
        ))}
        {panels
          .filter(({ seat }) => seat === undefined)
          .map((panel) => (
            <li key={panel.title} class={`rival tone-${panel.tone ?? 'plain'}`}>
              <b>{panel.title}</b>
              <Score panel={panel} />
            </li>
          ))}
      </ol>
    </>
  );
}

function Score({ panel }: { panel: SceneCard | undefined }) {
  const [score, ...others] = panel?.facts ?? [];
  if (!score) return null;
  return (
    <span class="made">
      <b class="score">
        {score[0]} {score[1]}
      </b>
      <Facts facts={panel!.sum ?? others} />
      {/* Of what is no sum, the titles and things that led there. */}
      {(panel!.sum ? [] : (panel!.text ?? [])).map((line, i) => (
        <span key={i} class="line">
          {line}
        </span>
      ))}
    </span>
  );
}

/** `Red NW wins.`, `Anna and Bo share the first place.`, `The rival wins, 61 to 54.` */
export function winnerText(shown: TableView): string {
  const { places, rivalAhead, ending } = shown.over!;
  // Where a rival without a seat came first, no seat did.
  const best = Math.min(...places);
  const first = places.flatMap((place, seat) => (place === best ? [calledIn(shown, seat)] : []));
  const sides = panelsOf(shown);
  if (rivalAhead === null && places.length === 1) return `The end: ${ending}.`;
  if (rivalAhead !== null) {
    const scores = (side: (panel: SceneCard) => boolean) => sides.find(side)?.facts?.[0]?.[1];
    const [own, other] = [
      scores(({ seat }) => seat === places.indexOf(best)),
      scores(({ seat }) => seat === undefined),
    ];
    if (own !== undefined && own === other && !rivalAhead) return `It is a draw, ${own} to ${other}.`;
    const by = own && other ? `, ${rivalAhead ? `${other} to ${own}` : `${own} to ${other}`}` : '';
    const rival = sides.find(({ seat }) => seat === undefined)?.title ?? 'rival';
    return rivalAhead ? `The ${rival.toLowerCase()} wins${by}.` : `${first.join(' and ')} wins${by}.`;
  }
  return first.length > 1 ? `${first.join(' and ')} share the first place.` : `${first[0]} wins.`;
}
