/**
 * Evolution strategies, as a phase of a run: who plays, what is remembered between steps. How weights are changed is
 * evolution-methods.ts; the games by which changes are judged, training/collect/contest.ts.
 */
import { z } from 'zod';
import { flattenWeights, viewWeights } from '../../agents/network/network.js';
import { unitsOf } from '../collect/changes.js';
import type { ContestScores } from '../collect/contest.js';
import { crowded, opponentsSchema, shares } from '../collect/opponents.js';
import { scheduled } from '../schedule.js';
import type { Algorithm, AlgorithmKind, Experience, Moment, Tools } from './algorithm.js';
import { adamMemory, beginMethod, cmaMemory, type EvolutionMethod, methodSettings } from './evolution-methods.js';
import { changeableSnapshots, Snapshots, snapshotMemory, snapshotSettings } from './snapshots.js';

const settingsSchema = z.strictObject({
  ...methodSettings,
  opponents: opponentsSchema
    .default([])
    .describe(
      'Other agents: `share` of the other seats, `allSeats` of deals with it in all of them. The latest weights play the rest.',
    ),
  snapshots: snapshotSettings,
});

/** Settings of a phase of evolution. */
export type EvolutionPhase = z.output<typeof settingsSchema>;

const memorySchema = z.union([adamMemory.extend(snapshotMemory), cmaMemory.extend(snapshotMemory)]);

type EvolutionMemory = z.output<typeof memorySchema>;

/** The scores of all candidates. */
interface Judged extends Experience {
  seed: string;
  noise: number;
  scores: Float64Array;
}

/** Evolution at work. */
class EvolutionAlgorithm implements Algorithm<Judged> {
  private readonly method: EvolutionMethod;
  private readonly snapshots: Snapshots;

  constructor(
    private readonly settings: EvolutionPhase,
    private readonly tools: Tools,
  ) {
    const { collector, learner } = tools;
    const { shape } = collector;
    this.method = beginMethod(settings, flattenWeights(shape, learner.weights()), unitsOf(shape));
    this.snapshots = new Snapshots(settings.snapshots, collector);
  }

  async collect(at: Moment): Promise<Judged> {
    const { settings, method, snapshots, tools } = this;
    const { collector, firstAgent } = tools;
    snapshots.take(at.update, () => method.average.slice());
    const seed = `${collector.spec.seed}/step ${at.updates}`;
    const { candidates, spread, noise } = method.ask(seed, at);
    const mix = {
      bots: shares(settings.opponents, firstAgent, at.progress('opponents')),
      snapshots: scheduled(settings.snapshots.share, at.progress('snapshots.share')),
      pool: snapshots.pool.weights(),
      teacher: 0,
    };
    const order = { candidates, spread, games: settings.gamesEach, mix, slots: snapshots.slots };
    const played = await collector.contest(method.centre, order);
    const { decisions, games, scores } = played;
    return { decisions, games, metrics: contestMetrics(played), seed, noise, scores };
  }

  async learn({ seed, noise, scores }: Judged, at: Moment): Promise<Record<string, number>> {
    const { method, tools } = this;
    const metrics = method.tell(seed, noise, scores, at);
    tools.learner.put(viewWeights(tools.collector.shape, method.average));
    return { noise, ...metrics };
  }

  state(): EvolutionMemory {
    return { ...this.method.save(), ...this.snapshots.save() };
  }

  load({ pool, snapshots, ...state }: EvolutionMemory, { update }: { update: number }): void {
    this.method.load(state);
    this.snapshots.load({ pool, snapshots }, update);
  }

  dispose(): void {}
}

/** Numbers of the games, under the names that `metricMeanings` explains. */
function contestMetrics({ scores, games, gameDecisions, truncated, wins }: ContestScores) {
  return {
    games,
    episode_length_mean: gameDecisions / games,
    truncated_fraction: truncated / games,
    // All play as many games.
    episode_return_mean: scores.reduce((sum, score) => sum + score, 0) / scores.length,
    wins_fraction: wins / games,
  };
}

/** See the head of the file. */
export const evolution = {
  name: 'evolution',
  settings: settingsSchema,
  changeable: {
    pairs: 'read in each update',
    gamesEach: 'read in each update',
    noise: 'read in each update; with `cma` before the first one',
    learningRate: 'read in each update',
    beta1: 'read in each update',
    beta2: 'read in each update',
    horizon: 'read in each update',
    opponents: 'read in each update',
    ...changeableSnapshots,
  },
  continued: {},
  memory: memorySchema,
  contradiction: ({ opponents, snapshots }, together) =>
    crowded(opponents, snapshots.share, !together('opponents', 'snapshots.share')),
  shaped: () => false,
  agents: ({ opponents }) => opponents.map((bot) => bot.agent),
  snapshots: ({ snapshots }) => snapshots.poolSize,
  // The weights that wander, what is known of their slope or spread, and the average; a candidate in each thread.
  size: ({ method }) => ({ minibatch: 0, networks: method === 'cma' ? 8 : 2, row: 0, opponents: 2 }),
  begin: async (settings, tools) => new EvolutionAlgorithm(settings, tools),
} as const satisfies AlgorithmKind<EvolutionPhase>;
