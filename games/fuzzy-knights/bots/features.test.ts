import { describe, expect, it } from 'vitest';
import { playGame } from '../../../agents/bots/testing/play.js';
import { checkFeatures } from '../../../agents/bots/testing/weighed.js';
import { RandomAgent } from '../../../agents/random.js';
import type { Agent } from '../../../env/agent.js';
import { type FuzzyState, game } from '../game.js';
import type { Position } from '../state.js';
import { features } from './features.js';
import { bots } from './index.js';

const { names } = features;
const makers = [() => new RandomAgent(), ...Object.values(bots).map(({ create }) => create)];

describe('features of Fuzzy Knights', () => {
  it('are from -1 to 1 in games of random players and bots, each moves, and nothing hidden is in them', () => {
    const visit = (look: (state: FuzzyState) => void) => {
      for (let i = 0; i < 12; i++) {
        const seats = 2 + (i % 3);
        const agents: Agent[] = Array.from({ length: seats }, (_, seat) => makers[(i + seat) % makers.length]!());
        playGame(game, agents, `features/${i}`, { players: seats, maxDays: 40 }, look);
      }
    };
    checkFeatures(features, visit);
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
