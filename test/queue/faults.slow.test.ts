/**
 * Commands over a queue have the same results whatever fails on the way. All with real processes: the built program, a
 * Redis of the test's own, and a network before it that can fail.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, expect } from 'vitest';
import { jobCounts, openQueue, waitingJobs } from './by-hand.js';
import { disk } from './machine.js';
import { missing } from './own-redis.js';
import { until, wait } from './program.js';
import { it, jobDone, oneLine, quiet } from './stage.js';
import { longTraining, longWork, works } from './works.js';

const nothing = ({ waiting, active }: { waiting: number; active: number }) => waiting + active === 0;

describe.skipIf(missing)('what fails on the way', { timeout: 300_000, concurrent: true }, () => {
  it('workers that are killed, whole or in part', async ({ here }) => {
    const [first, second] = await Promise.all([here.worker(), here.worker(['--concurrency', '2'])]);
    const one = here.work(longWork);
    await first.says(jobDone);
    await first.kill();
    // Of the other only a child, as by a kernel that is out of memory.
    const [child] = second.children();
    process.kill(child!, 'SIGKILL');
    await second.says(jobDone, { from: second.out.length });
    second.signal('SIGKILL', 'alone');
    await until(() => second.children().length === 0, 'children to end without their worker');
    await here.worker(['--concurrency', '2']);
    expect(await one.result()).toEqual(await quiet(longWork));
  });

  it('workers that are killed now and then while they train', async ({ here }) => {
    const workers = [await here.worker(), await here.worker()];
    const one = here.work(longTraining);
    // Now the one, now the other, each after some jobs. What it had in hand waits for its lock to end, and training for that.
    for (const i of [0, 1]) {
      await workers[i]!.says(jobDone, { times: 3 });
      await workers[i]!.kill();
      workers[i] = await here.worker();
    }
    expect(one.program.isOver).toBe(false);
    expect(await one.result()).toEqual(await quiet(longTraining));
  });

  it('a worker that is stopped by hand gives its job back at once', async ({ here }) => {
    const first = await here.worker();
    const one = here.work(works.evaluateTicTacToe);
    await until(async () => (await jobCounts(here)).active > 0, 'a job in hand');
    first.signal('SIGINT');
    expect(await first.end(60)).toMatchObject({ code: 130, err: expect.not.stringMatching(/^\s+at /m) });
    const last = await here.worker();
    expect(await one.result()).toEqual(await quiet(works.evaluateTicTacToe));
    last.signal('SIGTERM');
    expect(await last.end(60)).toMatchObject({ code: 143 });
  });

  it('workers whose clocks are an hour wrong', async ({ here }) => {
    for (const hours of [1, -1]) {
      const code = Buffer.from(`const { now } = Date; Date.now = () => now() + ${hours * 3_600_000};`);
      const skew = `data:text/javascript;base64,${code.toString('base64')}`;
      const first = await here.worker([], { env: { NODE_OPTIONS: `--import=${skew}` } });
      const one = here.work(longWork);
      await first.says(jobDone);
      await until(async () => (await jobCounts(here)).active > 0, 'a job in hand');
      first.signal('SIGTERM');
      await first.end(60);
      expect(await jobCounts(here)).toMatchObject({ active: 0 });
      // Those that were given back wait for nobody's clock.
      const last = await here.worker();
      expect(await one.result()).toEqual(await quiet(longWork));
      await last.kill();
    }
  });

  it('a worker that is stopped while Redis is away, or comes back just then', async ({ here }) => {
    const workers = [await here.worker(), await here.worker(), await here.worker()];
    const one = here.work(longWork);
    await Promise.all(workers.map((worker) => worker.says(jobDone)));
    await here.proxy.refuse();
    const [first, ...others] = workers;
    first!.signal('SIGTERM');
    expect(await first!.end(20)).toMatchObject({ code: 143 });
    for (const worker of others) worker.signal('SIGTERM');
    await wait(1);
    await here.proxy.accept();
    for (const worker of others) expect(await worker.end(20)).toMatchObject({ code: 143 });
    await here.worker();
    expect(await one.result()).toEqual(await quiet(longWork));
  });

  it('Redis that is killed and comes back', async ({ here }) => {
    const worker = await here.worker(['--concurrency', '2']);
    const one = here.work(longWork);
    for (let times = 0; times < 2; times++) {
      await worker.says(jobDone, { from: worker.out.length });
      await here.redis.kill();
      await wait(2);
      await here.redis.restart();
    }
    expect(await one.result()).toEqual(await quiet(longWork));
    expect(one.program.err).not.toMatch(/^\s+at /m);
  });

  it('connections that break, are refused or stand still', async ({ here }) => {
    const worker = await here.worker();
    // Enough that each fault meets work: a connection that is cut is there again at once.
    const work = { ...longWork, words: longWork.words.with(longWork.words.indexOf('--blocks') + 1, '360') };
    const one = here.work(work);
    const faults = [
      ['cut', 0.3],
      ['refuse', 3],
      ['hold', 3],
    ] as const;
    for (const [fault, seconds] of faults) {
      await worker.says(jobDone, { from: worker.out.length });
      await here.proxy[fault]();
      await wait(seconds);
      await here.proxy.accept();
      here.proxy.release();
    }
    expect(one.program.isOver).toBe(false);
    expect(await one.result()).toEqual(await quiet(work));
  });

  it('Redis that is away when all is played, and its answers are not yet fetched', async ({ here }) => {
    const worker = await here.worker(['--concurrency', '2']);
    const one = here.work(works.evaluateTicTacToe);
    await worker.says(jobDone);
    one.program.signal('SIGSTOP');
    // All jobs that there are will be done by then.
    await until(async () => nothing(await jobCounts(here)), 'nothing to be left');
    await here.redis.kill();
    one.program.signal('SIGCONT');
    await wait(3);
    expect(one.program.isOver).toBe(false);
    await here.redis.restart();
    expect(await one.result()).toEqual(await quiet(works.evaluateTicTacToe));
  });

  it('a worker that stands still for longer than its lock: what it brings then is late', async ({ here }) => {
    const slow = await here.worker();
    const one = here.work(longWork);
    await slow.says(jobDone);
    slow.signal('SIGSTOP');
    const other = await here.worker();
    await wait(13);
    slow.signal('SIGCONT');
    expect(await one.result()).toEqual(await quiet(longWork));
    expect(await here.result(works.tournament)).toEqual(await quiet(works.tournament));
    for (const worker of [slow, other]) expect(worker.isOver).toBe(false);
  });

  it('jobs that are delivered twice, and results too', async ({ here }) => {
    const redis = await here.redis.direct();
    const one = here.work(longWork);
    // Without a worker all its first jobs stay.
    const { queue, jobs } = await waitingJobs(here);
    const hand = await openQueue(here, queue);
    try {
      const worker = await here.worker();
      const [, id, run] = (await worker.says(/job (\S+) of run (\S+) done/)) as [string, string, string];
      const { data, name } = jobs.find((job) => job.id === id)!;
      await hand.add(name, data, { jobId: id });
      await redis.rpush(`tabletop:ready:${run}`, id, id, `${run}-99999`);
      await redis.hset(`tabletop:results:${run}`, `${run}-99999`, 'nothing that anybody asked for');
      expect(await one.result()).toEqual(await quiet(longWork));
      expect(await here.result(works.tournament)).toEqual(await quiet(works.tournament));
      expect(worker.isOver).toBe(false);
    } finally {
      await hand.close();
    }
  });

  it('Redis that cannot write for a while', async ({ here }) => {
    const worker = await here.worker(['--concurrency', '2']);
    const one = here.work(longWork);
    await worker.says(jobDone);
    await here.redis.refuseWrites(true);
    await wait(4);
    expect(one.program.isOver).toBe(false);
    await here.redis.refuseWrites(false);
    expect(await one.result()).toEqual(await quiet(longWork));
  });

  it('a full disk under Redis', async ({ place, skip }) => {
    const folder = disk('48m');
    if (!folder) return skip();
    const here = await place({ folder, fsync: 'everysec' });
    const worker = await here.worker(['--concurrency', '2']);
    const one = here.work(longWork);
    await worker.says(jobDone);
    spawnSync('dd', ['if=/dev/zero', `of=${path.join(folder, 'filler')}`, 'bs=64k']);
    await wait(5);
    rmSync(path.join(folder, 'filler'));
    expect(await one.result()).toEqual(await quiet(longWork));
  });

  it('a worker that cannot write its cache', async ({ here, skip }) => {
    const file = path.join(here.folder, 'file');
    writeFileSync(file, '');
    // Named at the start, in one line.
    const refused = await here.startWorker(['--cache', path.join(file, 'cache')]).end();
    expect(oneLine(refused)).toContain(path.join(file, 'cache'));
    const folder = disk('16k');
    if (!folder) return skip();
    spawnSync('dd', ['if=/dev/zero', `of=${path.join(folder, 'filler')}`, 'bs=1k']);
    // One that finds its disk full later leaves its jobs to others, and says why.
    await here.worker(['--cache', path.join(folder, 'cache'), '--name', 'cramped']);
    const one = here.work(works.evaluateTicTacToe);
    await one.program.says(/note: worker cramped cannot use its cache/);
    await here.worker();
    expect(await one.result()).toEqual(await quiet(works.evaluateTicTacToe));
  });

  it('Ctrl-C leaves nothing on the queue, keeps the games, and the same command goes on', async ({ here }) => {
    const worker = await here.worker();
    const state = path.join(here.folder, 'games.json');
    const one = here.work(longWork, ['--state', state]);
    await worker.says(jobDone, { times: 2 });
    one.program.signal('SIGINT');
    const ended = await one.program.end(60);
    expect(ended.code).toBe(130);
    expect(ended.err).not.toMatch(/^\s+at /m);
    const redis = await here.redis.direct();
    await until(async () => nothing(await jobCounts(here)), 'nothing to be left');
    expect((await here.status()).runs).toEqual([]);
    const left = await redis.keys('tabletop:*');
    expect(left.filter((key) => /:(results|ready|run):/.test(key))).toEqual([]);
    expect(left.filter((key) => /^tabletop:jobs-[^:]+:[^:]+-\d+/.test(key))).toEqual([]);
    const kept = JSON.parse(readFileSync(state, 'utf8')) as { blocks: unknown[] };
    expect(kept.blocks.length).toBeGreaterThan(0);
    await here.worker();
    expect(await here.work(longWork, ['--state', state]).result()).toEqual(await quiet(longWork));
  });
});
