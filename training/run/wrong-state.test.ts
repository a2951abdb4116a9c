/** Checkpoints whose checksum is right and whose content is not, and engines that are gone: each ends in one line. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { readCheckpoint, writeCheckpoint } from '../../checkpoints/format.js';
import { UserError } from '../../env/user-error.js';
import { config, copy, newRun } from '../testing/extended-runs.js';
import { ppo } from '../testing/small-runs.js';
import { resume } from './resume.js';
import { type StoredTraining, trainingCheckpointSchema } from './state.js';
import { train } from './train.js';

const gone = vi.hoisted(() => ({ onnx: false }));
vi.mock('../../agents/network/engines/onnx.js', async (original) => {
  const true_ = await original<typeof import('../../agents/network/engines/onnx.js')>();
  const { UserError } = await import('../../env/user-error.js');
  return {
    ...true_,
    loadOnnx: () => {
      if (gone.onnx) throw new UserError('the onnx engine does not load: it is gone');
      return true_.loadOnnx();
    },
  };
});

let run: string;
let file: string;
beforeAll(async () => {
  run = newRun();
  const learning = { phases: ppo({ decisions: 800, snapshots: { share: 0.2, every: 1 } }), normaliseReturns: true };
  await train(config({ ...learning, checkpointEvery: 1 }), { runDir: run });
  file = readdirSync(join(run, 'checkpoints'))
    .filter((name) => name.startsWith('ckpt'))
    .sort()
    .at(-1)!;
});

type Training = StoredTraining['training'];
const filled = (bytes: Uint8Array, byte: number) => new Uint8Array(bytes.length).fill(byte);
/** Numbers that are none. */
const spoil = (tensor: { bytes: Uint8Array }, byte = 255) => void (tensor.bytes = filled(tensor.bytes, byte));

it.each<[string, (training: Training) => void]>([
  ['a position', ({ collectors }) => void (collectors[0]!.env.games[0]!.position = filled(new Uint8Array(9), 1))],
  ['what was earned', ({ collectors }) => void collectors[0]!.env.games[0]!.rewards.push(...Array(9).fill(1))],
  ['who sits where', ({ collectors }) => void collectors[0]!.seats.push(...Array(99).fill(0))],
  ['what waits', ({ collectors }) => void (collectors[0]!.waiting = {})],
  ['actions that wait', ({ collectors }) => spoil(collectors[0]!.waiting.action!)],
  ['observations that wait', ({ collectors }) => spoil(collectors[0]!.waiting.observation!)],
  ['masks that wait', ({ collectors }) => spoil(collectors[0]!.waiting.mask!, 0)],
  ['moments', ({ adam }) => spoil(adam.firstMoments)],
  ['the critic', ({ returns }) => Object.values(returns!.critic).forEach((tensor) => spoil(tensor))],
  ['snapshots', ({ memory }) => spoil((memory as { snapshots: { bytes: Uint8Array }[] }).snapshots[0]!)],
  [
    'slots of snapshots',
    ({ memory }) => void ((memory as { pool: { snapshots: { slot: number }[] } }).pool.snapshots[0]!.slot = 7e6),
  ],
])('%s that cannot be is refused', async (_, edit) => {
  const runDir = copy(run);
  const path = join(runDir, 'checkpoints', file);
  const stored = readCheckpoint(path, trainingCheckpointSchema);
  edit(stored.training);
  writeCheckpoint(path, stored);
  const refused = resume(runDir, { changes: { 'ppo.decisions': 1200 } });
  await expect(refused).rejects.toThrow(UserError);
  await expect(refused).rejects.toThrow(/^[^\n]+continue from another|^[^\n]+choose another checkpoint/);
});

it('a run records its engine, and is continued on another when that is asked for', async () => {
  const { engine } = JSON.parse(readFileSync(join(run, 'config.json'), 'utf8'));
  expect(engine).toBe('onnx');
  gone.onnx = true;
  try {
    await expect(resume(copy(run), { changes: { 'ppo.decisions': 1200 } })).rejects.toThrow(
      /onnx engine does not load: it is gone\. \S+ is computed with it: --engine auto/,
    );
  } finally {
    gone.onnx = false;
  }
  const { segments } = await resume(copy(run), { changes: { 'ppo.decisions': 1200, engine: 'auto' } });
  expect(segments.map(({ set }) => set)).toEqual([{ 'ppo.decisions': 1200 }]);
});
