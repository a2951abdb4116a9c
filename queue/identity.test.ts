import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { sha256 } from './codec.js';
import { codeHash, shippedModules } from './identity.js';

it('names the code by a hash, the same each time', () => {
  expect(codeHash()).toMatch(/^[0-9a-f]{64}$/);
  expect(codeHash()).toBe(codeHash());
});

it('knows the modules of the players that are shipped, and no others', () => {
  const players = fileURLToPath(new URL('../games/', import.meta.url));
  const modules = readdirSync(players, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.mjs'));
  expect(shippedModules()).toEqual(new Set(modules.map((file) => sha256(readFileSync(players + file)))));
});
