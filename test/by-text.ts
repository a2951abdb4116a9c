/** Games played by texts and given draws, for tests of rules. */
import { ScriptedChance } from '../env/chance.js';
import type { Game, State } from '../env/game.js';

/** Plays a game whose draws and actions are given; actions by their text. */
export function play(game: Game, options: object, draws: number[], texts: string): State {
  const chance = new ScriptedChance(draws);
  const state = game.newState(game.options.parse(options), chance);
  const mask = new Uint8Array(game.actions);
  for (const text of texts.split(',').filter(Boolean)) {
    state.legal(mask);
    const action = [...mask.keys()].find((a) => mask[a] === 1 && state.actionText(a) === text.trim());
    if (action === undefined) throw new Error(`${text} is not legal:\n${state.text(0)}`);
    state.apply(action, chance);
  }
  return state;
}

export function rewards(state: State): number[] {
  const out = new Float64Array(state.players);
  state.rewards(out);
  return [...out];
}

export function places(state: State): number[] {
  const out = new Uint8Array(state.players);
  state.places(out);
  return [...out];
}
