/** What every row of the acceptance table does: train by the real loop, load the last policy, and judge it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { actorCritic, loadPolicy, type Policy, policyFor } from '../../agents/policy/policy.js';
import { PolicyAgent, type PolicyPlay } from '../../agents/policy/policy-agent.js';
import type { Agent } from '../../env/agent.js';
import { createRng } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { parseOptions } from '../../env/options.js';
import { TurnEnv } from '../../env/turn-env.js';
import { exploitation, tabulate } from '../../eval/exact/best-response.js';
import { walkTree } from '../../eval/exact/tree.js';
import { playMatch } from '../../eval/match.js';
import { presetConfig } from '../../training/presets/index.js';
import type { ConfigInput, PhaseInput } from '../../training/run/config.js';
import { parseConfig } from '../../training/run/config.js';
import { mergeConfig } from '../../training/run/merge-config.js';
import { presetGame } from '../../training/run/preset-game.js';
import { train } from '../../training/run/train.js';
import type { TrainProgress } from '../../training/run/watch.js';

/** One trained policy. */
export interface Trained {
  game: Game;
  policy: Policy;
  decisions: number;
  seconds: number;
}

/** How much of each budget is really spent; 1 but for trying the script out. */
export let scale = 1;
export function setScale(value: number): void {
  scale = value;
}

/** What is changed of a preset: shared settings, the budget, and settings of its phase of PPO. */
export interface Changes extends Omit<ConfigInput, 'phases'> {
  decisions?: number;
  ppo?: Partial<PhaseInput<'ppo'>>;
}

/**
 * Trains by a preset with changes, in a folder that is removed again.
 * @param source id of a game, or path of a module that exports one
 * @param preset game whose preset to take, where it is not the same
 */
export async function learn(
  source: string,
  { decisions, ppo, ...shared }: Changes,
  settings: {
    preset?: string;
    size?: 'quickstart' | 'standard' | 'ppo';
    onUpdate?: (progress: TrainProgress) => void;
  } = {},
): Promise<Trained> {
  const folder = mkdtempSync(path.join(tmpdir(), 'acceptance-'));
  const base = presetConfig(
    { ...presetGame(await loadGame(settings.preset ?? source)), source },
    settings.size ?? 'quickstart',
  );
  const budget = decisions ?? base.phases.at(-1)!.decisions;
  const phase: PhaseInput = { ...ppo, algorithm: 'ppo', decisions: Math.max(1, Math.round(budget * scale)) };
  const config = parseConfig(mergeConfig(base, { ...shared, phases: [phase] }));
  const began = performance.now();
  try {
    const runDir = path.join(folder, 'run');
    const { onUpdate } = settings;
    const result = await train(config, { runDir, callbacks: { ...(onUpdate && { onUpdate }) } });
    const seconds = (performance.now() - began) / 1000;
    const { game } = await loadGame(source);
    const policy = loadPolicy(runDir);
    return { game, policy, decisions: result.decisions, seconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** NashConv of a policy, and what a best response gets from each seat. */
export async function judge(id: string, agent: Agent, options: object = {}) {
  const { game } = await loadGame(id);
  const tree = walkTree(game, parseOptions(game, options));
  return exploitation(tree, tabulate(tree, agent));
}

export function playerOf(trained: Trained, play: PolicyPlay = {}): PolicyAgent {
  return new PolicyAgent(actorCritic(trained.game, trained.policy), play);
}

/** The same network, taken for a policy of another game with the same observation and actions. */
export function movedTo(game: Game, trained: Trained): PolicyAgent {
  return new PolicyAgent(actorCritic(game, policyFor(game, trained.policy.shape, trained.policy.weights)));
}

/** Returns of an agent alone in a game of one seat. */
export async function soloReturns(id: string, agent: Agent, games: number, options: object = {}): Promise<number[]> {
  const env = new TurnEnv((await loadGame(id)).game, { options });
  return Array.from({ length: games }, (_, i) => playMatch(env, [agent], `evaluation/${i}`).returns[0]!);
}

/** Share of games that an agent wins, ties and loses against another, from both seats in turn. */
export async function versus(id: string, agent: Agent, other: Agent, games: number) {
  const env = new TurnEnv((await loadGame(id)).game);
  const count = { won: 0, tied: 0, lost: 0 };
  for (let i = 0; i < games; i++) {
    const seat = i % 2;
    const { places } = playMatch(env, seat === 0 ? [agent, other] : [other, agent], `versus/${i >> 1}`);
    const gap = Math.sign(places[1 - seat]! - places[seat]!);
    count[gap > 0 ? 'won' : gap < 0 ? 'lost' : 'tied'] += 1 / games;
  }
  return count;
}

/** Half-width of the 95 % interval of a share. */
export const halfWidth = (share: number, games: number): number => 1.96 * Math.sqrt((share * (1 - share)) / games);

export const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
export const show = (values: readonly number[], digits = 3): string => values.map((v) => v.toFixed(digits)).join(', ');
export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** An untrained network of the same shape. */
export async function untrained(id: string, trained: Trained): Promise<PolicyAgent> {
  const { initialWeights } = await import('../../agents/network/network.js');
  const { game } = await loadGame(id);
  const { shape } = trained.policy;
  return new PolicyAgent(actorCritic(game, policyFor(game, shape, initialWeights(shape, createRng('untrained')))));
}
