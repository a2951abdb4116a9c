/** Games solved into policies that can be kept and played: over the whole tree, or by sampling where that is too large. */

import { solvedAgent } from '../../agents/solved/solved-agent.js';
import { loadSolved, observationText, policyOf, readSolved, type SolvedFile } from '../../agents/solved/solved-file.js';
import { type Game, observationSize } from '../../env/game.js';
import { UserError } from '../../env/user-error.js';
import { exploitation, type PolicyTable, tabulate } from './best-response.js';
import { minimiseRegret } from './cfr.js';
import { TooLarge } from './outcomes.js';
import { Sampler } from './sampled.js';
import { solve } from './solve.js';
import { type GameTree, walkTree } from './tree.js';

/** Everything about a file but how it was solved. @param options checked, all of them */
function factsOf(game: Game, options: unknown) {
  return {
    ...{ format: 'tabletop-solved' as const, formatVersion: 1 as const, game: game.id, version: game.version },
    ...{ options: options as Record<string, unknown>, players: game.players(options as never) },
    ...{ actions: game.actions, observation: observationSize(game) },
  };
}

/** When the regrets of a whole tree have been minimised. */
export interface SolveBudget {
  /** What best responses may gain, summed over the seats. */
  nashConv: number;
  /** Times that the tree is gone over at most. */
  iterations: number;
  onLook?: ((iterations: number, nashConv: number) => void) | undefined;
}

/**
 * Solves the whole tree of a game.
 * @param options checked, as the policy will be played
 * @throws UserError when its observations forget what a seat saw or did
 */
export function solution(tree: GameTree, options: unknown, budget: SolveBudget): SolvedFile {
  const { game } = tree;
  const value = game.information === 'perfect' ? solve(tree) : null;
  const { policy, iterations } = value ?? minimiseRegret(tree, budget);
  const name = value ? ('backward induction' as const) : ('predictive CFR+' as const);
  return {
    ...factsOf(game, options),
    method: { name, iterations },
    nashConv: exploitation(tree, policy).nashConv,
    complete: true,
    states: statesOf(tree, policy),
  };
}

function statesOf(tree: GameTree, policy: PolicyTable): SolvedFile['states'] {
  const seen = new Float32Array(observationSize(tree.game));
  return tree.informationStates.map(({ seat, actions, offset, state }) => {
    state.observe(seat, seen, 0);
    const probabilities = [...policy.subarray(offset, offset + actions.length)];
    return { seat, observation: observationText(seen), actions, probabilities };
  });
}

/** How long games are sampled: whichever comes first. */
export interface SamplingBudget {
  /** All of them, those of a policy that is continued too; a multiple of 100. */
  iterations: number;
  seconds: number;
  seed: string;
  /** File of a policy that was sampled, to go on from. */
  resume?: string | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((iterations: number, states: number, seconds: number) => void) | undefined;
}

/**
 * Samples games, for those that are too large to walk.
 * @param options checked, as the policy will be played
 * @throws UserError when too many information states come up, or the policy to go on from is of another game or seed
 */
export async function sampledSolution(game: Game, options: unknown, budget: SamplingBudget): Promise<SolvedFile> {
  const { iterations, seconds, seed, resume, signal, onProgress } = budget;
  const sampler = new Sampler(game, options, seed);
  if (resume !== undefined) goOn(sampler, game, options, resume, seed);
  const began = performance.now();
  const passed = () => (performance.now() - began) / 1000;
  while (sampler.iterations < iterations && passed() < seconds && !signal?.aborted) {
    sampler.block();
    onProgress?.(sampler.iterations, sampler.size, passed());
    // Signals are heard between two turns of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return sampledFile(game, options, sampler, seed);
}

/** What was sampled so far. @param seed what the sampler was made with */
export function sampledFile(game: Game, options: unknown, sampler: Sampler, seed: string): SolvedFile {
  return {
    ...factsOf(game, options),
    method: { name: 'external-sampling MCCFR', iterations: sampler.iterations, seed },
    nashConv: null,
    complete: false,
    states: sampler.states(),
  };
}

function goOn(sampler: Sampler, game: Game, options: unknown, file: string, seed: string): void {
  loadSolved(file, game, { options });
  const { method, states } = readSolved(file);
  if (method.name !== 'external-sampling MCCFR')
    throw new UserError(`${file} was solved by ${method.name}: only a sampled policy can be continued`);
  if (method.seed !== seed)
    throw new UserError(`${file} was sampled with the seed ${method.seed}: give --seed ${method.seed}, or sample anew`);
  sampler.load(states, method.iterations);
}

/** What best responses gain against a policy, if its game can be walked; null where it is too large. */
export function measured(game: Game, options: unknown, solved: SolvedFile): SolvedFile {
  let tree: GameTree;
  try {
    tree = walkTree(game, options);
  } catch (error) {
    if (error instanceof TooLarge) return solved;
    throw error;
  }
  if (tree.forgets && game.information === 'imperfect') return solved;
  const agent = solvedAgent('solved', policyOf(solved, 'the policy'));
  return { ...solved, nashConv: exploitation(tree, tabulate(tree, agent)).nashConv };
}
