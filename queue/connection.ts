/** The way to Redis: its address, the packages that speak to it, and patience while it is away. */
import { createRequire } from 'node:module';
import { createConnection, isIP } from 'node:net';
import process from 'node:process';
import type { Redis } from 'ioredis';
import { UserError } from '../env/user-error.js';
import { printable } from '../env/words.js';

export type { Redis } from 'ioredis';

/** Where Redis is. Never printed with its password. */
export interface Address {
  host: string;
  port: number;
  username: string | undefined;
  password: string | undefined;
  db: number;
  tls: boolean;
}

/** Holds the password where the address has none, so that it stands in no list of processes. */
const PASSWORD = 'TABLETOP_QUEUE_PASSWORD';

/** @throws UserError when it is no address of Redis */
export function parseAddress(text: string): Address {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw wrong('it is no address');
  }
  if (url.protocol !== 'redis:' && url.protocol !== 'rediss:') throw wrong(`it begins with ${url.protocol}//`);
  const db = /^\/?(\d*)$/.exec(url.pathname);
  if (url.hostname === '' || !db || url.search !== '' || url.hash !== '')
    throw wrong('too little or too much is in it');
  const part = (encoded: string) => (encoded === '' ? undefined : decode(encoded));
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 6379 : Number(url.port),
    username: part(url.username),
    password: part(url.password) ?? (process.env[PASSWORD] || undefined),
    db: Number(db[1]),
    tls: url.protocol === 'rediss:',
  };
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw wrong('user and password must be written as in addresses, with % for special characters');
  }
}

const wrong = (why: string) =>
  new UserError(`--queue: ${why}; wanted redis://:<password>@<host>:6379, or rediss:// (password also by ${PASSWORD})`);

/** Where it is, for people. */
export const addressText = ({ host, port, tls }: Address): string => `${tls ? 'rediss' : 'redis'}://${host}:${port}`;

/** @throws UserError when the packages are not installed */
export function queuePackages(): { bullmq: typeof import('bullmq'); Redis: typeof import('ioredis').Redis } {
  // Not `import`: their hundreds of files take three times as long as modules, in every command with a queue.
  const load = createRequire(import.meta.url);
  try {
    return {
      bullmq: load('bullmq') as typeof import('bullmq'),
      Redis: (load('ioredis') as typeof import('ioredis')).Redis,
    };
  } catch (error) {
    throw new UserError('the queue needs the packages bullmq and ioredis: npm install bullmq ioredis', {
      cause: error,
    });
  }
}

/** What Redis answers where nothing but another address helps. */
const refused = /WRONGPASS|NOAUTH|NOPERM|invalid (username-)?password|Client sent AUTH/i;

/**
 * A connection that comes back by itself after it was lost, and whose commands wait meanwhile.
 * @param onTrouble hears of each loss, in a few words
 */
export function newConnection(address: Address, onTrouble: (text: string) => void = () => {}): Redis {
  const { Redis } = queuePackages();
  const { host, port, username, password, db, tls } = address;
  const redis = new Redis({
    ...{ host, port, db },
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    // An address of numbers is no name that a certificate could be asked for.
    ...(tls && { tls: isIP(host) ? {} : { servername: host } }),
    lazyConnect: true,
    maxRetriesPerRequest: null,
    retryStrategy: (times: number) => Math.min(100 * times, 2000),
    // A server that loads its file, or may not write, is as good as away.
    reconnectOnError: (error: Error) => /^(READONLY|LOADING)/.test(error.message),
  });
  redis.on('error', (error: Error) => onTrouble(error.message || String((error as NodeJS.ErrnoException).code)));
  return redis;
}

/** Seconds that the first connection may take. */
const FIRST = 5;

/**
 * A connection that was made once.
 * @param signal ends the attempt
 * @throws UserError when there is no Redis, or it does not let us in
 */
export async function connect(address: Address, signal?: AbortSignal): Promise<Redis> {
  let trouble = 'it does not answer';
  let settle: ((error: UserError) => void) | undefined;
  const redis = newConnection(address, (text) => {
    trouble = text;
    if (refused.test(text)) settle?.(notLetIn(address, text));
  });
  const failed = new Promise<never>((_, reject) => {
    settle = reject;
  });
  failed.catch(() => {});
  const giveUp = () => settle?.(unreachable(address, trouble));
  const timer = setTimeout(giveUp, FIRST * 1000);
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    // The first attempt may fail while the server is on its way: it is tried again until the time is up.
    redis.connect().catch(() => {});
    await Promise.race([redis.ping(), failed]);
    return redis;
  } catch (error) {
    redis.disconnect();
    const said = address.tls ? undefined : await greeting(address);
    if (said) throw notLetIn(address, said);
    if (error instanceof UserError) throw error;
    const text = (error as Error).message;
    throw refused.test(text) ? notLetIn(address, text) : unreachable(address, text);
  } finally {
    clearTimeout(timer);
    settle = undefined;
  }
}

/** How Redis makes room when its memory is full, where it then drops keys; undefined where it does not, or does not say. */
export async function evictingPolicy(redis: Redis): Promise<string | undefined> {
  const about = await redis.info('memory').catch(() => '');
  const policy = /^maxmemory_policy:(\S+)/m.exec(about)?.[1];
  return /^maxmemory:0\s*$/m.test(about) || policy === 'noeviction' ? undefined : policy;
}

/** What a server says on its own when somebody connects, as Redis does in protected mode; undefined where it says nothing. */
function greeting({ host, port }: Address): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port, timeout: 500 });
    const end = (text?: string) => {
      socket.destroy();
      resolve(text && printable(text.replace(/^-/, '').trim().split('\n')[0]!, 300));
    };
    socket.once('data', (bytes) => end(bytes.toString()));
    for (const event of ['error', 'end', 'timeout'] as const) socket.once(event, () => end());
  });
}

const notLetIn = (address: Address, why: string) =>
  new UserError(
    `Redis at ${addressText(address)} does not let us in (${why}): check user, password and protected mode`,
  );
const unreachable = (address: Address, why: string) =>
  new UserError(`there is no Redis at ${addressText(address)} (${why}): start redis-server, or check the address`);

/** A pause that a signal ends early. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done, { once: true });
  });
}

/**
 * Does something that may be done twice, until it succeeds: Redis may be away, or its disk full.
 * @param onTrouble hears of each failure
 * @param signal ends the patience
 * @throws the signal's reason
 */
export async function patiently<T>(
  work: () => Promise<T>,
  onTrouble: (text: string) => void,
  signal?: AbortSignal,
): Promise<T> {
  for (let wait = 100; ; wait = Math.min(2 * wait, 2000)) {
    signal?.throwIfAborted();
    try {
      return await abortable(work(), signal);
    } catch (error) {
      signal?.throwIfAborted();
      onTrouble((error as Error).message);
      await pause(wait, signal);
    }
  }
}

/** The work, or the signal's reason. */
function abortable<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return work;
  work.catch(() => {});
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * Does what may be left undone: at most so long, and whatever comes of it. A few of them must fit into the time in which a
 * command that is stopped ends.
 */
export async function briefly(work: () => Promise<unknown>, milliseconds = 1000): Promise<void> {
  const stop = new AbortController();
  const done = Promise.resolve()
    .then(work)
    .catch(() => {});
  await Promise.race([done, pause(milliseconds, stop.signal)]);
  stop.abort();
}
