import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { chaos } from './chaos.js';
import { missing, tellMissing } from './own-redis.js';
import { killAll } from './program.js';

tellMissing();
const folder = mkdtempSync(path.join(tmpdir(), 'tabletop-chaos-'));
afterAll(async () => {
  await killAll();
  rmSync(folder, { recursive: true, force: true });
});

// Half an hour of it: bench/results/queue.md
it.skipIf(missing)(
  'while workers and Redis fail, every command has the result that it has without a queue',
  async () => {
    const { commands, jobs, faults, seconds, problems } = await chaos({ seconds: 75, seed: 'test' }, folder);
    console.log(`${commands} commands, ${jobs} jobs, ${faults} faults in ${seconds.toFixed(0)} s`);
    expect(problems).toEqual([]);
    expect(commands).toBeGreaterThan(1);
    expect(faults).toBeGreaterThan(8);
  },
  900_000,
);
