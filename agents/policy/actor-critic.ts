/**
 * A network that looks at positions through an observer: what it would do (actor), and what it expects (critic). All that
 * plays or judges by a policy does it here, exported players too, so nothing here may need Node or a browser.
 */
import type { View } from '../../env/agent.js';
import { writeFinite } from '../../env/finite.js';
import type { State } from '../../env/game.js';
import type { Evaluate, Judge } from '../../env/judges.js';
import type { Observer } from '../../env/observer.js';
import { MaskedDistribution } from '../network/masked.js';
import {
  featureSize,
  type NetworkShape,
  type Outputs,
  outputsFor,
  POLICY,
  VALUE,
  widthOf,
} from '../network/network.js';

/** A network for one position at a time, such as `Inference` or `WasmInference`. */
export interface PositionNetwork {
  readonly shape: NetworkShape;
  /**
   * @param out written: the outputs of the heads it has an array for
   * @param mask with it, outputs of masked heads for illegal actions may be left incomplete
   * @param features of the legal actions by ascending id, where heads read them
   */
  run(
    observation: Float32Array,
    offset: number,
    out: Outputs,
    mask?: Uint8Array,
    maskAt?: number,
    features?: Float32Array,
  ): void;
}

/**
 * A network that looks at positions through an observer: probabilities of the legal actions (actor) and expected
 * returns of the seats (critic). Its buffers hold the answers for the last position; several may share a network, each
 * with its own observer.
 */
export class ActorCritic {
  /** What the network was shown. */
  readonly observation: Float32Array;
  /** What it was shown of the legal actions of the last decision, one behind the other; undefined: nothing. */
  readonly features: Float32Array | undefined;
  /** Of each head that is computed. */
  readonly outputs: Outputs;
  /** Expected returns, the seat that looks first. */
  readonly values: Float32Array;
  private readonly critic: Outputs;
  private readonly distribution: MaskedDistribution;

  /**
   * @param heads those that are computed for a decision: the policy, the value and perhaps others
   * @throws RangeError when the network does not read what the observer writes, or lacks a head
   */
  constructor(
    private readonly network: PositionNetwork,
    readonly observer: Observer,
    heads: readonly string[] = [POLICY, VALUE],
  ) {
    const { shape } = network;
    if (shape.inputs !== observer.size)
      throw new RangeError(
        `this network reads ${shape.inputs} observation values, its observer writes ${observer.size}`,
      );
    const size = observer.actions?.size ?? 0;
    if (featureSize(shape) !== size)
      throw new RangeError(
        `this network reads ${featureSize(shape)} features of an action, its observer writes ${size}`,
      );
    this.observation = new Float32Array(shape.inputs);
    this.features = size > 0 ? new Float32Array(widthOf(shape, POLICY) * size) : undefined;
    this.outputs = outputsFor(shape, 1, heads);
    this.values = this.outputs[VALUE]!;
    this.critic = { [VALUE]: this.values };
    this.distribution = new MaskedDistribution(widthOf(shape, POLICY));
  }

  /** Fills `observation` and `values` as a seat sees a position, which may be over. @throws UserError where it is not finite */
  look(state: State, seat = state.actor): void {
    writeFinite(this.observer, state, seat, this.observation, 0);
    this.network.run(this.observation, 0, this.critic);
  }

  /**
   * Fills `observation` and `outputs` for the seat to act.
   * @param mask the legal actions of `state`
   * @param temperature divides the logits; > 0
   * @returns what that seat would do; valid until it is asked again
   * @throws UserError when the observation holds a number that is not finite
   */
  decide(state: State, mask: Uint8Array, temperature = 1): MaskedDistribution {
    const { observer, observation, features } = this;
    writeFinite(observer, state, state.actor, observation, 0);
    if (features) observer.actions!.write(state, mask, observation, 0, features, 0);
    return this.distributionOf(mask, temperature);
  }

  /** As `decide`, of what an agent is shown. */
  decideView(view: View, temperature = 1): MaskedDistribution {
    view.observe(this.observer, this.observation, 0, this.features);
    return this.distributionOf(view.mask, temperature);
  }

  private distributionOf(mask: Uint8Array, temperature: number): MaskedDistribution {
    this.network.run(this.observation, 0, this.outputs, mask, 0, this.features);
    return this.distribution.set(this.outputs[POLICY]!, 0, mask, 0, temperature);
  }

  /** Writes `values` of what `seat` saw by seat. @param out length `players` */
  bySeat(seat: number, players: number, out: Float64Array): void {
    for (let i = 0; i < players; i++) out[(seat + i) % players] = this.values[i]!;
  }
}

/** The critic as a judge of unfinished positions, for search, as the seat to act sees them. */
export function policyValue(policy: ActorCritic): Evaluate {
  return (state, out) => {
    policy.look(state);
    policy.bySeat(state.actor, state.players, out);
  };
}

/** Both as a guide of a search: what the policy would do, and what `policyValue` says, in one run. */
export function policyJudge(policy: ActorCritic): Judge {
  return (state, mask, priors, returns) => {
    policy.decide(state, mask).write(priors);
    policy.bySeat(state.actor, state.players, returns);
  };
}
