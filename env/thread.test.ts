import { afterEach, expect, it } from 'vitest';
import type { Answering } from './testing/answering-thread.js';
import { Thread, ThreadEnded, threadModule } from './thread.js';
import { UserError } from './user-error.js';

const module = new URL('./testing/answering-thread.js', import.meta.url);
const notes: unknown[] = [];
let thread: Thread<Answering>;
const start = (data: { broken?: boolean } = {}) => {
  notes.length = 0;
  thread = new Thread<Answering>(module, data, (note) => notes.push(note));
};
afterEach(() => thread.stop());

it('answers calls in their order, with notes before the answers', async () => {
  start();
  await thread.made;
  expect(await Promise.all([1, 2, 3].map((n) => thread.call('double', n)))).toEqual([2, 4, 6]);
  expect(notes).toEqual(['doubling 1', 'doubling 2', 'doubling 3']);
});

it('carries errors over: a UserError stays one, another keeps its stack, and later calls are answered', async () => {
  start();
  await expect(thread.call('refuse', 'wrong input')).rejects.toBeInstanceOf(UserError);
  const error = await thread.call('fail', 'a bug').catch((thrown) => thrown);
  expect(error).not.toBeInstanceOf(UserError);
  expect(error.message).toBe('a bug');
  expect(error.stack).toContain('answering-thread');
  expect(await thread.call('double', 4)).toBe(8);
});

it('fails where what answers cannot be made, and in each call then', async () => {
  start({ broken: true });
  await expect(thread.made).rejects.toThrow(UserError);
  await expect(thread.call('double', 1)).rejects.toThrow('cannot be made');
});

it('rejects what waits when it is stopped, and says with which code a thread ended by itself', async () => {
  start();
  const waiting = expect(thread.call('sleep', 60_000)).rejects.toBeInstanceOf(ThreadEnded);
  await thread.stop();
  await waiting;
  await expect(thread.call('double', 1)).rejects.toThrow('it was stopped');
  start();
  await expect(thread.call('exit', 3)).rejects.toMatchObject({ why: 'exit code 3' });
});

it('loads a module of ours as it is built where tests have built it, and any other as it is', () => {
  const { TABLETOP_BUILT: before } = process.env;
  const ours = new URL('./service-thread.js', import.meta.url);
  try {
    process.env.TABLETOP_BUILT = '1';
    expect(threadModule(ours).href).toMatch(/\/dist\/env\/service-thread\.js$/);
    expect(threadModule(new URL('./thread.ts', import.meta.url)).href).toMatch(/\/dist\/env\/thread\.js$/);
    expect(threadModule(module)).toBe(module);
    delete process.env.TABLETOP_BUILT;
    expect(threadModule(ours)).toBe(ours);
  } finally {
    if (before !== undefined) process.env.TABLETOP_BUILT = before;
  }
});
