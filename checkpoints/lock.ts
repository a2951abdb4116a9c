/**
 * The lock of a run: one process at a time writes it. `lock-<n>.json` in the run names it; reading needs no lock.
 *
 * Taking it is announcing, then looking: first one's own file is made, whole and under a name that nobody has
 * (a hard link), then all others are looked at; if a living process has one, one's own is withdrawn. Nobody removes the
 * file of a living process, so of two that come at once at least one sees the other. The number is one more than the
 * highest there is: of two that find the same lock of a dead process only one can make the next.
 *
 * A process is known by its id, its start (an id is given again) and its host:
 *
 * | system | start |
 * |---|---|
 * | Linux | `/proc/<pid>/stat` and the boot id; the PID namespace tells containers of one host name apart |
 * | other Unix | `ps -o lstart=` |
 * | Windows | none: a living process of the same id counts as the holder |
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { UserError } from '../env/user-error.js';
import { attempt, codeOf, fileError, temporaryEnding } from './atomic.js';

const lockName = /^lock-(\d{1,9})\.json$/;

/** Whether a file of this name is the lock of a run. */
export function isLock(name: string): boolean {
  return lockName.test(name);
}

const holderSchema = z.object({
  pid: z.int().positive(),
  /** When the process began, in the system's own words; empty where it does not say. */
  started: z.string(),
  host: z.string(),
  /** Boot id of the host; changes at a restart. */
  boot: z.string(),
  /** Processes of another space cannot be seen from here. */
  space: z.string(),
  since: z.string(),
  /** Identifies this lock. */
  token: z.string(),
});
type Holder = z.infer<typeof holderSchema>;

/** `unknown`: it cannot be found out from here. */
type Verdict = 'alive' | 'dead' | 'unknown';

/** Locks this thread has taken, by token: a copied folder holds a copy of its lock, which means nothing there. */
const taken = new Map<string, { folder: string; held: boolean }>();

/**
 * The lock of a run: one process at a time writes it. A file `lock-<n>.json` in the run names the process; reading
 * needs no lock.
 */
export class RunLock {
  private constructor(
    private readonly folder: string,
    private readonly file: string,
    private readonly token: string,
  ) {
    taken.set(token, { folder: realpathSync(folder), held: true });
    held.add(this);
    if (held.size === 1) process.on('exit', releaseAll);
  }

  /**
   * @param folder the run, existing
   * @param force takes it from a process of which nobody here can say whether it is alive; one that is keeps it
   * @throws UserError saying who has it, or why it cannot be made
   */
  static take(folder: string, force = false): RunLock {
    const me = self();
    for (let round = 0; ; round++) {
      const numbers = locks(folder);
      for (const number of numbers) refuse(folder, number, force);
      const number = (numbers.at(-1) ?? 0) + 1;
      const file = lockFile(folder, number);
      if (!announce(folder, file, me)) {
        if (round < 100) continue;
        throw new UserError(`${folder}: too many processes try to write this run at once; start one`);
      }
      const others = locks(folder).filter((other) => other !== number);
      if (others.some((other) => standing(folder, other, force) !== null)) {
        rmSync(file, { force: true });
        // Both may have seen each other: who looks again first gets it.
        pause(1 + (randomBytes(1)[0]! % 20));
        continue;
      }
      for (const other of others) rmSync(lockFile(folder, other), { force: true });
      return new RunLock(folder, file, me.token);
    }
  }

  /** Who is writing the run, in words; null: nobody. */
  static holder(folder: string): string | null {
    for (const number of locks(folder)) {
      const found = standing(folder, number, false);
      if (found) return found.who;
    }
    return null;
  }

  /** @throws UserError when the lock was taken away: another process writes the run now */
  check(): void {
    if (existsSync(this.file)) return;
    throw new UserError(
      `${this.folder}: the lock of this process is gone (taken over with --take-lock, or deleted); it stops, so that two processes do not write one run`,
    );
  }

  /** Gives it back. */
  release(): void {
    held.delete(this);
    if (held.size === 0) process.off('exit', releaseAll);
    const mine = taken.get(this.token)!;
    if (!mine.held) return;
    mine.held = false;
    // After --take-lock the name may be another's.
    if (readHolder(this.file)?.token === this.token) rmSync(this.file, { force: true });
  }
}

const held = new Set<RunLock>();

/** A second Ctrl-C, an error nobody caught. What ends without this (kill -9) leaves the lock of a dead process. */
function releaseAll(): void {
  for (const lock of [...held])
    try {
      lock.release();
    } catch {
      // The folder may be gone.
    }
}

const lockFile = (folder: string, number: number) => join(folder, `lock-${number}.json`);

