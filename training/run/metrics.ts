/** What a run writes down: one line of `metrics.jsonl` after each update, measurement and report, and its meaning. */
import type { MetricsRecord } from '../../checkpoints/lines.js';
import { listOf } from '../../env/list.js';
import { firstShares } from '../../env/returns.js';
import { differentGames, type Variety } from '../../eval/different-games.js';
import { countEach } from '../../eval/evaluate.js';
import type { Outcome } from '../../eval/outcome.js';
import { blockRate, type Estimate, type IntervalMethod, mean } from '../../eval/statistics.js';

/** How the policy did against one agent in all other seats. */
export interface OpponentResult extends Variety {
  games: number;
  /** Games won at the rules' own end. */
  winRate: Estimate;
  /** How its interval was made. */
  interval: IntervalMethod;
  /** Win rate of equals: one over the number of seats. */
  parity: number;
  /** First places, games truncated by the round cap included. */
  firstRate: number;
  truncatedShare: number;
  /** Games by how they ended. */
  endings: Record<string, number>;
  /** Mean return: rewards, or what places are worth, from 1 for a win alone to -1. */
  meanReturn: number;
  /** In a game scored by rewards: all seats came out even in every game, so that shares of games won say nothing. */
  tied?: true;
}

/** A line of kind `evaluation` or `report`. */
export interface MeasureRecord extends MetricsRecord {
  kind: 'evaluation' | 'report';
  /** Name of the phase under way. */
  phase: string;
  /** Name of a report: `start`, `after <phase>`, `end`. */
  name: string;
  update: number;
  /** Seed of its deals. Seeds of reports change with each release. */
  seed: string;
  /** By agent spec. */
  against: Record<string, OpponentResult>;
  /** Mean win rate over the agents; in games scored by rewards the mean return. */
  score: number;
}

/** Every number of a line and what it means; names as in the events. Documentation and the summary page show it. */
export const metricMeanings: Readonly<Record<string, string>> = {
  decisions: 'Decisions learned from so far, all phases together.',
  seconds: 'Wall-clock seconds of the run so far.',
  time: 'Time of writing, in seconds since 1970; the events have the same time.',
  update: 'Updates so far in this phase.',
  progress: 'Share of the budget of this phase that is used.',
  games: 'Games ended in this rollout.',
  episode_length_mean: 'Mean number of decisions in those games, all seats.',
  truncated_fraction: 'Share of those games truncated by the round cap.',
  episode_return_mean: 'Mean final return of the learning seats; 0 when all seats learn.',
  beats: 'By opponent: how often a learning seat was placed before one of its seats; ties count half.',
  shaping_mean: 'Mean shaping reward per learned decision.',
  entropy_fraction: 'Mean entropy divided by the largest possible entropy, over decisions with a choice.',
  sps: 'Learned decisions per second, learning included.',
  inference_fraction: "Share of the collector's time spent in the network.",
  collect_seconds: 'Seconds spent collecting.',
  learn_seconds: 'Seconds spent learning.',
  learning_rate: "Adam's step size in this update.",
  noise: 'Evolution: standard deviation of the changes, in units.',
  wins_fraction: 'Evolution: share of the games won by the changed weights; truncated games count as not won.',
  pair_spread: 'Evolution: root mean square difference between the two of a pair, in returns.',
  step_norm: 'Evolution: length of the step, in units.',
  entropy_coef: 'Weight of the entropy bonus in this update.',
  policy_loss: 'The clipped surrogate loss.',
  value_loss: 'Mean squared error of the values.',
  entropy: 'Mean entropy of the policy over legal actions, in nats.',
  approx_kl: 'Estimated KL divergence from the policy that collected.',
  clip_fraction: 'Share of rows whose probability ratio is outside the clip range.',
  explained_variance: "1 - variance of the values' errors / variance of their targets.",
  calibration_error:
    'Afterstates: positions in tenths by what was expected: mean difference between that and what came of it.',
  grad_norm: 'Norm of the gradient before clipping; of evolution, of the estimated slope.',
  epochs: 'Passes over the rows before the KL stop.',
  imitation_loss: 'Cross-entropy with the imitated agent, or with what the search made of a decision, in nats.',
  imitation_accuracy:
    'Share of decisions in which the likeliest action is that of the imitated agent, or the one that the search played.',
  first_seat_return_mean: 'Expert iteration and afterstates: mean return of seat 0.',
  judged: 'Afterstates: positions that the network judged for decisions.',
  judged_mean: 'Afterstates: mean positions that the network judged for a decision, those of planned turns left out.',
  action_spread: 'Afterstates: mean difference between the values of the best and the average action of a decision.',
  lambda: 'Afterstates: weight of what came later against the next value, in the returns learned from.',
  beam: 'Afterstates: positions of the own turn that were followed at each step; 0: only the next one counted.',
  simulations_mean: 'Expert iteration: mean simulations of a decision.',
  judged_batch_mean: 'Expert iteration: mean positions that the network judged together.',
  window_games: 'Expert iteration: games that can be learned from.',
  rows_learned: 'Expert iteration: decisions that were learned from in this update.',
  snapshots: 'Snapshots in the pool.',
  score: 'Mean win rate over the evaluated opponents (mean return in games with rewards); chooses the best checkpoint.',
  win_rate: 'By opponent: share of games won; truncated games count as not won.',
  return_mean: 'By opponent: mean return of the evaluated games.',
};

