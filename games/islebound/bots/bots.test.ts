/** The bots: their choices are legal and depend on nothing hidden, their plans differ, and the strong one is strong. */
import { describe, expect, it } from 'vitest';
import { movedBot } from '../../../agents/bots/testing/weighed.js';
import { createRng, SeededChance } from '../../../env/chance.js';
import { game, type IsleboundState } from '../game.js';
import { bots } from './index.js';
import { oddsOf } from './odds.js';
import { Planner } from './planner.js';
import { plans } from './plans.js';

/** Plays games; counts victories and how often each action was chosen. */
function play(name: string, games: number, see: (s: IsleboundState, action: number) => void = () => {}) {
  const planner = new Planner(plans[name]!.weights);
  const chance = new SeededChance('', game.streams);
  const options = game.options.parse({});
  const chosen = new Float64Array(game.actions);
  const places = new Uint8Array(1);
  let won = 0;
  for (let i = 0; i < games; i++) {
    chance.reseed(`bots ${i}`);
    const s = game.newState(options, chance);
    while (!s.over) {
      const action = planner.choose(s);
      see(s, action);
      chosen[action]!++;
      s.apply(action, chance);
    }
    s.places(places);
    if (places[0] === 0) won++;
  }
  return { won: won / games, chosen };
}

describe('bots', () => {
  it.each(Object.keys(plans))('%s chooses legal actions, whatever is hidden', (name) => {
    const planner = new Planner(plans[name]!.weights);
    const rng = createRng(name);
    play(name, 8, (s, action) => {
      expect(s.legalActions.subarray(0, s.count)).toContain(action);
      const other = s.clone();
      other.resample(0, rng);
      expect(planner.choose(other)).toBe(action);
    });
  });

  it('have plans of their own', () => {
    const mixed = play('mixed', 60).chosen;
    const [befriend, attack] = [14, 15];
    expect(play('diplomat', 60).chosen[befriend]).toBeGreaterThan(play('trader', 60).chosen[befriend]!);
    expect(play('raider', 60).chosen[attack]).toBeGreaterThan(play('diplomat', 60).chosen[attack]!);
    expect(mixed.some((n) => n > 0)).toBe(true);
  });

  it('mixed beats the rival in two games of three', () => {
    expect(play('mixed', 200).won).toBeGreaterThan(0.66);
  });

  it('play on with whatever weights tuning tries', () => {
    const chance = new SeededChance('', game.streams);
    for (let i = 0; i < 12; i++) {
      const bot = movedBot(bots.mixed!.create(), `tried ${i}`, 4);
      chance.reseed(`weights ${i}`);
      const s = game.newState(game.options.parse({}), chance);
      for (let n = 0; !s.over; n++) {
        expect(n).toBeLessThan(3000);
        const action = bot.choose!(s);
        expect(s.legalActions.subarray(0, s.count)).toContain(action);
        s.apply(action, chance);
      }
    }
  });

  it('are listed with their plans, the strongest first', () => {
    expect(Object.keys(bots).slice(0, 2)).toEqual(['tuned', 'mixed']);
    for (const { plan } of Object.values(plans)) expect(plan.length).toBeGreaterThan(20);
  });
});

describe('odds', () => {
  const odds = oddsOf(game.newState(game.options.parse({}), new SeededChance(1, game.streams)).tables);

  it('are exact for one die and for two', () => {
    expect(odds.chance(1, 0, 2)).toBeCloseTo(4 / 6, 12);
    expect(odds.chance(0, 1, 5)).toBeCloseTo(2 / 6, 12);
    // A pirate and a serpent reach 8 only with two of the highest faces.
    expect(odds.chance(1, 1, 8)).toBeCloseTo(4 / 36, 12);
    expect(odds.chance(1, 1, 9)).toBe(0);
    expect(odds.chance(3, 2, 0)).toBe(1);
  });

  it('agree with dice rolled', () => {
    const rng = createRng('dice');
    const n = 20_000;
    let reached = 0;
    for (let i = 0; i < n; i++) {
      const faces = Array.from({ length: 4 }, () => rng.int(6)).sort((a, b) => b - a);
      const strength = faces.reduce((sum, f, k) => sum + (k < 1 ? [2, 2, 3, 3, 5, 5] : [1, 1, 2, 2, 3, 3])[f]!, 0);
      if (strength >= 10) reached++;
    }
    expect(odds.chance(3, 1, 10)).toBeCloseTo(reached / n, 1);
  });
});
