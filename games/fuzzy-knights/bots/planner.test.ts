import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Weighed } from '../../../agents/bots/testing/weighed.js';
import { parametersOf } from '../../../agents/bots/tuning.js';
import { createRng, SeededChance } from '../../../env/chance.js';
import { RETREAT } from '../actions.js';
import { type FuzzyState, game } from '../game.js';
import type { FuzzyOptionsInput } from '../options.js';
import { type Position, promptNames, STEP } from '../state.js';
import { at, board, city, from, hero } from '../test/fixture.js';
import { parts, planner } from './planner.js';
import { limits, plans, units, type Weights } from './plans.js';

const marshal = plans.marshal!.weights;
/** Those written by hand, by whose games everything is measured. */
const byHand = Object.values(plans).filter(({ from }) => from === undefined);

/** Marshal with every weight moved by up to so many units, within the limits. */
function moved(seed: string, by: number): Weights {
  const rng = createRng(seed);
  const weights = structuredClone(marshal) as Weights & Record<string, number | number[]>;
  for (const { name, base, unit } of parametersOf(marshal, units)) {
    const [low, high] = limits[name] ?? [-Infinity, Infinity];
    const value = Math.min(high, Math.max(low, base + by * unit * (2 * rng.uniform() - 1)));
    const [list, i] = name.split('.');
    if (i === undefined) weights[name] = value;
    else (weights[list!] as number[])[Number(i)] = value;
  }
  return weights;
}

/** Shows positions of games between bots, a third of whose answers are drawn: all prompts come up. */
function positions(options: FuzzyOptionsInput, games: number, look: (s: Position) => void): void {
  const table = byHand.map(({ weights }) => planner(weights));
  for (let i = 0; i < games; i++) {
    const chance = new SeededChance(`planner ${i}`, game.streams);
    const rng = createRng(`planner ${i}`);
    const s = game.newState(game.options.parse({ players: 2 + (i % 3), maxDays: 25, ...options }), chance);
    while (!s.over) {
      if (s.count > 1) look(s);
      let action = rng.int(3) === 0 ? s.legalActions[rng.int(s.count)]! : table[s.actor]!.choose(s);
      if (action === RETREAT) action = table[s.actor]!.choose(s);
      s.apply(action, chance);
    }
  }
}

describe('the planner of Fuzzy Knights', () => {
  it.each<[string, Readonly<Weights>]>([
    ['marshal', marshal],
    ['raider', plans.raider!.weights],
    ['moved', moved('a', 1)],
    ['moved otherwise', moved('b', 1)],
    ['moved far', moved('c', 8)],
  ])('chooses one of the largest worths, whatever is asked: %s', (_name, weights) => {
    const bot = planner(weights);
    const seen = new Map<string, number>();
    const faults = new Set<string>();
    const weighed = new Weighed(game.actions, parts, 24);
    const look = (s: Position) => {
      const prompt = promptNames[s.prompt]!;
      const fault = (what: string) => faults.add(`${prompt}: ${what}`);
      for (const what of weighed.ask(bot, s as FuzzyState)) fault(what);
      for (const action of s.legalActions.subarray(0, s.count)) {
        const worth = weighed.values[action]!;
        const of = parts.map((part) => weighed.part(part, action));
        if (Math.abs(weighed.part('odds', action)) > 1) fault(`odds ${weighed.part('odds', action)}`);
        const sum = of[0]! + of[1]! + of[2]! + of[3]!;
        if (Math.abs(worth) < 16 && Math.abs(of[0]!) < 16 && Math.abs(sum - worth) > 1e-4) fault(`${of} make ${worth}`);
      }
      seen.set(prompt, (seen.get(prompt) ?? 0) + 1);
    };
    positions({}, 6, look);
    const poor = board();
    city(poor, 0, at(0, 0));
    city(poor, 1, at(9, 9));
    hero(poor, 0, at(2, 2), { mercs: 3 });
    hero(poor, 1, at(4, 4));
    poor.treasury[0] = 1;
    from(poor, STEP.pay);
    look(poor);
    expect([...faults]).toEqual([]);
    expect([...seen.values()].reduce((a, b) => a + b)).toBeGreaterThan(3000);
    expect([...seen.keys()]).toEqual(expect.arrayContaining([...promptNames]));
  });

  it('says the same with and without parts, and when it was asked before', () => {
    const [one, other] = [planner(marshal), planner(marshal)];
    const [a, b] = [new Float64Array(game.actions), new Float64Array(game.actions)];
    const made = new Float32Array(game.actions * parts.length);
    positions({ players: 3 }, 1, (s) => {
      one.choose(s);
      one.actionValues!(s, a);
      other.actionValues!(s, b, made);
      expect(a).toEqual(b);
    });
  });

  it('keeps the choices that all tables are measured with', () => {
    const hash = createHash('sha256');
    const own = byHand.map(({ weights }) => planner(weights));
    positions({}, 6, (s) => {
      for (const bot of own) hash.update(`${bot.choose(s)} `);
    });
    expect(hash.digest('hex').slice(0, 16)).toBe('70524e9481299ac0');
  });

  it('declares parameters for each of its weights, and limits around what the plans have', () => {
    for (const { weights } of Object.values(plans)) {
      const parameters = parametersOf(weights, units);
      expect(parameters.length).toBe(parametersOf(marshal, units).length);
      for (const { name, base } of parameters) {
        const [low, high] = limits[name] ?? [-Infinity, Infinity];
        expect(base >= low && base <= high, name).toBe(true);
      }
    }
  });
});
