/** `bench/rebundle-player.ts`: a player made anew around its own weights says and does what it did. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { weightShapes } from '../agents/network/network.js';
import type { PlayerModule } from '../agents/player-file/player-module.js';
import { advisedObserver } from '../agents/policy/advice.js';
import { advisorNamed } from '../agents/policy/advisor.js';
import { networkFor } from '../agents/policy/policy.js';
import { createRng } from '../env/chance.js';
import { loadGame } from '../env/games/index.js';
import { exportNetwork } from '../eval/export/export-network.js';

const root = fileURLToPath(new URL('..', import.meta.url));
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rebundle-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function rebundle(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'bench/rebundle-player.ts', ...args],
    { cwd: root, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

it('remakes a player with its weights, settings and provenance, and answers as before', async () => {
  const { game, module } = await loadGame('connect-four');
  const advisor = advisorNamed('scripted:tactical', game);
  const shape = networkFor(game, [12], 'relu', 0, advisedObserver(game, advisor));
  const rng = createRng('weights');
  const weights = Object.fromEntries(
    weightShapes(shape).map(({ name, shape: dims }) => [
      name,
      Float32Array.from({ length: dims.reduce((a, b) => a * b, 1) }, () => rng.uniform() - 0.5),
    ]),
  );
  const out = path.join(folder, 'four.mjs');
  const lookahead = { samples: 8, rounds: 1, margin: 0.03 };
  const provenance = { command: 'none: drawn at random', strength: {} };
  const settings = { format: 'js' as const, out, temperature: 0.5, lookahead, provenance };
  await exportNetwork(game, module, shape, weights, settings, advisor);
  const before = (await import(pathToFileURL(out).href)) as PlayerModule;
  const old = readFileSync(out, 'utf8');
  const copy = path.join(folder, 'copy.mjs');
  const made = rebundle(out, '--out', copy, '--positions', '40');
  expect(made.stderr).toBe('');
  expect(made.stdout).toMatch(/self-test passed on \d+ positions\n40 of 40 positions answered as before\n$/);
  const after = (await import(pathToFileURL(copy).href)) as PlayerModule;
  expect(after.meta).toEqual(before.meta);
  expect(readFileSync(copy, 'utf8').length).toBe(old.length);
  // Without --out it takes the old one's place.
  expect(rebundle(out, '--positions', '0').status).toBe(0);
  expect(after.selfTest().passed).toBe(true);
}, 120_000);

it('refuses what is no player in one line', () => {
  const file = path.join(folder, 'none.mjs');
  writeFileSync(file, 'export const meta = {};\n');
  expect(rebundle(file)).toMatchObject({
    status: 2,
    stderr: `${file} is no exported player: make one with tabletop export\n`,
  });
  expect(rebundle(path.join(folder, 'absent.mjs')).status).toBe(2);
  expect(rebundle().stderr).toBe('name the player to remake, for example players/doomspire.mjs\n');
  expect(rebundle(file, '--positions', '-1')).toMatchObject({ status: 2 });
});
