import { expect, it } from 'vitest';
import { checkedSettings, checkSeed } from './settings.js';

it.each<[unknown, RegExp]>([
  ['easy', /^settings: an object wanted, such as \{ difficulty: 'easy' \}, not easy$/],
  [null, /^settings: an object wanted/],
  [{ dificulty: 'easy' }, /^settings: there is no "dificulty"; there are before, difficulty, /],
  [{ seed: [1] }, /^seed: text or a number wanted, not object$/],
  [{ random: 5 }, /^random: a function wanted, not number$/],
  [{ random: () => 0.5, seed: 1 }, /^random: it is in place of seed; give one of them$/],
])('refuses %j', (given, why) => {
  expect(() => checkedSettings(given as never)).toThrow(why);
});

it.each([1, 5, -0.1, Number.NaN, 'a'])('refuses %s as a random number', (number) => {
  const { random } = checkedSettings({ random: () => number as number });
  expect(random).toThrow(/^random: it must give numbers from 0 to below 1, not /);
});

it('takes the others as they are', () => {
  expect(checkedSettings({ seed: 'a', topK: 1 })).toEqual({ seed: 'a', topK: 1 });
  expect(checkedSettings({ random: () => 0.25 }).random!()).toBe(0.25);
  expect(() => checkSeed(Number.NaN)).toThrow('seed: text or a number wanted, not number');
});
