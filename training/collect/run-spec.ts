/** What each thread of a run needs: settled once and passed as a whole. */
import { z } from 'zod';
import { remembering } from '../../agents/memory/history.js';
import { memoryObserver } from '../../agents/memory/memory-observer.js';
import { engineChoices } from '../../agents/network/engines/engines.js';
import type { NetworkShape } from '../../agents/network/network.js';
import { networkSchema } from '../../agents/network/schema.js';
import { type Advisor, advisedObserver } from '../../agents/policy/advice.js';
import { advisorNamed } from '../../agents/policy/advisor.js';
import { type Planned, plannedBy } from '../../agents/policy/planned.js';
import { afterstatesSchema } from '../../agents/policy/policy.js';
import { tunedSchema } from '../../agents/policy/stored-tuned.js';
import { loadAgent } from '../../agents/spec/load.js';
import type { Agent } from '../../env/agent.js';
import type { Game } from '../../env/game.js';
import { type LoadedGame, loadGame } from '../../env/load-game.js';
import type { Observer } from '../../env/observer.js';
import { cappedWorths, type ReturnRule } from '../../env/returns.js';
import { UserError } from '../../env/user-error.js';
import { count } from '../schedule.js';

const text = z.string().max(4000);
const returnRuleSchema: z.ZodType<ReturnRule> = z.strictObject({
  winWeight: z.number(),
  capped: z.enum(cappedWorths),
});

/** What each thread of a run needs. Plain data: it can be posted. */
export const runSpecSchema = z.strictObject({
  /** Id or path of the game, for `loadGame`. */
  game: text,
  /** Checked, with all defaults filled in; those with the most seats, where there are several. */
  options: z.unknown(),
  /** All that are played: each game draws one of them. */
  variants: z.array(z.unknown()).min(1).max(100),
  /** Seats of the largest game. */
  players: z.int().min(1).max(100),
  /** Spec of the player whose choice is an input of the policy; null for none. */
  advisor: text.nullable(),
  /** Trained weights of that player, if it has any. */
  advisorWeights: tunedSchema.optional(),
  /** Spec of the bot whose weights are trained; null: a network is trained. */
  agent: text.nullable(),
  /** How actions are judged by the positions that they lead to, where that is learned; null: it is not. */
  afterstates: afterstatesSchema.nullable(),
  /** Once a seat decides fewer times in a game, its own turn is searched so wide; null: as `afterstates` says from the beginning. */
  laterBeam: z.strictObject({ beam: count, decisions: z.number().positive() }).nullable(),
  /** Names of the features that those weights depend on; `all` for all that the bot declares. */
  features: z.array(text).max(10_000),
  /** Kinds of action features (action-features.ts) that the network reads if the game has them. */
  actions: z.array(text).max(1000).readonly(),
  /** Engine that computes the policy. */
  engine: z.enum(engineChoices).exclude(['auto']),
  /** Shape of the policy; its inputs are what the observer writes. */
  shape: networkSchema,
  returns: returnRuleSchema,
  /** Specs of all agents in the collected games of all phases; see `runAgent`. */
  agents: z.array(text).max(1000),
  /** Worker threads that collect rollouts; 0: the main thread collects. */
  workers: count,
  /** Games in flight over all threads; each thread has at least one. */
  games: count,
  /** Whether a phase imitates the agent's values of all actions (`ImitationOrder.temperature`). */
  choices: z.boolean(),
  /** Learned decisions of the longest rollout, over all threads. */
  decisionsPerUpdate: z.number(),
  /** Seed of the games. */
  seed: text,
  /** Most snapshots kept at a time. */
  snapshots: count,
});

/** What each thread of a run needs: see `runSpecSchema`. */
export type RunSpec = z.infer<typeof runSpecSchema>;

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

/** A run whose network has a memory: positions of its game remember, and its observer shows it. */
export function withRunMemory(loaded: LoadedRun, { memory }: Pick<NetworkShape, 'memory'>): LoadedRun {
  if (!memory) return loaded;
  const { game, observer } = loaded;
  return { ...loaded, game: remembering(game, memory), observer: memoryObserver(observer, memory) };
}

/** Names a run's advisor, with its trained weights, among the agents of the collected games. */
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
