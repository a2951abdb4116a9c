/**
 * How strong the checkpoints of a run are: each plays the same deals against the same agents. What comes of it are
 * lines of `ratings.jsonl` (rating.ts).
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { panelOf } from '../../agents/panel.js';
import { lookaheadDefaults } from '../../agents/search/lookahead.js';
import { loadAgent } from '../../agents/spec/load.js';
import type { MetricsRecord } from '../../checkpoints/lines.js';
import { RunDirectory } from '../../checkpoints/run.js';
import { loadGame } from '../../env/load-game.js';
import { UserError } from '../../env/user-error.js';
import { playDeals, strengthEstimate, strengthOf } from '../../eval/deals.js';
import type { GamesProgress, PoolSettings } from '../../eval/pool.js';
import { reportSeed } from '../../eval/report-seed.js';
import { type Config, configSchema, measuredOptions } from './config.js';
import { type CheckpointRating, readRatings } from './rating.js';
import { Course, configInForce, readSegments } from './segments.js';
import { writeSummary } from './summary.js';

/** How a run's policies play where it evaluates them: kind of agent and options of a spec. */
export function evaluatedAs({ agent, evaluation }: Config): { kind: string; options: string } {
  const { temperature, lookahead, rounds } = evaluation;
  if (lookahead > 0)
    return {
      kind: `policy+lookahead:${lookahead}`,
      options: rounds === lookaheadDefaults.rounds ? '' : `?rounds=${rounds}`,
    };
  // A bot draws nothing.
  if (agent !== null || temperature === 1) return { kind: 'policy', options: '' };
  return { kind: 'policy', options: temperature === 0 ? '?argmax' : `?temperature=${temperature}` };
}

/** What to measure. */
export interface RateRequest extends PoolSettings {
  /**
   * Agents in all other seats, each in turn, or the panel of the game; default: those that the run evaluates against.
   */
  against?: readonly string[] | 'panel' | undefined;
  /** Each is played once from every seat. */
  deals: number;
  seed: string | number;
}

/** What was measured. */
export interface RateResult {
  runDir: string;
  game: string;
  /** Oldest first; of a checkpoint in the order of the agents. */
  ratings: CheckpointRating[];
}

/**
 * Measures every checkpoint that a run has kept, writes `ratings.jsonl` and draws the run's summary page anew. What was
 * measured before in the same way is not played again; after an interruption the same call continues.
 * @throws UserError when there is no run or checkpoint, an agent is not there, or it was stopped
 */
export async function rateRun(runDir: string, request: RateRequest): Promise<RateResult> {
  const { deals, workers, signal, onProgress } = request;
  const run = RunDirectory.open(runDir);
  const config = configInForce(run);
  const loaded = await loadGame(config.game);
  const { game, source } = loaded;
  const asked = request.against ?? config.evaluation.against;
  const against = asked === 'panel' ? panelOf(loaded).map(({ agent }) => agent) : [...asked];
  const twice = against.find((spec, i) => against.indexOf(spec) < i);
  if (twice !== undefined) throw new UserError(`against: ${twice} is given twice; give it once`);
  if (against.length === 0)
    throw new UserError(`${runDir} has no opponents in its evaluations; name some with --against`);
  for (const spec of against) await loadAgent(spec, { ...loaded, options: config.options });
  const checkpoints = run.checkpoints();
  if (checkpoints.length === 0) throw run.withoutCheckpoint();
  const seconds = secondsOf(run);
  const { kind, options } = evaluatedAs(config);
  const seed = reportSeed(request.seed);
  const known = readRatings(run);
  const jobs = checkpoints.flatMap(({ file, decisions }) => {
    const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
    return against.flatMap((other) =>
      measuredOptions(config).map(({ options, named }) => ({ decisions, sha256, other, options, named: named(other) })),
    );
  });
  const found = (job: (typeof jobs)[number]) =>
    known.find(
      (rating) =>
        rating.decisions === job.decisions &&
        rating.sha256 === job.sha256 &&
        rating.against === job.named &&
        rating.play === `${kind}${options}` &&
        rating.seed === seed &&
        rating.deals.length === deals,
    );
  const open = jobs.filter((job) => !found(job)).length;
  let over = 0;
  const ratings: CheckpointRating[] = [];
  for (const job of jobs) {
    let rating = found(job);
    if (!rating) {
      const { decisions, sha256, other, named } = job;
      const results = await playDeals({
        ...{ game: source, options: job.options, agent: `${kind}:${runDir}@${decisions}${options}`, against: other },
        ...{ deals, seed, workers, signal },
        onProgress: onProgress && ((progress) => onProgress(inAll(progress, over, open))),
      });
      const { byRewards, parity, kept, different, openings } = results;
      over++;
      rating = {
        ...{ decisions, seconds: seconds(decisions), sha256, play: `${kind}${options}`, against: named },
        ...{ games: results.games, seed, byRewards, parity, kept, different, openings },
        ...{ score: strengthEstimate(results), deals: strengthOf(results) },
      };
      run.appendRating(rating as unknown as MetricsRecord);
    }
    ratings.push(rating);
  }
  const segments = readSegments(run);
  writeSummary(run, new Course(run.config(configSchema), segments).config, segments);
  return { runDir, game: game.id, ratings };
}

/** How far all jobs are, of how far one is. */
function inAll({ done, total, secondsLeft }: GamesProgress, over: number, open: number): GamesProgress {
  return { done: over * total + done, total: open * total, secondsLeft: open - over > 1 ? Number.NaN : secondsLeft };
}

/** Seconds that a run had taken at a number of decisions. */
function secondsOf(run: RunDirectory): (decisions: number) => number | null {
  // Two numbers a line: a long run has more lines than memory holds.
  const lines = Array.from(run.eachMetrics(), ({ kind, decisions, seconds }) => ({
    decisions: kind === 'update' ? decisions : Number.POSITIVE_INFINITY,
    seconds: typeof seconds === 'number' ? seconds : null,
  }));
  return (decisions) =>
    decisions === 0 ? 0 : (lines.findLast((line) => line.decisions <= decisions)?.seconds ?? null);
}
