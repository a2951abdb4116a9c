import process from 'node:process';
import { expect, it } from 'vitest';
import { chaos } from './chaos.js';
import { missing } from './own-redis.js';
import { base } from './stage.js';

const { CHAOS_SECONDS } = process.env;
const seconds = Number(CHAOS_SECONDS ?? 45);
/** In every run shorter ones than usual, so that as many faults come. */
const pauses = CHAOS_SECONDS === undefined ? ({ workers: [3, 8], redis: [2, 7] } as const) : undefined;

// Half an hour of it: bench/results/queue.md. CHAOS_SECONDS=1800 makes it so long.
it.skipIf(missing)(
  'while workers and Redis fail, every command has the result that it has without a queue',
  async () => {
    const { commands, jobs, faults, seconds: took, problems } = await chaos({ seconds, pauses, seed: 'test' }, base);
    console.log(`${commands} commands, ${jobs} jobs, ${faults} faults in ${took.toFixed(0)} s`);
    expect(problems).toEqual([]);
    expect(commands).toBeGreaterThan(1);
    expect(faults).toBeGreaterThan(6);
  },
  (600 + 2 * seconds) * 1000,
);
