import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type CallBatch, cutJob, learnPace, noPace, readAnswer } from './batch.js';
import { pack, unpack } from './codec.js';
import { jobSchema, LIMITS } from './messages.js';

const run = '0123456789ab';
const schemas = { call: z.any(), answer: z.number() } as unknown as CallBatch['schemas'];

function batch(calls: CallBatch['calls']): CallBatch & { failure: unknown } {
  const made = {
    ...{ service: 'match', method: 'play', schemas, setup: 'a'.repeat(64), setupBlobs: [], shared: {}, calls },
    ...{ label: String, deliver: () => {}, next: 0, answered: 0, pace: noPace(), stop: new AbortController() },
    ...{ failure: undefined as unknown, resolve: () => {} },
    reject: (error: unknown) => {
      made.failure = error;
    },
  };
  return made;
}
const numbered = (count: number) => Array.from({ length: count }, (_, i) => ({ i }));

describe('jobs', () => {
  it('hold every call once, in their order, and end small', () => {
    const all = batch(numbered(5000));
    learnPace(all.pace, 100, 1);
    const sizes: number[] = [];
    const seen: unknown[] = [];
    while (all.next < all.calls.length) {
      const { from, to, data } = cutJob(all, run, 4)!;
      expect(jobSchema.parse(data)).toEqual(data);
      expect(from).toBe(seen.length);
      const none = () => {
        throw new Error('no blobs here');
      };
      seen.push(...(unpack(Buffer.from(data.calls, 'base64'), none) as { calls: unknown[] }).calls);
      expect(to).toBe(seen.length);
      sizes.push(to - from);
    }
    expect(seen).toEqual(all.calls);
    // Two seconds of work, and at the end an eighth of what is left.
    expect(sizes[0]).toBe(200);
    expect(sizes.at(-1)).toBe(1);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  });

  it('have one call while nothing is known of how long one takes', () => {
    const all = batch(numbered(100));
    expect(cutJob(all, run, 2)).toMatchObject({ from: 0, to: 1 });
    expect(cutJob(all, run, 2)).toMatchObject({ from: 1, to: 2 });
  });

  it('have as many calls as fit into a message', () => {
    // Typed arrays below the size of a blob stay in the job.
    const all = batch(Array.from({ length: 1000 }, () => ({ bytes: new Uint8Array(16_000) })));
    learnPace(all.pace, 1_000_000, 1);
    const { data, to } = cutJob(all, run, 1)!;
    expect(to).toBeGreaterThan(1);
    expect(data.calls.length).toBeLessThan(LIMITS.job);
  });

  it('are not made of a call that fits into none: the batch is given up', () => {
    const all = batch([{ text: 'x'.repeat(LIMITS.job) }]);
    expect(cutJob(all, run, 1)).toBeNull();
    expect(String(all.failure)).toMatch(/a call of \d+ bytes is too large/);
  });
});

describe('answers', () => {
  const bytes = (value: unknown) => pack(value, Infinity).bytes;
  const good = { answers: [1, 2], seconds: 0.5, worker: 'w' };

  it('are believed when they are of the job and hold to the schema', () => {
    expect(readAnswer(bytes(good), [1, 2], schemas)).toEqual(good);
    expect(readAnswer(bytes({ crashed: 'SIGKILL', call: 1 }), [1, 2], schemas)).toEqual({
      crashed: 'SIGKILL',
      call: 1,
    });
  });

  it.each([
    ['too few', good, 3],
    ['too many', good, 1],
    ['of another kind', { ...good, answers: [1, 'two'] }, 2],
    ['none at all', { seconds: 1 }, 2],
    ['with more in it', { ...good, more: 1 }, 2],
    ['that name blobs', { ...good, answers: [1, { $blob: 'a'.repeat(64), kind: 'Uint8Array' }] }, 2],
  ])('are not believed: %s', (_, value, calls) => {
    expect(readAnswer(bytes(value), new Array(calls).fill(0), schemas)).toBeNull();
  });

  it('are not believed when they cannot be answers to the calls', () => {
    const fits = (answer: unknown, call: unknown) => answer === call;
    expect(readAnswer(bytes(good), [1, 2], { ...schemas, fits })).toEqual(good);
    expect(readAnswer(bytes(good), [2, 1], { ...schemas, fits })).toBeNull();
  });

  it('are not believed when they are no MessagePack', () => {
    expect(readAnswer(Buffer.from([0xc1, 1, 2]), [0], schemas)).toBeNull();
  });
});
