/**
 * Commands over a queue have the same results as without it. With real workers: the built program, and a Redis of the
 * test's own.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { root } from '../paths.js';
import { certificate } from './machine.js';
import { freePort, missing } from './own-redis.js';
import { Place } from './place.js';
import { Program, run, until } from './program.js';
import { base, it, jobDone, oneLine, quiet } from './stage.js';
import { longWork, Running, works } from './works.js';

describe.skipIf(missing)('the same result as without a queue', { timeout: 300_000 }, () => {
  let here: Place;
  beforeAll(async () => {
    here = await Place.make();
    await here.worker();
  });
  afterAll(() => here?.stop());

  const { evaluateTicTacToe, evaluateDoomspire, tournament, ...others } = works;
  it('with one worker, and two', async () => {
    expect(await here.work(evaluateTicTacToe).result()).toEqual(await quiet(evaluateTicTacToe));
    await here.worker();
    expect(await here.work(evaluateDoomspire).result()).toEqual(await quiet(evaluateDoomspire));
  });

  it.each(Object.values(others))('$name', async (work) => {
    expect(await here.result(work)).toEqual(await quiet(work));
  });

  it('of several commands at once, with three workers', async () => {
    await here.worker();
    const all = [evaluateTicTacToe, tournament, works.expertIteration];
    const running = all.map((work) => here.work(work));
    for (const [i, one] of running.entries()) expect(await one.result()).toEqual(await quiet(all[i]!));
  });

  it('over TLS, as a user that may do no more than docs/many-machines.md says', async ({ place, skip }) => {
    const files = certificate(base);
    if (!files) return skip();
    const port = await freePort();
    const tls = ['--tls-cert-file', files.certificate, '--tls-key-file', files.key, '--tls-auth-clients', 'no'];
    const here = await place({ more: ['--tls-port', String(port), '--tls-ca-cert-file', files.certificate, ...tls] });
    const page = readFileSync(path.join(root, 'docs/many-machines.md'), 'utf8');
    const [, rules] = /^user tabletop on >PASSWORD ([^`]*?)\n```/m.exec(page)!;
    const redis = await here.redis.direct();
    await redis.call('ACL', 'SETUSER', 'tabletop', 'on', '>its-password', ...rules!.split(/\s+/));
    // Nobody else comes in.
    await redis.call('ACL', 'SETUSER', 'default', 'off');
    const way = ['--queue', `rediss://tabletop@127.0.0.1:${port}`];
    const env = { TABLETOP_QUEUE_PASSWORD: 'its-password', NODE_EXTRA_CA_CERTS: files.certificate };
    const cache = ['--cache', path.join(here.folder, 'cache')];
    const worker = new Program(['queue', 'work', ...way, ...cache, '--name', 'w1'], { env });
    await worker.says(/is ready/);
    const work = works.expertIterationKuhn;
    expect(await new Running(work, here.folder, way, { env }).result()).toEqual(await quiet(work));
    const status = await run(['queue', 'status', ...way], { env });
    expect({ code: status.code, out: status.out }).toEqual({ code: 0, out: expect.stringContaining('w1') });
    worker.signal('SIGTERM');
    expect(await worker.end(60)).toMatchObject({ code: 143, out: expect.not.stringMatching(/NOPERM/) });
    // An authority that nobody knows.
    expect(oneLine(await run(['queue', 'status', ...way], { env: { ...env, NODE_EXTRA_CA_CERTS: '' } }))).toMatch(
      /certificate/,
    );
  });

  it('`queue status` tells of workers and runs', async ({ here }) => {
    const standing = [await here.worker(), await here.worker()];
    const before = await here.status();
    expect(before.runs).toEqual([]);
    expect(before.workers.map(({ name }) => name).sort()).toEqual(['w1', 'w2']);
    for (const worker of before.workers) expect(worker).toMatchObject({ concurrency: 1, failed: 0 });
    expect(before.redis).toMatchObject({ appendOnly: true, version: expect.stringMatching(/^\d+\./) });
    // All stand still while they are looked at, after the run has told of itself.
    const one = here.work(longWork);
    await Promise.all(standing.map((worker) => worker.says(jobDone)));
    for (const worker of standing) worker.signal('SIGSTOP');
    await until(async () => (await here.status()).runs[0]?.done !== 0, 'the run to tell of itself');
    const { runs } = await here.status();
    expect(runs).toMatchObject([
      { pid: one.program.pid, refusals: [], command: expect.stringMatching(/^tabletop evaluate .*--blocks 120/) },
    ]);
    expect(runs[0]!.command).not.toContain(here.redis.password);
    expect(runs[0]!.done).toBeGreaterThan(0);
    expect(runs[0]!.total).toBe(120);
    expect(runs[0]!.waiting + runs[0]!.active).toBeGreaterThan(0);
    const { code, out } = await here.program(['queue', 'status']).end();
    expect(code).toBe(0);
    expect(out).toContain('w1');
    for (const worker of standing) worker.signal('SIGCONT');
    expect(await one.result()).toEqual(await quiet(longWork));
    // They tell of themselves every few seconds.
    await until(
      async () => (await here.status()).workers.every(({ done }) => done > 0),
      'workers to tell of their jobs',
    );
    expect((await here.status()).runs).toEqual([]);
  });
});
