/**
 * What a queue refuses: commands that do not fit, workers with other code, modules nobody allowed, and whatever lies on the
 * queue and came from nobody. With real workers: the built program, and a Redis of the test's own.
 */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { pack } from '../../queue/codec.js';
import { forgedSetup, jobIds, openQueue, presentJobs, waitingJobs } from './by-hand.js';
import { freePort, missing } from './own-redis.js';
import { allowance, otherBuild, userGame } from './place.js';
import { until, wait } from './program.js';
import { base, it, jobDone, oneLine, quiet, runHere } from './stage.js';
import { longWork, timeless, works } from './works.js';

describe.skipIf(missing)('what is refused', { timeout: 300_000, concurrent: true }, () => {
  const evaluate = ['evaluate', 'random', '--game', 'tic-tac-toe', '--against', 'random', '--blocks', '2'];

  it('a wrong password, no Redis, agents that are programs: one line, without the password', async ({ here }) => {
    const nobody = await freePort();
    const [wrong, none] = [`redis://:not-this-one@127.0.0.1:${here.redis.port}`, `redis://:secret@127.0.0.1:${nobody}`];
    // Who finds no Redis tries for five seconds.
    const tried: [words: string[], url: string, says: RegExp][] = [
      [evaluate, wrong, /password/i],
      [['queue', 'work'], wrong, /password/i],
      [evaluate, none, new RegExp(`127.0.0.1:${nobody}`)],
      [['queue', 'work'], none, new RegExp(`127.0.0.1:${nobody}`)],
      [evaluate.with(1, 'cmd:true'), here.url, /cmd:/],
    ];
    for (const [words, url, says] of tried) {
      const line = oneLine(await runHere([...words, '--queue', url]));
      expect(line).toMatch(says);
      expect(line).not.toMatch(/not-this-one|secret/);
      expect(line).not.toContain(here.redis.password);
    }
  });

  it('a queue that is paused, and a Redis that drops keys: both are said', async ({ place }) => {
    const here = await place({ more: ['--maxmemory', '200mb', '--maxmemory-policy', 'allkeys-random'] });
    const one = here.work(works.evaluateTicTacToe);
    const queue = await openQueue(here, (await waitingJobs(here)).queue);
    await queue.pause();
    await here.worker();
    await one.program.says(
      /note: Redis may drop what workers need \(maxmemory-policy allkeys-random\): set it to noeviction/,
    );
    await one.program.says(/note: the queue is paused, so workers take no jobs: resume it/);
    await queue.resume();
    expect(await one.result()).toEqual(await quiet(works.evaluateTicTacToe));
  });

  it('the jobs of a command that was killed stay for an hour at most, and are counted', async ({ here }) => {
    const one = here.work(longWork);
    const { queue, jobs } = await waitingJobs(here);
    const redis = await here.redis.direct();
    await one.program.kill();
    await redis.del(`tabletop:run:${jobs[0]!.data.run}`);
    for (const key of await redis.keys('tabletop:*')) {
      const left = await redis.ttl(key);
      expect([key, left > 0 && left <= 3600]).toEqual([key, true]);
    }
    expect(queue).toMatch(/^jobs-/);
    const status = await runHere(['queue', 'status', '--queue', here.url]);
    expect(status.out).toMatch(new RegExp(`\\n${jobs.length} jobs of commands that have gone`));
  });

  it('workers with other code, which are named', async ({ here }) => {
    const other = await here.worker(['--name', 'other-build'], { program: otherBuild(base) });
    const one = here.work(works.evaluateTicTacToe);
    await one.program.says(/note: worker other-build has other code \(.*[0-9a-f]{8}/);
    await one.program.says(/note: no worker with this code \([0-9a-f]{8}\) yet/);
    await here.worker();
    expect(await one.result()).toEqual(await quiet(works.evaluateTicTacToe));
    expect(other.out).not.toMatch(jobDone);
    expect(other.isOver).toBe(false);
  });

  it('modules that a worker was not told to run', async ({ here }) => {
    const game = userGame(here.folder);
    const words = ['evaluate', 'random', '--game', game, '--against', 'random', '--blocks', '8', '--json'];
    const alone = await runHere(words);
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

  it('a job that ends its process three times is set aside, with its seed', async ({ here }) => {
    const game = userGame(here.folder, `if (chance.draw(0, 12) === 5) process.kill(process.pid, 'SIGKILL');`);
    const words = ['evaluate', 'random', '--game', game, '--against', 'random', '--blocks', '40', '--seed', 'grim'];
    const one = here.program(words);
    const careful = await here.worker();
    const sha256 = await allowance(one);
    const worker = await here.worker(['--allow-modules', sha256]);
    const ended = await one.end();
    expect(ended.code, ended.err).toBe(2);
    // Notes may stand before it.
    expect(ended.err.trimEnd().split('\n').at(-1)).toMatch(/^tabletop: .*set aside after 3 crashes.*grim/);
    for (const still of [worker, careful]) expect(still.isOver).toBe(false);
    expect((await here.status()).runs).toEqual([]);
    expect(await here.result(works.tournament)).toEqual(await quiet(works.tournament));
  });

  it("a game's own error ends the command as without a queue", async ({ here }) => {
    const game = userGame(here.folder, `if (chance.draw(0, 12) === 5) throw new Error('the fifth face');`);
    const words = ['evaluate', 'random', '--game', game, '--against', 'random', '--blocks', '40'];
    const alone = await runHere(words);
    expect(alone.err).toContain('the fifth face');
    const one = here.program(words);
    await here.worker();
    const worker = await here.worker(['--allow-modules', await allowance(one)]);
    const ended = await one.end();
    expect(ended.code).toBe(alone.code);
    // After it stands where it was thrown, which is another place there.
    const told = (err: string) => /^.*the fifth face at setUp/m.exec(err)?.[0];
    expect(told(ended.err)).toEqual(told(alone.err));
    expect(worker.isOver).toBe(false);
  });
});

describe.skipIf(missing)('what lies on the queue and came from nobody', { timeout: 300_000, concurrent: true }, () => {
  it('jobs that are none, or name code of their own, execute nothing and stop no worker', async ({ here }) => {
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
    expect(await here.result(works.tournament)).toEqual(await quiet(works.tournament));
    expect(existsSync(executed)).toBe(false);
    expect(worker.isOver).toBe(false);
    expect((await here.status()).workers).toMatchObject([{ name: 'w1' }]);
  });

  it('answers that are none are not believed', async ({ here }) => {
    const redis = await here.redis.direct();
    const one = here.work(works.evaluateTicTacToe);
    const { jobs } = await waitingJobs(here);
    const { id, data } = jobs[0]!;
    await redis.hset(`tabletop:results:${data.run}`, id, Buffer.from([0xc1, 1, 2, 3]));
    await redis.rpush(`tabletop:ready:${data.run}`, id);
    await here.worker();
    expect(await one.result()).toEqual(await quiet(works.evaluateTicTacToe));
  });

  it('answers that miss something again and again end the command, in the words of a Redis that loses things', async ({
    here,
  }) => {
    const redis = await here.redis.direct();
    const one = here.work(works.evaluateTicTacToe);
    // Each job is put in again under another number.
    const answer = async () => {
      for (const { id, data } of (await presentJobs(here))?.jobs ?? []) {
        const said = Buffer.from(pack({ missing: [data.setup] }, Number.POSITIVE_INFINITY).bytes);
        await redis.hset(`tabletop:results:${data.run}`, id, said);
        await redis.rpush(`tabletop:ready:${data.run}`, id);
      }
    };
    let ended = false;
    const answering = (async () => {
      while (!ended) {
        await answer();
        await wait(0.2);
      }
    })();
    await expect(
      one.result().finally(() => {
        ended = true;
      }),
    ).rejects.toThrow(
      /Redis has lost what job \S+ needs \d+ times: give it more memory, and maxmemory-policy noeviction/,
    );
    // The connection it uses closes after the test.
    await answering;
  });

  it('records of workers and runs that are none are not shown', async ({ here }) => {
    const redis = await here.redis.direct();
    for (const text of ['{"half', '7', '{}', 'null', JSON.stringify({ name: '\u001b[2Jghost', host: 1 })]) {
      await redis.set(`tabletop:worker:ghost-${text.length}`, text);
      await redis.set(`tabletop:run:ghost-${text.length}`, text);
    }
    await redis.lpush('tabletop:worker:list', 'not even a text');
    await here.worker();
    expect(await here.status()).toMatchObject({ workers: [{ name: 'w1' }], runs: [] });
    expect(await here.result(works.tournament)).toEqual(await quiet(works.tournament));
  });

  it('a Redis that has lost everything, or blobs alone, is filled again', async ({ here }) => {
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