/** Numbers of the locks there are, lowest first. */
function locks(folder: string): number[] {
  return attempt(`cannot read ${folder}`, () => readdirSync(folder))
    .flatMap((name) => lockName.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

/** Makes the file with its content in one step. @returns false: somebody else was quicker */
function announce(folder: string, file: string, me: Holder): boolean {
  const temporary = join(folder, `.lock.${me.token}${temporaryEnding}`);
  const text = `${JSON.stringify(me, null, 2)}\n`;
  try {
    writeFileSync(temporary, text);
    try {
      linkSync(temporary, file);
    } catch (error) {
      const code = codeOf(error);
      // ENOENT: the holder of the lock cleared the temporary file away.
      if (code === 'EEXIST' || code === 'ENOENT') return false;
      if (!['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].includes(code)) throw error;
      return createWhole(file, text);
    } finally {
      rmSync(temporary, { force: true });
    }
    return true;
  } catch (error) {
    throw fileError(error, `cannot lock the run ${folder}`);
  }
}

/** Without hard links: a crash between the two steps leaves an empty lock whose owner is unknown. */
function createWhole(file: string, text: string): boolean {
  let handle: number;
  try {
    handle = openSync(file, 'wx');
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    writeFileSync(handle, text);
  } finally {
    closeSync(handle);
  }
  return true;
}

/** Who is in the way. */
interface Standing {
  who: string;
  verdict: Verdict;
}

/** The lock of this number, if it is in the way; null when it is gone, of a dead process, or overridden. */
function standing(folder: string, number: number, force: boolean): Standing | null {
  const file = lockFile(folder, number);
  const holder = readHolder(file);
  const there = holder ? undefined : statSync(file, { throwIfNoEntry: false });
  if (!holder && !there) return null;
  if (there?.isDirectory()) throw new UserError(`${file} is a folder, no lock: remove it`);
  const verdict = holder ? judge(holder, folder) : 'unknown';
  if (verdict === 'dead' || (verdict === 'unknown' && force)) return null;
  if (!holder) return { who: `an unknown process (${file} cannot be read)`, verdict };
  const since = holder.since.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
  return { who: `process ${holder.pid} on ${holder.host} since ${since}`, verdict };
}

function refuse(folder: string, number: number, force: boolean): void {
  const found = standing(folder, number, force);
  if (!found) return;
  const what =
    found.verdict === 'alive'
      ? 'wait until it has ended, or stop it'
      : 'whether it still does cannot be checked from here; if it does not, take the run over with --take-lock';
  throw new UserError(`${folder} is being written by ${found.who}: ${what}`);
}

/** @returns null when there is none, or it is no lock */
function readHolder(file: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

function judge(holder: Holder, folder: string): Verdict {
  const me = self();
  if (holder.host !== me.host) return 'unknown';
  // The host was started again since: nothing of before runs.
  if (holder.boot !== me.boot) return 'dead';
  if (holder.space !== me.space) return 'unknown';
  if (holder.pid === process.pid && holder.started === me.started) {
    const mine = taken.get(holder.token);
    // Not taken in this thread: then in another one of this process.
    return !mine || (mine.held && mine.folder === realpathSync(folder)) ? 'alive' : 'dead';
  }
  return state(holder.pid, holder.started);
}

/** Whether the process of this id that began at this time is alive. */
function state(pid: number, started: string): Verdict {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return 'dead';
  }
  const found = startOf(pid);
  if (found === 'ended') return 'dead';
  if (found === '' || started === '') return 'unknown';
  return found === started ? 'alive' : 'dead';
}

/** When a process began; `ended` for one that only waits to be collected, empty where the system does not say. */
function startOf(pid: number): string {
  if (process.platform === 'win32') return '';
  if (process.platform === 'linux') {
    const text = contentOf(`/proc/${pid}/stat`);
    // The second field is the program's name in parentheses, and may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return 'ended';
    return fields[19] ?? '';
  }
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env });
  const [, letters, start] = /^\s*(\S+)\s+(.+?)\s*$/.exec(stdout ?? '') ?? [];
  return letters?.startsWith('Z') ? 'ended' : (start ?? '');
}

let known: Omit<Holder, 'since' | 'token'> | undefined;

/** This process, as a new lock names it. */
function self(): Holder {
  known ??= {
    pid: process.pid,
    started: startOf(process.pid),
    host: hostname(),
    boot: contentOf('/proc/sys/kernel/random/boot_id').trim(),
    space: namespace(),
  };
  return { ...known, since: new Date().toISOString(), token: randomBytes(8).toString('hex') };
}

function namespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
