/** Measures a policy against the agents of the config: on the deals that pick the best checkpoint, or on those of reports. */
import type { Weights } from '../../agents/network/network.js';
import type { Game } from '../../env/game.js';
import { parseOptions } from '../../env/options.js';
import { reportSeed } from '../../eval/report-seed.js';
import { mean, pairedTest } from '../../eval/statistics.js';
import type { Collector } from '../collect/collector.js';
import { current, phaseIndex } from './budget.js';
import type { Config } from './config.js';
import { dealScores, type Measured, type MeasureRecord, measured } from './metrics.js';
import type { SampleGame } from './sample-game.js';
import type { TrainingState } from './state.js';

/** A measurement. */
export interface Judged {
  /** For the metrics, without the time. */
  line: MeasureRecord;
  /** What the policy made of each deal, a mean over the agents; their mean is the line's score. */
  deals: number[];
  /** A game of it in words, against the first agent; only where it was asked for. */
  sample?: SampleGame | undefined;
}

/**
 * Whether a measured policy is to be the best one from here on.
 * @param best the one so far, measured on the same deals
 * @param confidence how sure Student's paired test, on one side, must be that it is better, 0..1; 0: as good on these
 *   deals is enough, since of equals the later has learned more, and few games make many equals
 */
export function replaces(
  { line, deals }: Judged,
  best: { score: number; deals: readonly number[] },
  confidence: number,
): boolean {
  if (confidence === 0) return line.score >= best.score;
  const { difference, p } = pairedTest(deals, best.deals);
  return difference.mean > 0 && 1 - p / 2 >= confidence;
}

/** See the head of the file. */
export class Evaluator {
  constructor(
    private readonly config: Config,
    private readonly game: Game,
    private readonly collector: Collector,
  ) {}

  /**
   * @param kind whose deals: reports have others than evaluations, so that what was picked on the ones is judged on the others
   * @param state where the run stands
   * @param tell tell one game in words too
   * @param onGames told now and then how many of how many games are over
   */
  async measure(
    kind: MeasureRecord['kind'],
    name: string,
    weights: Weights,
    state: TrainingState,
    tell = false,
    onGames?: (games: number, of: number) => void,
  ): Promise<Judged> {
    let sample: SampleGame | undefined;
    const { config, game, collector } = this;
    const { temperature, lookahead, rounds, blocks, reportBlocks } = config.evaluation;
    const byRewards = game.scoring === 'rewards';
    const against: Record<string, Measured> = {};
    // All evaluations of a run have the same deals, so that its policies can be compared.
    const seed = kind === 'report' ? reportSeed(config.seed) : `${config.seed}/measure`;
    const count = kind === 'report' ? reportBlocks : blocks;
    const byAgent: number[][] = [];
    const games = count * game.players(parseOptions(game, config.options));
    const { length: agents } = config.evaluation.against;
    for (const spec of config.evaluation.against) {
      const job = { against: spec, seed, temperature, lookahead, rounds, blocks: count, tell: tell && !sample };
      const before = byAgent.length * games;
      const tally = await collector.measure(weights, job, (done) => onGames?.(before + done, agents * games));
      against[spec] = measured(tally);
      if (tally.told) sample = { decisions: state.decisions, against: spec, lines: tally.told };
      byAgent.push(dealScores(tally, byRewards));
    }
    const score = mean(Object.values(against).map((m) => (byRewards ? m.meanReturn : m.winRate.mean)));
    const deals = Array.from({ length: byAgent.length > 0 ? count : 0 }, (_, deal) =>
      mean(byAgent.map((scores) => scores[deal]!)),
    );
    const phase = config.phases[phaseIndex(state)]!.name;
    const { updates: update } = current(state);
    return { line: { decisions: state.decisions, kind, phase, name, update, seed, score, against }, deals, sample };
  }
}
