import { describe, expect, it } from 'vitest';
import { playGame } from '../../../agents/bots/testing/play.js';
import { createRng, SeededChance } from '../../../env/chance.js';
import type { State } from '../../../env/game.js';
import { game } from '../game.js';
import { playSampled } from '../sampled-positions.js';
import type { Position } from '../state.js';
import { features } from './features.js';
import { bots } from './index.js';

const { length } = features.names;
const write = (position: unknown, seat: number): Float32Array => {
  const out = new Float32Array(length).fill(NaN);
  features.write(position as Position, seat, out);
  return out;
};

describe.each(['rulebook', 'airef'] as const)('the features of edition %s', (edition) => {
  const least = new Float32Array(length).fill(9);
  const most = new Float32Array(length).fill(-9);
  const rng = createRng('redrawn');
  let other: State | undefined;
  const look = (state: State) => {
    for (let seat = 0; seat < 4; seat++)
      write(state, seat).forEach((x, i) => {
        least[i] = Math.min(least[i]!, x);
        most[i] = Math.max(most[i]!, x);
      });
    const seat = state.actor;
    if (seat < 0) return;
    other ??= state.clone();
    other.copyFrom(state);
    other.resample(seat, rng);
    expect(write(other, seat)).toEqual(write(state, seat));
  };

  it('are the same whatever is hidden, in games of bots and at random', () => {
    const four = Object.keys(bots).slice(0, 4);
    for (const seed of ['a', 'b', 'c', 'd'])
      playGame(
        game,
        four.map((name) => bots[name]!.create()),
        seed,
        { edition },
        look,
      );
    playSampled('features', 4, 7, { edition }, look);
  });

  it('are about -1 to 1, and each of them tells something', () => {
    features.names.forEach((name, i) => {
      expect(least[i], name).toBeGreaterThanOrEqual(-1);
      expect(most[i], name).toBeLessThanOrEqual(1.5);
      // One impression ends a game of edition airef.
      if (edition === 'rulebook' || name !== 'stacks gone') expect(most[i]! - least[i]!, name).toBeGreaterThan(0.6);
    });
  });
});

it('the features stand in a position as counted by hand', () => {
  const s = game.newState(game.options.parse({}), new SeededChance('hand', game.streams));
  s.round = 12;
  s.firstPlayer = 1;
  s.fame.set([3, 0, 15, 6]);
  s.might.set([2, 1, 6, 4]);
  s.resources.set([3, 2, 1, 6], 0);
  const of = Object.fromEntries(features.names.map((name, i) => [name, write(s, 0)[i]]));
  expect(of).toMatchObject({ round: 0.5, progress: 0, 'rival progress': 1, might: -0.5, 'rival might': 0.5 });
  expect(of['gold before fame']).toBeCloseTo(6 / 12 - 3 / 15, 6);
  expect(of.goods).toBeCloseTo(1 / 5, 6);
  expect(of).toMatchObject({ ready: 0, 'ready rivals': 0.5, 'stacks gone': 0, 'turn order': 1 });
});
