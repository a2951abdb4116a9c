import { expect, it } from 'vitest';
import { JobProcess, ProcessEnded } from './job-process.js';

it('does nothing more once it is closed, and begins no process for it', async () => {
  const one = new JobProcess({ cache: 'none', allowed: [], worker: 'test' });
  one.close('the worker ends');
  const task = { service: 'match', method: 'play', setup: 'none', calls: Buffer.alloc(0), careful: false };
  await expect(one.do(task)).rejects.toEqual(new ProcessEnded('the worker ends', 0));
});
