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

// Half an hour by command: npx tsx bench/queue-chaos.ts
it.skipIf(missing)(
  'while workers and Redis fail, every command has the result that it has without a queue',
  async () => {
    const report = await chaos({ seconds: 180, seed: 'test' }, folder);
    const faults = Object.values(report.faults).reduce((sum, times) => sum + times, 0);
    const commands = Object.values(report.commands).reduce((sum, { commands }) => sum + commands, 0);
    console.log(`${commands} commands, ${report.jobs} jobs, ${faults} faults in ${report.seconds.toFixed(0)} s`);
    expect(report.problems).toEqual([]);
    expect(commands).toBeGreaterThan(1);
    expect(faults).toBeGreaterThan(8);
  },
  900_000,
);
