/** One player of training games, ready to be told what to do: the same in a worker thread and in the main thread. */

import { gamePlayers } from '../../agents/bots/index.js';
import { createNetwork, type Engine } from '../../agents/network/engines/engines.js';
import { countWeights, type NetworkShape, viewWeights, type Weights } from '../../agents/network/network.js';
import { advisedObserver } from '../../agents/policy/advice.js';
import { advisorNamed } from '../../agents/policy/advisor.js';
import { actorCritic, policyFor } from '../../agents/policy/policy.js';
import { lookaheadPolicy, PolicyAgent } from '../../agents/policy/policy-agent.js';
import { lookaheadDefaults } from '../../agents/search/lookahead.js';
import { loadAgent } from '../../agents/spec.js';
import { loadGame } from '../../env/games/index.js';
import type { ReturnRule } from '../../env/returns.js';
import { type MeasureJob, measure, type Tally } from '../run/measure.js';
import { Rollout, type RolloutOrder, type RolloutState, type RolloutStats } from './rollout.js';
import { type RowMemory, Rows } from './rows.js';

/** What a player is made of. Plain data and shared memory: it can be posted. */
export interface PlayerSetup {
  /** What `loadGame` takes. */
  game: string;
  options: unknown;
  /** Games in flight. */
  games: number;
  seed: string;
  returns: ReturnRule;
  /** What computes the acting policy. */
  engine: Engine;
  shape: NetworkShape;
  /** Specs of the agents that play some of the seats. */
  bots: string[];
  /** Spec of the imitated agent; empty for none. */
  teacher: string;
  /** Spec of the player whose choice the policy is shown; empty for none. */
  advisor: string;
  /** Where rows are written. */
  rows: RowMemory;
  /** Flat weights of the policy that acts (`viewWeights`). */
  acting: SharedArrayBuffer;
  /** Flat weights of the policy that is measured. */
  measured: SharedArrayBuffer;
  /** Flat weights of the snapshots, slot after slot. */
  pool: SharedArrayBuffer;
  /** One 32-bit number; anything but 0 ends the rollout under way. */
  stop: SharedArrayBuffer;
}

/** What a player can be told. */
export interface Player {
  /** Reads the acting weights, then plays. */
  play(order: RolloutOrder): Promise<{ rows: number; stats: RolloutStats; state: RolloutState }>;
  load(state: RolloutState): Promise<void>;
  measure(job: MeasureJob): Promise<Tally>;
  close(): Promise<void>;
}

/** @throws UserError when the game or an agent cannot be loaded */
export async function createPlayer(setup: PlayerSetup): Promise<Player> {
  const { shape } = setup;
  const { game, bots } = await loadGame(setup.game);
  const load = (spec: string) => loadAgent(spec, { game, bots, options: setup.options });
  // Now: a spec that does not work must fail before the first game, not in the middle of the run.
  const makeBots = await Promise.all(setup.bots.map(load));
  const makeTeacher = setup.teacher ? await load(setup.teacher) : undefined;
  const network = await createNetwork(setup.engine, shape);
  const size = countWeights(shape);
  const flat = (memory: SharedArrayBuffer, slot = 0): Weights =>
    viewWeights(shape, new Float32Array(memory, 4 * slot * size, size));
  const stop = new Int32Array(setup.stop);
  let playing: Promise<unknown> = Promise.resolve();
  const advisor = setup.advisor ? advisorNamed(setup.advisor, game, bots) : undefined;
  const rollout = new Rollout({
    game,
    observer: advisedObserver(game, advisor),
    options: setup.options,
    games: setup.games,
    seed: setup.seed,
    returns: setup.returns,
    policy: network,
    makeAgent: (bot) => (bot < 0 ? makeTeacher! : makeBots[bot]!)(),
    snapshotWeights: (slot) => flat(setup.pool, slot),
    potential: gamePlayers(game.id).potential,
    stopped: () => Atomics.load(stop, 0) !== 0,
    rows: new Rows(setup.rows),
  });
  return {
    async play(order) {
      network.setWeights(flat(setup.acting));
      const played = rollout.play(order);
      playing = played;
      return { ...(await played), state: rollout.save() };
    },
    async load(state) {
      rollout.load(state);
    },
    async measure(job) {
      const policy = policyFor(game, shape, flat(setup.measured), advisor, setup.options);
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
      return measure(game, setup.options, candidate, await load(job.against), job);
    },
    async close() {
      // ONNX Runtime ends the process when its memory goes while it computes.
      Atomics.store(stop, 0, 1);
      await playing.catch(() => {});
      network.dispose();
    },
  };
}
