/** Numbers that a rule writes where they vanish. Only positions on the kit can tell. */
import { withGuards } from '../kit/guarded.js';
import { onKit, type Trial } from './trial.js';

/** About how many decisions are played so: each takes ten times as long. */
const DECISIONS = 6000;

/** Plays, from the set-up on, with fields that refuse what typed arrays swallow. The last check in this process, whose positions are slow after it. */
export function fieldWrites(trial: Trial): number | string {
  let guarded = true;
  const wanted = Math.ceil((trial.games * DECISIONS) / Math.max(1, trial.decisions));
  const games = Math.max(trial.variants.length, Math.min(trial.games, wanted));
  const count = withGuards(() =>
    trial.play({
      games,
      begin({ state }) {
        guarded = onKit(state);
      },
    }),
  );
  return guarded ? count : 'the game is not written with the kit';
}
