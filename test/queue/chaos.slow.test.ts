import { expect, it } from 'vitest';
import { chaos } from './chaos.js';
import { missing } from './own-redis.js';
import { base } from './stage.js';

// Half an hour of it: bench/results/queue.md
it.skipIf(missing)(
  'while workers and Redis fail, every command has the result that it has without a queue',
  async () => {
    const { commands, jobs, faults, seconds, problems } = await chaos({ seconds: 75, seed: 'test' }, base);
    console.log(`${commands} commands, ${jobs} jobs, ${faults} faults in ${seconds.toFixed(0)} s`);
    expect(problems).toEqual([]);
    expect(commands).toBeGreaterThan(1);
    expect(faults).toBeGreaterThan(6);
  },
  900_000,
);
