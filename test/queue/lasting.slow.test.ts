/** Whatever moment a command is killed at: nothing of its jobs is in Redis for ever. */
import { afterEach, expect, it } from 'vitest';
import { connect, parseAddress, queuePackages } from '../../queue/connection.js';
import { codeHash } from '../../queue/identity.js';
import { LIFE, PREFIX, queueName } from '../../queue/keys.js';
import { putJobs } from '../../queue/put.js';
import { missing, OwnRedis } from './own-redis.js';

let redis: OwnRedis | undefined;
afterEach(() => redis?.stop());

/** Keys that have no time, at one moment of the server. */
const LASTING = `local found = {}
for _, key in ipairs(redis.call('KEYS', 'tabletop:*')) do
  if redis.call('TTL', key) < 0 then found[#found + 1] = key end
end
return found`;

it.skipIf(missing)('no key of a job is without its time, at any moment', async () => {
  redis = await OwnRedis.start({ fsync: 'everysec' });
  const [watcher, client] = [await redis.direct(), await connect(parseAddress(redis.url()))];
  const { Queue } = queuePackages().bullmq;
  const queue = new Queue(queueName(codeHash()), {
    ...{ connection: client as never, prefix: PREFIX, skipMetasUpdate: true },
  });
  try {
    let looks = 0;
    let ended = false;
    const found = new Set<string>();
    const watch = async () => {
      for (; !ended; looks++) for (const key of (await watcher.eval(LASTING, 0)) as string[]) found.add(key);
    };
    const watching = watch();
    const opts = { attempts: 3, removeOnComplete: true, removeOnFail: { age: LIFE.answers } };
    const put = (id: string) => putJobs(queue, [{ name: 'match/play', data: { id }, opts: { ...opts, jobId: id } }]);
    for (let i = 0; i < 200; i++) await put(`run-${i}`);
    await put('run-7');
    ended = true;
    await watching;
    expect([...found]).toEqual([]);
    expect(looks).toBeGreaterThan(20);
    expect(await queue.getWaitingCount()).toBe(200);
    expect(await queue.getJob('run-7')).toMatchObject({ data: { id: 'run-7' }, opts });
  } finally {
    await queue.close();
    client.disconnect();
  }
});
