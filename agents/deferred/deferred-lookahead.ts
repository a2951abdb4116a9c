/**
 * As LookaheadAgent, of a network that answers later: all actions of a pass are played on side by side, and where they have
 * got to is judged in one call.
 */
import type { Agent, View } from '../../env/agent.js';
import { createRng, type Rng, type Seed } from '../../env/chance.js';
import type { Evaluate } from '../../env/judges.js';
import type { ReturnRule } from '../../env/returns.js';
import { type HalvingBudget, halving } from '../search/halving.js';
import { horizon, othersOf } from '../search/lookahead.js';
import { Rivals, type SimulatedOpponent } from '../search/opponents.js';
import { Simulation } from '../search/simulation.js';
import type { DeferredAgent } from './deferred-agent.js';
import type { DeferredCritic } from './deferred-critic.js';

/** How to look ahead: as `LookaheadSettings`. */
export interface DeferredLookaheadSettings extends HalvingBudget {
  rounds: number;
  margin: number;
  /** Its likeliest action is the usual one, its values judge, and it plays games on where nobody else does. */
  critic: DeferredCritic;
  /** Plays simulated games on, where it is not the critic. */
  rollout: Agent | undefined;
  opponents: readonly SimulatedOpponent[] | undefined;
  /** Judges too, with this share. */
  evaluate: { share: number; judge: Evaluate } | undefined;
  returns: ReturnRule;
}

/** One of the simulations that go on side by side. */
interface Place {
  simulation: Simulation;
  rivals: Rivals | null;
  other: Float64Array;
}

export class DeferredLookahead implements DeferredAgent {
  simulations = 0;
  private rng: Rng = createRng(0);
  private places: Place[] = [];
  private lengths = new Float64Array(0);

  constructor(
    readonly name: string,
    private readonly settings: DeferredLookaheadSettings,
  ) {}

  reset(seed: Seed): void {
    const { critic, rollout } = this.settings;
    this.rng = createRng(`${seed}/lookahead`);
    this.places = [];
    critic.observer.reset?.();
    rollout?.reset(0);
  }

  async decide(view: View): Promise<number> {
    if (view.legal === 1) return view.mask.indexOf(1);
    const { settings, rng } = this;
    const usual = (await settings.critic.decide(view)).argmax();
    if (this.places[0] && !this.places[0].simulation.fits(view)) this.places = [];
    const seed = rng.int(0x1_0000_0000);
    const others = othersOf(view, usual, settings, rng);
    this.lengths = new Float64Array(view.game.actions);
    const steps = halving(usual, others, settings.margin, settings, (action) => this.lengths[action]!);
    let step = steps.next([]);
    while (!step.done) {
      const { actions, n } = step.value;
      const outcomes = actions.map((action, i) => this.outcome(view, action, seed, n, this.place(view, i)));
      step = steps.next(await Promise.all(outcomes));
    }
    return step.value.action;
  }

  private place({ game, players }: View, i: number): Place {
    const { returns, opponents } = this.settings;
    const make = (): Place => {
      const rivals = opponents ? new Rivals(opponents) : null;
      rivals?.reset();
      return { simulation: new Simulation(game, players, returns), rivals, other: new Float64Array(players) };
    };
    return (this.places[i] ??= make());
  }

  /** Plays an action, and on. @returns what the seat gets out of it, or may expect */
  private async outcome(view: View, action: number, seed: number, n: number, place: Place): Promise<number> {
    const { simulation, rivals, other } = place;
    const { critic, rollout, rounds, evaluate } = this.settings;
    const { chance, mask, returns } = simulation;
    const { seat } = view;
    this.simulations++;
    chance.start(seed, n);
    rivals?.draw(chance, view.players);
    const state = simulation.begin(view);
    const going = horizon(state, seat, rounds);
    simulation.apply(state, action);
    let made = 0;
    for (; !state.over && going(made); made++) {
      const legal = state.legal(mask);
      const theirs = rivals && state.actor !== seat;
      const alone = legal === 1 || theirs || rollout;
      const next = alone
        ? simulation.ask(theirs ? rivals.at(state.actor) : (rollout ?? null), state, legal)
        : (await critic.decide(simulation.show(state, legal))).argmax();
      simulation.apply(state, next);
    }
    this.lengths[action]! += made;
    if (!state.over) {
      state.legal(mask);
      await critic.judge(state, mask, undefined, returns);
      if (evaluate) {
        evaluate.judge(state, other);
        for (let s = 0; s < other.length; s++) returns[s]! += evaluate.share * (other[s]! - returns[s]!);
      }
    }
    simulation.end(state);
    return returns[seat]!;
  }
}
