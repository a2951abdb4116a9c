/**
 * Shards of games: whole games that follow from a seed and weights alone, wherever they are played. The games by which
 * changed weights are judged (contest.ts), and those that a search plays against itself (self-play.ts).
 */
import { ValueNetwork } from '../../agents/afterstates/value-network.js';
import type { BatchPolicy } from '../../agents/network/batch-policy.js';
import { Inference } from '../../agents/network/inference.js';
import { viewWeights } from '../../agents/network/network.js';
import { ActorCritic } from '../../agents/policy/actor-critic.js';
import { policyObserver } from '../../agents/policy/advice.js';
import { plannedPlayer } from '../../agents/policy/planned.js';
import { PolicyAgent } from '../../agents/policy/policy-agent.js';
import type { Agent } from '../../env/agent.js';
import { type AfterstateOrder, type AfterstateResult, AfterstateSelfPlay } from './afterstate-play.js';
import { unitsOf } from './changes.js';
import { Contest, type ContestOrder, type ContestResult } from './contest.js';
import type { LoadedRun, RunSpec } from './run-spec.js';
import { SelfPlay, type SelfPlayOrder, type SelfPlayResult } from './self-play.js';

/** What shards are played with. */
export interface ShardSetup {
  spec: RunSpec;
  loaded: LoadedRun;
  /** Flat weights: of the policy that acts, or the centre of changes. Read anew for each order. */
  acting: Float32Array;
  /** Network of the run's shape; undefined if a bot's weights are trained. */
  network: BatchPolicy | undefined;
  /** Flat weights of a snapshot. */
  snapshot(slot: number): Float32Array;
  makeAgent(agent: number): Agent;
  /** Whether to give up. */
  stopped(): boolean;
}

/** Plays shards of a run. Belongs to one thread. */
export class Shards {
  private judging: Contest | undefined;
  private searching: SelfPlay | undefined;
  private valuing: { network: ValueNetwork; play: AfterstateSelfPlay } | undefined;

  constructor(private readonly setup: ShardSetup) {}

  contest(order: ContestOrder): ContestResult {
    const { spec, loaded, acting, snapshot, makeAgent, stopped } = this.setup;
    const { shape, options, players, returns } = spec;
    const { game, advisor, plan } = loaded;
    this.judging ??= new Contest({
      ...{ game, options, players, returns, makeAgent, snapshot, stopped },
      units: unitsOf(shape),
      centre: acting,
      // Both keep the weights themselves, and so follow them.
      player: (weights) => {
        const views = viewWeights(shape, weights);
        if (plan) return plannedPlayer(plan, shape, views, 'candidate');
        // Positions of the run's game remember themselves (`loadRun`).
        return new PolicyAgent(new ActorCritic(new Inference(shape, views), policyObserver(game, shape, advisor)));
      },
    });
    return this.judging.play(order);
  }

  afterstates(order: AfterstateOrder): AfterstateResult {
    const { spec, loaded, acting, snapshot, makeAgent, stopped } = this.setup;
    const { variants, shape, afterstates } = spec;
    const { game, observer } = loaded;
    const weights = viewWeights(shape, acting);
    if (!this.valuing) {
      const network = new ValueNetwork(shape, weights);
      const setup = { game, variants, observer, network, ...afterstates!, snapshot, makeAgent, stopped };
      this.valuing = { network, play: new AfterstateSelfPlay(setup) };
    }
    this.valuing.network.setWeights(weights);
    return this.valuing.play.play(order);
  }

  selfPlay(order: SelfPlayOrder): Promise<SelfPlayResult> {
    const { spec, loaded, acting, network, stopped } = this.setup;
    const { options, players, returns, shape } = spec;
    const { game, observer } = loaded;
    this.searching ??= new SelfPlay({ game, options, players, observer, returns, policy: network!, stopped });
    return this.searching.play(order, viewWeights(shape, acting));
  }
}
