/**
 * A queue of its own, for the scripts that measure it: a redis-server on this machine (a free port of the loopback, with a
 * password, an append-only file and a folder that is deleted) and workers of the built program. All of it is stopped at
 * the end, whichever way the script ends.
 *
 * Processor seconds come from Linux (/proc) and from Redis itself. All are of processes that have no other work.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { UserError } from '../env/user-error.js';

const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

/** Ticks of a second in /proc; the same on every Linux that Node runs on. */
const TICKS = 100;

/** What a finished command took. */
export interface Ran {
  /** From its start to its end. */
  seconds: number;
  /** Processor seconds, of the processes that it started and waited for too. */
  processor: number;
  /** Processor seconds of the process itself so far, at moments of `performance.now()`. */
  course: { at: number; processor: number }[];
  stdout: string;
}

/** A job as a worker has logged it. */
export interface JobDone {
  /** How many calls it answered. */
  calls: number;
  seconds: number;
  /** When it was said, by `performance.now()`. */
  at: number;
}

/** Processor seconds since the start. */
export interface Spent {
  redis: number;
  /** Processes that speak to Redis for the workers. */
  parents: number;
  /** Their children, which play. */
  children: number;
}

/** One number of each kind, the later minus the earlier. */
export function spentBetween(before: Spent, after: Spent): Spent {
  return {
    redis: after.redis - before.redis,
    parents: after.parents - before.parents,
    children: after.children - before.children,
  };
}

/** A folder that is gone when the script ends. */
export function ownFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'own-queue-'));
  folders.push(folder);
  return folder;
}

const folders: string[] = [];
const children = new Set<ChildProcess>();

// Nothing outlives the script: not after Ctrl-C either, nor where it fails.
process.on('exit', () => {
  for (const child of children) killTree(child);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code));

/** Starts a program that must not outlive the script. */
function start(command: string, args: readonly string[], options: { cwd: string; env?: NodeJS.ProcessEnv }) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** The program at work, to be measured and stopped. */
export interface Running {
  /** Sends it a signal, such as SIGSTOP. */
  signal(name: NodeJS.Signals): void;
  /** @throws Error with its last words, where it fails */
  done: Promise<Ran>;
}

/**
 * Runs the built program. Only one command at a time: its processor seconds are those by which those of all finished
 * children have grown.
 * @param queue whose password it is told
 */
export function tabletop(args: readonly string[], cwd: string, queue?: OwnQueue): Running {
  const before = finishedChildren();
  const began = performance.now();
  const child = start(process.execPath, [main, ...args], { cwd, env: queue?.env ?? process.env });
  const course: Ran['course'] = [];
  const look = setInterval(() => {
    const { own } = ticksOf(child.pid!);
    if (own > 0) course.push({ at: performance.now(), processor: own / TICKS });
  }, 50);
  // It would wait for ever.
  let rebuilt = false;
  child.stderr!.on('data', (bytes) => {
    if (!`${bytes}`.includes('no worker with this code')) return;
    rebuilt = true;
    child.kill();
  });
  const done = ended(child)
    .finally(() => clearInterval(look))
    .then(({ code, stdout, stderr }): Ran => {
      if (rebuilt) throw new UserError('the program was built anew after its workers were started: begin again');
      if (code !== 0)
        throw new Error(`tabletop ${args.join(' ')} ended with ${code}: ${stderr.trim().split('\n').at(-1)}`);
      const seconds = (performance.now() - began) / 1000;
      return { seconds, processor: finishedChildren() - before, course, stdout };
    });
  // Whoever waits hears of it later.
  done.catch(() => {});
  return { signal: (name) => child.kill(name), done };
}

function ended(child: ChildProcess): Promise<{ code: number | string; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout!.on('data', (bytes) => out.push(bytes));
    child.stderr!.on('data', (bytes) => err.push(bytes));
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve({ code: code ?? signal!, stdout: `${Buffer.concat(out)}`, stderr: `${Buffer.concat(err)}` }),
    );
  });
}

/** See the head of the file. */
export class OwnQueue {
  /** All jobs that the workers have logged. */
  readonly jobs: JobDone[] = [];
  private readonly workers: ChildProcess[] = [];
  /** For commands of the built program: the password is told by the environment, where `ps` does not show it. */
  readonly env: NodeJS.ProcessEnv;

  private constructor(
    readonly url: string,
    password: string,
    private readonly server: ChildProcess,
    /** To ask Redis itself. */
    readonly redis: Redis,
    private readonly folder: string,
  ) {
    this.env = { ...process.env, TABLETOP_QUEUE_PASSWORD: password };
  }

  /**
   * @param workers how many, each with one job at a time
   * @throws UserError where something is missing: Linux, redis-server, a build
   */
  static async start(workers: number): Promise<OwnQueue> {
    if (process.platform !== 'linux') throw new UserError('processor time is read from /proc: this needs Linux');
    if (!existsSync(main)) throw new UserError(`${main} is not there: npm run build`);
    const folder = ownFolder();
    const password = randomBytes(16).toString('hex');
    const port = await freePort();
    const file = path.join(folder, 'redis.conf');
    const settings = {
      bind: '127.0.0.1',
      port,
      requirepass: password,
      dir: folder,
      appendonly: 'yes',
      save: '""',
      'maxmemory-policy': 'noeviction',
    };
    const lines = Object.entries(settings).map(([key, value]) => `${key} ${value}\n`);
    writeFileSync(file, lines.join(''), { mode: 0o600 });
    const server = start('redis-server', [file], { cwd: folder });
    const gone = ended(server).then(
      ({ code, stdout }) => {
        throw new UserError(`redis-server ended with ${code}: ${stdout.trim().split('\n').at(-1)}`);
      },
      () => {
        throw new UserError('redis-server cannot be started: install Redis 7');
      },
    );
    gone.catch(() => {});
    const redis = new Redis({ host: '127.0.0.1', port, password, lazyConnect: true, retryStrategy: () => 100 });
    redis.on('error', () => {});
    await Promise.race([connected(redis), gone]);
    const queue = new OwnQueue(`redis://127.0.0.1:${port}`, password, server, redis, folder);
    for (let i = 0; i < workers; i++) await queue.addWorker();
    return queue;
  }

