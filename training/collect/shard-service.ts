/**
 * Shards of a run on another machine: weights and seeds come in, scores and searched games go out. What answers here is
 * what threads of the collector do, so that both give the same.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { createNetwork } from '../../agents/network/engines/engines.js';
import { countWeights, featureSize, initialWeights, POLICY, widthOf } from '../../agents/network/network.js';
import { createRng } from '../../env/chance.js';
import { type Service, ServiceUnavailable } from '../../env/fleet.js';
import { UserError } from '../../env/user-error.js';
import { floats } from '../schedule.js';
import { type AfterstateResult, afterstateOrderSchema, afterstateResultSchema } from './afterstate-play.js';
import { type ContestResult, contestOrderSchema, contestResultSchema } from './contest.js';
import { loadRun, type RunSpec, runAgent } from './run-spec.js';
import { type SelfPlayResult, selfPlayOrderSchema, selfPlayResultSchema } from './self-play.js';
import { Shards } from './shards.js';

/** What a worker must know of a run. */
export interface ShardServiceSetup {
  spec: RunSpec;
  /** Fingerprint of engine and shape on the learner's machine (`arithmetic`); empty if no network is computed. */
  arithmetic: string;
}

/** Weights of the moment; each call brings its own, by content. */
const weightsSchema = z.object({
  /** Flat: of the policy that acts, or the centre of changes. */
  acting: floats,
  /** Flat weights of snapshots; `ContestOrder.slots` counts them. */
  snapshots: z.array(floats).max(1000),
});

type Weighted = z.infer<typeof weightsSchema>;

/** Calls and answers by method. */
export const shardMethods = {
  /** Some candidates of an update. */
  contest: { call: contestOrderSchema.extend(weightsSchema.shape), answer: contestResultSchema },
  /** Some shards of an update. */
  selfPlay: { call: selfPlayOrderSchema.extend(weightsSchema.shape), answer: selfPlayResultSchema },
  /** Some shards of an update of afterstates. */
  afterstates: { call: afterstateOrderSchema.extend(weightsSchema.shape), answer: afterstateResultSchema },
};

/** What a worker can be asked. */
export interface ShardService {
  contest(call: z.infer<typeof shardMethods.contest.call>): Promise<ContestResult>;
  selfPlay(call: z.infer<typeof shardMethods.selfPlay.call>): Promise<SelfPlayResult>;
  afterstates(call: z.infer<typeof shardMethods.afterstates.call>): Promise<AfterstateResult>;
}

/**
 * @throws UserError when the game or an agent cannot be loaded
 * @throws ServiceUnavailable when networks are computed otherwise here than where the learner is
 */
export async function openShards({ spec, arithmetic: wanted }: ShardServiceSetup): Promise<ShardService> {
  const loaded = await loadRun(spec);
  const { shape, engine } = spec;
  const makers = await Promise.all(spec.agents.map((agent) => runAgent(agent, loaded, spec.options)));
  if (wanted !== '') {
    const here = await arithmetic(spec).catch((error: unknown) => {
      throw error instanceof UserError ? new ServiceUnavailable(error.message) : error;
    });
    if (here !== wanted)
      throw new ServiceUnavailable(
        `networks are computed differently here than at the learner (${engine}: last bits ${here}, there ${wanted}): another processor or engine`,
      );
  }
  const network = loaded.plan || spec.afterstates ? undefined : await createNetwork(engine, shape);
  const acting = new Float32Array(countWeights(shape));
  let snapshots: Float32Array[] = [];
  const shards = new Shards({
    ...{ spec, loaded, network, acting },
    snapshot: (slot) => snapshots[slot]!,
    makeAgent: (agent) => makers[agent]!(),
    stopped: () => false,
  });
  const take = (call: Weighted) => {
    for (const weights of [call.acting, ...call.snapshots])
      if (weights.length !== acting.length)
        throw new UserError(`weights of another network came: ${weights.length}, wanted ${acting.length}`);
    acting.set(call.acting);
    snapshots = call.snapshots;
  };
  return {
    async contest(call) {
      take(call);
      return shards.contest(call);
    },
    selfPlay(call) {
      take(call);
      return shards.selfPlay(call);
    },
    async afterstates(call) {
      take(call);
      return shards.afterstates(call);
    },
  };
}

const service: Service<ShardServiceSetup, ShardService> = { name: 'shards', module: import.meta.url, open: openShards };

export default service;

/** Rows of the batches that fingerprint the arithmetic: engines compute one row and many rows differently. */
const BATCHES = [1, 7, 64];

/**
 * Tells how networks of a run are computed here: equal for two machines whose outputs have the same last bits for
 * weights and positions drawn for the purpose. Empty where a bot's weights are trained, or values of afterstates: no engine
 * computes a network then.
 * @throws UserError when the engine is not there
 */
export async function arithmetic({
  engine,
  shape,
  agent,
  afterstates,
}: Pick<RunSpec, 'engine' | 'shape' | 'agent' | 'afterstates'>): Promise<string> {
  // WebAssembly computes the same everywhere.
  if (agent !== null || afterstates) return '';
  const network = await createNetwork(engine, shape);
  try {
    const rng = createRng('arithmetic');
    const hash = createHash('sha256');
    const actions = widthOf(shape, POLICY);
    const features = featureSize(shape);
    for (const rows of BATCHES) {
      network.setWeights(initialWeights(shape, rng));
      const draw = (length: number) => Float32Array.from({ length }, () => rng.uniform() * 2 - 1);
      const outputs = Object.fromEntries(shape.heads.map(({ name, width }) => [name, new Float32Array(rows * width)]));
      const mask = new Uint8Array(rows * actions).fill(1);
      const first = Int32Array.from({ length: rows }, (_, row) => row * actions);
      const read = features > 0 ? { values: draw(rows * actions * features), first } : undefined;
      await network.run(rows, draw(rows * shape.inputs), outputs, mask, read);
      for (const output of Object.values(outputs)) hash.update(output);
    }
    return hash.digest('hex').slice(0, 16);
  } finally {
    network.dispose();
  }
}
