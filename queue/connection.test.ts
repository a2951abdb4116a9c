import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { UserError } from '../env/user-error.js';
import { addressText, briefly, connect, parseAddress, patiently } from './connection.js';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

it('reads addresses', () => {
  vi.stubEnv('TABLETOP_QUEUE_PASSWORD', '');
  const usual = { port: 6379, username: undefined, password: undefined, db: 0, tls: false };
  expect(parseAddress('redis://queue')).toEqual({ ...usual, host: 'queue' });
  expect(parseAddress('rediss://me:a%40b@10.0.0.1:7000/3')).toEqual({
    ...{ host: '10.0.0.1', port: 7000, username: 'me', password: 'a@b', db: 3, tls: true },
  });
  expect(parseAddress('redis://:secret@[::1]:6380')).toEqual({ ...usual, host: '::1', port: 6380, password: 'secret' });
});

it('takes the password from the environment where the address has none', () => {
  vi.stubEnv('TABLETOP_QUEUE_PASSWORD', 'hidden');
  expect(parseAddress('redis://queue').password).toBe('hidden');
  expect(parseAddress('redis://:own@queue').password).toBe('own');
});

it('says where Redis is without its password', () => {
  expect(addressText(parseAddress('rediss://me:secret@queue:7000/3'))).toBe('rediss://queue:7000');
});

it.each(['queue:6379', 'http://queue', 'redis://', 'redis://queue/a', 'redis://queue?a=1', 'redis://:%zz@queue', ''])(
  'refuses %j in one line',
  (text) => {
    expect(() => parseAddress(text)).toThrow(UserError);
    expect(() => parseAddress(text)).toThrow(/^--queue: .*wanted redis:/);
  },
);

it('tries until it succeeds, and tells each failure', async () => {
  const told: string[] = [];
  let tries = 0;
  const work = async () => {
    if (++tries < 3) throw new Error(`no ${tries}`);
    return 'done';
  };
  expect(await patiently(work, (text) => told.push(text))).toBe('done');
  expect(told).toEqual(['no 1', 'no 2']);
});

it('gives up when it is told to, whatever the work does', async () => {
  const stop = new AbortController();
  const tried = patiently(
    () => new Promise(() => {}),
    () => {},
    stop.signal,
  );
  stop.abort(new Error('enough'));
  await expect(tried).rejects.toThrow('enough');
});

it('waits for what may be left undone only briefly', async () => {
  vi.useFakeTimers();
  let over = false;
  const waiting = briefly(() => new Promise(() => {}), 50).then(() => {
    over = true;
  });
  await vi.advanceTimersByTimeAsync(49);
  expect(over).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  // What fails is not waited for: the clock stands still, and the wait ends all the same.
  await briefly(() => Promise.reject(new Error('no')), 5000);
  expect(vi.getTimerCount()).toBe(0);
});

it('says in Redis’ words why it does not let us in, where it says so before it is asked', async () => {
  // As Redis does in protected mode to whoever comes from another machine.
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end('-DENIED Redis is running in protected mode because no password is set.\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await expect(connect(parseAddress(`redis://127.0.0.1:${port}`))).rejects.toThrow(
    /does not let us in \(DENIED Redis is running in protected mode because no password is set\.\): check/,
  );
  server.close();
}, 20_000);
