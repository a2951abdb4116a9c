/**
 * One thread's part of the collector: its games, its rows, its network. The same in a worker thread and in the main
 * one.
 */

import type { BatchPolicy } from '../../agents/network/batch-policy.js';
import { createNetwork } from '../../agents/network/engines/engines.js';
import { countWeights, viewWeights, type Weights } from '../../agents/network/network.js';
import { policyFor, policyLookahead, policyPlayer } from '../../agents/policy/policy.js';
import { lookaheadDefaults } from '../../agents/search/lookahead.js';
import { loadAgent } from '../../agents/spec/load.js';
import type { Host, Service } from '../../env/fleet.js';
import type { AfterstateOrder, AfterstateResult } from './afterstate-play.js';
import { AskedNetwork } from './asked-network.js';
import type { ContestOrder, ContestResult } from './contest.js';
import { type MeasuredGames, type MeasureJob, measure } from './measure.js';
import { Rollout, type RolloutState } from './rollout.js';
import type { RolloutOrder } from './rollout-order.js';
import type { RolloutStats } from './rollout-stats.js';
import { type RowMemory, Rows } from './rows.js';
import { loadRun, type RunSpec, runAgent, withRunMemory } from './run-spec.js';
import type { SelfPlayOrder, SelfPlayResult } from './self-play.js';
import { Shards } from './shards.js';

/** Start data of a part. Plain data and shared memory: it can be posted. */
export interface PartSetup {
  spec: RunSpec;
  /** Games in flight in this part. */
  games: number;
  /** Seed of its games. */
  seed: string;
  /** Where rows are written. */
  rows: RowMemory;
  /** Flat weights of the policy that acts (`viewWeights`). */
  acting: SharedArrayBuffer;
  /** Flat weights of the policy that is measured. */
  measured: SharedArrayBuffer;
  /** Flat weights of the snapshots, slot after slot. */
  snapshots: SharedArrayBuffer;
  /** One 32-bit number; a value other than 0 ends the rollout under way. */
  stop: SharedArrayBuffer;
  /**
   * What judges positions of self-play instead of a network of its own: `asked`, one of another thread (asked-network.ts), or one
   * of this thread, whose weights are set.
   */
  judge?: 'asked' | BatchPolicy | undefined;
}

/** Calls that a part answers. */
export interface CollectorPart {
  /** Reads the acting weights, then plays. */
  play(order: RolloutOrder): Promise<{ rows: number; stats: RolloutStats; state: RolloutState }>;
  load(state: RolloutState): Promise<void>;
  /** Reads the acting weights as the centre of the perturbations, then plays. */
  contest(order: ContestOrder): Promise<ContestResult>;
  /** Reads the acting weights, then plays self-play games of a search that they guide. */
  selfPlay(order: SelfPlayOrder): Promise<SelfPlayResult>;
  /** Reads the acting weights, then plays games in which they judge every action by the position that it leads to. */
  afterstates(order: AfterstateOrder): Promise<AfterstateResult>;
  /** Its notes are how many of its games are over. */
  measure(job: MeasureJob): Promise<MeasuredGames>;
  /** Frees its engine. */
  dispose(argument: undefined): Promise<void>;
}

/** @throws UserError when the game or an agent cannot be loaded */
async function createPart(setup: PartSetup, host: Host): Promise<CollectorPart> {
  const { spec } = setup;
  const { shape, options, variants } = spec;
  const loaded = withRunMemory(await loadRun(spec), shape);
  const { game, pack, observer, advisor, plan } = loaded;
  // A spec that does not work must fail before the first game, not in the middle of the run.
  const makers = await Promise.all(spec.agents.map((agent) => runAgent(agent, loaded, options)));
  const size = countWeights(shape);
  const flat = (memory: SharedArrayBuffer, slot = 0): Weights =>
    viewWeights(shape, new Float32Array(memory, 4 * slot * size, size));
  const stop = new Int32Array(setup.stop);
  const stopped = () => Atomics.load(stop, 0) !== 0;
  const makeAgent = (agent: number) => makers[agent]!();
  const policyOf = (weights: Weights, beam = afterstates?.beam) =>
    policyFor(game, shape, weights, {
      ...{ advisor, options, plan },
      afterstates: afterstates && { ...afterstates, beam: beam! },
    });
  // A bot's weights are evaluated by whole games and yield no decisions to learn from.
  // A network of afterstates plays whole games, and shards bring its rows.
  const afterstates = spec.afterstates ?? undefined;
  const network = plan || afterstates ? undefined : await createNetwork(spec.engine, shape);
  const { potential } = pack;
  const rollout =
    network &&
    new Rollout({
      game,
      observer,
      variants,
      games: setup.games,
      seed: setup.seed,
      returns: spec.returns,
      policy: network,
      makeAgent,
      snapshotWeights: (slot) => flat(setup.snapshots, slot),
      potential,
      stopped,
      rows: new Rows(setup.rows),
    });
  const { judge = network } = setup;
  const shards = new Shards({
    ...{ spec, loaded, makeAgent, stopped },
    network: judge === 'asked' ? new AskedNetwork(shape, (note) => void host.note(note)) : judge,
    acting: new Float32Array(setup.acting),
    snapshot: (slot) => new Float32Array(setup.snapshots, 4 * slot * size, size),
  });
  return {
    async play(order) {
      network!.setWeights(flat(setup.acting));
      return { ...(await rollout!.play(order)), state: rollout!.save() };
    },
    async load(state) {
      rollout!.load(state);
    },
    async contest(order) {
      return shards.contest(order);
    },
    selfPlay: (order) => shards.selfPlay(order),
    async afterstates(order) {
      return shards.afterstates(order);
    },
    async measure(job) {
      const policy = policyOf(flat(setup.measured), job.beam);
      const { temperature, lookahead: samples, rounds } = job;
      const played = variants[job.variant];
      const candidate =
        samples > 0
          ? policyLookahead(pack, policy, { ...lookaheadDefaults, samples, rounds, name: 'policy' })
          : policyPlayer(game, policy, temperature > 0 ? { temperature } : { argmax: true });
      let games = 0;
      let told = performance.now();
      const other = await loadAgent(job.against, { ...pack, options: played });
      return measure(game, played, candidate, other, job, () => {
        games++;
        if (performance.now() - told < host.interval) return;
        told = performance.now();
        void host.note(games);
      });
    },
    async dispose() {
      network?.dispose();
    },
  };
}

const service: Service<PartSetup, CollectorPart> = { name: 'collector', module: import.meta.url, open: createPart };

export default service;
