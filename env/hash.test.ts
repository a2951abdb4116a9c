import { describe, expect, it } from 'vitest';
import { hashBytes } from './hash.js';

describe('hashBytes', () => {
  it('depends on every byte, their order and their count', () => {
    const seen = new Set<number>();
    for (let length = 0; length < 12; length++) seen.add(hashBytes(new Uint8Array(length)));
    for (let i = 0; i < 11; i++) seen.add(hashBytes(new Uint8Array(11).fill(1, i, i + 1)));
    expect(seen.size).toBe(23);
    expect(hashBytes(Uint8Array.of(1, 2))).not.toBe(hashBytes(Uint8Array.of(2, 1)));
  });

  it('is a whole number of at most 53 bits, another for another seed', () => {
    const bytes = Uint8Array.of(9, 8, 7, 6, 5);
    const hash = hashBytes(bytes);
    expect(Number.isSafeInteger(hash)).toBe(true);
    expect(hash).toBeGreaterThanOrEqual(0);
    expect(hashBytes(bytes, 1)).not.toBe(hash);
    expect(hashBytes(bytes, 2 ** 40)).not.toBe(hash);
  });

  it('spreads counters without collisions', () => {
    const seen = new Set<number>();
    const word = new Uint32Array(3);
    for (let i = 0; i < 50_000; i++) {
      word[i % 3]!++;
      seen.add(hashBytes(new Uint8Array(word.buffer)));
    }
    expect(seen.size).toBe(50_000);
  });
});
