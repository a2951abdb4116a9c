/** Networks of policies on one device, each of which all players of a policy share. */
import type { Game } from '../../env/game.js';
import type { Device } from '../network/engines/device.js';
import { DeviceNetwork } from '../network/graph/device-network.js';
import { Together } from '../network/together.js';
import { policyObserver } from '../policy/advice.js';
import type { Policy } from '../policy/policy.js';
import { DeferredCritic } from './deferred-critic.js';

/** Networks on a device, in one thread; to be disposed of. */
export class DeviceNetworks {
  private readonly networks = new Map<Policy, Together>();

  constructor(private readonly device: Device) {}

  /** A policy that plays a game or judges its positions. @param policy one that fits the game, and whose problem is null (`deviceProblem`) */
  critic(game: Game, policy: Policy): DeferredCritic {
    let network = this.networks.get(policy);
    if (!network) {
      const own = new DeviceNetwork(this.device, policy.shape);
      own.setWeights(policy.weights);
      this.networks.set(policy, (network = new Together(own)));
    }
    return new DeferredCritic(network, policyObserver(game, policy.shape, policy.advisor));
  }

  /** Those that lie there. */
  get policies(): Policy[] {
    return [...this.networks.keys()];
  }

  dispose(): void {
    for (const network of this.networks.values()) network.dispose();
    this.networks.clear();
  }
}

/** Why a policy cannot play on a device; null when it can. */
export function deviceProblem({
  plan,
  afterstates,
  shape,
}: Pick<Policy, 'plan' | 'afterstates' | 'shape'>): string | null {
  if (plan) return `this policy is ${plan.bot} with trained weights, and computes no network`;
  if (afterstates)
    return 'this policy values the positions that its actions lead to, which a graphics card does not do';
  if (shape.memory) return 'this policy remembers earlier decisions, which does not work on a graphics card yet';
  return null;
}
