import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { checkGame, Env, TurnEnv } from '../env/index.js';
import { bots, game } from './examples/pig.js';

const page = readFileSync(new URL('./add-your-game.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map((match) => match[1]!);

it('shows the example as it stands, but for the address of the library', () => {
  const example = readFileSync(new URL('./examples/pig.ts', import.meta.url), 'utf8');
  expect(blocks).toContain(example.replace(`'../../env/index.js'`, `'tabletop-gym'`));
});

it('shows a game that passes the check', async () => {
  const report = await checkGame(game, { bots, games: 18, states: 400, module: resolve('docs/examples/pig.ts') });
  expect(report.checks.filter((check) => !check.passed)).toEqual([]);
  expect(report.reached.never).toEqual({ prompts: [], actions: [], landmarks: [] });
});

it('shows loops that run', () => {
  const loops = blocks.filter((block) => /env\.reset\(/.test(block));
  expect(loops).toHaveLength(2);
  for (const loop of loops) {
    const body = loop.replace(/^import .*$/gm, '').replace(/!\(\)/g, '()');
    const told: unknown[] = [];
    new Function('game', 'bots', 'Env', 'TurnEnv', 'console', body)(game, bots, Env, TurnEnv, {
      log: (...values: unknown[]) => told.push(...values),
    });
    if (body.includes('console')) expect(told).toHaveLength(3);
  }
});
