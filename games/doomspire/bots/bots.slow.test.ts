import { describe, expect, it } from 'vitest';
import { actionsOf, OtherView, playGame } from '../../../agents/bots/testing/play.js';
import { RandomAgent } from '../../../agents/random.js';
import type { Agent } from '../../../env/agent.js';
import { createRng } from '../../../env/chance.js';
import type { State } from '../../../env/game.js';
import { LiveView } from '../../../env/view.js';
import { game } from '../game.js';
import { evaluate } from '../index.js';
import type { Position } from '../state.js';
import { kingChances, READING, readingFeatures } from './evaluate.js';
import { evaluationInputs, INPUTS, SEAT_INPUTS } from './evaluation-inputs.js';
import { bots } from './index.js';
import { KingNetwork } from './king-network.js';

const names = Object.keys(bots);
const create = (name: string) => bots[name]!.create();

const play = (agents: Agent[], seed: string, look?: (state: State, action: number) => void, edition = 'rulebook') =>
  playGame(game, agents, seed, { edition }, look);
const four = (name: string) => [0, 1, 2, 3].map(() => create(name));

describe.each(names)('scripted:%s', (name) => {
  it('answers legally and ends games against itself', () => {
    for (const seed of ['a', 'b']) expect(play(four(name), seed).truncated).toBe(false);
  });

  it('acts the same whatever it cannot see', () => {
    const view = new OtherView(game);
    const other = create(name);
    let compared = 0;
    play(four(name), 'c', (state, action) => {
      compared++;
      expect(other.act(view.show(state))).toBe(action);
    });
    expect(compared).toBeGreaterThan(100);
  });

  it('ends games of edition airef too, the same whatever it cannot see', () => {
    const view = new OtherView(game);
    const other = create(name);
    let n = 0;
    const look = (state: State, action: number) => {
      if (n++ % 5 === 0) expect(other.act(view.show(state))).toBe(action);
    };
    for (const seed of ['a', 'b', 'c']) expect(play(four(name), seed, look, 'airef').truncated).toBe(false);
  });

  it('beats random players', () => {
    const places = new Uint8Array(4);
    let won = 0;
    for (let seat = 0; seat < 4; seat++) {
      const agents = [0, 1, 2, 3].map((s) => (s === seat ? create(name) : new RandomAgent()));
      const end = play(agents, `d/${seat}`);
      end.places(places);
      if (!end.truncated && places[seat] === 0) won++;
    }
    expect(won).toBeGreaterThanOrEqual(3);
  });
});

describe('the bots', () => {
  it('are at least five, the strongest first, each with a plan', () => {
    expect(names.length).toBeGreaterThanOrEqual(5);
    expect(names[0]).toBe('tuned');
    for (const bot of Object.values(bots)) expect(bot.plan.length).toBeGreaterThan(20);
  });

  it('play differently', () => {
    const first = new Set(names.map((name) => actionsOf(game, four(name), 'e').join()));
    expect(first.size).toBe(names.length);
  });
});

describe('the evaluation', () => {
  it('judges positions of edition airef too', () => {
    const out = new Float64Array(4);
    const look = (state: State) => {
      evaluate(state, out);
      for (const x of out) expect(Math.abs(x)).toBeLessThanOrEqual(1);
    };
    play(four('mixed'), 'airef', look, 'airef');
  });

  it('knows who is about to win', () => {
    const last: Float64Array[] = [];
    const places = new Uint8Array(4);
    let right = 0;
    const games = 12;
    for (let i = 0; i < games; i++) {
      last.length = 0;
      const end = play(four('mixed'), `f/${i}`, (state) => {
        const out = new Float64Array(4);
        evaluate(state, out);
        for (const x of out) {
          expect(Math.abs(x)).toBeLessThanOrEqual(1);
        }
        last.push(out);
      });
      end.places(places);
      const before = last[last.length - 1]!;
      if (before.indexOf(Math.max(...before)) === places.indexOf(0)) right++;
    }
    expect(right).toBeGreaterThanOrEqual(games / 2);
  });

  it('reads the same whatever is hidden, every number within bounds', () => {
    const view = new OtherView(game);
    const here = new Float32Array(INPUTS);
    const there = new Float32Array(INPUTS + 3).fill(9);
    let other: State | undefined;
    play(four('mixed'), 'g', (state) => {
      evaluationInputs(state as unknown as Position, here);
      other = view.show(state).sample(null as never, other);
      evaluationInputs(other as unknown as Position, there, 3);
      expect(there.subarray(3)).toEqual(here);
      for (const x of here) expect(x >= 0 && x <= 10).toBe(true);
    });
    expect([...there.subarray(0, 3)]).toEqual([9, 9, 9]);
  });

  it('shows policies what it reads and what it makes of it, the seat to act first', () => {
    const { reading } = create('mixed');
    expect(reading!.size).toBe(4 * READING);
    const read = new Float32Array(reading!.size + 2).fill(9);
    const inputs = new Float32Array(INPUTS);
    const chances = new Float64Array(4);
    const view = new LiveView(game);
    const chance = readingFeatures.indexOf('chance to be King');
    play(four('mixed'), 'h', (state) => {
      reading!.write(view.show(state), read, 1);
      evaluationInputs(state as unknown as Position, inputs);
      kingChances(state as unknown as Position, chances);
      for (let k = 0; k < 4; k++) {
        const seat = (state.actor + k) & 3;
        const own = read.subarray(1 + k * READING, 1 + (k + 1) * READING);
        expect(own.subarray(0, chance)).toEqual(inputs.subarray(seat * SEAT_INPUTS, seat * SEAT_INPUTS + chance));
        expect(own[chance]).toBeCloseTo(chances[seat]!, 6);
      }
    });
    expect([read[0], read.at(-1)]).toEqual([9, 9]);
  });

  it('does not care where a seat sits', () => {
    const drawn = createRng('weights');
    const some = (n: number) => Array.from({ length: n }, () => drawn.uniform() - 0.5);
    const network = new KingNetwork(3, 2, {
      first: some(14 * 5),
      firstBias: some(5),
      second: some(5 * 4),
      secondBias: some(4),
      last: some(4),
      direct: some(3),
    });
    const x = Float32Array.from(some(14));
    const turned = Float32Array.from([...x.subarray(3, 12), ...x.subarray(0, 3), ...x.subarray(12)]);
    const chances = (inputs: Float32Array) => {
      const out = new Float64Array(4);
      network.chances(inputs, out);
      return [...out];
    };
    const [first, ...rest] = chances(x);
    chances(turned).forEach((chance, i) => {
      expect(chance).toBeCloseTo([...rest, first!][i]!, 6);
    });
    expect(chances(x).reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 9);
    expect(new Set(chances(x)).size).toBe(4);
  });
});
