import { describe, expect, it } from 'vitest';
import { createRng, SeededChance } from '../../../env/chance.js';
import { game, type IsleboundState } from '../game.js';
import { features } from './features.js';
import { Planner } from './planner.js';
import { plans } from './plans.js';

/** Calls `see` at every decision of random games, and of games of the bots. */
function positions(games: number, see: (s: IsleboundState) => void): void {
  const chance = new SeededChance('', game.streams);
  const rng = createRng('positions');
  const names = Object.keys(plans);
  for (let i = 0; i < games; i++) {
    chance.reseed(`features ${i}`);
    const planner = i % 2 === 0 ? undefined : new Planner(plans[names[i % names.length]!]!.weights);
    const s = game.newState(game.options.parse({}), chance);
    while (!s.over) {
      see(s);
      s.apply(planner ? planner.choose(s) : s.legalActions[rng.int(s.count)]!, chance);
    }
  }
}

describe('features', () => {
  const n = features.names.length;

  it('lie about between -1 and 1, and each of them changes', () => {
    const out = new Float32Array(n);
    const [least, most, sum] = [new Float64Array(n).fill(9), new Float64Array(n).fill(-9), new Float64Array(n)];
    let count = 0;
    positions(30, (s) => {
      features.write(s, 0, out);
      count++;
      for (let i = 0; i < n; i++) {
        expect(Math.abs(out[i]!)).toBeLessThanOrEqual(1.5);
        least[i] = Math.min(least[i]!, out[i]!);
        most[i] = Math.max(most[i]!, out[i]!);
        sum[i]! += Math.abs(out[i]!);
      }
    });
    for (let i = 0; i < n; i++) {
      expect(most[i]! - least[i]!, features.names[i]).toBeGreaterThan(0.9);
      expect(sum[i]! / count, features.names[i]).toBeLessThan(1.05);
    }
  });

  it('depend on nothing hidden', () => {
    const rng = createRng('hidden');
    const [own, other] = [new Float32Array(n), new Float32Array(n)];
    positions(8, (s) => {
      features.write(s, 0, own);
      const sample = s.clone();
      sample.resample(0, rng);
      features.write(sample, 0, other);
      expect(other).toEqual(own);
    });
  });
});
