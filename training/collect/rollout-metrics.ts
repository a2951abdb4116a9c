/** Numbers of a rollout for its line of metrics; `metricMeanings` explains each. */
import { BOT, SNAPSHOT } from './opponents.js';
import type { RolloutStats } from './rollout-stats.js';

/**
 * Numbers of a rollout for its line; means of games are left out where none ended.
 * @param agents specs of the run's agents
 */
export function rolloutMetrics(stats: RolloutStats, agents: readonly string[]): Record<string, number> {
  const per = (sum: number, count: number) => (count > 0 ? sum / count : 0);
  const ofGames = {
    episode_length_mean: per(stats.gameDecisions, stats.games),
    truncated_fraction: per(stats.truncated, stats.games),
    episode_return_mean: per(stats.returns, stats.returnCount),
  };
  return {
    games: stats.games,
    ...(stats.games > 0 ? ofGames : {}),
    shaping_mean: per(stats.shaping, stats.decisions),
    entropy_fraction: per(stats.entropyShare, stats.entropyCount),
    inference_fraction: per(stats.inferMs, stats.totalMs),
    ...meetings(stats, agents),
  };
}

/** `beats/<agent>`: scripted opponents by their spec, all earlier versions together as `snapshots`. */
function meetings({ versus }: RolloutStats, agents: readonly string[]): Record<string, number> {
  const sums: Record<string, { score: number; meetings: number }> = {};
  for (const [who, { score, meetings }] of Object.entries(versus)) {
    const name = Number(who) >= SNAPSHOT ? 'snapshots' : agents[Number(who) - BOT]!;
    const sum = (sums[name] ??= { score: 0, meetings: 0 });
    sum.score += score;
    sum.meetings += meetings;
  }
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [`beats/${name}`, sum.score / sum.meetings]));
}
