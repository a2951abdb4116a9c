import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { initialWeights } from '../../agents/network/network.js';
import { networkFor, policyFor, savePolicy } from '../../agents/policy/policy.js';
import { createAgent } from '../../agents/spec/load.js';
import { game as pig } from '../../docs/examples/pig.js';
import { createRng } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { UserError } from '../../env/user-error.js';
import { scratch } from '../../test/scratch.js';
import { exportPolicy } from './index.js';

const folder = scratch('export-policy');

test('from a checkpoint file to an agent', async () => {
  const game = pig as unknown as Game;
  const policy = join(folder, 'pig.tgym');
  const shape = networkFor(game, [16]);
  savePolicy(policy, policyFor(game, shape, initialWeights(shape, createRng(1))));
  const out = join(folder, 'deep/pig.mjs');
  const request = { policy, game: 'docs/examples/pig.ts', format: 'js', out, provenance: { seeds: [1] } } as const;
  await expect(exportPolicy({ ...request, options: { players: 3 } })).rejects.toThrow(
    /pig\.tgym was trained with players=2, not with players=3: play its own options, or allow others/,
  );
  const result = await exportPolicy({ ...request, options: { players: 3 }, otherOptions: true });
  expect(result).toMatchObject({
    format: 'js',
    path: out,
    files: [{ path: out }, { path: out.replace(/mjs$/, 'd.mts') }],
  });
  expect(execFileSync(process.execPath, [out, '--self-test'], { encoding: 'utf8' })).toMatch(/^self-test passed/);
  const loaded = await loadGame('docs/examples/pig.ts');
  const options = { players: 3 };
  expect((await createAgent(`file:${out}?difficulty=easy`, { ...loaded, options })).name).toContain('easy');
  await expect(createAgent(`file:${out}`, loaded)).rejects.toThrow(/was trained with players=3, not with players=2/);

  const refused = exportPolicy({ policy, format: 'js', out });
  await expect(refused).rejects.toThrow(UserError);
  await expect(refused).rejects.toThrow(
    /pig\.tgym plays pig, a game of a module of its own: name its path with --game$/,
  );
  await expect(exportPolicy({ policy: join(folder, 'none'), format: 'js', out })).rejects.toThrow(UserError);
});
