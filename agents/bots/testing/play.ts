/** For the tests of bots: games in which every answer is checked, and views that see other samples. */
import type { Agent } from '../../../env/agent.js';
import { createRng, SeededChance } from '../../../env/chance.js';
import type { Game, State } from '../../../env/game.js';
import { LiveView } from '../../../env/view.js';

/**
 * Plays a game.
 * @param agents one a seat
 * @param options of the game, before they are checked
 * @param look sees each position, with the answer to it, before the answer is played
 * @returns the end
 */
export function playGame<S extends State>(
  game: Game<unknown, S>,
  agents: readonly Agent[],
  seed: string,
  options: object = {},
  look?: (state: S, action: number) => void,
): S {
  const chance = new SeededChance(seed, game.streams);
  const state = game.newState(game.options.parse(options), chance);
  const view = new LiveView(game);
  agents.forEach((agent, seat) => {
    agent.reset(`${seed}/${seat}`);
  });
  while (!state.over) {
    const action = agents[state.actor]!.act(view.show(state));
    if (view.mask[action] !== 1) throw new Error(`${agents[state.actor]!.name}: illegal ${action} at ${view.prompt}`);
    look?.(state, action);
    state.apply(action, chance);
  }
  return state;
}

/** A view whose samples are drawn from a generator of its own. */
export class OtherView extends LiveView {
  readonly rng = createRng('other');
  override sample(_rng: unknown, into?: State): State {
    return super.sample(this.rng, into);
  }
}

/** The actions of a game that `playGame` plays. */
export function actionsOf<S extends State>(
  game: Game<unknown, S>,
  agents: readonly Agent[],
  seed: string,
  options: object = {},
): number[] {
  const actions: number[] = [];
  playGame(game, agents, seed, options, (_state, action) => actions.push(action));
  return actions;
}
