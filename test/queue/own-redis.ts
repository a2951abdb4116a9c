/**
 * A Redis server of a test's own: on the loopback, on a free port, with a password that nobody else knows and a folder
 * that is deleted with it. It can be killed, and started again with what it had written.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Redis } from 'ioredis';

/** Why the tests of the queue are skipped: what they need and is not there. Empty where all is. */
export const missing = whyNot();

/** Says in the log of tests why they are skipped. */
export function tellMissing(): void {
  if (missing) console.log(`the queue is not tested: ${missing}`);
}

function whyNot(): string {
  if (spawnSync('redis-server', ['--version']).status !== 0) return 'there is no redis-server (npm run setup:redis)';
  const packages = ['bullmq', 'ioredis'];
  try {
    for (const name of packages) createRequire(import.meta.url).resolve(name);
    return '';
  } catch {
    return `the packages ${packages.join(' and ')} are not installed (npm ci)`;
  }
}

export interface RedisSettings {
  /** Where it keeps its file; a folder of its own otherwise, which goes with it. */
  folder?: string;
  /** When what it writes is on the disk: with each answer, or once a second. */
  fsync?: 'always' | 'everysec';
  /** More words of its command line. */
  more?: readonly string[];
}

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

export class OwnRedis {
  readonly password = randomBytes(16).toString('hex');
  private readonly folder: string;
  private readonly ownFolder: boolean;
  private readonly fsync: string;
  private readonly more: readonly string[];
  private child: ChildProcess | undefined;
  private client: Redis | undefined;
  /** What it said last, for when it does not start. */
  private log = '';

  private constructor(
    readonly port: number,
    { folder, fsync = 'always', more = [] }: RedisSettings,
  ) {
    this.ownFolder = folder === undefined;
    this.folder = folder ?? mkdtempSync(path.join(tmpdir(), 'tabletop-redis-'));
    this.fsync = fsync;
    this.more = more;
  }

  /** A server that answers. */
  static async start(settings: RedisSettings = {}): Promise<OwnRedis> {
    const redis = new OwnRedis(await freePort(), settings);
    await redis.restart();
    return redis;
  }

  /** As `--queue` wants it. @param port that of a proxy before it */
  url(port = this.port): string {
    return `redis://:${this.password}@127.0.0.1:${port}`;
  }

  /** Starts it again on the same port, with what its file holds; returns when it answers. */
  async restart(): Promise<void> {
    const child = spawn(
      'redis-server',
      [
        ...['--bind', '127.0.0.1', '--port', String(this.port), '--requirepass', this.password, '--dir', this.folder],
        ...['--appendonly', 'yes', '--appendfsync', this.fsync, '--save', '', '--daemonize', 'no'],
        ...this.more,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.child = child;
    running.add(child);
    child.on('exit', () => running.delete(child));
    child.on('error', (error) => {
      this.log += error.message;
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        this.log = `${this.log}${text}`.slice(-2000);
      });
    const until = performance.now() + 20_000;
    while (performance.now() < until && child.exitCode === null && child.signalCode === null) {
      if (await this.answers()) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`redis-server does not start on port ${this.port}: ${this.log}`);
  }

  /** A connection past every proxy, opened when it is first asked for and closed with the server. */
  async direct(): Promise<Redis> {
    if (this.client?.status === 'ready') return this.client;
    this.client?.disconnect();
    const { Redis } = await import('ioredis');
    const client = new Redis(this.url(), { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
    client.on('error', () => {});
    this.client = client;
    await client.connect();
    return client;
  }

  /** SIGKILL, and it is gone when this returns. */
  async kill(): Promise<void> {
    this.client?.disconnect();
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
  }

  /** It refuses to write, as with a full disk; reads are answered. */
  async refuseWrites(refuse: boolean): Promise<void> {
    await (await this.direct()).config('SET', 'min-replicas-to-write', refuse ? '1' : '0');
  }

  /** Kills it and deletes its folder. */
  async stop(): Promise<void> {
    await this.kill();
    if (this.ownFolder) rmSync(this.folder, { recursive: true, force: true });
  }

  private async answers(): Promise<boolean> {
    try {
      return (await (await this.direct()).ping()) === 'PONG';
    } catch {
      return false;
    }
  }
}

/** A port of the loopback on which nobody listens now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
