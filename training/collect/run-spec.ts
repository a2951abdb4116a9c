/** A run as each of its threads needs to know it, told once and passed whole. */
import type { Tuned } from '../../agents/bots/scripted-player.js';
import type { Engine } from '../../agents/network/engines/engines.js';
import type { NetworkShape } from '../../agents/network/network.js';
import { type Advisor, advisedObserver } from '../../agents/policy/advice.js';
import { advisorNamed } from '../../agents/policy/advisor.js';
import { type Planned, plannedBy } from '../../agents/policy/planned.js';
import { loadAgent } from '../../agents/spec.js';
import type { Agent } from '../../env/agent.js';
import type { Game } from '../../env/game.js';
import { type LoadedGame, loadGame } from '../../env/load-game.js';
import type { Observer } from '../../env/observer.js';
import type { ReturnRule } from '../../env/returns.js';
import { UserError } from '../../env/user-error.js';

/** See the head of the file. Plain data: it can be posted. */
export interface RunSpec {
  /** What `loadGame` takes. */
  game: string;
  /** Checked, with all defaults filled in. */
  options: unknown;
  /** Seats of a game. */
  players: number;
  /** Spec of the player whose choice the policy is shown; empty for none. */
  advisor: string;
  /** That player's weights, where they were trained. */
  advisorWeights: Tuned | undefined;
  /** Spec of the bot whose weights are trained; empty: a network that sees the game is. */
  agent: string;
  /** Names of what those weights depend on; `all` for all that the bot declares. */
  features: string[];
  /** Kinds of what is known of actions (action-features.ts) that the network reads, where they are there. */
  actions: readonly string[];
  /** What computes the policy. */
  engine: Engine;
  /** Of the policy; its inputs are what the observer writes. */
  shape: NetworkShape;
  returns: ReturnRule;
  /** Specs of all agents that play in what is collected, of all phases; see `runAgent`. */
  agents: string[];
  /** Worker threads that collect rollouts; 0: the main thread collects. */
  workers: number;
  /** Games in flight over all threads; at least one a thread is made. */
  games: number;
  /** Whether a phase imitates what an agent makes of all actions (`ImitationOrder.temperature`). */
  choices: boolean;
  /** Learned decisions of the longest rollout, over all threads. */
  decisionsPerUpdate: number;
  /** Of the games. */
  seed: string;
  /** Most snapshots kept at a time. */
  snapshots: number;
}

/** The game of a run, loaded. */
export interface LoadedRun {
  game: Game;
  /** What the policy sees. */
  observer: Observer;
  /** The game with all that comes with it. */
  pack: LoadedGame;
  advisor: Advisor | undefined;
  plan: Planned | undefined;
}

/** @throws UserError when the game, its advisor or the bot that is trained cannot be loaded */
export async function loadRun({
  game: source,
  advisor: spec,
  advisorWeights,
  agent,
  features,
  actions,
}: Pick<RunSpec, 'game' | 'advisor' | 'advisorWeights' | 'agent' | 'features' | 'actions'>): Promise<LoadedRun> {
  const pack = await loadGame(source);
  const { game } = pack;
  const advisor = spec ? advisorNamed(spec, pack, advisorWeights) : undefined;
  const plan = agent ? plannedBy(agent, pack, features) : undefined;
  return { game, pack, observer: advisedObserver(game, advisor, actions), advisor, plan };
}

/** Names the advisor of a run, with the weights that it has there, among the agents that play in what is collected. */
export const ADVISOR = 'advisor';

/** @returns makes the agent @throws UserError when it cannot be loaded, or there is no advisor */
export async function runAgent(
  spec: string,
  { pack, advisor }: Pick<LoadedRun, 'pack' | 'advisor'>,
  options: unknown,
): Promise<() => Agent> {
  if (spec !== ADVISOR) return loadAgent(spec, { ...pack, options });
  if (!advisor) throw new UserError(`agent ${ADVISOR}: this run has none; set advisor, or name another agent`);
  return advisor.create;
}
