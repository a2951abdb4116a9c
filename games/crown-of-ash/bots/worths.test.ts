import { describe, expect, it } from 'vitest';
import { playGame } from '../../../agents/bots/testing/play.js';
import { movedBot, Weighed } from '../../../agents/bots/testing/weighed.js';
import { RandomAgent } from '../../../agents/random.js';
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
    const weighed = new Weighed(game.actions, parts, 100);
    const seen = new Map<string, number>();
    const faults: string[] = [];
    watch(4, (state) => {
      const name = game.prompts[state.prompt]!;
      seen.set(name, (seen.get(name) ?? 0) + 1);
      const before = state.hash();
      for (const planner of planners) {
        for (const fault of weighed.ask(planner, state)) faults.push(`${name}: ${fault}`);
        for (const action of state.legalActions.subarray(0, state.count)) {
          const sum = parts.reduce((total, part) => total + weighed.part(part, action), 0);
          const worth = weighed.values[action]!;
          if (Math.abs(sum - worth) > 1e-3) faults.push(`${name}: parts of ${action}: ${sum}, not ${worth}`);
        }
      }
      if (state.hash() !== before) faults.push(`${name}: the position changed`);
    });
    expect(faults).toEqual([]);
    expect([...seen.keys()].sort()).toEqual([...game.prompts].sort());
    expect([...seen.values()].reduce((a, b) => a + b)).toBeGreaterThan(2000);
  });

  it('say where chance and the others take something off', () => {
    const planner = new Planner(plans.regent!.weights);
    const weighed = new Weighed(game.actions, parts, 100);
    let below = 0;
    let all = 0;
    watch(1, (state) => {
      weighed.ask(planner, state);
      for (const action of state.legalActions.subarray(0, state.count)) {
        expect(weighed.part('cost', action)).toBeLessThanOrEqual(0);
        const risk = weighed.part('danger', action);
        if (Math.abs(risk) < 1e-4) continue;
        all++;
        if (risk < 0) below++;
      }
    });
    expect(below / all).toBeGreaterThan(0.95);
  });
});

describe('the weights of the bots', () => {
  it('stay the same with nothing added', () => {
    const regent = create('regent');
    const still = movedBot(regent, 'still', 0);
    let differ = 0;
    watch(1, (state) => {
      if (still.choose!(state) !== regent.choose!(state)) differ++;
    });
    expect(differ).toBe(0);
  });

  it('may be anything: worths stay numbers', () => {
    const out = new Float64Array(game.actions);
    const view = new LiveView(game);
    for (const size of [0.1, 1, 10, 100]) {
      const wild = movedBot(create('regent'), 'wild', size);
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
