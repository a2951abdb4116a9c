/** The legal moves of a position, grouped by what they concern, with names for people. */
import type { Game, State } from '../../env/game.js';
import { promptWords } from '../../env/words.js';
import type { Move, MoveGroup } from './protocol.js';

/** A text as people read it beside the picture. */
export const wordsOf = <S extends State>(
  { drawing }: Pick<Game<never, S>, 'drawing'>,
  state: S,
  text: string,
): string => drawing?.words?.(state, text) ?? text;

/** An action in words for people. */
export const actionWords = <S extends State>(game: Pick<Game<never, S>, 'drawing'>, state: S, action: number): string =>
  wordsOf(game, state, state.actionText(action));

/**
 * Groups in the order in which their moves first appear. Kinds of one move only, and those without a name for people, stand together after
 * them;
 * what gives the game up is last, a group of its own that nothing in the picture leads to.
 * @param mask the legal actions
 * @param game its drawing maps a move to the things of the picture that it concerns
 */
export function groupMoves<S extends State>(
  state: S,
  mask: Uint8Array,
  { drawing, concedes }: Pick<Game<never, S>, 'drawing' | 'concedes'> = {},
): MoveGroup[] {
  const kinds = new Map<string, Move[]>();
  const ends: Move[] = [];
  mask.forEach((bit, action) => {
    if (bit !== 1) return;
    const text = actionWords({ drawing }, state, action);
    if (concedes?.(action)) {
      ends.push({ action, text });
      return;
    }
    const kind = state.actionJson?.(action).kind ?? '';
    const moves = kinds.get(kind) ?? [];
    if (moves.length === 0) kinds.set(kind, moves);
    const things = drawing && { things: drawing.concerns(state, action) };
    moves.push({ action, text, ...things });
  });
  const last: MoveGroup[] = ends.length > 0 ? [{ title: 'Give up', moves: ends, concedes: true }] : [];
  return [...inGroups(kinds), ...last];
}

/** Ids of the things in the picture that an action concerns. */
export const thingsOf = ({ drawing }: Pick<Game, 'drawing'>, state: State, action: number): readonly string[] =>
  drawing?.concerns(state, action) ?? [];

function inGroups(kinds: ReadonlyMap<string, Move[]>): MoveGroup[] {
  if (kinds.size === 1) return [{ title: '', moves: [...kinds.values()].flat() }];
  const groups = [...kinds].map(([kind, moves]) => ({ title: moves.length > 1 ? titleOf(kind, moves) : '', moves }));
  const titled = groups.filter(({ title }) => title !== '');
  const others = groups.flatMap(({ title, moves }) => (title === '' ? moves : []));
  if (others.length === 0) return titled;
  return [...titled, { title: titled.length > 0 ? 'Other moves' : '', moves: others }];
}

/**
 * The words that all texts begin with, which say more than a name made for machines; else that name, where it is made of
 * several words. A single one says little to people (`tileact`).
 */
function titleOf(kind: string, moves: readonly Move[]): string {
  const [first, ...others] = moves.map(({ text }) => text.split(' '));
  let common = 0;
  // A last word is what makes the move its own.
  while (
    common < first!.length - 1 &&
    /^\p{L}+$/u.test(first![common]!) &&
    others.every((words) => common < words.length - 1 && words[common] === first![common])
  )
    common++;
  while (common > 0 && /^(a|an|the|of|in|at|to|for|on|with|from)$/.test(first![common - 1]!)) common--;
  const named = promptWords(kind);
  const words = common > 0 ? first!.slice(0, common).join(' ') : named.includes(' ') ? named : '';
  return words.charAt(0).toUpperCase() + words.slice(1);
}
