/** As GuidedAgent, of a network that answers later: the positions of a batch, and of searches of other games, in one call. */
import type { View } from '../../env/agent.js';
import { createRng, type Rng, type Seed } from '../../env/chance.js';
import { GuidedSearch, type GuidedSettings } from '../search/guided-search.js';
import { checkBudget, spending } from '../search/simulation.js';
import type { DeferredAgent } from './deferred-agent.js';
import type { DeferredCritic } from './deferred-critic.js';

/** Plays what a search guided by a policy finds. */
export class DeferredSearch implements DeferredAgent {
  simulations = 0;
  private rng: Rng = createRng(0);
  private search: GuidedSearch | null = null;
  private priors: Float32Array[] = [];
  private returns: Float64Array[] = [];

  constructor(
    readonly name: string,
    private readonly critic: DeferredCritic,
    private readonly settings: Omit<GuidedSettings, 'judge'>,
  ) {
    checkBudget(settings);
  }

  get batch(): number {
    return this.settings.batch ?? 1;
  }

  reset(seed: Seed): void {
    this.rng = createRng(`${seed}/search`);
    this.search = null;
  }

  async decide(view: View): Promise<number> {
    if (view.legal === 1) return view.mask.indexOf(1);
    const { critic, settings } = this;
    if (!this.search?.fits(view)) {
      this.search = new GuidedSearch(view.game, view.players, settings);
      const { batch } = this;
      this.priors = Array.from({ length: batch }, () => new Float32Array(view.game.actions));
      this.returns = Array.from({ length: batch }, () => new Float64Array(view.players));
    }
    const { search, priors, returns } = this;
    search.start(view, this.rng.int(0x1_0000_0000), null);
    const spent = spending(settings);
    for (;;) {
      const asked: Promise<void>[] = [];
      search.gather(priors.length, spent, (state, mask, i) => {
        asked.push(critic.judge(state, mask, priors[i], returns[i]!));
      });
      if (asked.length === 0) break;
      await Promise.all(asked);
      search.tellAll(priors, returns);
    }
    this.simulations += search.done;
    return search.action;
  }
}
