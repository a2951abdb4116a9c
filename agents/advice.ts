/**
 * Advice: what a scripted player would do, as a part of what a policy sees. The policy learns when to follow it and when
 * to know better (residual policy learning: Silver et al. 2018, arXiv 1812.06298; Johannink et al. 2018, arXiv 1812.03201).
 *
 * An advised game is the game itself with one more piece at the end of its observation, so everything that takes a game
 * (environments, learners, exports) takes an advised one too. Exported players carry this file.
 */
import type { Agent } from '../env/agent.js';
import { type Game, observationSize, type State } from '../env/game.js';
import { LiveView } from '../env/view.js';

/** A player whose choices are shown to a policy. It must draw nothing and remember nothing. */
export interface Advisor {
  /** How it is written: `scripted:<name>`. */
  spec: string;
  create: () => Agent;
}

/** Name of the piece of the observation. */
export const ADVICE = 'advice';

/** @returns what the advisor would do at a position, which must not be over, knowing what the seat to act knows */
export function adviceOn(game: Game, advisor: Pick<Advisor, 'create'>): (state: State) => number {
  const agent = advisor.create();
  const view = new LiveView(game);
  let players = 0;
  return (state) => {
    // An agent may keep a position of one game to write the next into; with other seats that could not be.
    if (state.players !== players) agent.reset(0);
    players = state.players;
    return agent.act(view.show(state));
  };
}

/** Writes 1 at the action and 0 at all others. @param offset where the advice begins */
export function writeAdvice(action: number, actions: number, out: Float32Array, offset: number): void {
  out.fill(0, offset, offset + actions);
  out[offset + action] = 1;
}

/** Pieces of the advised game's observation. */
export function advisedObservation(game: Pick<Game, 'observation' | 'actions'>, advisor?: Pick<Advisor, 'spec'>) {
  if (!advisor) return game.observation;
  const about = `what ${advisor.spec} would do: 1 at its action, for the seat to act; all zeros for every other seat`;
  return [...game.observation, { name: ADVICE, shape: [game.actions], about }];
}

/** The game with the advice at the end of its observation; the game itself without an advisor. */
export function advised(game: Game, advisor: Advisor | undefined): Game {
  if (!advisor) return game;
  const size = observationSize(game);
  const { actions } = game;
  const choose = adviceOn(game, advisor);

  // The advisor may look at the observation itself: then it is shown that of the game alone.
  let asking = false;

  // Positions stay objects of their own class, which the bots look into; two methods of each are replaced.
  function withAdvice<S extends State>(state: S): S {
    const { observe, clone } = state;
    state.observe = (seat, out, offset) => {
      observe.call(state, seat, out, offset);
      if (asking) return;
      if (state.actor !== seat) {
        out.fill(0, offset + size, offset + size + actions);
        return;
      }
      asking = true;
      try {
        writeAdvice(choose(state), actions, out, offset + size);
      } finally {
        asking = false;
      }
    };
    state.clone = () => withAdvice(clone.call(state) as S);
    return state;
  }

  const { parseView } = game;
  return {
    ...game,
    observation: advisedObservation(game, advisor),
    newState: (options, chance) => withAdvice(game.newState(options, chance)),
    maxDecisions: (options) => game.maxDecisions(options),
    ...(parseView && { parseView: (json: unknown) => withAdvice(parseView.call(game, json)) }),
  };
}
