/** How often each prompt, action and landmark was reached, so that nothing stays untested unseen. */
import type { Game } from '../game.js';
import { onKit, type Trial } from './trial.js';

/** Counts over all games of a check. */
export interface Reached {
  /** Decisions by the name of their prompt. */
  prompts: Record<string, number>;
  /** How often each action id was chosen. */
  actions: number[];
  /** The game's own landmarks by name. */
  landmarks: Record<string, number>;
  /** What was never reached, `ends`: `truncated`. */
  never: { prompts: string[]; actions: number[]; landmarks: string[]; ends: string[] };
}

/** What is known of a game that could not be played. */
export function nothingReached(game: Game): Reached {
  const never = { prompts: [...game.prompts], actions: [], landmarks: [...(game.trace?.names ?? [])], ends: [] };
  return { prompts: {}, actions: [], landmarks: {}, never };
}

/** Plays all games once and counts; tells the trial how many decisions they take. */
export function reach(trial: Trial): Reached {
  const { game } = trial;
  const prompts = new Uint32Array(game.prompts.length);
  const actions = new Uint32Array(game.actions);
  const names = game.trace?.names ?? [];
  const counts = new Uint32Array(names.length);
  let mayBeCut = false;
  let cut = false;
  const before = game.trace?.into(counts);
  try {
    trial.decisions = trial.play({
      visit: ({ state }) => {
        prompts[state.prompt]!++;
      },
      played: (_, action) => {
        actions[action]!++;
      },
      end({ state }) {
        // Only a position on the kit shows that there is a cap.
        mayBeCut ||= onKit(state) && state.layout.places.some(({ name }) => name === 'truncated');
        cut ||= state.truncated;
      },
    });
  } finally {
    game.trace?.into(before);
  }
  const landmarks = names.map((name, i) => [name, counts[i]!] as const);
  return {
    prompts: Object.fromEntries(game.prompts.map((name, i) => [name, prompts[i]!])),
    actions: [...actions],
    landmarks: Object.fromEntries(landmarks),
    never: {
      prompts: game.prompts.filter((_, i) => prompts[i] === 0),
      actions: [...actions.keys()].filter((action) => actions[action] === 0),
      landmarks: landmarks.filter(([, count]) => count === 0).map(([name]) => name),
      ends: mayBeCut && !cut ? ['truncated'] : [],
    },
  };
}
