/** Runs in a process of its own (see elsewhere.ts): loads the game's module, plays the games, answers the digest. */
import { loadGameModule } from '../load-game.js';
import { digest } from './copies.js';
import type { Elsewhere } from './elsewhere.js';
import { faultOf } from './fault.js';
import { Trial } from './trial.js';

process.once('message', async (request: Elsewhere) => {
  const { module, variants, games, seed } = request;
  let answer: { digest: string } | { error: string; same: string };
  try {
    const { game } = await loadGameModule(module);
    answer = { digest: digest(new Trial(game, variants, games, seed, 0, [])) };
  } catch (error) {
    const { message, same } = faultOf(error);
    answer = { error: message, same };
  }
  process.send!(answer, () => process.disconnect());
});
