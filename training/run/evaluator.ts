/**
 * Measures a policy against the agents of the config: on the deals that pick the best checkpoint, or on those of
 * reports.
 */
import type { Weights } from '../../agents/network/network.js';
import type { Game } from '../../env/game.js';
import { usualOpening } from '../../eval/different-games.js';
import { reportSeed } from '../../eval/report-seed.js';
import { mean } from '../../eval/statistics.js';
import type { Collector } from '../collect/collector.js';
import { current, phaseIndex } from './budget.js';
import type { Config } from './config.js';
import { type MeasureRecord, measured, type OpponentResult } from './metrics.js';
import type { SampleGame } from './sample-game.js';
import type { TrainingState } from './state.js';

/** Two deals that show whether anything differs. */
const probe = { blocks: 2, tell: false };

/** What is measured. */
export interface Candidate {
  weights: Weights;
  /** How wide a policy of afterstates searches its own turn; absent: as the spec of the run says. */
  beam?: number | undefined;
}

/** A measurement. */
export interface Judged {
  /** For the metrics, without the time. */
  line: MeasureRecord;
  /** A game of it in words, against the first agent; only where it was asked for. */
  sample?: SampleGame | undefined;
}

/** Measures a policy against the agents of the config. */
export class Evaluator {
  constructor(
    private readonly config: Config,
    private readonly game: Game,
    private readonly collector: Collector,
  ) {}

  /**
   * @param kind whose deals: reports have others than evaluations, so that what was picked on the ones is judged on the
   *   others
   * @param state where the run stands
   * @param tell tell one game in words too
   * @param onGames called now and then with the finished games and their total
   */
  async measure(
    kind: MeasureRecord['kind'],
    name: string,
    { weights, beam }: Candidate,
    state: TrainingState,
    tell = false,
    onGames?: (games: number, of: number) => void,
  ): Promise<Judged> {
    let sample: SampleGame | undefined;
    const { config, game, collector } = this;
    const { temperature, lookahead, rounds, blocks, reportBlocks } = config.evaluation;
    const byRewards = game.scoring === 'rewards';
    const against: Record<string, OpponentResult> = {};
    // All evaluations of a run have the same deals, so that its policies can be compared.
    const seed = kind === 'report' ? reportSeed(config.seed) : `${config.seed}/measure`;
    const count = kind === 'report' ? reportBlocks : blocks;
    const seats = collector.spec.variants.map((options) => game.players(options));
    const all = config.evaluation.against.length * count * seats.reduce((a, b) => a + b, 0);
    // What draws nothing may play the same game on every deal, and begins with random moves then.
    const draws = config.agent === null && lookahead === 0 && temperature > 0;
    let before = 0;
    for (const spec of config.evaluation.against)
      for (const [variant, players] of seats.entries()) {
        const how = { temperature, lookahead, rounds, beam, blocks: count, tell: tell && !sample };
        const job = { variant, against: spec, seed, ...how };
        const begun = before;
        let opening: number | undefined;
        if (!draws && spec !== 'random') {
          const { outcomes } = await collector.measure(weights, { ...job, ...probe });
          opening = usualOpening(outcomes[0]!, outcomes[players]!);
        }
        const { outcomes, told } = await collector.measure(weights, { ...job, opening }, (done) =>
          onGames?.(begun + done, all),
        );
        before += count * players;
        against[seats.length > 1 ? `${spec}, ${players} players` : spec] = measured(outcomes, byRewards);
        if (told) sample = { decisions: state.decisions, against: spec, lines: told };
      }
    const score = mean(Object.values(against).map((m) => (byRewards ? m.meanReturn : m.winRate.mean)));
    const phase = config.phases[phaseIndex(state)]!.name;
    const { updates: update } = current(state);
    return { line: { decisions: state.decisions, kind, phase, name, update, seed, score, against }, sample };
  }
}
