import process from 'node:process';
import { expect, it } from 'vitest';
import { chaos } from './chaos.js';
import { missing } from './own-redis.js';
import { base } from './stage.js';

const SECONDS = Number(process.env.CHAOS_SECONDS ?? 45);
/** Shorter than those of the long run, so that as many faults come. */
const pauses = { workers: [3, 8], redis: [2, 7] } as const;

// Half an hour of it: bench/results/queue.md. CHAOS_SECONDS=1800 makes it so long.
it.skipIf(missing)(
  'while workers and Redis fail, every command has the result that it has without a queue',
  async () => {
    const { commands, jobs, faults, seconds, problems } = await chaos({ seconds: SECONDS, pauses, seed: 'test' }, base);
    console.log(`${commands} commands, ${jobs} jobs, ${faults} faults in ${seconds.toFixed(0)} s`);
    expect(problems).toEqual([]);
    expect(commands).toBeGreaterThan(1);
    expect(faults).toBeGreaterThan(6);
  },
  900_000,
);
