/**
 * A view after an action, where that needs no luck and shows nothing new. Positions made of views have hidden facts that are
 * made up, so what an action leads to counts only if it is the same for all that they may be. Part of every exported file.
 */
import { type Chance, createRng } from '../../env/chance.js';
import { type Game, observationSize, type State } from '../../env/game.js';
import { isLegal } from '../../env/illegal-action.js';

/**
 * So many samples of what is hidden are tried, the first of them compared to the last letter, the others by what policies see
 * of them, which is quicker. What is hidden and almost certain may pass: what holds in 98 of 100 cases does so once in 170
 * times.
 */
const SAMPLES = 256;
const TO_THE_LETTER = 8;

/** The rules have asked for luck. */
class LuckDrawn extends Error {}

/**
 * @param state the position of a view, taken for the seat to act
 * @param mask the legal actions, to be filled
 * @throws Error in one line, when the action is not legal, draws luck or shows what the seat cannot know
 */
export function advance(game: Game, state: State, action: number, mask: Uint8Array): unknown {
  state.legal(mask);
  if (!isLegal(mask, action))
    throw new Error(`action ${String(action)} is not legal here (${game.prompts[state.prompt]}): see legal(view)`);
  const { actor: seat } = state;
  const words = `action ${action} (${state.actionText(action)})`;
  const sealed: Chance = {
    draw(stream) {
      throw new LuckDrawn(
        `${words} draws from chance (${game.streams[stream] ?? 'chance'}): play it in your own simulator`,
      );
    },
  };
  const next = state.clone();
  const play = (from: State): State => {
    next.copyFrom(from);
    next.apply(action, sealed);
    return next;
  };
  const letters = () => JSON.stringify(next.view!(seat));
  const size = observationSize(game);
  const seen = new Float32Array(size);
  const there = new Float32Array(size);
  play(state);
  const view = letters();
  const { actor, prompt } = next;
  next.observe(seat, seen, 0);
  if (game.information === 'imperfect') {
    const rng = createRng('advance');
    const hidden = () => new Error(`${words} shows what seat ${seat} cannot know: play it in your own simulator`);
    const other = state.clone();
    for (let i = 0; i < SAMPLES; i++) {
      other.copyFrom(state);
      other.resample(seat, rng);
      try {
        play(other);
      } catch (error) {
        if (error instanceof LuckDrawn) throw hidden();
        throw error;
      }
      if (next.actor !== actor || next.prompt !== prompt) throw hidden();
      if (i < TO_THE_LETTER && letters() !== view) throw hidden();
      next.observe(seat, there, 0);
      if (seen.some((value, k) => value !== there[k])) throw hidden();
    }
  }
  return JSON.parse(view);
}
