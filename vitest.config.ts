import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{env,checkpoints,agents,games,eval,export,training,queue,cli,test,docs}/**/*.test.ts'],
    globalSetup: './test/build.ts',
    // The built program runs in tests as Node loads it.
    server: { deps: { external: [/\/dist\//] } },
    // MessagePack in plain JavaScript, as the package has it.
    // Ids of runs that tests make do not go to the user's data.
    env: { MSGPACKR_NATIVE_ACCELERATION_DISABLED: 'true', TABLETOP_DATA: path.join(tmpdir(), 'tabletop-test-data') },
    // More than there are cores: tests wait for processes, pages, registries and the clock as well.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // Of tests that mostly wait: those of the queue.
    maxConcurrency: 3,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
