import { describe, expect, it } from 'vitest';
import { createRng } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import { UserError } from '../../env/user-error.js';
import { type PlanBot, planBots } from '../bots/plan-bot.js';
import type { Tuned } from '../bots/scripted-player.js';
import { planShape } from '../bots/tuning.js';
import { plannedBy, plannedShape, plannedStart } from './planned.js';

const game = { id: 'fruit' } as Game;
const tuned: Tuned = {
  features: ['lead', 'round'],
  parameters: [
    { name: 'apples', base: 5, unit: 2 },
    { name: 'pears', base: 1, unit: 0.5 },
  ],
  shape: planShape(2, 2),
  weights: { 'plan.kernel': Float32Array.of(1, 2, 3, 4), 'plan.bias': Float32Array.of(5, 6) },
};
/** A position of this game is the name of its rules. */
const position = (rules: string) => ({ actor: 0, rules }) as never;
const wet: Tuned = { ...tuned, weights: { ...tuned.weights, 'plan.bias': Float32Array.of(-9, 6) } };
const bots = planBots<{ actor: number; rules: string }, { apples: number; pears: number }>({
  plans: {
    raw: { plan: 'eats', weights: { apples: 3, pears: 1 } },
    ripe: { plan: 'eats', weights: { apples: 3, pears: 1 }, tuned, variants: { wet } },
  },
  variant: ({ rules }) => rules,
  planner: (weights) => ({ choose: () => (weights.apples > 6 ? 1 : 0) }),
  features: { names: ['round', 'rain', 'lead'], write: (_position, _seat, out) => out.fill(1) },
});
const plan = (bot: string, features?: string[]) => plannedBy(bot, { game, bots }, features);
const start = (bot: string, features?: string[], trunk: number[] = [], rules = 'dry') => {
  const planned = plan(bot, features);
  return plannedStart(planned, plannedShape(planned, trunk), createRng(0), position(rules));
};

describe('training begins', () => {
  it('with nothing added to the weights of a bot as it was written', () => {
    const { 'plan.kernel': kernel, 'plan.bias': bias } = start('scripted:raw', ['all'], [4]);
    expect([...kernel!, ...bias!].every((x) => x === 0)).toBe(true);
  });

  it('where training ended, whatever features there are more', () => {
    expect(plan('scripted:ripe').parameters).toEqual(tuned.parameters);
    const { 'plan.kernel': kernel, 'plan.bias': bias } = start('scripted:ripe');
    // By feature: round, rain, lead.
    expect([...kernel!]).toEqual([3, 4, 0, 0, 1, 2]);
    expect([...bias!]).toEqual([5, 6]);
  });

  it('so that the bot plays as it does', () => {
    const { tuning } = bots.ripe!() as PlanBot;
    const { features, parameters } = plan('scripted:ripe');
    const again = tuning.create(
      { features, parameters, shape: planShape(3, 2), weights: start('scripted:ripe') },
      'again',
    );
    // apples = 5 + 2 * (5 + 1 + 3).
    for (const bot of [bots.ripe!(), again]) expect(bot.choose!(position('dry'))).toBe(1);
    expect(bots.raw!().choose!(position('dry'))).toBe(0);
  });

  it('where training ended by the rules that are played', () => {
    expect([...start('scripted:ripe', ['all'], [], 'wet')['plan.bias']!]).toEqual([-9, 6]);
    // apples = 5 + 2 * (-9 + 1 + 3), and back again.
    const bot = bots.ripe!();
    expect(['dry', 'wet', 'dry'].map((rules) => bot.choose!(position(rules)))).toEqual([1, 0, 1]);
  });

  it('only where all that was trained is of the same parameters', () => {
    const [apples, pears] = tuned.parameters;
    const other: Tuned = { ...tuned, parameters: [apples!, { ...pears!, unit: 3 }] };
    const odd = planBots({
      plans: { odd: { plan: 'eats', weights: { apples: 3, pears: 1 }, tuned, variants: { wet: other } } },
      planner: () => ({ choose: () => 0 }),
      features: { names: ['round', 'lead'], write: () => {} },
    });
    expect(() => odd.odd!()).toThrow('scripted:odd: what was trained for wet is of other parameters than the rest');
  });

  it.each([
    [['round'], [], /features: the weights of scripted:ripe depend on lead/],
    [['all'], [8], /network\.trunk: scripted:ripe was trained with \[\]/],
  ])('only with what it was trained with: features %j, trunk %j', (features, trunk, message) => {
    expect(() => start('scripted:ripe', features, trunk)).toThrow(message);
    expect(() => start('scripted:ripe', features, trunk)).toThrow(UserError);
  });
});
