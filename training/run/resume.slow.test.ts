/** Runs that are changed on the way, killed and stopped: they end in the same bytes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRng } from '../../env/chance.js';
import { copy, finished, longer, prepareRuns, stopped } from '../testing/extended-runs.js';
import { everyEvent, made } from '../testing/small-runs.js';
import { resume } from './resume.js';
import type { Changes } from './segments.js';

prepareRuns();

const ways: [string, () => string, Changes][] = [
  ['finished', () => finished, longer],
  ['under way', () => stopped, longer],
  ['with other threads and games', () => finished, { 'ppo.decisions': 2400, workers: 1, games: 4 }],
  [
    'with other opponents',
    () => stopped,
    { 'ppo.decisions': 3000, 'ppo.opponents': [], 'ppo.snapshots.poolSize': 1, 'ppo.lambda': 0.9 },
  ],
  [
    'measured in another way',
    () => finished,
    { 'ppo.decisions': 2400, 'evaluation.blocks': 3, 'evaluation.against': ['random', 'scripted:bold'] },
  ],
];
it.each(ways)('ends in the same bytes however often it is killed, %s', async (_, from, changes) => {
  const reference = copy(from());
  const copies: string[] = [];
  const rng = createRng('kill');
  // What a kill between two writes leaves: at the very beginning of the segment, and later.
  await resume(reference, {
    changes,
    callbacks: everyEvent(() => {
      if (copies.length === 0 || rng.uniform() < 0.1) copies.push(copy(reference));
    }),
  });
  const wanted = made(reference);
  // Threads take long to start.
  const threads = 'workers' in changes;
  for (const killed of copies.slice(0, threads ? 2 : 3)) {
    expect(existsSync(join(killed, 'history.json'))).toBe(true);
    await resume(killed);
    expect(made(killed)).toEqual(wanted);
  }
  const halted = copy(from());
  let done = false;
  for (let stops = 0; !done; stops++) {
    let left = (threads ? 6 : 0) + rng.int(8);
    const controller = new AbortController();
    const callbacks = everyEvent(() => {
      if (left-- === 0) controller.abort();
    });
    // The same command again, as one types it.
    done = (await resume(halted, { changes, callbacks, signal: controller.signal })).finished;
    expect(stops).toBeLessThan(60);
  }
  expect(made(halted)).toEqual(wanted);
});
