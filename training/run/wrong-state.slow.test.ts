/** Checkpoints whose checksum is right and whose content is not, and engines that are gone: each ends in one line. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, it, vi } from 'vitest';
import { encodeCheckpoint, readCheckpoint, writeCheckpoint } from '../../checkpoints/format.js';
import { RunDirectory } from '../../checkpoints/run.js';
import type { Tensor } from '../../checkpoints/tensor.js';
import { UserError } from '../../env/user-error.js';
import { config, copy, newRun, prepareRuns } from '../testing/extended-runs.js';
import { learning, ppo } from '../testing/small-runs.js';
import { type PhaseInput, parseConfig } from './config.js';
import { resume } from './resume.js';
import { type StoredTraining, trainingCheckpointSchema } from './state.js';
import { train } from './train.js';

prepareRuns();

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
type Fields = Record<string, unknown>;
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

/** Everything in a state, by its path; of a list the first. */
function* fieldsOf(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  for (const key of Array.isArray(value) ? ['0'].slice(0, value.length) : Object.keys(value))
    yield* fieldsOf((value as Record<string, unknown>)[key], [...path, key]);
}

/** What cannot stand in a field; undefined: the field is gone. */
function wrongOf(value: unknown, name: string): unknown[] {
  const wrong: unknown[] = [typeof value === 'string' ? 7 : 'text'];
  if (!/^\d+$/.test(name)) wrong.push(undefined);
  if (typeof value === 'number') wrong.push(Number.NaN);
  if (/^(c|s[012])$/.test(name)) wrong.push(-7.5);
  if (value instanceof Uint8Array) wrong.push(value.slice(1), filled(value, 255));
  // How many there are of the others stands nowhere else.
  if (Array.isArray(value) && !/^(kept|shape|window|0)$/.test(name)) wrong.push([...value, ...value, ...value]);
  if (Array.isArray(value) && !/^(kept|shape|collectors)$/.test(name)) wrong.push([]);
  const { dtype, shape, bytes } = (value ?? {}) as Partial<Tensor>;
  if (dtype && shape![0]) {
    const width = bytes!.length / shape!.reduce((a, b) => a * b, 1);
    wrong.push({ dtype, shape: [shape![0] - 1, ...shape!.slice(1)], bytes: bytes!.slice(width) });
  }
  return wrong.filter((one) => !isDeepStrictEqual(one, value));
}

it.each<[string, PhaseInput]>([
  ['imitation', { algorithm: 'imitation', agent: 'scripted:bold', decisions: 20 }],
  [
    'expert iteration',
    { algorithm: 'expert-iteration', decisions: 20, shards: 1, games: 2, simulations: 4, fastSimulations: 2 },
  ],
])(
  'a state of %s with any field wrong is refused, and nothing is lost',
  async (_, phase) => {
    const runDir = newRun();
    const small = { games: 1, decisionsPerUpdate: 10, network: { trunk: [2] }, normaliseReturns: true };
    await train(parseConfig({ ...learning, ...small, options: { rounds: 3 }, phases: [phase] }), { runDir });
    const run = RunDirectory.open(runDir);
    const path = run.latest()!.file;
    const stored = readCheckpoint(path, trainingCheckpointSchema);
    const files = () => run.checkpoints().map(({ file }) => readFileSync(file).toString('base64'));
    const accepted: string[] = [];
    // The config is checked by itself.
    const { config: _config, ...training } = stored.training;
    for (const field of fieldsOf(training)) {
      const name = field.at(-1)!;
      const owner = (of: unknown) => field.slice(0, -1).reduce((at, key) => at[key] as Fields, of as Fields);
      for (const wrong of wrongOf(owner(training)[name], name)) {
        const edited = structuredClone(stored);
        if (wrong === undefined) delete owner(edited.training)[name];
        else owner(edited.training)[name] = wrong;
        writeFileSync(path, encodeCheckpoint(edited));
        const before = files();
        const error = await resume(runDir, { changes: { [`${phase.algorithm}.decisions`]: 40 } }).catch((one) => one);
        const refused =
          error instanceof UserError && !error.message.includes('\n') && isDeepStrictEqual(files(), before);
        if (refused) continue;
        accepted.push(`${field.join('.')} is ${wrong}: ${(error as Error).stack}`);
        for (const { file } of run.checkpoints()) if (file !== path) rmSync(file);
      }
    }
    expect(accepted).toEqual([]);
  },
  60_000,
);

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
