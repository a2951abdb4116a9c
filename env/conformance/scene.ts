/** Pictures: in their form, with ids that are unique and tied to actions, and the same whenever they are asked for. */
import { isDeepStrictEqual } from 'node:util';
import { issueText } from '../checked.js';
import type { State } from '../game.js';
import { type Scene, type SceneCard, type ScenePlace, sceneSchema } from '../scene.js';
import { fail, hold } from './fault.js';
import { legalActions, type Trial } from './trial.js';

/** Everything of a scene that can have an id. */
function thingsOf({ parts }: Scene): (ScenePlace | SceneCard)[] {
  return parts.flatMap<ScenePlace | SceneCard>((part) => (part.kind === 'board' ? part.places : part.cards));
}

/** What is drawn of every position, the last one too, is well formed; what actions concern is in the picture. */
export function scene(trial: Trial): number | string {
  const { drawing } = trial.game;
  if (!drawing) return 'the game ships no drawing, which pages show and people click';
  const look = (state: State, mask: Uint8Array | null): void => {
    const hash = state.hash();
    for (let seat = 0; seat < state.players; seat++) {
      const scene = drawing.scene(state, seat);
      const parsed = sceneSchema.safeParse(scene);
      if (!parsed.success) fail(`scene of seat ${seat}: ${issueText(parsed.error, 'scene')}`);
      hold(
        isDeepStrictEqual(JSON.parse(JSON.stringify(scene)), scene),
        () => `scene of seat ${seat} is not plain JSON`,
      );
      hold(
        scene.seats.length >= state.players,
        () => `scene: ${scene.seats.length} seats are named, ${state.players} play`,
      );
      for (const part of scene.parts) {
        if (part.kind !== 'cards' || part.role !== 'panels') continue;
        const seats = part.cards.flatMap(({ seat }) => (seat === undefined ? [] : [seat]));
        const all = Array.from({ length: state.players }, (_, one) => one);
        hold(
          isDeepStrictEqual(seats, all),
          () => `scene of seat ${seat}: the panels '${part.title}' are of seats ${seats}, not of ${all} in this order`,
        );
      }
      const ids = thingsOf(scene).flatMap(({ id }) => (id === undefined ? [] : [id]));
      const twice = ids.find((id, i) => ids.indexOf(id) !== i);
      hold(twice === undefined, () => `scene of seat ${seat}: two things have the id '${twice}'`);
      if (seat !== state.actor || !mask) continue;
      for (const action of legalActions(mask)) {
        const stray = drawing.concerns(state, action).find((id) => !ids.includes(id));
        hold(
          stray === undefined,
          () => `action ${action} (${state.actionText(action)}) concerns '${stray}', which is not drawn`,
        );
      }
    }
    hold(state.hash() === hash, () => 'drawing changes the position');
  };
  return trial.play({
    sampled: true,
    visit: ({ state, mask }) => look(state, mask),
    end: ({ state }) => look(state, null),
  });
}
