/**
 * A tour of the page for a first game, beside the game that is played: each step tells of what is asked and shown just now. It can be
 * left at any time.
 */
import type { TableView } from '../protocol.js';
import { panelsOf } from './panels.js';

/** What each step tells; null where there is nothing to tell of it. */
const steps: readonly ((shown: TableView) => string | null)[] = [
  ({ question, groups, scene }) => {
    const moves = groups.flatMap((group) => group.moves);
    if (moves.length === 0) return null;
    const board = scene && moves.some(({ things = [] }) => things.length > 0);
    const many = moves.length === 1 ? 'One answer is' : `${moves.length} answers are`;
    return `The game asks: "${question}" ${many} in the list below${
      board ? '; what has a thick frame in the picture can be clicked as well' : ''
    }. The keys 1 to 9 choose the first ones.`;
  },
  ({ log, canUndo }) => {
    if (log.length === 0) return 'What everybody does will stand under "What happened", with what came of it.';
    return `What was done stands under "What happened". ${
      canUndo
        ? 'Your last move can be taken back: Undo.'
        : 'The last move cannot be taken back now: luck, something hidden or another player came after it.'
    }`;
  },
  (shown) => {
    const first = panelsOf(shown).find(({ seat }) => seat === shown.viewer)?.facts?.[0];
    return first ? `Beside each player stands what places are decided by. You have: ${first[0]} ${first[1]}.` : null;
  },
  () => '"Hint", or the key h, says what seems best from what you can see, and by how much.',
  () =>
    'The menu has the players, the pace, saved games and a link to share. After the game, walk through it to see what decided it.',
];

interface Props {
  shown: TableView;
  /** The number of the step. */
  at: number;
  /** To another step; null: the tour is over. */
  go: (at: number | null) => void;
}

export function Tour({ shown, at, go }: Props) {
  const left = steps.flatMap((step, number) => {
    const text = number >= at ? step(shown) : null;
    return text === null ? [] : [{ text, number }];
  });
  const [now, next] = left;
  if (!now) return null;
  return (
    <div class="hint-card" role="status">
      <p>{now.text}</p>
      <div class="actions">
        {next && (
          <button type="button" onClick={() => go(next.number)}>
            Next
          </button>
        )}
        <button type="button" class="quiet" onClick={() => go(null)}>
          Leave the tour
        </button>
      </div>
    </div>
  );
}
