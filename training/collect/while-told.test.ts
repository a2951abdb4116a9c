import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whileTold } from './while-told.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('tells twice a second until the work is done', async () => {
  const tell = vi.fn();
  const work = whileTold(new Promise((done) => setTimeout(() => done('played'), 1700)), tell);
  await vi.advanceTimersByTimeAsync(1600);
  expect(tell).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await work).toBe('played');
  expect(tell).toHaveBeenCalledTimes(3);
  expect(vi.getTimerCount()).toBe(0);
});

it('ends with what telling throws, and with what the work throws', async () => {
  const never = whileTold(new Promise(() => {}), () => {
    throw new Error('told enough');
  });
  const expected = expect(never).rejects.toThrow('told enough');
  await vi.advanceTimersByTimeAsync(600);
  await expected;
  await expect(whileTold(Promise.reject(new Error('cannot play')), () => {})).rejects.toThrow('cannot play');
  expect(vi.getTimerCount()).toBe(0);
});