  /** One more worker; waits until it is ready. */
  async addWorker(): Promise<void> {
    const { folder: cwd } = this;
    const name = `worker-${this.workers.length}`;
    // A cache of its own: nothing is there already, and each is a machine of its own.
    const own = ['--name', name, '--cache', path.join(cwd, name)];
    const args = [main, 'worker', '--queue', this.url, '--concurrency', '1', ...own];
    const child = start(process.execPath, args, { cwd, env: this.env });
    this.workers.push(child);
    let text = '';
    let ready!: () => void;
    const isReady = new Promise<void>((resolve) => {
      ready = resolve;
    });
    child.stdout!.on('data', (bytes) => {
      const lines = `${text}${bytes}`.split('\n');
      text = lines.pop()!;
      for (const line of lines) {
        if (line.includes(' is ready')) ready();
        const done = / job \S+ of run \S+ done: .* x (\d+), ([\d.]+) s$/.exec(line);
        if (done) this.jobs.push({ calls: Number(done[1]), seconds: Number(done[2]), at: performance.now() });
      }
    });
    const over = ended(child).then(({ code, stderr }) => {
      throw new Error(`tabletop worker ended with ${code}: ${stderr.trim().split('\n').at(-1)}`);
    });
    over.catch(() => {});
    await Promise.race([isReady, over]);
  }

  /** Processor seconds so far. */
  async spent(): Promise<Spent> {
    const cpu = await this.numbers('cpu');
    const redis = ['user', 'sys', 'user_children', 'sys_children'].reduce((sum, name) => {
      return sum + cpu[`used_cpu_${name}`]!;
    }, 0);
    const below = processesBelow();
    const parents = this.workers.map(({ pid }) => ticksOf(pid!));
    return {
      redis,
      parents: parents.reduce((sum, { own }) => sum + own, 0) / TICKS,
      children:
        this.workers.reduce((sum, { pid }, i) => {
          const living = below(pid!).map((child) => ticksOf(child));
          return sum + parents[i]!.waited + living.reduce((all, { own, waited }) => all + own + waited, 0);
        }, 0) / TICKS,
    };
  }

  /** The numbers of a section of INFO. */
  async numbers(section: string): Promise<Record<string, number>> {
    const lines = (await this.redis.info(section)).split('\r\n');
    return Object.fromEntries(
      lines.flatMap((line) => {
        const [name, value] = line.split(':');
        const n = Number(value);
        return value === undefined || value === '' || Number.isNaN(n) ? [] : [[name!, n]];
      }),
    );
  }

  /** Version of Redis. */
  async version(): Promise<string> {
    return /redis_version:(\S+)/.exec(await this.redis.info('server'))?.[1] ?? '?';
  }

  /** Stops workers and Redis, and waits for them. */
  async stop(): Promise<void> {
    await Promise.all(this.workers.map((child) => stopped(child)));
    this.redis.disconnect();
    await stopped(this.server);
  }
}

/** Waits until Redis answers. */
async function connected(redis: Redis): Promise<void> {
  for (;;) {
    try {
      if (redis.status === 'wait') await redis.connect();
      await redis.ping();
      return;
    } catch {
      await pause(50);
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Asks a process to end, and ends it where it does not within ten seconds. */
async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  child.kill('SIGTERM');
  const timer = setTimeout(() => killTree(child), 10_000);
  await over;
  clearTimeout(timer);
}

function killTree(child: ChildProcess): void {
  for (const pid of [...processesBelow()(child.pid!), child.pid!]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Ended by itself.
    }
  }
}

/**
 * Fields of /proc/<pid>/stat, from the third on; the second is a name, and may have blanks and brackets in it.
 * @param pid of a process, or `<pid>/task/<id>` of a thread
 */
function stat(pid: number | string): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** Ticks of a process with all its threads, and of its children that have ended; none where it is gone. */
function ticksOf(pid: number | string): { own: number; waited: number } {
  const fields = stat(pid);
  // utime, stime, cutime and cstime are fields 14 to 17.
  const at = (field: number) => Number(fields?.[field - 3] ?? 0);
  return { own: at(14) + at(15), waited: at(16) + at(17) };
}

/** Processor seconds of the children of this script that have ended, with theirs. */
function finishedChildren(): number {
  return ticksOf('self').waited / TICKS;
}

/** All processes at this moment. @returns finds those that descend from one */
function processesBelow(): (pid: number) => number[] {
  const childrenOf = new Map<number, number[]>();
  const names = existsSync('/proc') ? readdirSync('/proc') : [];
  for (const name of names) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(stat(Number(name))?.[1]);
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), Number(name)]);
  }
  const below = (pid: number): number[] => (childrenOf.get(pid) ?? []).flatMap((child) => [child, ...below(child)]);
  return below;
}

/** Where it was measured, for the head of a table. */
export async function machine(queue: OwnQueue): Promise<Record<string, string | number>> {
  return {
    cpu: os.cpus()[0]?.model ?? '?',
    cores: os.availableParallelism(),
    node: process.version,
    redis: await queue.version(),
    load: Number(os.loadavg()[0]!.toFixed(2)),
  };
}
