/**
 * Advice: what a scripted player would do, as a part of what a policy sees. The policy learns when to follow it and when
 * to know better (residual policy learning: Silver et al. 2018, arXiv 1812.06298; Johannink et al. 2018, arXiv 1812.03201). An
 * advisor that has a reading of the position shows that too: what it counts is what its makers found to matter.
 *
 * Exported players carry this file.
 */
import { type Game, observationSize } from '../../env/game.js';
import type { Evaluate } from '../../env/judges.js';
import { gameObserver, type Observer } from '../../env/observer.js';
import { LiveView } from '../../env/view.js';
import type { ScriptedPlayer, Tuned } from '../bots/scripted-player.js';
import { memoryObserver } from '../memory/memory-observer.js';
import type { NetworkShape } from '../network/network.js';
import { actionObserver, featureSources } from './action-features.js';

/** A player whose choices are shown to a policy. It must draw nothing and remember nothing. */
export interface Advisor {
  /** How it is written: `scripted:<name>`. */
  spec: string;
  /** What it reads in positions is shown too, where it has a `reading`. */
  create: () => ScriptedPlayer;
  /** What training has made of its weights, where it is not as it was written: what `create` makes has them. */
  tuned?: Tuned | undefined;
  /** Judges unfinished positions of its game, where its makers have written such a thing. */
  evaluate?: Evaluate | undefined;
}

/** Name of the piece of the observation that holds the advisor's action. */
export const ADVICE = 'advice';
/** Name of the piece that holds what the advisor reads in the position. */
export const READING = 'reading';

/**
 * The pieces of the game, then the advice and the reading for the seat to act, who gets them from what it knows; zeros for
 * every other seat. Without an advisor the game's own observer.
 * @param features names of the pieces that it is to say of each legal action (action-features.ts); those that neither the
 *   game nor the advisor has are left out
 */
export function advisedObserver(game: Game, advisor: Advisor | undefined, features: readonly string[] = []): Observer {
  const own = gameObserver(game);
  if (!advisor) return { ...own, actions: actionObserver(featureSources(game, own.pieces), features) };
  const agent = advisor.create();
  const { reading } = agent;
  // Who chooses by the position itself reads nothing hidden (checkAdvisor tries it): drawing that anew would change nothing.
  const view = new LiveView(game, !agent.choose);
  const about = `what ${advisor.spec} would do: 1 at its action, for the seat to act; all zeros for every other seat`;
  const pieces = [...game.observation, { name: ADVICE, shape: [game.actions], about }];
  if (reading) pieces.push({ name: READING, shape: [reading.size], about: `for the seat to act: ${reading.about}` });
  const size = observationSize({ observation: pieces });
  let players = 0;
  const sources = featureSources(game, pieces, { agent, spec: advisor.spec, choice: own.size });
  return {
    pieces,
    size,
    actions: actionObserver(sources, features),
    write(state, seat, out, offset) {
      const at = offset + own.size;
      own.write(state, seat, out, offset);
      out.fill(0, at, offset + size);
      if (state.actor !== seat) return;
      // An agent may keep a position of one game to write the next into; with other seats that could not be.
      if (state.players !== players) agent.reset(0);
      players = state.players;
      out[at + agent.act(view.show(state))] = 1;
      reading?.write(view, out, at + game.actions);
    },
    reset: () => agent.reset(0),
  };
}

/** What the network of a policy is shown: of actions the pieces that its shape names, and what it remembers. */
export function policyObserver(
  game: Game,
  { actions = [], memory }: Pick<NetworkShape, 'actions' | 'memory'>,
  advisor: Advisor | undefined,
): Observer {
  const names = actions.map(({ name }) => name);
  const observer = advisedObserver(game, advisor, names);
  return memory ? memoryObserver(observer, memory) : observer;
}
