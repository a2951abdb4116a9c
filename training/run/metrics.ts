/** What a run writes down: one line of `metrics.jsonl` after each update, measurement and report, and its meaning. */
import type { MetricsRecord } from '../../checkpoints/index.js';
import { blockRate, type Estimate, type IntervalMethod } from '../../eval/statistics.js';
import { BOT, SNAPSHOT } from '../collect/opponents.js';
import type { RolloutStats } from '../collect/rollout.js';
import type { Tally } from './measure.js';

/** What a line is about. */
export type MetricsPhase = 'warmStart' | 'ppo' | 'measure' | 'report';

/** How the policy did against one agent in all other seats. */
export interface Measured {
  games: number;
  /** Games won at the rules' own end. */
  winRate: Estimate;
  /** How its interval was made. */
  interval: IntervalMethod;
  /** Win rate of equals: one over the number of seats. */
  parity: number;
  /** First places, games cut at our cap included. */
  firstRate: number;
  truncatedShare: number;
  /** Mean return: rewards, or what places are worth, from 1 for a win alone to -1. */
  meanReturn: number;
}

/** Lines with `phase` `measure` (during training) and `report` (at its turning points). */
export interface MeasureRecord extends MetricsRecord {
  phase: 'measure' | 'report';
  /** Of a report: `start`, `after warm start`, `end`. */
  name: string;
  update: number;
  /** By agent spec. */
  against: Record<string, Measured>;
  /** Mean win rate over the agents; in games scored by rewards the mean return. */
  score: number;
}

/** Every number of a line and what it means; names as in the events. Documentation and the summary page show it. */
export const metricMeanings: Readonly<Record<string, string>> = {
  decisions: 'Decisions learned from so far, warm start included.',
  seconds: 'Wall-clock seconds of the run so far.',
  time: 'Clock time of the line, in seconds since 1970; the events have it.',
  update: 'Updates so far in this phase.',
  progress: 'Share of the budget of this phase that is used.',
  games: 'Games ended in this rollout.',
  gameLength: 'Mean decisions of those games, all seats.',
  truncatedShare: 'Share of those games that were cut at our cap.',
  meanReturn: 'Mean final return of the seats that learn; 0 when all seats do.',
  beats: 'Share of meetings in which a learning seat was ranked above one of this opponent, by agent; ties count half.',
  shaping: 'Mean shaping reward of a learned decision.',
  entropyShare: 'Mean entropy as a share of the highest possible one, over decisions with a choice.',
  decisionsPerSecond: 'Learned decisions a second, learning included.',
  inferShare: "Share of the players' time spent in the network.",
  playSeconds: 'Seconds the slowest part of the loop waited for rows.',
  learnSeconds: 'Seconds of the update.',
  learningRate: "Adam's step size in this update.",
  entropyWeight: 'Weight of the entropy bonus in this update.',
  magnetWeight: 'Weight of the KL divergence from the magnet in this update; only in runs that have one.',
  policyLoss: 'The clipped surrogate loss.',
  valueLoss: 'Mean squared error of the values.',
  entropy: 'Mean entropy of the policy over legal actions, in nats.',
  kl: 'Estimated KL divergence from the policy that acted.',
  magnetKl: 'KL divergence from the magnet, the policy with averaged weights; only in runs that have one.',
  clipFraction: 'Share of rows whose probability ratio left the clip range.',
  explainedVariance: "1 - variance of the values' errors / variance of their targets.",
  gradientNorm: 'Length of the gradient before clipping.',
  epochs: 'Passes over the rows before the KL stop.',
  imitationLoss: 'Cross-entropy with the imitated agent, in nats.',
  imitationAccuracy: 'Share of decisions where the most likely action is that of the imitated agent.',
  snapshots: 'Earlier versions in the pool.',
  score:
    'Mean win rate over the agents measured against (mean return in games scored by rewards); picks the best checkpoint.',
  winRate: "Share of games won at the rules' own end, by agent.",
  firstRate: 'Share of first places, games cut at our cap included, by agent.',
};

/**
 * Numbers of a rollout for its line; means of games are left out where none ended.
 * @param bots specs of the scripted opponents, in the order of the config
 */
export function rolloutMetrics(stats: RolloutStats, bots: readonly string[]): Record<string, number> {
  const per = (sum: number, count: number) => (count > 0 ? sum / count : 0);
  const ofGames = {
    gameLength: per(stats.gameDecisions, stats.games),
    truncatedShare: per(stats.truncated, stats.games),
    meanReturn: per(stats.returns, stats.returnCount),
  };
  return {
    games: stats.games,
    ...(stats.games > 0 ? ofGames : {}),
    shaping: per(stats.shaping, stats.decisions),
    entropyShare: per(stats.entropyShare, stats.entropyCount),
    inferShare: per(stats.inferMs, stats.totalMs),
    ...meetings(stats, bots),
  };
}

/** `beats/<agent>`: scripted opponents by their spec, all earlier versions together as `snapshots`. */
function meetings({ versus }: RolloutStats, bots: readonly string[]): Record<string, number> {
  const sums: Record<string, { score: number; meetings: number }> = {};
  for (const [who, { score, meetings }] of Object.entries(versus)) {
    const name = Number(who) >= SNAPSHOT ? 'snapshots' : bots[Number(who) - BOT]!;
    const sum = (sums[name] ??= { score: 0, meetings: 0 });
    sum.score += score;
    sum.meetings += meetings;
  }
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [`beats/${name}`, sum.score / sum.meetings]));
}

/** A tally as rates. The games of a deal share their luck: the interval is over deals, wherever there are enough. */
export function measured(tally: Tally): Measured {
  const blockMeans = tally.wins.flatMap((wins, block) => (tally.played[block] ? [wins / tally.played[block]] : []));
  const { method, ...winRate } = blockRate(blockMeans, tally.games);
  return {
    games: tally.games,
    winRate,
    interval: method,
    // Each deal is played once from every seat.
    parity: blockMeans.length / tally.games,
    firstRate: tally.firsts / tally.games,
    truncatedShare: tally.truncated / tally.games,
    meanReturn: tally.returns / tally.games,
  };
}

/** Curves of a line for TensorBoard: `phase/name`, `measure/winRate/<agent>`. */
export function scalars(record: MetricsRecord): Record<string, number> {
  const { phase } = record;
  if (phase === 'measure' || phase === 'report') {
    const { against, score, name } = record as MeasureRecord;
    const group = phase === 'report' ? `report ${name}` : 'measure';
    const rates = Object.entries(against).flatMap(([agent, m]) => [
      [`${group}/winRate/${agent}`, m.winRate.mean],
      [`${group}/truncatedShare/${agent}`, m.truncatedShare],
      [`${group}/meanReturn/${agent}`, m.meanReturn],
    ]);
    return Object.fromEntries([[`${group}/score`, score], ...rates]);
  }
  const numbers = Object.entries(record).filter(
    ([name, value]) => typeof value === 'number' && name !== 'decisions' && name !== 'time',
  );
  return Object.fromEntries(numbers.map(([name, value]) => [`${phase}/${name}`, value as number]));
}
