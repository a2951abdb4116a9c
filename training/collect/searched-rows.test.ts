import { describe, expect, it } from 'vitest';
import { POLICY, VALUE } from '../../agents/network/network.js';
import { networkFor } from '../../agents/policy/policy.js';
import { createRng } from '../../env/chance.js';
import { gameObserver } from '../../env/observer.js';
import { defaultReturns } from '../../env/returns.js';
import { game } from '../../games/connect-four/game.js';
import type { Decisions } from './batch.js';
import { SearchedRows } from './searched-rows.js';
import { dealOf, type SearchedGame } from './self-play.js';

const options = game.options.parse({});
const shape = networkFor(game, [4], 'relu', 0, undefined, undefined, ['winner', 'discs']);
const rows = new SearchedRows({
  ...{ game, options, players: 2, observer: gameObserver(game) },
  ...{ returns: defaultReturns, shape },
});
const [mirrored] = game.symmetries!;

/** A random game, every third decision searched; the probabilities are different numbers. */
function searched(seed: string, actions?: readonly number[]): SearchedGame {
  const rng = createRng(seed);
  const state = game.newState(options, dealOf(game, seed));
  const mask = new Uint8Array(game.actions);
  const played: number[] = [];
  const policies: number[] = [];
  const values: number[] = [];
  while (!state.over) {
    const count = state.legal(mask);
    const legal = [...mask.keys()].filter((action) => mask[action] === 1);
    if (played.length % 3 === 0) {
      policies.push(...legal.map((_, i) => (i + 1) / ((count * (count + 1)) / 2)));
      values.push(0.25, -0.25);
    }
    const drawn = legal[rng.int(count)]!;
    const action = actions?.[played.length] ?? drawn;
    played.push(action);
    state.apply(action, dealOf(game, seed));
  }
  const at = [...played.keys()].filter((i) => i % 3 === 0);
  const lists = { actions: Int32Array.from(played), searched: Int32Array.from(at) };
  return { seed, ...lists, policies: Float32Array.from(policies), values: Float32Array.from(values) };
}

const row = ({ observation, mask, action, targets }: Decisions, i: number) => ({
  observation: [...observation.subarray(i * 168, (i + 1) * 168)],
  mask: [...mask.subarray(i * 7, (i + 1) * 7)],
  action: action[i],
  policy: [...targets[POLICY]!.subarray(i * 7, (i + 1) * 7)],
  value: [...targets[VALUE]!.subarray(i * 2, (i + 1) * 2)],
  winner: [...targets.winner!.subarray(i * 2, (i + 1) * 2)],
  discs: [...targets.discs!.subarray(i * 42, (i + 1) * 42)],
});

describe('turned rows', () => {
  const games = ['a', 'b', 'c'].map((seed) => searched(seed));
  /** The same games, played and searched in the mirror: probabilities stand in the order of the other columns. */
  const others = games.map((one) => {
    const actions = [...one.actions].map((action) => mirrored!.actions[action]!);
    const other = searched(one.seed, actions);
    let at = 0;
    const ends = [...one.searched].map((i) => {
      const state = game.newState(options, dealOf(game, one.seed));
      for (const action of one.actions.subarray(0, i)) state.apply(action, dealOf(game, one.seed));
      return (at += state.legal(new Uint8Array(7)));
    });
    const policies = ends.flatMap((end, k) => [...one.policies.subarray(ends[k - 1] ?? 0, end)].reverse());
    return { ...other, policies: Float32Array.from(policies) };
  });
  const plain = rows.of(games, 0.5);
  const mirror = rows.of(others, 0.5);
  const turned = rows.of(games, 0.5, createRng('turns'));

  it('are those of the game, or of the game in the mirror', () => {
    let swapped = 0;
    for (let i = 0; i < plain.rows; i++) {
      const is = row(turned, i);
      const same = JSON.stringify(is) === JSON.stringify(row(plain, i));
      if (!same) expect(is, `row ${i}`).toEqual(row(mirror, i));
      if (!same) swapped++;
    }
    expect(plain.rows).toBeGreaterThan(15);
    expect(swapped).toBeGreaterThan(plain.rows / 4);
    expect(swapped).toBeLessThan((3 * plain.rows) / 4);
  });

  it('are the same with the same draws, and as they were without', () => {
    expect(rows.of(games, 0.5, createRng('turns'))).toEqual(turned);
    expect(rows.of(games, 0.5)).toEqual(plain);
  });

  it('are not made where the network sees more than the game shows', () => {
    const more = { ...gameObserver(game), pieces: [...game.observation] };
    const setup = { game, options, players: 2, observer: more, returns: defaultReturns, shape };
    expect(new SearchedRows(setup).of(games, 0.5, createRng('turns'))).toEqual(plain);
  });
});
