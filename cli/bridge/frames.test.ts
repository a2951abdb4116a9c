import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { block } from './block.js';
import { HEADER, jsonFrame, viaMemory } from './frames.js';

describe('answers through memory that both sides see', () => {
  let folder: string;
  let file: string;
  let memory: number;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'tabletop-frames-'));
    file = path.join(folder, 'memory');
    memory = openSync(file, 'w+');
  });
  afterAll(() => {
    closeSync(memory);
    rmSync(folder, { recursive: true });
  });

  const numbers = (count: number, filled: number, after: readonly Uint8Array[] = []) => {
    const made = block({ numbers: ['float32', count] });
    made.arrays.numbers.fill(filled);
    return made.frame(after);
  };

  it('writes long numbers there, from its beginning each time, and sends how long they are', () => {
    for (const [filled, after] of [
      [1, [Buffer.from('last')]],
      [2, []],
    ] as const) {
      const parts = numbers(50_000, filled, after);
      const sent = viaMemory(parts, memory);
      expect(sent.map((part) => part.length)).toEqual([HEADER]);
      const length = sent[0]!.readUInt32LE(0);
      expect([length, sent[0]!.readUInt32LE(4)]).toEqual([200_000 + Buffer.concat(after).length, 3]);
      expect(readFileSync(file).subarray(0, HEADER + length)).toEqual(Buffer.concat(parts));
    }
  });

  it('sends short numbers, and JSON of any length, as they are', () => {
    const short = numbers(100, 1);
    expect(viaMemory(short, memory)).toBe(short);
    const json = [jsonFrame('x'.repeat(300_000))];
    expect(viaMemory(json, memory)).toBe(json);
  });
});
