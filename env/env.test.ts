import { describe, expect, it } from 'vitest';
import { bots, game } from '../docs/examples/pig.js';
import type { Agent } from './agent.js';
import { createRng, type Seed } from './chance.js';
import { Env } from './env.js';
import type { Game, State } from './game.js';
import { UserError } from './user-error.js';

const opponents = (n: number) => Array.from({ length: n }, () => bots.bold!());

function playOut(env: Env, seed: Seed): { reward: number; rewards: number[]; last: ReturnType<Env['step']> } {
  const rng = createRng(seed);
  let { mask } = env.reset({ seed });
  const rewards = [];
  for (;;) {
    const legal = [...mask.keys()].filter((a) => mask[a]);
    const last = env.step(legal[rng.int(legal.length)]!);
    rewards.push(last.reward);
    if (last.terminated || last.truncated) return { reward: rewards.reduce((a, b) => a + b), rewards, last };
    mask = last.mask;
  }
}

describe('Env', () => {
  it('leads from one decision of the learner to the next, and pays at the end', () => {
    const env = new Env(game, { options: { players: 3 }, opponents: opponents(2) });
    const places = new Set<number>();
    const seats = [0, 0, 0];
    for (let seed = 0; seed < 60; seed++) {
      const { rewards, last } = playOut(env, seed);
      seats[last.info.seat]!++; // drawn
      expect(rewards.slice(0, -1).every((reward) => reward === 0)).toBe(true);
      expect(last.info.places![last.info.seat]).toBe(last.info.place);
      if (last.terminated && last.info.place === 0) expect(last.reward).toBe(1);
      expect(Math.max(...last.mask, ...last.observation)).toBe(0);
      places.add(last.info.place!);
    }
    expect(places.size).toBe(3);
    expect(Math.min(...seats)).toBeGreaterThan(10);
  });

  it('is the same for the same seed, whatever was played before', () => {
    const fresh = () => new Env(game, { opponents: opponents(1) });
    const used = fresh();
    playOut(used, 'before');
    expect(playOut(used, 'x')).toEqual(playOut(fresh(), 'x'));
  });

  it('asks the learner only about its own seat', () => {
    const env = new Env(game, { options: { players: 4 }, opponents: opponents(3), seat: 2 });
    const start = env.reset({ seed: 1 });
    expect(start.info.seat).toBe(2);
    expect(start.observation[8]).toBe(1); // the actor is "me"
    expect([...start.mask]).toEqual([0, 1, 1]);
  });

  it('adds up rewards given while others move', () => {
    // One point to every seat with each decision anybody takes.
    const paying = {
      ...game,
      scoring: 'rewards',
      newState(options: Parameters<typeof game.newState>[0], chance: Parameters<typeof game.newState>[1]) {
        const state = game.newState(options, chance);
        state.rewards = (out) => out.fill(1);
        return state;
      },
    } as Game;
    const env = new Env(paying, { opponents: opponents(1), seat: 0 });
    const firsts = new Set<number>();
    for (let seed = 0; seed < 8; seed++) {
      let { mask, info } = env.reset({ seed });
      firsts.add(info.decisions);
      // What came before the first decision comes with it: the rewards of a game add up to its return.
      for (let before = 0; ; before = info.decisions) {
        const step = env.step(mask[0] ? 0 : 1);
        ({ mask, info } = step);
        expect(step.reward).toBe(info.decisions - before);
        if (step.terminated || step.truncated) break;
      }
    }
    expect(firsts.size).toBeGreaterThan(1);
  });

  it('reports cut games as truncated', () => {
    const { last } = playOut(new Env(game, { options: { rounds: 1, target: 100 }, opponents: opponents(1) }), 1);
    expect([last.terminated, last.truncated, last.info.ending]).toEqual([false, true, 'round cap']);
  });

  it('shows no game that ends before the learner decides', () => {
    // Seat 1 begins half of the games and never lets go.
    const endless: Agent = { name: 'endless', reset() {}, act: (view) => (view.mask[1] ? 1 : 0) };
    const quick = {
      ...game,
      newState(options: Parameters<typeof game.newState>[0], chance: Parameters<typeof game.newState>[1]) {
        const state = game.newState(options, chance);
        if (state.actor === 1) Object.assign(state, { over: true, actor: -1, prompt: -1 });
        return state;
      },
    } as Game;
    const env = new Env(quick, { opponents: [endless], seat: 0 });
    for (let i = 0; i < 20; i++) expect(env.reset().info.prompt).toBe('start');
    const never = {
      ...quick,
      newState: () => ({ ...({} as State), players: 2, actor: -1, over: true, legal: () => 0 }),
    };
    expect(() => new Env(never as unknown as Game, { opponents: [endless], seat: 0 }).reset()).toThrow(
      'never gets to decide',
    );
  });

  it('refuses wrong use in one clear line', () => {
    const bold = bots.bold!();
    expect(() => new Env(game, { options: { players: 3 }, opponents: [bold, bold] })).toThrow(/two seats/);
    expect(() => new Env(game, { options: { players: 3 }, opponents: [bold] }).reset()).toThrow(/needs 2 opponents/);
    expect(() => new Env(game, { opponents: [bold], seat: 2 }).reset()).toThrow(/seat is 2, wanted 0..1/);
    const env = new Env(game, { opponents: [bold] });
    expect(() => env.step(1)).toThrow('call reset() first');
    env.reset();
    expect(() => env.step(0)).toThrow(/action 0 is not legal in pig at prompt 'start'/);
    // Digits, which the mask would find legal.
    expect(() => env.step('1' as unknown as number)).toThrow(
      'an action is a number, and "1" (string) was given in pig (decision',
    );
    expect(() => env.step([1] as unknown as number)).toThrow('[1] (array) was given');
    const rogue: Agent = { name: 'rogue', reset() {}, act: () => 17 };
    expect(() => {
      for (let i = 0; i < 50; i++) playOut(new Env(game, { opponents: [rogue] }), i);
    }).toThrow(/agent rogue: action 17 is not legal/);
    // What the game does wrong after an agent's action is not the agent's.
    const wrong = {
      ...game,
      newState(options: Parameters<typeof game.newState>[0], chance: Parameters<typeof game.newState>[1]) {
        const state = game.newState(options, chance);
        state.apply = () => {
          throw new UserError('the score of seat 0 is NaN');
        };
        return state;
      },
    } as Game;
    expect(() => {
      for (let i = 0; i < 50; i++) playOut(new Env(wrong, { opponents: opponents(1), seat: 1 }), i);
    }).toThrow(/^the score of seat 0 is NaN$/);
    // @ts-expect-error
    expect(() => env.reset({ options: { target: 'high' } })).toThrow(UserError);
  });
});
