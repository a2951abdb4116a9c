/** One thread's part of the collector: its games, its rows, its network. The same in a worker thread and in the main one. */

import { gamePlayers } from '../../agents/bots/index.js';
import { createNetwork } from '../../agents/network/engines/engines.js';
import { countWeights, viewWeights, type Weights } from '../../agents/network/network.js';
import { actorCritic, policyFor } from '../../agents/policy/policy.js';
import { lookaheadPolicy, PolicyAgent } from '../../agents/policy/policy-agent.js';
import { lookaheadDefaults } from '../../agents/search/lookahead.js';
import { loadAgent } from '../../agents/spec.js';
import { type MeasureJob, measure, type Tally } from './measure.js';
import { Rollout, type RolloutOrder, type RolloutState, type RolloutStats } from './rollout.js';
import { type RowMemory, Rows } from './rows.js';
import { loadRun, type RunSpec } from './run-spec.js';

/** What a part is made of. Plain data and shared memory: it can be posted. */
export interface PartSetup {
  spec: RunSpec;
  /** Games in flight in this part. */
  games: number;
  /** Of its games. */
  seed: string;
  /** Where rows are written. */
  rows: RowMemory;
  /** Flat weights of the policy that acts (`viewWeights`). */
  acting: SharedArrayBuffer;
  /** Flat weights of the policy that is measured. */
  measured: SharedArrayBuffer;
  /** Flat weights of the snapshots, slot after slot. */
  snapshots: SharedArrayBuffer;
  /** One 32-bit number; anything but 0 ends the rollout under way. */
  stop: SharedArrayBuffer;
}

/** What a part can be told. */
export interface Part {
  /** Reads the acting weights, then plays. */
  play(order: RolloutOrder): Promise<{ rows: number; stats: RolloutStats; state: RolloutState }>;
  load(state: RolloutState): Promise<void>;
  measure(job: MeasureJob): Promise<Tally>;
  /** Frees what it computes with. */
  dispose(argument: undefined): Promise<void>;
}

/** @throws UserError when the game or an agent cannot be loaded */
export async function createPart(setup: PartSetup): Promise<Part> {
  const { spec } = setup;
  const { shape, options } = spec;
  const { game, observer, bots, advisor } = await loadRun(spec);
  const load = (agent: string) => loadAgent(agent, { game, bots, options });
  // Now: a spec that does not work must fail before the first game, not in the middle of the run.
  const makers = await Promise.all(spec.agents.map(load));
  const network = await createNetwork(spec.engine, shape);
  const size = countWeights(shape);
  const flat = (memory: SharedArrayBuffer, slot = 0): Weights =>
    viewWeights(shape, new Float32Array(memory, 4 * slot * size, size));
  const stop = new Int32Array(setup.stop);
  const rollout = new Rollout({
    game,
    observer,
    options,
    games: setup.games,
    seed: setup.seed,
    returns: spec.returns,
    policy: network,
    makeAgent: (agent) => makers[agent]!(),
    snapshotWeights: (slot) => flat(setup.snapshots, slot),
    potential: gamePlayers(game.id).potential,
    stopped: () => Atomics.load(stop, 0) !== 0,
    rows: new Rows(setup.rows),
  });
  return {
    async play(order) {
      network.setWeights(flat(setup.acting));
      return { ...(await rollout.play(order)), state: rollout.save() };
    },
    async load(state) {
      rollout.load(state);
    },
    async measure(job) {
      const policy = policyFor(game, shape, flat(setup.measured), advisor, options);
      const { temperature, lookahead: samples, rounds } = job;
      const candidate =
        samples > 0
          ? lookaheadPolicy(() => actorCritic(game, policy), advisor, {
              ...lookaheadDefaults,
              samples,
              rounds,
              name: 'policy',
            })
          : new PolicyAgent(actorCritic(game, policy), temperature > 0 ? { temperature } : { argmax: true });
      return measure(game, options, candidate, await load(job.against), job);
    },
    async dispose() {
      network.dispose();
    },
  };
}
