/**
 * What no seat knows, such as the order of a deck, redrawn while every seat keeps what it holds: a game that is played on
 * from a position then has other luck, whether its cards lie there already or are drawn when they are turned up.
 */
import type { Rng } from './chance.js';
import { type Game, observationSize, type State } from './game.js';

/** Redrawings that are tried until one leaves everything as the seats see it. */
const TRIES = 32;

/**
 * Redraws what no seat knows, uniformly among what agrees with all that the seats together have seen.
 *
 * A state that cannot do it (`State.resampleUnseen`) is redrawn for one seat, again and again until no other seat sees a
 * difference. That fails where the others hold much in secret: then everything stays as it lies.
 */
export function redrawUnseen(game: Game, state: State, rng: Rng): void {
  if (game.information === 'perfect' || state.over) return;
  const before = state.clone();
  const tried = !state.resampleUnseen;
  const known = shown(game, state, tried);
  for (let i = 0; i < TRIES; i++) {
    if (state.resampleUnseen) state.resampleUnseen(rng);
    else state.resample(i % state.players, rng);
    if (shown(game, state, tried) === known) return;
    state.copyFrom(before);
  }
}

/** What the seats see. @param whole cards that an observation does not tell apart, such as those of one rank, too */
function shown(game: Game, state: State, whole: boolean): string {
  const size = observationSize(game);
  const seen = new Float32Array(size * state.players);
  const words: unknown[] = [];
  for (let seat = 0; seat < state.players; seat++) {
    state.observe(seat, seen, seat * size);
    if (whole) words.push(state.view?.(seat) ?? state.text(seat));
  }
  return `${seen.join()} ${JSON.stringify(words)}`;
}
