/** Scripted players that read positions. */
import type { Agent } from '../agent.js';
import { createRng, type Rng } from '../chance.js';
import type { State } from '../game.js';

/**
 * Makes a maker of scripted players, as a module's `bots` holds them: `{ careful: bot('careful', (s: Position) => ...) }`.
 * @param choose gives a legal action. In the position it is handed, all that its seat cannot know is redrawn at each
 *   decision, so it may read everything. It may also change the position, to try out actions.
 */
export const bot =
  <P>(name: string, choose: (position: P, mask: Uint8Array, rng: Rng) => number) =>
  (): Agent => {
    let rng = createRng(name);
    let sample: State | undefined;
    return {
      name,
      reset(seed) {
        rng = createRng(seed);
        // The next game may have other options.
        sample = undefined;
      },
      act(view) {
        sample = view.sample(rng, sample);
        return choose(sample as P, view.mask, rng);
      },
    };
  };
