/** What the planner makes of each legal action agrees with what it chooses, at every prompt and under every option. */
import { describe, expect, it } from 'vitest';
import { Weighed } from '../../../agents/bots/testing/weighed.js';
import { createRng, SeededChance } from '../../../env/chance.js';
import { game, type IsleboundState } from '../game.js';
import { bots } from './index.js';
import { Planner } from './planner.js';
import { plans } from './plans.js';

const settings = [
  {},
  { spoils: 'table', tollOn: 'destination', mayStay: true, booksSpent: false },
  { closeQuarters: false, aiTokenThreshold: 14, lastTokenEnds: false, askForced: true },
];

/** Plays games half by a bot, half at random, so that positions are met that no bot comes to. */
function play(name: string, games: number, see: (s: IsleboundState, planner: Planner) => void): void {
  const planner = new Planner(plans[name]!.weights);
  const rng = createRng(name);
  const chance = new SeededChance('', game.streams);
  for (let i = 0; i < games; i++) {
    chance.reseed(`worths ${name} ${i}`);
    const s = game.newState(game.options.parse(settings[i % settings.length]), chance);
    while (!s.over) {
      if (s.count > 1) see(s, planner);
      s.apply(rng.int(2) === 0 ? planner.choose(s) : s.legalActions[rng.int(s.count)]!, chance);
    }
  }
}

describe('worths', () => {
  const { parts } = new Planner(plans.mixed!.weights);
  const [least, greatest] = Planner.range;
  const weighed = new Weighed(game.actions, parts, greatest);

  const byHand = Object.keys(plans).filter((name) => plans[name]!.from === undefined);
  it.each(byHand)('%s gives its choice the most, within bounds', (name) => {
    const asked = new Set<number>();
    const bad: string[] = [];
    let decisions = 0;
    play(name, 18, (s, planner) => {
      bad.push(...weighed.ask(planner, s));
      for (const action of s.legalActions.subarray(0, s.count)) {
        const [gain, cost, next, chance] = parts.map((part) => weighed.part(part, action));
        const good = [gain!, cost!, next!].every((part) => Math.abs(part) <= greatest) && chance! >= 0 && chance! <= 1;
        if (!good || weighed.values[action]! < least) bad.push(`${action} at ${s.text(0)}`);
      }
      asked.add(s.prompt);
      decisions++;
    });
    expect(bad).toEqual([]);
    expect(decisions).toBeGreaterThan(1000);
    expect(asked.size).toBe(game.prompts.length);
  });

  it('are lifted to the most for a choice by a rule, and seldom', () => {
    let [lifted, decisions] = [0, 0];
    play('mixed', 18, (s, planner) => {
      weighed.ask(planner, s);
      const at = planner.choose(s);
      const [gain, cost, next] = parts.map((part) => weighed.part(part, at));
      decisions++;
      if (Math.abs(weighed.values[at]! - (gain! - cost! + next!)) > 1e-3) lifted++;
    });
    expect(lifted / decisions).toBeLessThan(0.03);
  });

  it('depend on nothing hidden', () => {
    const rng = createRng('hidden');
    const [out, other] = [new Float64Array(game.actions), new Float64Array(game.actions)];
    play('mixed', 4, (s, planner) => {
      out.fill(0);
      other.fill(0);
      planner.actionValues(s, out);
      const sample = s.clone();
      sample.resample(0, rng);
      planner.actionValues(sample, other);
      expect(other).toEqual(out);
    });
  });

  it('are there for every bot of the game', () => {
    for (const { create } of Object.values(bots)) {
      const bot = create();
      expect(bot.actionValues).toBeDefined();
      expect(bot.parts).toEqual(['gain', 'cost', 'next', 'chance']);
    }
  });
});
