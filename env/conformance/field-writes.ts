/** Numbers that a rule writes where they vanish. Only positions on the kit can tell. */
import { onKit, type Trial } from './trial.js';

/** About how many decisions are played so: each takes ten times as long. */
const DECISIONS = 6000;

/** Plays on lists that refuse what typed arrays swallow. The last check in this process, whose positions are slow after it. */
export function fieldWrites(trial: Trial): number | string {
  let guarded = true;
  const wanted = Math.ceil((trial.games * DECISIONS) / Math.max(1, trial.decisions));
  const games = Math.max(trial.variants.length, Math.min(trial.games, wanted));
  const count = trial.play({
    games,
    begin({ state }) {
      guarded = onKit(state);
      if (onKit(state)) state.guard();
    },
  });
  return guarded ? count : 'the game is not written with the kit';
}
