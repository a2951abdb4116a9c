/** Measures a policy against the agents of the config: on the deals that pick the best checkpoint, or on those of reports. */
import type { Weights } from '../../agents/network/network.js';
import type { Game } from '../../env/game.js';
import type { Collector } from '../collect/collector.js';
import { current, phaseIndex } from './budget.js';
import type { Config } from './config.js';
import { type Measured, type MeasureRecord, measured } from './metrics.js';
import type { TrainingState } from './state.js';

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
   * @returns a line for the metrics, without the time
   */
  async measure(
    kind: MeasureRecord['kind'],
    name: string,
    weights: Weights,
    state: TrainingState,
  ): Promise<MeasureRecord> {
    const { config, game, collector } = this;
    const { temperature, lookahead, rounds, blocks, reportBlocks } = config.evaluation;
    const against: Record<string, Measured> = {};
    for (const spec of config.evaluation.against) {
      // The seeds are those of the first runs there were: other deals would make other results.
      const seed = `${config.seed}/${kind === 'report' ? 'report' : 'measure'}`;
      const deals = kind === 'report' ? reportBlocks : blocks;
      const job = { against: spec, seed, temperature, lookahead, rounds, blocks: deals };
      against[spec] = measured(await collector.measure(weights, job));
    }
    const scores = Object.values(against).map((m) => (game.scoring === 'rewards' ? m.meanReturn : m.winRate.mean));
    const score = scores.reduce((a, b) => a + b, 0) / Math.max(1, scores.length);
    const phase = config.phases[phaseIndex(state)]!.name;
    return { decisions: state.decisions, kind, phase, name, update: current(state).updates, score, against };
  }
}
