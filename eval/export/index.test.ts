import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { initialWeights } from '../../agents/network.js';
import { networkFor, policyFor, savePolicy } from '../../agents/policy.js';
import { createAgent } from '../../agents/spec.js';
import { game as pig } from '../../docs/examples/pig.js';
import { createRng } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import { loadGame } from '../../env/games/index.js';
import { UserError } from '../../env/user-error.js';
import { exportPolicy } from './index.js';

const folder = mkdtempSync(join(tmpdir(), 'export-policy-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('from a checkpoint file to an agent', async () => {
  const game = pig as unknown as Game;
  const policy = join(folder, 'pig.tgym');
  const shape = networkFor(game, [16]);
  savePolicy(policy, policyFor(game, shape, initialWeights(shape, createRng(1))));
  const out = join(folder, 'deep/pig.mjs');
  const result = await exportPolicy({
    policy,
    game: 'docs/examples/pig.ts',
    format: 'js',
    out,
    options: { players: 3 },
    provenance: { seeds: [1] },
  });
  expect(result).toMatchObject({ format: 'js', path: out, files: [{ path: out, bytes: result.bytes }] });
  expect(execFileSync(process.execPath, [out, '--self-test'], { encoding: 'utf8' })).toMatch(/^self-test passed/);
  const loaded = await loadGame('docs/examples/pig.ts');
  expect((await createAgent(`file:${out}?difficulty=easy`, { ...loaded, options: {} })).name).toContain('easy');

  const refused = exportPolicy({ policy, format: 'js', out });
  await expect(refused).rejects.toThrow(UserError);
  await expect(refused).rejects.toThrow(/^unknown game pig: .*\(the game of .*pig\.tgym\); name its module with game$/);
  await expect(exportPolicy({ policy: join(folder, 'none'), format: 'js', out })).rejects.toThrow(UserError);
});
