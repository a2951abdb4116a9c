/** Luck as moves of the framework ask for it comes from `Chance`, in streams of the players. */
import { expect, it } from 'vitest';
import { type Chance, createRng, ScriptedChance } from '../chance.js';
import { HostLuck, randomApi, streamsOf } from './luck.js';

it('has the names and the ranges of the framework', () => {
  const asked: number[] = [];
  const rng = createRng(1);
  const random = randomApi((n) => {
    asked.push(n);
    return rng.int(n);
  });
  for (const spots of [4, 6, 8, 10, 12, 20] as const) {
    expect(random[`D${spots}`]()).toBeLessThanOrEqual(spots);
    expect(random[`D${spots}`](3)).toHaveLength(3);
  }
  expect(asked).toEqual([4, 6, 8, 10, 12, 20].flatMap((spots) => Array(4).fill(spots)));
  asked.length = 0;
  expect(random.Die()).toBeGreaterThan(0);
  expect(random.Die(3, 2)).toHaveLength(2);
  const number = random.Number();
  expect(number >= 0 && number < 1).toBe(true);
  expect(asked).toEqual([6, 3, 3, 2 ** 32]);
  const items = ['a', 'b', 'c', 'd'];
  expect(random.Shuffle(items).sort()).toEqual(items);
  expect(items).toEqual(['a', 'b', 'c', 'd']);
});

it('shuffles into every order as often', () => {
  const seen = new Map<string, number>();
  const draws = [0, 1, 2].flatMap((i) => [0, 1].map((j) => [i, j]));
  for (const script of draws) {
    const luck = new ScriptedChance(script);
    const order = randomApi((n) => luck.draw(0, n))
      .Shuffle(['a', 'b', 'c'])
      .join('');
    seen.set(order, (seen.get(order) ?? 0) + 1);
  }
  expect([...seen.values()]).toEqual(Array(6).fill(1));
});

it('draws in the stream of the player, and only while it is lent', () => {
  const luck = new HostLuck();
  const drawn: number[] = [];
  const chance: Chance = {
    draw(stream) {
      drawn.push(stream);
      return 0;
    },
  };
  expect(luck.lend(chance, () => luck.plugin.api({ playerID: '2' }).D6())).toBe(1);
  luck.lend(chance, () => luck.plugin.api({}).D6());
  expect(drawn).toEqual([3, 0]);
  expect(streamsOf(2)).toEqual(['setup', 'player 0', 'player 1']);
  expect(() => luck.plugin.api({}).D6()).toThrow('luck is drawn in setup, moves and hooks only');
});
