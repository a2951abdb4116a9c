import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

const files = ['{env,checkpoints,agents,games,eval,export,training,queue,cli,test,docs}/**/*.test.ts'];
/** Files that need modules of their own: those that take long, and those that mock a module which others have loaded. */
const alone = ['**/*.slow.test.ts', 'checkpoints/atomic.test.ts'];
const cores = availableParallelism();

export default defineConfig({
  test: {
    projects: [
      // Loading the sources anew for each file costs more than most tests, so the files of a process share them.
      {
        extends: true,
        test: {
          name: 'shared',
          include: files,
          exclude: [...configDefaults.exclude, ...alone],
          isolate: false,
          // More than there are cores: tests wait for processes and the clock as well.
          maxWorkers: Math.ceil(1.5 * cores),
        },
      },
      {
        extends: true,
        // Slow ones wait more: for pages, registries and Redis.
        test: { name: 'alone', include: alone, maxWorkers: 2 * cores, sequence: { groupOrder: 1 } },
      },
    ],
    globalSetup: ['./test/build.ts', './test/temporary.ts'],
    // The built program runs in tests as Node loads it.
    server: { deps: { external: [/\/dist\//] } },
    // MessagePack in plain JavaScript, as the package has it.
    // Ids of runs that tests make do not go to the user's data.
    env: { MSGPACKR_NATIVE_ACCELERATION_DISABLED: 'true', TABLETOP_DATA: path.join(tmpdir(), 'tabletop-test-data') },
    // Of tests that mostly wait: those of the queue.
    maxConcurrency: 3,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
