import { expect, it } from 'vitest';
import { countWeights, flattenWeights, initialWeights } from '../../agents/network/network.js';
import { createRng } from '../../env/chance.js';
import { parseConfig } from '../run/config.js';
import { prepare } from '../run/prepare.js';
import service from './collector-part.js';
import { rowSizes } from './columns.js';
import { rowsNeeded } from './rollout.js';
import { rowMemory } from './rows.js';

it('notes how many games of a measurement are over', async () => {
  const network = { trunk: [8], actions: 0 };
  const { spec } = await prepare(parseConfig({ game: 'kuhn', workers: 0, games: 2, decisionsPerUpdate: 8, network }));
  const size = countWeights(spec.shape);
  const memory = (slots: number) => new SharedArrayBuffer(4 * size * slots);
  const measured = memory(1);
  new Float32Array(measured).set(flattenWeights(spec.shape, initialWeights(spec.shape, createRng(1))));
  const notes: unknown[] = [];
  const part = await service.open(
    {
      ...{ spec, games: 2, seed: 'part', measured, acting: memory(1), snapshots: memory(spec.snapshots) },
      rows: rowMemory(rowSizes(spec.shape, rowsNeeded(2, 2, 4), false)),
      stop: new SharedArrayBuffer(4),
    },
    { interval: 0, note: (note) => void notes.push(note) as undefined },
  );
  const job = { variant: 0, against: 'random', seed: 'deals', temperature: 1, lookahead: 0, rounds: 2, blocks: 3 };
  const { outcomes } = await part.measure({ ...job, part: 0, parts: 1 });
  await part.dispose(undefined);
  expect(outcomes).toHaveLength(6);
  expect(notes).toEqual([1, 2, 3, 4, 5, 6]);
});
