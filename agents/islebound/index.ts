/** The players of Islebound: bots by plan, and what a search of it uses. */
import type { Agent, View } from '../../env/agent.js';
import { createRng, type Rng, type Seed } from '../../env/chance.js';
import type { State } from '../../env/game.js';
import type { Position } from '../../env/games/islebound/state.js';
import type { GamePlayers, ScriptedBot } from '../scripted.js';
import { Planner } from './planner.js';
import { plans, type Weights } from './plans.js';

/** A bot that plays by weights. It draws nothing and remembers nothing, so it may play rollouts. */
export class PlannerAgent implements Agent {
  private readonly planner: Planner;
  private readonly rng: Rng = createRng(0);
  private sample: State | undefined;

  constructor(
    readonly name: string,
    weights: Readonly<Weights>,
  ) {
    this.planner = new Planner(weights);
  }

  reset(_seed: Seed): void {
    this.sample = undefined;
  }

  act(view: View): number {
    if (view.legal === 1) return view.mask.indexOf(1);
    this.sample = view.sample(this.rng, this.sample);
    return this.planner.choose(this.sample as unknown as Position);
  }
}

const bots: Record<string, ScriptedBot> = Object.fromEntries(
  Object.entries(plans).map(([name, { plan, weights }]) => [
    name,
    { plan, create: () => new PlannerAgent(`scripted:${name}`, weights) },
  ]),
);

export const isleboundPlayers: GamePlayers = {
  bots,
  rollout: 'mixed',
  // Dice decide much: few simulations are no reason to leave the bot's own choice.
  caution: 2,
  widening: 10,
};
