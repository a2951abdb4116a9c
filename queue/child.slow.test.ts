import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ownModule } from '../env/own-module.js';
import { scratch } from '../test/scratch.js';

const folder = scratch('tabletop-child');

it('tells what a module left alone, and ends', async () => {
  const stray = join(folder, 'stray.mjs');
  // Once somebody listens.
  writeFileSync(
    stray,
    `const timer = setInterval(() => {
  if (process.listenerCount('unhandledRejection') === 0) return;
  clearInterval(timer);
  void Promise.reject(new Error('left alone'));
}, 20);
`,
  );
  const child = fork(ownModule('./child.js', import.meta.url), {
    ...{ serialization: 'advanced', stdio: ['ignore', 2, 'inherit', 'ipc'] },
    execArgv: ['--import', 'tsx', '--import', stray],
  });
  const said: unknown[] = [];
  child.on('message', (message) => said.push(message));
  child.send({ cache: folder, allowed: [], worker: 'w' });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect(code).toBe(1);
  expect(said).toEqual([{ error: expect.stringMatching(/^Error: left alone at Timeout.*stray\.mjs:4:/), user: true }]);
});
