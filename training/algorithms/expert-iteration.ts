/**
 * Expert iteration, as a phase of a run: a search guided by the policy plays against itself, and the policy learns what the
 * search made of each decision (Anthony, Tian and Barber 2017; Silver et al. 2018, AlphaZero; Danihelka et al. 2022, Gumbel
 * MuZero). Most decisions are searched fast and not learned from (playout-cap randomisation: Wu 2019, KataGo). How games
 * are played is training/collect/self-play.ts.
 */
import { z } from 'zod';
import { gumbelDefaults } from '../../agents/search/gumbel.js';
import { shuffle } from '../../env/chance.js';
import { UserError } from '../../env/user-error.js';
import type { Decisions } from '../collect/batch.js';
import { loadRun } from '../collect/run-spec.js';
import { type SearchedOutcome, SearchedRows } from '../collect/searched-rows.js';
import { type SearchedGame, type SelfPlayed, searchedGameSchema } from '../collect/self-play.js';
import { imitate } from '../learn/imitation.js';
import { forgetMoments } from '../learn/learner.js';
import { schedule, scheduled, share, whole } from '../schedule.js';
import {
  type Algorithm,
  type AlgorithmKind,
  type Experience,
  headWeights,
  lossMetrics,
  lossSettings,
  type Moment,
  type Tools,
} from './algorithm.js';

/** Share of the outcome of the game in what values learn; the rest is what the search expected. */
const OUTCOME_SHARE = 0.5;

const settingsSchema = z.strictObject({
  shards: whole(1).max(10_000).default(4).describe('Shards of games of each update; a shard is played in one thread.'),
  games: whole(1).max(10_000).default(32).describe('Games of a shard, evaluated together by the network.'),
  simulations: whole(2).default(64).describe('Simulations of a decision that is learned from.'),
  fastSimulations: whole(2).default(16).describe('Simulations of the other decisions.'),
  learned: share
    .min(0.001)
    .default(0.25)
    .describe('Share of decisions searched with all simulations and learned from.'),
  considered: whole(2)
    .default(gumbelDefaults.considered)
    .describe('Maximum root actions of a search, drawn from the policy.'),
  valueScale: z
    .number()
    .gt(0)
    .max(100)
    .default(gumbelDefaults.valueScale)
    .describe(
      'Weight of the values found by a search against the policy that guides it; smaller values teach smaller steps.',
    ),
  opening: whole(0)
    .default(8)
    .describe('Maximum random decisions at the beginning of a game, for variety; each game draws its number.'),
  window: schedule(1, 10_000)
    .prefault({ from: 4, to: 20 })
    .describe('Number of latest updates whose games are learned from.'),
  reuse: z.number().gt(0).max(100).default(4).describe('Games learned from per game played, drawn from the window.'),
  learningRate: schedule(0, 1).prefault({ from: 1e-3, to: 1e-4 }).describe("Adam's step size."),
  minibatch: whole(1).default(256).describe('Rows of one gradient step.'),
  ...lossSettings,
});

/** Settings of a phase of expert iteration. */
export type ExpertIterationPhase = z.output<typeof settingsSchema>;

const memorySchema = z.strictObject({
  /** The window: games of each update, the oldest first. */
  window: z.array(z.array(searchedGameSchema).min(1)).min(1),
});

type ExpertIterationMemory = z.output<typeof memorySchema>;

/** Searched games, those of this update apart. */
interface Searched extends Experience {
  played: SearchedGame[];
}

/** Expert iteration at work. */
class ExpertIterationAlgorithm implements Algorithm<Searched> {
  private window: SearchedGame[][] = [];

  constructor(
    private readonly settings: ExpertIterationPhase,
    private readonly tools: Tools,
    private readonly rows: SearchedRows,
  ) {}

  async collect(at: Moment): Promise<Searched> {
    const { settings, tools } = this;
    const { collector, learner } = tools;
    const { simulations, fastSimulations, learned, considered, valueScale, opening, games } = settings;
    const shards = Array.from(
      { length: settings.shards },
      (_, i) => `${collector.spec.seed}/self-play ${at.updates}/shard ${i}`,
    );
    const order = { shards, games, simulations, fastSimulations, learned, considered, valueScale, opening };
    const played = await collector.selfPlay(learner.weights(), order);
    const outcomes = played.games.map((game) => this.rows.outcome(game));
    const decisions = played.games.reduce((sum, { searched }) => sum + searched.length, 0);
    return {
      decisions,
      games: played.games.length,
      metrics: selfPlayMetrics(played, outcomes),
      played: played.games,
    };
  }

