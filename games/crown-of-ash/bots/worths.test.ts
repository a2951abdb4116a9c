import { describe, expect, it } from 'vitest';
import type { Tuned } from '../../../agents/bots/scripted-player.js';
import { playGame } from '../../../agents/bots/testing/play.js';
import { planShape } from '../../../agents/bots/tuning.js';
import { RandomAgent } from '../../../agents/random.js';
import { createRng } from '../../../env/chance.js';
import { LiveView } from '../../../env/view.js';
import { type CrownState, game } from '../game.js';
import type { CrownOptionsInput } from '../options.js';
import { bots } from './index.js';
import { parts } from './parts.js';
import { Planner } from './planner.js';
import { plans } from './plans.js';

// Those written by hand: between them they come to every prompt.
const names = Object.keys(plans).filter((name) => plans[name]!.from === undefined);
const create = (name: string) => bots[name]!.create();
const kinds: CrownOptionsInput[] = [
  { players: 2 },
  { players: 3 },
  { players: 4 },
  { players: 1, ai: 'easy' },
  { players: 3, ai: 'hard' },
];

/** Shows decisions of games of bots and random players. */
function watch(games: number, look: (state: CrownState) => void): void {
  for (const options of kinds)
    for (let g = 0; g < games; g++) {
      const agents = Array.from({ length: options.players! }, (_, seat) =>
        (g + seat) % 3 === 2 ? new RandomAgent() : create(names[(g + seat) % names.length]!),
      );
      playGame(game, agents, `worths ${g}`, options, (state) => {
        if (state.count > 1) look(state);
      });
    }
}

describe('the worths of the bots', () => {
  it('are largest for what is chosen, bounded, and made of their parts, at every prompt', () => {
    const planners = names.map((name) => new Planner(plans[name]!.weights));
    const out = new Float64Array(game.actions);
    const made = new Float32Array(game.actions * parts.length);
    const seen = new Map<string, number>();
    const faults: string[] = [];
    watch(4, (state) => {
      const { prompt, count } = state;
      const name = game.prompts[prompt]!;
      seen.set(name, (seen.get(name) ?? 0) + 1);
      const before = state.hash();
      for (const planner of planners) {
        out.fill(Number.NaN);
        made.fill(0);
        planner.actionValues(state, out, made);
        let largest = -Infinity;
        const legal = new Set<number>();
        for (let i = 0; i < count; i++) {
          const action = state.legalActions[i]!;
          legal.add(action);
          largest = Math.max(largest, out[action]!);
        }
        if (out[planner.choose(state)] !== largest) faults.push(`${name}: another one is chosen`);
        for (let action = 0; action < out.length; action++) {
          const worth = out[action]!;
          let sum = 0;
          for (let i = 0; i < parts.length; i++) sum += made[action * parts.length + i]!;
          if (!legal.has(action)) {
            if (!Number.isNaN(worth) || sum !== 0) faults.push(`${name}: ${action} is not legal`);
          } else if (!(Math.abs(worth) < 100)) faults.push(`${name}: ${action} is worth ${worth}`);
          else if (Math.abs(sum - worth) > 1e-3) faults.push(`${name}: parts of ${action}: ${sum}, not ${worth}`);
        }
      }
      if (state.hash() !== before) faults.push(`${name}: the position changed`);
    });
    expect(faults).toEqual([]);
    const asked = [...seen.keys()].sort();
    expect(asked).toEqual([...game.prompts].sort());
    expect([...seen.values()].reduce((a, b) => a + b)).toBeGreaterThan(2000);
  });

  it('say where chance and the others take something off', () => {
    const planner = new Planner(plans.regent!.weights);
    const out = new Float64Array(game.actions);
    const made = new Float32Array(game.actions * parts.length);
    const danger = parts.indexOf('danger');
    const cost = parts.indexOf('cost');
    let below = 0;
    let all = 0;
    watch(1, (state) => {
      made.fill(0);
      planner.actionValues(state, out, made);
      for (const action of state.legalActions.subarray(0, state.count)) {
        expect(made[action * parts.length + cost]).toBeLessThanOrEqual(0);
        const risk = made[action * parts.length + danger]!;
        if (Math.abs(risk) < 1e-4) continue;
        all++;
        if (risk < 0) below++;
      }
    });
    expect(below / all).toBeGreaterThan(0.95);
  });
});

describe('the weights of the bots', () => {
  const { tuning } = create('regent');

  /** Outputs of the network where weights are moved so far at random, features or not. */
  function moved(size: number, seed: number): Tuned {
    const rng = createRng(seed);
    const { parameters, features } = tuning!;
    const shape = planShape(features.length, parameters.length);
    const random = (n: number) => Float32Array.from({ length: n }, () => size * (2 * rng.uniform() - 1));
    const weights = {
      'plan.kernel': random(features.length * parameters.length),
      'plan.bias': random(parameters.length),
    };
    return { features, parameters, shape, weights };
  }

  it('stay the same with nothing added', () => {
    const still = tuning!.create(moved(0, 1), 'still');
    const regent = create('regent');
    let differ = 0;
    watch(1, (state) => {
      if (still.choose!(state) !== regent.choose!(state)) differ++;
    });
    expect(differ).toBe(0);
  });

  it('may be anything: worths stay numbers', () => {
    const out = new Float64Array(game.actions);
    const view = new LiveView(game);
    for (const [seed, size] of [0.1, 1, 10, 100].entries()) {
      const wild = tuning!.create(moved(size, seed), 'wild');
      wild.reset(1);
      playGame(game, [wild, create('regent')], `wild ${size}`, { players: 2 }, (state) => {
        if (state.count < 2) return;
        wild.actionValues!(view.show(state), out);
        const worths = Array.from(out).filter((_, action) => view.mask[action] === 1);
        expect(worths.filter((worth) => !Number.isFinite(worth))).toEqual([]);
        expect(out[wild.choose!(state)]).toBe(Math.max(...worths));
      });
    }
  });
});
