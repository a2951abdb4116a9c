import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { loadGame } from '../../env/load-game.js';
import { scratch } from '../../test/scratch.js';
import { presetConfig } from '../presets/index.js';
import { applySets } from './config.js';
import { advisorOf } from './prepare.js';
import { presetGame } from './preset-game.js';
import { settledDevice } from './settled-device.js';
import { train } from './train.js';

const folder = scratch('device');
afterEach(() => void vi.unstubAllEnvs());

it('begins no run on a graphics card that is not there', async () => {
  vi.stubEnv('VK_ICD_FILENAMES', '/nowhere.json');
  const base = presetConfig(presetGame(await loadGame('kuhn')), 'ppo', { workers: 0 });
  const runDir = join(folder, 'run');
  const asked = applySets(base, {}, ['device=gpu']);
  await expect(train(asked, { runDir })).rejects.toThrow(/there is no graphics card .*: use --device cpu/);
  expect(existsSync(runDir)).toBe(false);
  expect(() => applySets(base, {}, ['device=abacus'])).toThrow(/device/);
});

it('says what auto took, and why', async () => {
  vi.stubEnv('VK_ICD_FILENAMES', '/nowhere.json');
  const base = presetConfig(presetGame(await loadGame('tic-tac-toe')), 'gpu', { network: { trunk: [8] } });
  const notes: string[] = [];
  const note = (text: string) => void notes.push(text);
  expect(await settledDevice({ ...base, device: 'auto' }, await advisorOf(base), note)).toBe('cpu');
  expect(notes).toEqual([expect.stringMatching(/^device: the processor: there is no graphics card [^\n]*\)$/)]);
});
