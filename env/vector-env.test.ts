import { describe, expect, it } from 'vitest';
import { game } from '../docs/examples/pig.js';
import { createRng, type Rng, SeededChance } from './chance.js';
import { UserError } from './user-error.js';
import { RUNNING, TRUNCATED, VectorEnv, type VectorEnvState } from './vector-env.js';

function choose(env: VectorEnv, rng: Rng, out: Int32Array): Int32Array {
  for (let i = 0; i < env.size; i++) {
    let left = rng.int(env.legal[i]!);
    let action = 0;
    while (env.mask[i * env.actions + action] === 0 || left-- > 0) action++;
    out[i] = action;
  }
  return out;
}

const make = (games: number, options: object = {}) => new VectorEnv({ game, options, games, seed: 'v' });

/** Everything a step writes, as one comparable value. */
const buffers = (env: VectorEnv) =>
  [env.actor, env.observation, env.mask, env.legal, env.rewards, env.ended, env.places, env.episode, env.decisions].map(
    (buffer) => [...buffer],
  );

describe('VectorEnv', () => {
  it('plays the same games as single states with the same seeds', () => {
    const env = make(3, { players: 3 });
    const rng = createRng(1);
    const actions = new Int32Array(3);
    const chances = [0, 1, 2].map((i) => new SeededChance(`v/${i}/0`, game.streams));
    const states = chances.map((chance) => game.newState(game.options.parse({ players: 3 }), chance));
    for (let step = 0; step < 10; step++) {
      env.step(choose(env, rng, actions));
      for (let i = 0; i < 3; i++) {
        states[i]!.apply(actions[i]!, chances[i]!);
        expect(env.state(i).hash()).toBe(states[i]!.hash());
        const observation = new Float32Array(env.observationSize);
        states[i]!.observe(states[i]!.actor, observation, 0);
        expect([...env.observation.subarray(i * env.observationSize, (i + 1) * env.observationSize)]).toEqual([
          ...observation,
        ]);
      }
    }
  });

  it('gives zero-sum returns at the end, an empty mask, and nothing before', () => {
    const env = make(4);
    const rng = createRng(2);
    const actions = new Int32Array(4);
    let ends = 0;
    for (let step = 0; step < 2000; step++) {
      env.step(choose(env, rng, actions));
      for (let i = 0; i < 4; i++) {
        const [a, b] = env.rewards.subarray(i * 2, i * 2 + 2);
        if (env.ended[i] === RUNNING) {
          expect([a, b]).toEqual([0, 0]);
          continue;
        }
        ends++;
        expect(a! + b!).toBe(0);
        const won = env.places[i * 2] === 0 ? a! : b!;
        expect([0, env.ended[i] === TRUNCATED ? 0.5 : 1]).toContain(Math.abs(won));
        expect(env.actor[i]).toBe(-1);
        expect(env.legal[i]).toBe(0);
        expect(Math.max(...env.mask.subarray(i * 3, i * 3 + 3))).toBe(0);
        expect(Math.max(...env.observation.subarray(i * env.observationSize, (i + 1) * env.observationSize))).toBe(0);
      }
      env.resetEnded();
    }
    expect(ends).toBeGreaterThan(100);
  });

  it('resets only what is asked, with a seed of its own for each episode', () => {
    const env = make(2);
    const other = env.state(1).hash();
    env.reset(0);
    expect([...env.episode]).toEqual([1, 0]);
    expect(env.state(1).hash()).toBe(other);
    expect(env.episodeSeed(0, 1)).toBe('v/0/1');
  });

  it('steps one game without touching the others or the observation', () => {
    const env = make(2);
    const before = buffers(env);
    env.stepGame(0, 2);
    const after = buffers(env);
    expect(after[1]).toEqual(before[1]);
    env.write(0);
    expect([...env.observation]).not.toEqual(before[1]);
    expect(env.decisions[0]).toBe(1);
    expect(env.decisions[1]).toBe(0);
  });

  it('refuses illegal actions and ended games', () => {
    const env = make(2, { rounds: 1 });
    expect(() => env.step([1, 0])).toThrow(/action 0 is not legal in game 1, pig at prompt 'start'/);
    expect(() => env.step([1, '1'] as number[])).toThrow(
      'an action is a number, and "1" (string) was given in game 1, pig',
    );
    expect(() => env.stepGame(0, 7)).toThrow(UserError);
    expect(() => env.stepGame(0, Number.NaN)).toThrow(UserError);
    const rng = createRng(3);
    while (env.ended[0] === RUNNING) env.stepGame(0, choose(env, rng, new Int32Array(2))[0]!);
    expect(() => env.stepGame(0, 1)).toThrow('game 0 of 2 has ended');
    expect(() => make(0)).toThrow(UserError);
    expect(() => make(1, { players: 9 })).toThrow(/option players of pig/);
    expect(() => make(1, { colour: 'red' })).toThrow(UserError);
  });

  it('refuses to go on beyond what the game calls its longest', () => {
    const env = new VectorEnv({ game: { ...game, maxDecisions: () => 2 }, games: 2, seed: 1 });
    const actions = () => [0, 1].map((i) => env.mask.subarray(3 * i, 3 * i + 3).indexOf(1, 1));
    env.step(actions());
    env.step(actions());
    env.reset(1);
    expect(() => env.stepGame(0, actions()[0]!)).toThrow('pig: a game goes on after 2 decisions');
    env.stepGame(1, actions()[1]!);
  });

  it('goes on exactly from a saved place', () => {
    const env = make(5, { players: 4 });
    const rng = createRng(4);
    const actions = new Int32Array(5);
    const run = (one: VectorEnv, from: Rng, steps: number) => {
      for (let step = 0; step < steps; step++) {
        one.resetEnded();
        one.step(choose(one, from, actions));
      }
    };
    run(env, rng, 137);
    const saved = structuredClone(env.save());
    const place = rng.save();
    const again = make(5, { players: 4 });
    again.load(saved);
    const first = buffers(again);
    // What is no part of a saved place follows from it, the places of ended games included.
    expect(first).toEqual(buffers(env));
    run(env, rng, 300);
    const rng2 = createRng(0);
    rng2.load(place);
    run(again, rng2, 300);
    expect(buffers(again)).toEqual(buffers(env));
    expect(again.save()).toEqual(env.save());
  });

  it('refuses a saved place of something else', () => {
    const saved = make(2).save();
    expect(() => make(3).load(saved)).toThrow(/2 games were saved/);
    const damaged = (damage: object) => ({ ...saved, games: saved.games.map((one) => ({ ...one, ...damage })) });
    for (const damage of [{ decisions: -4 }, { episode: -1 }, { rewards: [Number.NaN, 0] }, { chance: {} }])
      expect(() => make(2).load(damaged(damage) as VectorEnvState)).toThrow(
        /^this was not saved by an environment: games\.0\.(decisions|episode|rewards\.0|chance\.seed): /,
      );
    expect(() => new VectorEnv({ game, games: 2, seed: 'w' }).load(saved)).toThrow(/seed v/);
    expect(() => make(2).load({ ...saved, version: '0' })).toThrow(/pig 0/);
  });

  it('shows pending decisions to agents', () => {
    const env = make(2);
    const view = env.view(1);
    expect(view.seat).toBe(env.actor[1]);
    expect(view.legal).toBe(2);
    expect([...view.observation()]).toEqual([...env.observation.subarray(env.observationSize)]);
  });
});
