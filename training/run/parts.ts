/** What a run works with, in one process: the collector, the learner, and what was prepared for them. */
import { findDevice } from '../../agents/network/engines/device.js';
import { loadOnnx } from '../../agents/network/engines/onnx.js';
import { DeviceNetwork } from '../../agents/network/graph/device-network.js';
import { initialWeights, type NetworkShape, type Weights } from '../../agents/network/network.js';
import { beginAsAdvisor } from '../../agents/policy/advised-start.js';
import { firstPosition, plannedStart } from '../../agents/policy/planned.js';
import { policyFor } from '../../agents/policy/policy.js';
import { gameFrom } from '../../checkpoints/run.js';
import { createRng, type Rng } from '../../env/chance.js';
import type { Fleet } from '../../env/fleet.js';
import { algorithmOf } from '../algorithms/index.js';
import { Collector } from '../collect/collector.js';
import { AveragedWeights } from '../learn/averaged-weights.js';
import { createLearner } from '../learn/create-learner.js';
import { InputStatistics } from '../learn/input-statistics.js';
import type { Learner } from '../learn/learner.js';
import { ScaledReturns } from '../learn/scaled-returns.js';
import { WeightsAlone } from '../learn/weights-alone.js';
import type { NamedAdvisor } from './advisor.js';
import { fittingWeights, type Source } from './branch.js';
import type { Config } from './config.js';
import { type Prepared, prepare } from './prepare.js';
import type { Course } from './segments.js';
import { checkFit, type StoredTraining, type TrainingState, unpackTraining } from './state.js';

/** The collector, the learner and everything else that a run works with in one process. */
export interface Parts extends Prepared {
  learner: Learner;
  /** Present if the network normalises its input. */
  inputs: InputStatistics | undefined;
  collector: Collector;
  /** Work under way, which must not lose what it computes with. */
  busy: Promise<unknown>;
  close(): Promise<void>;
}

/**
 * @param watch its signal, and where shards are played that other machines play
 * @param source whose weights a new run begins with; null: from nothing
 */
export async function makeParts(
  course: Course,
  { signal, fleet }: { signal?: AbortSignal | undefined; fleet?: Fleet | undefined },
  source: Source | null,
  advisor: NamedAdvisor,
): Promise<Parts> {
  const { config, gamesBegan } = course;
  const { seed, from, learnerThreads: threads } = config;
  // Other games than those that were given up, and than those that the source has learned from.
  const first = from ? `${seed}/from ${from.sha256}` : `${seed}`;
  const prepared = await prepare(config, gamesBegan > 0 ? `${seed}/segment ${gamesBegan}` : first, advisor);
  const { game, pack, spec } = prepared;
  const { shape } = spec;
  const { plan } = prepared;
  const given = source && fittingWeights(source, config, pack, spec);
  const judged = learningDevice(config) === 'gpu' && config.phases.some(({ algorithm }) => algorithm === SEARCHES);
  const judge = judged ? new DeviceNetwork(await findDevice(loadOnnx()), shape) : undefined;
  const collector = await Collector.create(spec, fleet, judge);
  const drawn = createRng(`${seed}/weights`);
  const weights =
    given ??
    (plan ? plannedStart(plan, shape, drawn, firstPosition(game, spec.options)) : networkStart(config, shape, drawn));
  const plain = plan
    ? new WeightsAlone(shape, weights)
    : await createLearner(spec.engine, shape, weights, { threads, signal, device: learningDevice(config) });
  const scaled = config.normaliseReturns ? new ScaledReturns(plain, shape) : plain;
  const average = config.phases.map((phase) => algorithmOf(phase).average?.(phase)).find(Boolean);
  const learner = average ? new AveragedWeights(scaled, average) : scaled;
  const parts: Parts = {
    ...prepared,
    learner,
    inputs: InputStatistics.of(shape, weights),
    collector,
    busy: Promise.resolve(),
    async close() {
      await collector.close();
      await parts.busy.catch(() => {});
      learner.dispose();
    },
  };
  return parts;
}

/** The algorithm whose games are searched: their positions are judged where the network learns. */
const SEARCHES = 'expert-iteration';

/** `auto` is settled before (settled-device.ts). */
const learningDevice = ({ device }: Config) => (device === 'auto' ? 'cpu' : device);

function networkStart({ network }: Config, shape: NetworkShape, drawn: Rng): Weights {
  const weights = initialWeights(shape, drawn);
  if (network.adviceTemperature > 0) beginAsAdvisor(shape, weights, network.adviceTemperature);
  return weights;
}

/** The config as a run in this folder keeps it. */
export const recorded = (config: Config, { spec }: Prepared, runDir: string): Config => ({
  ...config,
  game: gameFrom(runDir, spec.game),
});

/** @throws UserError when the checkpoint was trained for another config than the current one */
export function stateOf(
  stored: StoredTraining,
  file: string,
  { game, spec, advisor, learner, plan }: Parts,
): TrainingState {
  checkFit(
    stored,
    file,
    policyFor(game, spec.shape, learner.weights(), {
      advisor,
      plan,
      afterstates: spec.afterstates ?? undefined,
      options: spec.options,
    }),
    game,
  );
  return unpackTraining(stored, file, spec.shape);
}
