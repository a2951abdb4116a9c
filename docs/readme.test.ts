/** The README's code runs as it stands there, and the page stays short. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createAgent } from '../agents/spec.js';
import { Env } from '../env/env.js';
import { loadGame } from '../env/load-game.js';

const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const imports: Record<string, unknown> = { Env, createAgent, loadGame };
const AsyncFunction = (async () => {}).constructor as new (
  ...words: string[]
) => (...values: unknown[]) => Promise<void>;

it('shows code that runs: one game to its end', async () => {
  const [code] = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map((match) => match[1]!);
  const names = [...code!.matchAll(/^import \{ (\w+) \} from 'tabletop-gym[^']*';$/gm)].map((match) => match[1]!);
  expect(names.sort()).toEqual(Object.keys(imports).sort());
  const printed: unknown[][] = [];
  const log = (...values: unknown[]) => printed.push(values);
  const body = code!.replace(/^import .*$/gm, '');
  await new AsyncFunction(...names, 'console', body)(...names.map((name) => imports[name]), { log });
  expect(printed).toHaveLength(1);
  const [reward, ending] = printed[0]!;
  expect([-1, 0, 1]).toContain(reward);
  expect(ending).toMatch(/\w/);
});

it('is at most 120 lines, with lines below 120 characters but for tables and pictures', () => {
  const lines = page.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(120);
  expect(lines.filter((line) => line.length >= 120 && !/^(\||<img)/.test(line))).toEqual([]);
});
