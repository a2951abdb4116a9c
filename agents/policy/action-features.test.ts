import { describe, expect, it } from 'vitest';
import type { Agent, View } from '../../env/agent.js';
import { createRng, SeededChance } from '../../env/chance.js';
import type { State } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { LiveView } from '../../env/view.js';
import { initialWeights } from '../network/network.js';
import { randomAction } from '../random.js';
import { featureKinds } from './action-features.js';
import { type Advisor, advisedObserver } from './advice.js';
import { advisorNamed } from './advisor.js';
import { mismatch, networkFor, policyFor } from './policy.js';

const pig = await loadGame('docs/examples/pig.ts');
const { game, bots } = pig;

/** Makes 3 of the first legal action, 2.7 of the second, and nothing of what else there is; each is made of two parts. */
const weigher: Advisor = {
  spec: 'scripted:weigher',
  create: (): Agent =>
    Object.assign(Object.create(bots.bold!.create()), {
      name: 'scripted:weigher',
      parts: ['now', 'later'],
      act: (view: View) => view.mask.indexOf(1),
      actionValues(view: View, out: Float64Array, parts: Float32Array) {
        out.fill(-Infinity);
        for (let a = 0, k = 0; a < out.length; a++) {
          if (view.mask[a] === 0) continue;
          out[a] = [3, 2.7][k++] ?? 0;
          parts[2 * a] = 3;
          parts[2 * a + 1] = -1;
        }
      },
    }),
};

/** Of an advisor. */
const kinds = ['choice', 'worths', 'parts'];

/** Features of the legal actions, action by action. */
function shown(state: State, by = advisedObserver(game, weigher, kinds), of = game): number[][] {
  const observation = new Float32Array(by.size);
  by.write(state, state.actor, observation, 0);
  const mask = new Uint8Array(of.actions);
  const legal = state.legal(mask);
  const { size } = by.actions!;
  const out = new Float32Array((legal + 1) * size).fill(7);
  by.actions!.write(state, mask, observation, 0, out, 0);
  expect(out.subarray(legal * size)).toEqual(new Float32Array(size).fill(7));
  return Array.from({ length: legal }, (_, k) => [...out.subarray(k * size, (k + 1) * size)]);
}

/** Positions of random play of another game. */
function* positions(of: typeof game, seed: string, count: number): Generator<State> {
  const rng = createRng(seed);
  const view = new LiveView(of);
  for (let n = 0; ; n++) {
    const chance = new SeededChance(`${seed}/${n}`, of.streams);
    const state = of.newState(of.options.parse({}), chance);
    for (; !state.over; ) {
      if (count-- === 0) return;
      yield state;
      view.show(state);
      state.apply(randomAction(view.mask, view.legal, rng), chance);
    }
  }
}

describe('features of actions', () => {
  it('are what the advisor makes of each', () => {
    const state = game.newState(game.options.parse({}), new SeededChance('a', game.streams));
    const observer = advisedObserver(game, weigher, kinds);
    expect(observer.actions!.pieces.map(({ name, size }) => [name, size])).toEqual([
      ['choice', 1],
      ['worths', 4],
      ['parts', 2],
    ]);
    const [best, next] = shown(state);
    const parts = [Math.tanh(1), Math.tanh(-1 / 3)];
    for (const [i, x] of [1, 1, 0, 0, Math.tanh(3 / 20), ...parts].entries()) expect(best![i]).toBeCloseTo(x, 6);
    for (const [i, x] of [0, Math.exp(-1), -0.1, -0.03, Math.tanh(2.7 / 20), ...parts].entries())
      expect(next![i]).toBeCloseTo(x, 6);
  });

  it('are there as far as they are asked for, and as far as they are known', () => {
    const names = (advisor: Advisor | undefined, wanted: readonly string[]) =>
      advisedObserver(game, advisor, wanted).actions?.pieces.map(({ name }) => name);
    expect(names(weigher, ['worths'])).toEqual(['worths']);
    expect(names(undefined, kinds)).toBeUndefined();
    expect(names(weigher, [])).toBeUndefined();
    expect(names(advisorNamed('scripted:bold', pig), featureKinds)).toEqual(['game', 'choice']);
  });

  it('are the planes of the square that an action is', async () => {
    const { game: doomspire } = await loadGame('doomspire');
    const observer = advisedObserver(doomspire, undefined, ['board', 'game']);
    const { planes, action } = doomspire.board!;
    let at = 0;
    const begins: number[] = [];
    let squares = 0;
    for (const { name, shape } of doomspire.observation) {
      const size = shape.reduce((a, b) => a * b, 1);
      if (planes.includes(name)) {
        squares = shape.at(-1)! * shape.at(-2)!;
        for (let plane = at; plane < at + size; plane += squares) begins.push(plane);
      }
      at += size;
    }
    let onBoard = 0;
    const mask = new Uint8Array(doomspire.actions);
    const own = new Float32Array(observer.size);
    for (const state of positions(doomspire, 'board', 150)) {
      state.legal(mask);
      const rows = shown(state, observer, doomspire);
      observer.write(state, state.actor, own, 0);
      const legal = [...mask.keys()].filter((a) => mask[a] === 1);
      for (const [k, a] of legal.entries()) {
        const square = a - action;
        const wanted =
          square < 0 || square >= squares
            ? new Array(1 + begins.length).fill(0)
            : [1, ...begins.map((plane) => own[plane + square]!)];
        if (wanted[0] === 1) onBoard++;
        expect(rows[k]!.slice(0, wanted.length)).toEqual(wanted);
        // One of the kinds of action is its own.
        const [kind] = doomspire.actionFeatures!.pieces;
        const one = rows[k]!.slice(wanted.length, wanted.length + kind!.size);
        expect(one.reduce((sum, x) => sum + x, 0)).toBe(1);
      }
    }
    expect(onBoard).toBeGreaterThan(50);
  });

  it('do not depend on what is hidden', async () => {
    for (const [name, bot] of [
      ['doomspire', 'mixed'],
      ['fuzzy-knights', 'marshal'],
    ] as const) {
      const loaded = await loadGame(name);
      const { game: hiding } = loaded;
      const observer = advisedObserver(hiding, advisorNamed(`scripted:${bot}`, loaded), featureKinds);
      for (const state of positions(hiding, name, 60)) {
        const other = state.clone();
        other.resample(state.actor, createRng('other'));
        expect(shown(other, observer, hiding)).toEqual(shown(state, observer, hiding));
      }
    }
  });

  it('belong to a policy, which is not played without them', () => {
    const observer = advisedObserver(game, weigher, ['worths', 'parts']);
    const shape = networkFor(game, [4], 'relu', 3, observer);
    expect(shape.actions).toEqual([
      { name: 'worths', size: 4 },
      { name: 'parts', size: 2 },
    ]);
    const policy = policyFor(game, shape, initialWeights(shape, createRng(1)), { advisor: weigher });
    expect(mismatch(policy, game)).toBeUndefined();
    const bold = { ...weigher, create: () => bots.bold!.create() };
    expect(mismatch({ ...policy, advisor: bold }, game)).toBe(
      'this policy reads 4 numbers worths of each action, which pig does not give; train it again',
    );
  });
});
