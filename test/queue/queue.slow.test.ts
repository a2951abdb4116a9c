/**
 * Commands over a queue: the same results as without it, whatever fails on the way. All with real processes: the built
 * program, a Redis of the test's own, and a network before it that can fail.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { forgedSetup, jobCounts, jobIds, openQueue, waitingJobs } from './by-hand.js';
import { certificate, disk, freeDisks } from './machine.js';
import { freePort, missing, tellMissing } from './own-redis.js';
import { allowance, otherBuild, Place, userGame } from './place.js';
import { killAll, Program, root, run, until, wait } from './program.js';
import { longTrainings, longWork, quietResult, Running, timeless, type Work, works } from './works.js';

tellMissing();
const base = mkdtempSync(path.join(tmpdir(), 'tabletop-queue-test-'));
const quiet = (work: Work) => quietResult(work, path.join(base, 'quiet'));
/** What a worker prints of a job that it has done. */
const jobDone = /job \S+ of run \S+ done/;

const places: Place[] = [];
async function place(...settings: Parameters<typeof Place.make>): Promise<Place> {
  const made = await Place.make(...settings);
  places.push(made);
  return made;
}
afterEach(async () => {
  await Promise.all(places.splice(0).map((made) => made.stop()));
});
afterAll(async () => {
  await killAll();
  freeDisks();
  rmSync(base, { recursive: true, force: true });
});

/** The process ended as it must for a mistake: with 2, and one line on standard error, which is given back. */
function oneLine({ code, err, out }: { code: number | null; err: string; out: string }): string {
  expect({ code, lines: err.trimEnd().split('\n').length, out, err }).toEqual({ code: 2, lines: 1, out: '', err });
  expect(err).toMatch(/^tabletop: .{10,}\n$/);
  return err;
}
const nothing = ({ waiting, active }: { waiting: number; active: number }) => waiting + active === 0;
/** The last line on standard error, where notes may stand before it. */
const lastLine = (err: string) => err.trimEnd().split('\n').at(-1)!;

