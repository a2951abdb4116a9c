import { describe, expect, it } from 'vitest';
import { playGame } from '../../../agents/bots/testing/play.js';
import { RandomAgent } from '../../../agents/random.js';
import type { Agent } from '../../../env/agent.js';
import { createRng } from '../../../env/chance.js';
import { game } from '../game.js';
import type { Position } from '../state.js';
import { features } from './features.js';
import { bots } from './index.js';

const { names } = features;
const makers = [() => new RandomAgent(), ...Object.values(bots).map(({ create }) => create)];

describe('features of Fuzzy Knights', () => {
  it('are from -1 to 1 in games of random players and bots, each takes several values, and nothing hidden is in them', () => {
    const seen = names.map(() => new Set<number>());
    const [out, again] = [new Float32Array(names.length), new Float32Array(names.length)];
    for (let i = 0; i < 12; i++) {
      const seats = 2 + (i % 3);
      const agents: Agent[] = Array.from({ length: seats }, (_, seat) => makers[(i + seat) % makers.length]!());
      playGame(game, agents, `features/${i}`, { players: seats, maxDays: 40 }, (state) => {
        const seat = state.actor;
        features.write(state, seat, out.fill(7));
        out.forEach((value, k) => {
          expect(Math.abs(value), names[k]).toBeLessThanOrEqual(1);
          seen[k]!.add(value);
        });
        const sample = state.clone();
        sample.resample(seat, createRng(i));
        features.write(sample as unknown as Position, seat, again.fill(-7));
        expect(again).toEqual(out);
      });
    }
    for (const [k, values] of seen.entries()) expect(values.size, names[k]).toBeGreaterThan(2);
  });

  it('say who is ahead, from the side of the seat asked for', () => {
    const at = (s: Position, seat: number, name: string) => {
      const out = new Float32Array(names.length);
      features.write(s, seat, out);
      return out[names.indexOf(name)]!;
    };
    const agents = [0, 1, 2].map(() => bots.marshal!.create());
    let compared = 0;
    playGame(game, agents, 'ahead', { players: 3 }, (state) => {
      if (state.cities[0] === state.cities[1] || state.cities[0] === state.cities[2] || state.day < 2) return;
      const best = Math.max(state.cities[1]!, state.cities[2]!);
      expect(Math.sign(at(state, 0, 'cities'))).toBe(Math.sign(state.cities[0]! - best));
      compared++;
    });
    expect(compared).toBeGreaterThan(20);
  });
});
