/** Why something cannot be chosen: told of illegal actions alone, in words, and of nothing that the seat cannot know. */
import { type Scene, sceneSchema } from '../scene.js';
import { fail, faultOf, hold } from './fault.js';
import type { Trial } from './trial.js';

const SENTENCE = 240;

/** Reasons are of illegal actions, are sentences, tell nothing hidden, and what they are of has a text and things. */
export function whyNot(trial: Trial): number | string {
  const { game } = trial;
  const { drawing } = game;
  if (!game.whyNot) return 'the game does not tell why an action is not legal';
  return trial.play({
    sampled: true,
    visit({ state, mask, rng }) {
      const hash = state.hash();
      const redrawn = state.clone();
      redrawn.resample(state.actor, rng);
      let ids: Set<string> | null = null;
      for (let action = 0; action < game.actions; action++) {
        let why: string | null;
        let elsewhere: string | null;
        try {
          why = game.whyNot!(state, action);
          elsewhere = game.whyNot!(redrawn, action);
        } catch (error) {
          throw faultOf(error, `whyNot(${action}) threw`);
        }
        if (why === null && elsewhere === null) continue;
        hold(why === elsewhere, () => `whyNot(${action}) depends on what is hidden: '${why}', redrawn '${elsewhere}'`);
        hold(mask[action] !== 1, () => `whyNot(${action}) gives a reason, but the action is legal: '${why}'`);
        hold(
          why!.trim() !== '' && why!.length <= SENTENCE && !why!.includes('\n'),
          () => `whyNot(${action}) is '${why}': a line of at most ${SENTENCE} letters is wanted`,
        );
        hold(state.actionText(action).trim() !== '', () => `whyNot(${action}) gives a reason, its text is empty`);
        if (!drawing) continue;
        ids ??= idsOf(drawing.scene(state, state.actor));
        const stray = drawing.concerns(state, action).find((id) => !ids!.has(id));
        if (stray !== undefined)
          fail(`action ${action} (${state.actionText(action)}) concerns '${stray}', which is not drawn`);
      }
      hold(state.hash() === hash, () => 'whyNot() changes the position');
    },
  });
}

/** Ids of all things of a picture; another check says what is wrong with the picture itself. */
function idsOf(scene: Scene): Set<string> {
  const { data } = sceneSchema.safeParse(scene);
  const things = data?.parts.flatMap<{ id?: string | undefined }>((part) =>
    part.kind === 'board' ? part.places : part.cards,
  );
  return new Set(things?.flatMap(({ id }) => (id === undefined ? [] : [id])));
}
