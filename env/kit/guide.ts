/** What hosts of other programs are told of a game (`Game.guide`), out of the tables that it is played by. */
import type { Guide, State } from '../game.js';
import type { Actions, Kinds } from './actions.js';
import type { ViewFormat } from './json.js';

/** A prompt, as far as a guide goes into it. */
interface Asking<P> {
  readonly uses: readonly string[];
  readonly kinds?: Kinds<P>;
  ask?(position: P): string;
}

/**
 * Describes a game to other programs (`Game.guide`), from the tables that it is played by: JSON schema, prompts,
 * actions.
 * @param view the game's JSON
 * @param actions its actions
 * @param prompts in the order of their numbers; one that names no blocks may be answered with any action
 * @param blank makes a position in which actions can be described
 * @param more what must be known at each prompt, and the names behind numbers
 */
export const guideOf = <P>(
  // biome-ignore lint/suspicious/noExplicitAny: whatever its options are
  view: Pick<ViewFormat<P, any>, 'schema'>,
  actions: Actions<P, string>,
  prompts: readonly Asking<P>[],
  blank: () => P,
  more: { needs?: readonly (readonly string[])[]; codes?: Guide['codes'] } = {},
): Guide => ({
  view: view.schema,
  prompts: prompts.map(({ uses, kinds, ask }, i) => ({
    needs: more.needs?.[i] ?? [],
    ...(ask && { ask: (state: State) => ask(state as unknown as P) }),
    actions() {
      const spans = actions.spans.filter(({ name }) => uses.length === 0 || uses.includes(name));
      const position = blank();
      return spans.flatMap(({ name, offset, size }) =>
        Array.from({ length: size }, (_, id) => ({ block: name, ...actions.json(position, offset + id, kinds) })),
      );
    },
  })),
  codes: more.codes ?? (() => ({})),
});