  async learn({ played }: Searched, at: Moment): Promise<Record<string, number>> {
    const { settings, tools } = this;
    const { collector, learner, rng } = tools;
    const window = scheduled(settings.window, at.progress('window'));
    this.window.push(played);
    if (this.window.length > window) this.window.splice(0, this.window.length - Math.max(1, Math.floor(window)));
    if (at.update === 0 && settings.freshMoments) forgetMoments(learner);
    const learningRate = scheduled(settings.learningRate, at.progress('learningRate'));
    const { minibatch, gradientNorm } = settings;
    const how = { epochs: 1, minibatch, gradientNorm, weights: headWeights(collector.shape, settings), learningRate };
    const batch = this.draw(Math.ceil(settings.reuse * played.length));
    if (batch.rows === 0) return {};
    const { loss, accuracy, ...losses } = await imitate(learner, batch, how, rng);
    return {
      learning_rate: learningRate,
      window_games: this.window.reduce((sum, games) => sum + games.length, 0),
      rows_learned: batch.rows,
      imitation_loss: loss,
      imitation_accuracy: accuracy,
      ...lossMetrics(losses),
    };
  }

  /** The rows of so many games of the window, each at most once before all were drawn. */
  private draw(count: number): Decisions {
    const { rng } = this.tools;
    const games = this.window.flat();
    const drawn: SearchedGame[] = [];
    while (drawn.length < count) {
      shuffle(games, rng);
      drawn.push(...games.slice(0, count - drawn.length));
    }
    return this.rows.of(drawn, OUTCOME_SHARE, rng);
  }

  state(): ExpertIterationMemory {
    // Games are never changed.
    return { window: this.window.map((games) => [...games]) };
  }

  load({ window }: ExpertIterationMemory): void {
    for (const game of window.flat()) {
      try {
        this.rows.outcome(game);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw new UserError(`training.memory: ${error.message}; choose another checkpoint`);
      }
    }
    this.window = window.map((games) => [...games]);
  }
}

/** Numbers of the games, under the names that `metricMeanings` explains. */
function selfPlayMetrics(played: SelfPlayed, outcomes: readonly SearchedOutcome[]): Record<string, number> {
  const games = outcomes.length;
  const lengths = played.games.reduce((sum, { actions }) => sum + actions.length, 0);
  return {
    games,
    episode_length_mean: lengths / games,
    truncated_fraction: outcomes.filter(({ truncated }) => truncated).length / games,
    first_seat_return_mean: outcomes.reduce((sum, { returns }) => sum + returns[0]!, 0) / games,
    simulations_mean: played.decisions === 0 ? 0 : played.simulations / played.decisions,
    judged_batch_mean: played.batches === 0 ? 0 : played.judged / played.batches,
  };
}

/** Expert iteration, as a phase can name it. */
export const expertIteration = {
  name: 'expert-iteration',
  settings: settingsSchema,
  changeable: {
    shards: 'read in each update',
    games: 'read in each update',
    simulations: 'read in each update',
    fastSimulations: 'read in each update',
    learned: 'read in each update',
    considered: 'read in each update',
    valueScale: 'read in each update',
    opening: 'read in each update',
    window: 'read in each update',
    reuse: 'read in each update',
    learningRate: 'read in each update',
    minibatch: 'read in each update',
    valueWeight: 'read in each update',
    gradientNorm: 'read in each update',
  },
  continued: {},
  undiscounted: true,
  memory: memorySchema,
  contradiction: ({ simulations, fastSimulations, learned }) =>
    fastSimulations > simulations && learned < 1
      ? `fastSimulations: fast searches have ${fastSimulations} simulations and the others ${simulations}; set it to at most that`
      : null,
  shaped: () => false,
  agents: () => [],
  snapshots: () => 0,
  size: ({ minibatch }) => ({ minibatch, networks: 0, opponents: 0 }),
  games: ({ shards, games, window, reuse, learned }) => ({
    kept: (Math.floor(Math.max(window.from, window.to)) + 1) * shards * games,
    drawn: Math.ceil(reuse * shards * games),
    learned,
  }),
  async begin(settings, tools) {
    const { spec } = tools.collector;
    const { game, observer } = await loadRun(spec);
    const { options, players, returns, shape } = spec;
    const rows = new SearchedRows({ game, options, players, observer, returns, shape });
    return new ExpertIterationAlgorithm(settings, tools, rows);
  },
} as const satisfies AlgorithmKind<ExpertIterationPhase>;
