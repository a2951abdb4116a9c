/**
 * Advice: what a scripted player would do, as a part of what a policy sees. The policy learns when to follow it and when
 * to know better (residual policy learning: Silver et al. 2018, arXiv 1812.06298; Johannink et al. 2018, arXiv 1812.03201). An
 * advisor that has a reading of the position shows that too: what it counts is what its makers found to matter.
 *
 * An advised game is the game itself with a piece or two more at the end of its observation, so everything that takes a game
 * (environments, learners, exports) takes an advised one too. Exported players carry this file.
 */
import type { Agent, View } from '../../env/agent.js';
import { type Game, observationSize, type State } from '../../env/game.js';
import { LiveView } from '../../env/view.js';
import type { Evaluate } from '../search/search.js';

/** A player whose choices are shown to a policy. It must draw nothing and remember nothing. */
export interface Advisor {
  /** How it is written: `scripted:<name>`. */
  spec: string;
  create: () => Agent;
  /** Judges unfinished positions of its game, where its makers have written such a thing. */
  evaluate?: Evaluate | undefined;
}

/** Name of the piece of the observation that holds the advisor's action. */
export const ADVICE = 'advice';
/** Name of the piece that holds what the advisor makes of the position (`Agent.reading`), where it says so. */
export const READING = 'reading';

/** Writes what an advisor would do and what it reads in the position that it is shown. @param offset where the advice begins */
export function writeAdvice(agent: Agent, view: View, out: Float32Array, offset: number): void {
  const actions = view.mask.length;
  out.fill(0, offset, offset + actions);
  out[offset + agent.act(view)] = 1;
  agent.reading?.write(view, out, offset + actions);
}

/**
 * @returns writes the advice on a position, which must not be over, for the seat to act, knowing what that seat knows
 */
export function adviceOn(
  game: Game,
  advisor: Pick<Advisor, 'create'>,
): (state: State, out: Float32Array, offset: number) => void {
  const agent = advisor.create();
  const view = new LiveView(game);
  let players = 0;
  return (state, out, offset) => {
    // An agent may keep a position of one game to write the next into; with other seats that could not be.
    if (state.players !== players) agent.reset(0);
    players = state.players;
    writeAdvice(agent, view.show(state), out, offset);
  };
}

/** Pieces of the advised game's observation. */
export function advisedObservation(game: Pick<Game, 'observation' | 'actions'>, advisor?: Advisor) {
  if (!advisor) return game.observation;
  const about = `what ${advisor.spec} would do: 1 at its action, for the seat to act; all zeros for every other seat`;
  const pieces = [...game.observation, { name: ADVICE, shape: [game.actions], about }];
  const { reading } = advisor.create();
  if (reading) pieces.push({ name: READING, shape: [reading.size], about: `for the seat to act: ${reading.about}` });
  return pieces;
}

/** The game with the advice at the end of its observation; the game itself without an advisor. */
export function advised(game: Game, advisor: Advisor | undefined): Game {
  if (!advisor) return game;
  const observation = advisedObservation(game, advisor);
  const size = observationSize(game);
  const whole = observationSize({ observation });
  const advise = adviceOn(game, advisor);

  // The advisor may look at the observation itself: then it is shown that of the game alone.
  let asking = false;

  // Positions stay objects of their own class, which the bots look into; two methods of each are replaced.
  function withAdvice<S extends State>(state: S): S {
    const { observe, clone } = state;
    state.observe = (seat, out, offset) => {
      observe.call(state, seat, out, offset);
      if (asking) return;
      if (state.actor !== seat) {
        out.fill(0, offset + size, offset + whole);
        return;
      }
      asking = true;
      try {
        advise(state, out, offset + size);
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
    observation,
    newState: (options, chance) => withAdvice(game.newState(options, chance)),
    maxDecisions: (options) => game.maxDecisions(options),
    ...(parseView && { parseView: (json: unknown) => withAdvice(parseView.call(game, json)) }),
  };
}
