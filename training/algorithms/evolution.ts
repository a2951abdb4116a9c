/**
 * Evolution strategies, as a phase of a run: who plays, on which deals, and what is remembered between steps. The step itself
 * is training/learn/evolution.ts; the games by which changes are judged, training/collect/contest.ts.
 */
import { z } from 'zod';
import { flattenWeights, viewWeights } from '../../agents/network/network.js';
import { pairSeed, unitsOf } from '../collect/changes.js';
import type { Candidate, ContestScores } from '../collect/contest.js';
import { crowded, opponentsSchema, shares } from '../collect/opponents.js';
import { EvolutionStrategy } from '../learn/evolution.js';
import { count, floats, schedule, scheduled, whole } from '../schedule.js';
import type { Algorithm, AlgorithmKind, Experience, Moment, Tools } from './algorithm.js';
import { changeableSnapshots, Snapshots, snapshotMemory, snapshotSettings } from './snapshots.js';

const settingsSchema = z.strictObject({
  pairs: whole(1).max(10_000).default(32).describe('Antithetic pairs of changes of each update.'),
  gamesEach: whole(1)
    .max(100_000)
    .default(16)
    .describe('Games of each changed policy, from each seat in turn; both of a pair play the same deals.'),
  noise: schedule(0.0001, 10)
    .prefault({ from: 0.2, to: 0.1 })
    .describe("Standard deviation of a change, in units (a bot's weight: half its size, or what the bot declares)."),
  learningRate: schedule(0, 1).prefault({ from: 0.05, to: 0.02 }).describe("Adam's step size, in units."),
  opponents: opponentsSchema
    .default([])
    .describe(
      'Other agents: `share` of the other seats, `allSeats` of deals with it in all of them. The latest weights play the rest.',
    ),
  snapshots: snapshotSettings,
});

/** Settings of a phase of evolution. */
export type EvolutionPhase = z.output<typeof settingsSchema>;

const memorySchema = z.strictObject({
  steps: count,
  centre: floats,
  firstMoments: floats,
  secondMoments: floats,
  average: floats,
  ...snapshotMemory,
});

type EvolutionMemory = z.output<typeof memorySchema>;

/** The scores of all candidates. */
interface Judged extends Experience {
  seed: string;
  noise: number;
  scores: Float64Array;
}

/** Evolution at work. */
class EvolutionAlgorithm implements Algorithm<Judged> {
  private readonly strategy: EvolutionStrategy;
  private readonly snapshots: Snapshots;

  constructor(
    private readonly settings: EvolutionPhase,
    private readonly tools: Tools,
  ) {
    const { collector, learner } = tools;
    const { shape } = collector;
    this.strategy = new EvolutionStrategy(flattenWeights(shape, learner.weights()), unitsOf(shape));
    this.snapshots = new Snapshots(settings.snapshots, collector);
  }

  async collect(at: Moment): Promise<Judged> {
    const { settings, strategy, snapshots, tools } = this;
    const { collector, firstAgent } = tools;
    snapshots.take(at.update, () => strategy.average.slice());
    const seed = `${collector.spec.seed}/step ${at.updates}`;
    const noise = scheduled(settings.noise, at.progress('noise'));
    // Both of a pair play the same deals: what a deal gives to both cancels out.
    const candidates = Array.from({ length: 2 * settings.pairs }, (_, i): Candidate => {
      const pair = pairSeed(seed, i >> 1);
      return { change: pair, step: i % 2 === 0 ? noise : -noise, deals: pair };
    });
    const mix = {
      bots: shares(settings.opponents, firstAgent, at.progress('opponents')),
      snapshots: scheduled(settings.snapshots.share, at.progress('snapshots.share')),
      pool: snapshots.pool.weights(),
      teacher: 0,
    };
    const order = { candidates, games: settings.gamesEach, mix, slots: snapshots.slots };
    const played = await collector.contest(strategy.centre, order);
    const { decisions, games, scores } = played;
    return { decisions, games, metrics: contestMetrics(played), seed, noise, scores };
  }

  async learn({ seed, noise, scores }: Judged, at: Moment): Promise<Record<string, number>> {
    const { settings, strategy, tools } = this;
    const learningRate = scheduled(settings.learningRate, at.progress('learningRate'));
    const { slope, moved } = strategy.step(scores, (pair) => pairSeed(seed, pair), { noise, learningRate });
    tools.learner.put(viewWeights(tools.collector.shape, strategy.average));
    let squares = 0;
    for (let i = 0; i < scores.length; i += 2) squares += (scores[i]! - scores[i + 1]!) ** 2;
    return {
      noise,
      learning_rate: learningRate,
      pair_spread: Math.sqrt((2 * squares) / scores.length),
      grad_norm: slope,
      step_norm: moved,
    };
  }

  state(): EvolutionMemory {
    return { ...this.strategy.save(), ...this.snapshots.save() };
  }

  load({ pool, snapshots, ...state }: EvolutionMemory, { update }: { update: number }): void {
    this.strategy.load(state);
    this.snapshots.load({ pool, snapshots }, update);
  }
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

/** Evolution strategies, as a phase can name them. */
export const evolution = {
  name: 'evolution',
  settings: settingsSchema,
  changeable: {
    pairs: 'read in each update',
    gamesEach: 'read in each update',
    noise: 'read in each update',
    learningRate: 'read in each update',
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
  // The weights that wander, what is known of their slope, and the average; a candidate in each thread.
  size: () => ({ minibatch: 0, networks: 2, opponents: 2 }),
  begin: async (settings, tools) => new EvolutionAlgorithm(settings, tools),
} as const satisfies AlgorithmKind<EvolutionPhase>;
