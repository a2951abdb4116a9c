import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { UserError } from '../env/user-error.js';
import { scratch } from '../test/scratch.js';
import { Cache } from './cache.js';
import { sha256 } from './codec.js';

const folder = scratch('tabletop-cache');

const blob = (fill: number, length = 100) => new Uint8Array(length).fill(fill);

it('keeps bytes by their hash, and believes none that are not what their name says', () => {
  const cache = new Cache(path.join(folder, 'a'));
  const hash = sha256(blob(1));
  expect(cache.has(hash)).toBe(false);
  expect(() => cache.put(hash, blob(2))).toThrow('does not match its name');
  cache.put(hash, blob(1));
  expect(cache.has(hash)).toBe(true);
  expect([...cache.read(hash)]).toEqual([...blob(1)]);
  writeFileSync(path.join(cache.folder, hash), blob(3));
  expect(() => cache.read(hash)).toThrow('damaged');
  expect(cache.has(hash)).toBe(false);
});

it('writes a file of a name once, and again where it was changed', () => {
  const cache = new Cache(path.join(folder, 'b'));
  const hash = sha256(blob(1));
  const file = cache.file(hash, 'player.mjs', blob(1));
  expect(path.basename(file)).toBe('player.mjs');
  writeFileSync(file, 'changed');
  expect(cache.file(hash, 'player.mjs', blob(1))).toBe(file);
  expect([...readFileSync(file)]).toEqual([...blob(1)]);
});

it('makes room by what was used longest ago', () => {
  const big = 70 << 20;
  const cache = new Cache(path.join(folder, 'c'), 200);
  const [old, young] = [blob(1), blob(2)];
  cache.put(sha256(old), old);
  cache.put(sha256(young), young);
  utimesSync(path.join(cache.folder, sha256(old)), 1000, 1000);
  for (const fill of [3, 4]) cache.put(sha256(blob(fill, big)), blob(fill, big));
  expect(existsSync(path.join(cache.folder, sha256(old)))).toBe(false);
});

it('says in one line where it cannot be', () => {
  writeFileSync(path.join(folder, 'file'), '');
  expect(() => new Cache(path.join(folder, 'file', 'below'))).toThrow(UserError);
});

it('is bounded, files with names included, and what was used last stays', () => {
  const cache = new Cache(path.join(folder, 'd'), 1000);
  const size = () =>
    readdirSync(cache.folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .reduce((sum, one) => sum + statSync(path.join(one.parentPath, one.name)).size, 0);
  for (let i = 0; i < 50; i++) {
    cache.put(sha256(blob(i)), blob(i));
    cache.file(sha256(blob(100 + i)), 'player.mjs', blob(100 + i));
    expect(size()).toBeLessThanOrEqual(1000 + 200);
  }
  expect(cache.has(sha256(blob(49)))).toBe(true);
  expect(existsSync(path.join(cache.folder, `${sha256(blob(149))}.d`, 'player.mjs'))).toBe(true);
});
