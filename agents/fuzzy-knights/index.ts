/** The players of Fuzzy Knights: bots by plan, and what a search of it uses. */
import type { Agent, View } from '../../env/agent.js';
import { createRng, type Rng, type Seed } from '../../env/chance.js';
import type { State } from '../../env/game.js';
import type { Position } from '../../env/games/fuzzy-knights/state.js';
import type { GamePlayers, ScriptedBot } from '../scripted.js';
import { evaluate } from './evaluate.js';
import { plans, type Weights } from './plans.js';
import { choose } from './scores.js';

/** A bot that plays by weights. It draws nothing and remembers nothing, so it may play rollouts. */
export class ScoringAgent implements Agent {
  private readonly rng: Rng = createRng(0);
  private sample: State | undefined;

  constructor(
    readonly name: string,
    private readonly weights: Weights,
  ) {}

  reset(_seed: Seed): void {
    this.sample = undefined;
  }

  act(view: View): number {
    if (view.legal === 1) return view.mask.indexOf(1);
    this.sample = view.sample(this.rng, this.sample);
    return choose(this.sample as unknown as Position, this.weights);
  }
}

const bots: Record<string, ScriptedBot> = Object.fromEntries(
  Object.entries(plans).map(([name, { plan, weights }]) => [
    name,
    { plan, create: () => new ScoringAgent(`scripted:${name}`, weights) },
  ]),
);

export const fuzzyKnightsPlayers: GamePlayers = {
  bots,
  evaluate: (state, out) => evaluate(state as unknown as Position, out),
  rounds: 2,
};