describe.skipIf(missing)('the same result as without a queue', { timeout: 300_000 }, () => {
  let here: Place;
  beforeAll(async () => {
    here = await Place.make();
    await here.worker();
  });
  afterAll(() => here?.stop());

  it('with one, two and three workers', async () => {
    for (const workers of [1, 2, 3]) {
      if (workers > 1) await here.worker();
      for (const work of [works.evaluateTicTacToe, works.evaluateDoomspire])
        expect(await here.work(work).result(), `${work.name}, ${workers} workers`).toEqual(await quiet(work));
    }
  });

  const { evaluateTicTacToe: _, evaluateDoomspire: __, ...others } = works;
  it.each(Object.values(others))('$name', async (work) => {
    expect(await here.work(work).result()).toEqual(await quiet(work));
  });

  it('of several commands at once', async () => {
    const all = [works.evaluateTicTacToe, works.tournament, works.expertIteration];
    const running = all.map((work) => here.work(work));
    for (const [i, one] of running.entries()) expect(await one.result()).toEqual(await quiet(all[i]!));
  });

  it('over TLS, as a user that may do no more than docs/many-machines.md says', async (context) => {
    const files = certificate(base);
    if (!files) return context.skip();
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
    for (const work of [works.evaluateTicTacToe, works.expertIterationKuhn])
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

  it('`queue status` tells of workers and runs', async () => {
    const here = await place();
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
    await wait(5);
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

describe.skipIf(missing)('what fails on the way', { timeout: 300_000 }, () => {
  it('workers that are killed, whole or in part', async () => {
    const here = await place();
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

  it.each(longTrainings)('workers that are killed now and then, under $name', async (work) => {
    const here = await place();
    const workers = [await here.worker(), await here.worker()];
    const one = here.work(work);
    let killed = 0;
    // Now the one, now the other, each after some jobs. What it had in hand waits for its lock to end, and training for that.
    for (; killed < 6 && !one.program.isOver; killed++) {
      const i = killed % workers.length;
      await Promise.race([workers[i]!.says(jobDone, { times: 3 }), one.program.ended]);
      await workers[i]!.kill();
      workers[i] = await here.worker();
    }
    expect(await one.result()).toEqual(await quiet(work));
    expect(killed).toBeGreaterThan(3);
  });

  it('a worker that is stopped by hand gives its job back at once', async () => {
    const here = await place();
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

  it('a worker that is stopped while Redis is away, or comes back just then', async () => {
    const here = await place();
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

  it('Redis that is killed and comes back', async () => {
    const here = await place();
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

  it('connections that break, are refused or stand still', async () => {
    const here = await place();
    const worker = await here.worker(['--concurrency', '2']);
    const work = works.expertIteration;
    for (const fault of ['cut', 'refuse', 'hold'] as const) {
      const from = worker.out.length;
      const one = here.work(work);
      await worker.says(jobDone, { from });
      await here.proxy[fault]();
      await wait(3);
      await here.proxy.accept();
      here.proxy.release();
      expect(await one.result(), fault).toEqual(await quiet(work));
    }
  });

  it('Redis that is away when all is played, and its answers are not yet fetched', async () => {
    const here = await place();
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

  it('a worker that stands still for longer than its lock: what it brings then is late', async () => {
    const here = await place();
    const slow = await here.worker();
    const one = here.work(longWork);
    await slow.says(jobDone);
    slow.signal('SIGSTOP');
    const other = await here.worker();
    await wait(13);
    slow.signal('SIGCONT');
    expect(await one.result()).toEqual(await quiet(longWork));
    expect(await here.work(works.tournament).result()).toEqual(await quiet(works.tournament));
    for (const worker of [slow, other]) expect(worker.isOver).toBe(false);
  });

  it('jobs that are delivered twice, and results too', async () => {
    const here = await place();
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
      expect(await here.work(works.tournament).result()).toEqual(await quiet(works.tournament));
      expect(worker.isOver).toBe(false);
    } finally {
      await hand.close();
    }
  });

  it('Redis that cannot write for a while', async () => {
    const here = await place();
    const worker = await here.worker(['--concurrency', '2']);
    const one = here.work(longWork);
    await worker.says(jobDone);
    await here.redis.refuseWrites(true);
    await wait(4);
    expect(one.program.isOver).toBe(false);
    await here.redis.refuseWrites(false);
    expect(await one.result()).toEqual(await quiet(longWork));
  });

  it('a full disk under Redis', async (context) => {
    const folder = disk('48m');
    if (!folder) return context.skip();
    const here = await place({ folder, fsync: 'everysec' });
    const worker = await here.worker(['--concurrency', '2']);
    const one = here.work(longWork);
    await worker.says(jobDone);
    spawnSync('dd', ['if=/dev/zero', `of=${path.join(folder, 'filler')}`, 'bs=64k']);
    await wait(5);
    rmSync(path.join(folder, 'filler'));
    expect(await one.result()).toEqual(await quiet(longWork));
  });

  it('a worker that cannot write its cache', async (context) => {
    const here = await place();
    const file = path.join(here.folder, 'file');
    writeFileSync(file, '');
    // Named at the start, in one line.
    const refused = await here.startWorker(['--cache', path.join(file, 'cache')]).end();
    expect(oneLine(refused)).toContain(path.join(file, 'cache'));
    const folder = disk('16k');
    if (!folder) return context.skip();
    spawnSync('dd', ['if=/dev/zero', `of=${path.join(folder, 'filler')}`, 'bs=1k']);
    // One that finds its disk full later leaves its jobs to others, and says why.
    await here.worker(['--cache', path.join(folder, 'cache'), '--name', 'cramped']);
    const one = here.work(works.evaluateTicTacToe);
    await one.program.says(/note: worker cramped cannot use its cache/);
    await here.worker();
    expect(await one.result()).toEqual(await quiet(works.evaluateTicTacToe));
  });

  it('Ctrl-C leaves nothing on the queue, keeps the games, and the same command goes on', async () => {
    const here = await place();
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

describe.skipIf(missing)('what is refused', { timeout: 300_000 }, () => {
  const evaluate = ['evaluate', 'random', '--game', 'tic-tac-toe', '--against', 'random', '--blocks', '2'];

  it('a wrong password, no Redis, a bad address: one line, without the password', async () => {
    const here = await place();
    const nobody = await freePort();
    const [wrong, none] = [`redis://:not-this-one@127.0.0.1:${here.redis.port}`, `redis://:secret@127.0.0.1:${nobody}`];
    const tried: [words: string[], url: string, says: RegExp][] = [
      [evaluate, wrong, /password/i],
      [['queue', 'work'], wrong, /password/i],
      [evaluate, none, new RegExp(`127.0.0.1:${nobody}`)],
      [['queue', 'work'], none, new RegExp(`127.0.0.1:${nobody}`)],
      [['queue', 'status'], none, new RegExp(`127.0.0.1:${nobody}`)],
      [evaluate, 'http://:secret@127.0.0.1', /redis:/],
      [['queue', 'work'], 'redis://:secret@', /redis:/],
    ];
    const said = await Promise.all(tried.map(([words, url]) => run([...words, '--queue', url])));
    for (const [i, [, , says]] of tried.entries()) {
      const line = oneLine(said[i]!);
      expect(line).toMatch(says);
      expect(line).not.toMatch(/not-this-one|secret/);
    }
  });

  it('the password may come from the environment', async () => {
    const here = await place();
    const url = `redis://127.0.0.1:${here.redis.port}`;
    const env = { TABLETOP_QUEUE_PASSWORD: here.redis.password };
    const { code, out } = await run(['queue', 'status', '--json', '--queue', url], { env });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ workers: [], runs: [] });
  });

  it('--workers beside --queue, and agents that are programs', async () => {
    const here = await place();
    expect(oneLine(await here.program([...evaluate, '--workers', '2']).end())).toContain('--workers');
    const program = ['evaluate', 'cmd:true', '--game', 'tic-tac-toe', '--against', 'random', '--blocks', '2'];
    expect(oneLine(await here.program(program).end())).toContain('cmd:');
  });

  it('workers with other code, which are named', async () => {
    const here = await place();
    const other = await here.worker(['--name', 'other-build'], { main: otherBuild(base) });
    const one = here.work(works.evaluateTicTacToe);
    await one.program.says(/note: worker other-build has other code \(.*[0-9a-f]{8}/);
    await one.program.says(/note: no worker with this code \([0-9a-f]{8}\) yet/);
    await here.worker();
    expect(await one.result()).toEqual(await quiet(works.evaluateTicTacToe));
    expect(other.out).not.toMatch(jobDone);
    expect(other.isOver).toBe(false);
  });

  it('modules that a worker was not told to run', async () => {
    const here = await place();
    const game = userGame(here.folder);
    const words = ['evaluate', 'random', '--game', game, '--against', 'random', '--blocks', '8', '--json'];
    const alone = await run(words);
    expect(alone.code, alone.err).toBe(0);
    const executed = path.join(here.folder, 'executed');
    const env = { EXECUTED: executed };
    const careful = await here.worker(['--name', 'careful'], { env });
    const one = here.program(words);
    await one.says(/note: worker careful does not run \S*game\.\S+ \(sha256 [0-9a-f]{64}\)/);
    const sha256 = await allowance(one);
    expect(one.err).toContain(`--allow-modules ${sha256}`);
    const [run_] = (await here.status()).runs;
    expect(run_!.refusals.join('\n')).toContain(sha256);
    // What other modules it may run does not count.
    const other = await here.worker(['--allow-modules', '0'.repeat(64)], { env });
    await wait(3);
    expect(existsSync(executed)).toBe(false);
    const trusting = await here.worker(['--allow-modules', `${'0'.repeat(64)},${sha256}`], { env });
    const ended = await one.end();
    expect(ended.code, ended.err).toBe(0);
    expect(timeless(ended.out)).toEqual(timeless(alone.out));
    // Proof that the file would have been written.
    expect(existsSync(executed)).toBe(true);
    expect(trusting.out).toMatch(jobDone);
    for (const worker of [careful, other]) expect(worker.out).not.toMatch(jobDone);
  });

  it('a job that ends its process three times is set aside, with its seed', async () => {
    const here = await place();
    const game = userGame(here.folder, `if (chance.draw(0, 12) === 5) process.kill(process.pid, 'SIGKILL');`);
    const words = ['evaluate', 'random', '--game', game, '--against', 'random', '--blocks', '40', '--seed', 'grim'];
    const one = here.program(words);
    const careful = await here.worker();
    const sha256 = await allowance(one);
    const worker = await here.worker(['--allow-modules', sha256]);
    const ended = await one.end();
    expect(ended.code, ended.err).toBe(2);
    expect(lastLine(ended.err)).toMatch(/^tabletop: .*set aside after 3 crashes.*grim/);
    for (const still of [worker, careful]) expect(still.isOver).toBe(false);
    expect((await here.status()).runs).toEqual([]);
    expect(await here.work(works.tournament).result()).toEqual(await quiet(works.tournament));
  });

  it("a game's own error ends the command as without a queue", async () => {
    const here = await place();
    const game = userGame(here.folder, `if (chance.draw(0, 12) === 5) throw new Error('the fifth face');`);
    const words = ['evaluate', 'random', '--game', game, '--against', 'random', '--blocks', '40'];
    const alone = await run(words);
    expect(alone.err).toContain('the fifth face');
    const one = here.program(words);
    await here.worker();
    const worker = await here.worker(['--allow-modules', await allowance(one)]);
    const ended = await one.end();
    expect(ended.code).toBe(alone.code);
    // Below it stands where it was thrown, which is another place there.
    const told = (err: string) => err.split('\n').filter((line) => line.includes('the fifth face'));
    expect(told(ended.err)).toEqual(told(alone.err));
    expect(worker.isOver).toBe(false);
  });
});

describe.skipIf(missing)('what lies on the queue and came from nobody', { timeout: 300_000 }, () => {
  it('jobs that are none, or name code of their own, execute nothing and stop no worker', async () => {
    const here = await place();
    const redis = await here.redis.direct();
    const one = here.work(works.evaluateTicTacToe);
    const { queue, jobs } = await waitingJobs(here);
    const { data } = jobs[0]!;
    const executed = path.join(here.folder, 'executed');
    const evil = path.join(here.folder, 'evil.mjs');
    const code = `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(executed)}, '');\n`;
    writeFileSync(evil, code);
    const module = { name: 'evil.mjs', bytes: Buffer.from(code) };

    const forged = [
      ...[null, 7, 'text', [], {}, { ...data, format: 99 }, { ...data, run: '../../etc' }, { ...data, more: 1 }],
      { ...data, service: 'no-such' },
      { ...data, service: '../../../evil.mjs' },
      { ...data, service: 'constructor' },
      ...['constructor', '__proto__', 'toString', 'close'].map((method) => ({ ...data, method })),
      { ...data, calls: 'A'.repeat(6 << 20) },
      { ...data, calls: Buffer.from([0xc1, 1, 2, 3]).toString('base64') },
      { ...data, setup: 'f'.repeat(64), blobs: ['f'.repeat(64)] },
      ...[
        await forgedSetup(here, data, { spec: () => ({ spec: `cmd:touch ${executed}` }) }),
        await forgedSetup(here, data, { spec: () => ({ spec: `file:${evil}` }) }),
        await forgedSetup(here, data, { spec: () => ({ spec: 'file:evil.mjs', file: module }) }),
        await forgedSetup(here, data, { spec: () => ({ spec: `onnx:${evil}` }) }),
        await forgedSetup(here, data, { game: () => ({ id: evil }) }),
        await forgedSetup(here, data, { game: () => ({ id: '../../../evil.mjs' }) }),
        await forgedSetup(here, data, { game: () => ({ module }) }),
        await forgedSetup(here, data, { game: () => ({ module: { ...module, name: '../../evil.mjs' } }) }),
      ],
    ];
    const hand = await openQueue(here, queue);
    // Of the run that is there, so that nobody drops them unread; before and behind its own jobs.
    for (const [i, job] of forged.entries())
      await hand.add(jobs[0]!.name, job, { jobId: `${data.run}-${90_000 + i}`, lifo: i % 2 === 0 });
    await hand.add('no such name', data, { jobId: 'no-such-id' });
    await hand.close();
    // No jobs of BullMQ's at all.
    await redis.lpush(`tabletop:${queue}:wait`, 'nothing', `${data.run}-80000`);
    await redis.hset(`tabletop:${queue}:${data.run}-80000`, {
      name: jobs[0]!.name,
      data: '{"half',
      opts: '{}',
      timestamp: '1',
    });

    const worker = await here.worker();
    expect(await one.result()).toEqual(await quiet(works.evaluateTicTacToe));
    // BullMQ itself cannot read the half job, and tries it again for a while.
    const others = async () => {
      const { waiting, active } = await jobIds(here);
      return [...waiting, ...active].filter((id) => id !== `${data.run}-80000`);
    };
    await until(async () => (await others()).length === 0, 'all others to be gone');
    expect(await here.work(works.tournament).result()).toEqual(await quiet(works.tournament));
    expect(existsSync(executed)).toBe(false);
    expect(worker.isOver).toBe(false);
    expect((await here.status()).workers).toMatchObject([{ name: 'w1' }]);
  });

  it('answers that are none are not believed', async () => {
    const here = await place();
    const redis = await here.redis.direct();
    const one = here.work(works.evaluateTicTacToe);
    const { jobs } = await waitingJobs(here);
    const { id, data } = jobs[0]!;
    await redis.hset(`tabletop:results:${data.run}`, id, Buffer.from([0xc1, 1, 2, 3]));
    await redis.rpush(`tabletop:ready:${data.run}`, id);
    await here.worker();
    expect(await one.result()).toEqual(await quiet(works.evaluateTicTacToe));
  });

  it('records of workers and runs that are none are not shown', async () => {
    const here = await place();
    const redis = await here.redis.direct();
    for (const text of ['{"half', '7', '{}', 'null', JSON.stringify({ name: '\u001b[2Jghost', host: 1 })]) {
      await redis.set(`tabletop:worker:ghost-${text.length}`, text);
      await redis.set(`tabletop:run:ghost-${text.length}`, text);
    }
    await redis.lpush('tabletop:worker:list', 'not even a text');
    await here.worker();
    expect(await here.status()).toMatchObject({ workers: [{ name: 'w1' }], runs: [] });
    expect(await here.work(works.tournament).result()).toEqual(await quiet(works.tournament));
  });

  it('a Redis that has lost everything, or blobs alone, is filled again', async () => {
    const here = await place();
    const redis = await here.redis.direct();
    const one = here.work(longWork);
    const worker = await here.worker();
    await worker.says(jobDone);
    await redis.del(...(await redis.keys('tabletop:blob:*')));
    const fresh = await here.worker(['--cache', path.join(here.folder, 'empty')]);
    await fresh.says(jobDone);
    await redis.flushall();
    expect(await one.result()).toEqual(await quiet(longWork));
  });
});