/**
 * Games as rates. The games of a deal share their luck: the interval is over deals, wherever there are enough.
 * @param outcomes by deal, and in it by the seat of the policy
 * @param byRewards the game is scored by rewards
 */
export function measured(outcomes: readonly Outcome[], byRewards = false): OpponentResult {
  const players = outcomes[0]!.places.length;
  const seats = Array.from({ length: players }, (_, seat) => seat);
  const block = { seed: '', seatings: seats.map((own) => seats.map((seat) => (seat === own ? 0 : 1))) };
  const deals = outcomes.length / players;
  const { played, variety } = differentGames(
    listOf(deals, () => block),
    Array.from({ length: deals }, (_, deal) => outcomes.slice(deal * players, (deal + 1) * players)),
  );
  const tied = byRewards && outcomes.every(({ places }) => places.every((place) => place === places[0]));
  const over = (value: (outcome: Outcome, seat: number) => number) => played.map((deal) => mean(deal.map(value)));
  const first = ({ places }: Outcome, seat: number) => firstShares(places)[seat]!;
  const games = played.length * players;
  const { method, ...winRate } = blockRate(
    over((outcome, seat) => (outcome.truncated ? 0 : first(outcome, seat))),
    games,
  );
  return {
    games: outcomes.length,
    ...variety,
    winRate,
    interval: method,
    parity: 1 / players,
    firstRate: mean(over(first)),
    truncatedShare: mean(over(({ truncated }) => (truncated ? 1 : 0))),
    endings: countEach(played.flat().map(({ ending }) => ending)),
    meanReturn: mean(over(({ returns }, seat) => returns[seat]!)),
    ...(tied && { tied: true as const }),
  };
}

/** Curves of a line for TensorBoard: `<phase>/<name>`, `eval/win_rate/<agent>`. */
export function scalars(record: MetricsRecord): Record<string, number> {
  const { kind, phase } = record;
  if (kind === 'evaluation' || kind === 'report') {
    const { against, score, name } = record as MeasureRecord;
    const group = kind === 'report' ? `report ${name}` : 'eval';
    const rates = Object.entries(against).flatMap(([agent, m]) => [
      [`${group}/win_rate/${agent}`, m.winRate.mean],
      [`${group}/truncated_fraction/${agent}`, m.truncatedShare],
      [`${group}/return_mean/${agent}`, m.meanReturn],
    ]);
    return Object.fromEntries([[`${group}/score`, score], ...rates]);
  }
  const numbers = Object.entries(record).filter(
    ([name, value]) => typeof value === 'number' && name !== 'decisions' && name !== 'time',
  );
  return Object.fromEntries(numbers.map(([name, value]) => [`${phase}/${name}`, value as number]));
}
