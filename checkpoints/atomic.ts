/**
 * Files that are either the old one or the new one, never half of each: written under a temporary name in the same
 * folder, forced to the disk, renamed. Synchronous, so that nothing of ours runs between the steps.
 */
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { UserError } from '../env/user-error.js';

/** Ending of temporary files; what a killed process left behind may be deleted. */
export const temporaryEnding = '.tmp';

/**
 * Replaces or makes `file`. A reader sees the old content or the new one, also after a crash of the machine.
 * @throws UserError when the disk is full, the folder is missing or may not be written; the old file is untouched then
 */
export function writeAtomic(file: string, content: Uint8Array | string): void {
  // Cut short: a name that just fits must fit with our ending too.
  const name = `.${basename(file).slice(0, 50)}.${process.pid}${temporaryEnding}`;
  const temporary = join(dirname(file), name);
  let made = false;
  try {
    // Renaming over a device, a pipe or a link would destroy it: `--out /dev/null` must leave /dev/null what it is.
    checkTarget(file);
    const handle = openSync(temporary, 'w');
    made = true;
    try {
      writeFileSync(handle, content);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, file);
    made = false;
    syncFolder(dirname(file));
  } catch (error) {
    if (made) rmSync(temporary, { force: true });
    throw fileError(error, `cannot write ${file}`);
  }
}

/** @throws UserError, or what the system refuses, when there is something at `file` that must not be replaced */
function checkTarget(file: string): void {
  const there = lstatSync(file, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new UserError(`cannot write ${file}: ${remedies.EISDIR}`);
  if (there && !there.isFile())
    throw new UserError(`cannot write ${file}: it is not an ordinary file; give the path of one`);
}

/**
 * Refuses what would be waited for without end, such as a named pipe that nobody writes, or has no end, as a device. What
 * a shell hands over under /dev or /proc (`<(command)`) may be read.
 * @throws UserError
 */
export function checkOrdinary(file: string): void {
  const there = statSync(file, { throwIfNoEntry: false });
  if (!there || there.isFile() || there.isDirectory() || /^\/(dev\/(fd\/|stdin$)|proc\/)/.test(file)) return;
  throw new UserError(`cannot read ${file}: it is not an ordinary file; give the path of one`);
}

/** The folder that is there: this one, or the nearest above it. */
function nearestFolder(path: string): string {
  for (let at = resolve(path); ; at = dirname(at))
    if (lstatSync(at, { throwIfNoEntry: false }) || at === dirname(at)) return at;
}

/**
 * Whether `writeAtomic` could write this file, as far as can be known without leaving anything behind: for what takes
 * long to compute.
 * @param folderIsMade the caller makes the folder of the file first (`makeFolder`); else it must be there
 * @throws UserError
 */
export function checkWritable(file: string, { folderIsMade = false } = {}): void {
  try {
    checkTarget(file);
    const folder = folderIsMade ? nearestFolder(dirname(file)) : dirname(file);
    if (!statSync(folder).isDirectory()) throw new UserError(`cannot write ${file}: ${remedies.ENOTDIR}`);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw fileError(error, `cannot write ${file}`);
  }
}

/**
 * Makes a folder and those above it that are missing. (`mkdirSync` on its own says "no such file" of a disk that is
 * read-only.)
 * @throws what the system refuses, for `fileError`
 */
export function makeFolder(folder: string): void {
  const path = resolve(folder);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Somebody else may have been quicker.
    if (codeOf(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}

const temporaries: string[] = [];

/** A new folder for temporary files, gone with this process at the latest. @throws UserError that names where they go */
export function temporaryFolder(prefix: string): string {
  const place = tmpdir();
  const folder = attempt(`cannot make a folder for temporary files in ${place} (TMPDIR)`, () =>
    mkdtempSync(join(place, prefix)),
  );
  const remove = () => temporaries.forEach((one) => rmSync(one, { recursive: true, force: true }));
  if (temporaries.push(folder) === 1) process.once('exit', remove);
  return folder;
}

/** The rename itself must reach the disk too; systems that cannot open a folder do this on their own. */
function syncFolder(folder: string): void {
  let handle: number;
  try {
    handle = openSync(folder, 'r');
  } catch {
    return;
  }
  try {
    fsyncSync(handle);
  } catch (error) {
    if (!['EINVAL', 'EISDIR', 'EPERM', 'ENOTSUP', 'EBADF'].includes(codeOf(error))) throw error;
  } finally {
    closeSync(handle);
  }
}

/** After these what was to be written can be written once there is room. */
const full: Record<string, string> = {
  ENOSPC: 'the disk is full; free some space',
  EDQUOT: 'your disk quota is used up; free some space',
  EFBIG: 'the file would be larger than this disk or user allows; raise the limit (ulimit -f)',
};

/** What to do about an error of the operating system, by its code. */
export const remedies: Readonly<Record<string, string>> = {
  EACCES: 'permission denied; choose a folder that you may use',
  EPERM: 'permission denied; choose a folder that you may use',
  EROFS: 'the disk is read-only; choose another folder',
  ENOENT: 'no such file or folder; check the path',
  ENOTDIR: 'a part of the path is a file, not a folder; check the path',
  EISDIR: 'it is a folder, not a file; check the path',
  EEXIST: 'a file of that name is in the way',
  ENOTEMPTY: 'a folder of that name is in the way',
  ENAMETOOLONG: 'the name is too long; choose a shorter one',
  ELOOP: 'a part of the path is a link to itself; check the path',
  EMFILE: 'too many files are open; raise the limit (ulimit -n)',
  ENFILE: 'the system has too many files open; close some programs',
  ENOMEM: 'there is not enough memory; close some programs, or raise the limit (ulimit -v)',
  EAGAIN: 'the system has no resources left; close some programs, or raise the limits (ulimit -a)',
  EIO: 'the disk reports an error; check the disk',
};

/** There is no room for a file. What was there before is untouched. */
export class NoRoom extends UserError {
  /** @param problem what could not be written, and why; @param remedy what to do once there is room */
  constructor(
    readonly problem: string,
    remedy: string,
    cause: unknown,
  ) {
    super(`${problem} and ${remedy}`, { cause });
  }

  /** The same with another way to go on. */
  instead(remedy: string): NoRoom {
    return new NoRoom(this.problem, remedy, this.cause);
  }
}

/** What the operating system calls an error; empty for any other. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}

/**
 * What the operating system refused, as a UserError (`NoRoom` where the disk is full); anything that is not such a
 * refusal comes back unchanged.
 * @param what what was attempted, with the file's name: "cannot write runs/a/config.json"
 */
export function fileError(error: unknown, what: string): unknown {
  const code = codeOf(error);
  if (!code || !(error instanceof Error) || !('syscall' in error)) return error;
  if (full[code]) return new NoRoom(`${what}: ${full[code]}`, 'run the same command again', error);
  // The system's message ends with the names of files, which may be our temporary ones.
  const said = /^[A-Z0-9]+: (.*?), /.exec(error.message)?.[1] ?? code;
  return new UserError(`${what}: ${remedies[code] ?? said}`, { cause: error });
}

/** Does what the operating system may refuse. @param what as of `fileError` @throws as that says it */
export function attempt<T>(what: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw fileError(error, what);
  }
}
