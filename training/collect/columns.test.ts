import { afterEach, expect, it } from 'vitest';
import type { BatchPolicy } from '../../agents/network/batch-policy.js';
import { POLICY, VALUE, widthOf } from '../../agents/network/network.js';
import { networkFor } from '../../agents/policy/policy.js';
import { RandomAgent } from '../../agents/random.js';
import { game as pig } from '../../docs/examples/pig.js';
import { Minibatch } from '../learn/minibatches.js';
import { batchRows } from './batch.js';
import { BatchMemory } from './batch-memory.js';
import { columns, columnsOf, rowBytes, rowSizes } from './columns.js';
import { OPEN } from './gae.js';
import { Rollout, rowsNeeded } from './rollout.js';
import { selfPlay } from './rollout-order.js';
import { Rows, rowMemory } from './rows.js';

afterEach(() => {
  delete (columns as Record<string, unknown>).mood;
});

/** Rows of a game of Pig by a policy without an opinion. */
function play(steps: number) {
  const games = 3;
  const shape = networkFor(pig, [8]);
  const policy: BatchPolicy = {
    shape,
    run(rows, _observation, { [POLICY]: logits, [VALUE]: values }) {
      logits!.fill(0, 0, rows * widthOf(shape, POLICY));
      values!.fill(0, 0, rows * widthOf(shape, VALUE));
    },
    setWeights() {},
    dispose() {},
  };
  const sizes = rowSizes(shape, rowsNeeded(games, 2, steps), false);
  const rows = new Rows(rowMemory(sizes));
  const rollout = new Rollout({
    ...{ game: pig, variants: [{}], games, seed: 's', returns: { winWeight: 0, capped: 'half' }, policy, rows },
    makeAgent: () => new RandomAgent(),
    snapshotWeights: () => ({}),
  });
  return { rows, rollout, sizes, shape, play: (number: number) => rollout.play({ ...selfPlay, number, steps }) };
}

it('take a column that is declared from a rollout to minibatches, other threads and a checkpoint, without more code', async () => {
  const before = rowBytes(play(5).sizes);
  const width = 2;
  // What somebody adds who wants to learn from it.
  Object.assign(columns, { mood: { type: 'float', width: () => width, waits: true, learned: true } });
  const { rows, rollout, sizes, shape, ...one } = play(5);
  expect(rowBytes(sizes)).toBe(before + 4 * width);
  const moodOf = (of: object) => (of as { mood: Float32Array }).mood;
  const mood = moodOf(rows);
  expect(mood.length).toBe(sizes.capacity * width);

  const { rows: count } = await one.play(0);
  for (let i = 0; i < count * width; i++) mood[i] = 100 + i;
  const told = (row: number) => [100 + row * width, 101 + row * width];
  const all = [...Array(count).keys()];
  const open = all.filter((row) => rows.next[row] === OPEN);
  const known = all.filter((row) => rows.next[row] !== OPEN);
  expect(Math.min(open.length, known.length)).toBeGreaterThan(2);

  // Two threads with the same rows, merged into one batch.
  const memory = new BatchMemory({ ...sizes, capacity: 2 * sizes.capacity });
  memory.begin([]);
  for (const row of [...known, ...known]) memory.append(rows, row, row + 1);
  const batch = memory.batch();
  expect([...moodOf(batch)]).toEqual([...known, ...known].flatMap(told));

  // A thread that learns is sent a part of it, and gathers a minibatch.
  const sent = structuredClone(batchRows(batch, 1, known.length));
  const minibatch = new Minibatch(shape);
  minibatch.take(sent);
  minibatch.gather(Int32Array.of(1, 0));
  expect([...moodOf(minibatch)]).toEqual([known[2]!, known[1]!].flatMap(told));

  // What waits is saved with it, and stands in front of the next rollout here and in the run that goes on.
  const saved = structuredClone(rollout.save());
  expect([...moodOf(saved.waiting)]).toEqual(open.flatMap(told));
  const other = play(5);
  other.rollout.load(saved);
  for (const { rollout: each, rows: own, play: go } of [{ ...one, rollout, rows }, other]) {
    await go(1);
    expect([...moodOf(own).subarray(0, open.length * width)]).toEqual(open.flatMap(told));
    expect(each.save().waiting.action.length).toBeGreaterThan(0);
  }
});

it('count every byte of the memory that rows take', () => {
  const { sizes } = play(5);
  const { float, int, byte } = rowMemory(sizes);
  const first = 4 * (sizes.capacity + 1);
  expect(float.byteLength + int.byteLength + byte.byteLength - first).toBe(sizes.capacity * rowBytes(sizes));
});

it('have targets of the heads beside those that are declared', () => {
  const sizes = { capacity: 1, observation: 3, actions: 4, values: 2, choices: true, further: { winner: 2 } };
  const targets = columnsOf(sizes).flatMap(({ head, width, waits }) =>
    head === undefined ? [] : [[head, width, waits]],
  );
  expect(targets).toEqual([
    ['value', 2, false],
    ['policy', 4, true],
    ['winner', 2, false],
  ]);
  const rows = new Rows(rowMemory(sizes));
  expect(Object.keys(rows.targets)).toEqual(['value', 'policy', 'winner']);
  expect(rows.observation.length + rows.mask.length + rows.next.length).toBe(3 + 4 + 1);
});
