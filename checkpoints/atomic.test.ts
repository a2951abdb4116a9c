import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UserError } from '../env/user-error.js';
import { checkOrdinary, checkWritable, fileError, makeFolder, NoRoom, writeAtomic } from './atomic.js';

/** What the next call of that name throws, as the operating system would. */
const refuse = vi.hoisted(() => ({ call: '', code: '' }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const refusing =
    <A extends unknown[], R>(name: string, action: (...args: A) => R) =>
    (...args: A): R => {
      if (refuse.call !== name) return action(...args);
      // Half of the content is written before the disk is full.
      if (name === 'writeFileSync' && typeof args[1] === 'string')
        fs.writeFileSync(args[0] as number, args[1].slice(0, args[1].length / 2));
      throw Object.assign(new Error(`${refuse.code}: refused`), { code: refuse.code, syscall: 'write' });
    };
  return {
    ...fs,
    writeFileSync: refusing('writeFileSync', fs.writeFileSync),
    fsyncSync: refusing('fsyncSync', fs.fsyncSync),
    renameSync: refusing('renameSync', fs.renameSync),
    openSync: refusing('openSync', fs.openSync),
  };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atomic-'));
});
afterEach(() => {
  refuse.call = '';
  rmSync(folder, { recursive: true });
});

it('writes and replaces', () => {
  const file = join(folder, 'a');
  writeAtomic(file, 'one');
  writeAtomic(file, Buffer.from('two'));
  expect(readFileSync(file, 'utf8')).toBe('two');
  expect(readdirSync(folder)).toEqual(['a']);
});

it.each([
  ['writeFileSync', 'ENOSPC', /the disk is full; free some space/],
  ['fsyncSync', 'EIO', /the disk reports an error/],
  ['renameSync', 'EACCES', /permission denied; choose a folder/],
  ['openSync', 'EROFS', /read-only/],
  ['writeFileSync', 'EDQUOT', /quota is used up; free some space and run the same command again$/],
  ['writeFileSync', 'EFBIG', /larger than .+ulimit -f\) and run/],
] as const)('leaves the old file when %s fails with %s', (call, code, message) => {
  const file = join(folder, 'a');
  writeAtomic(file, 'the old content');
  Object.assign(refuse, { call, code });
  expect(() => writeAtomic(file, 'the new content')).toThrow(UserError);
  expect(() => writeAtomic(file, 'the new content')).toThrow(message);
  expect(() => writeAtomic(file, 'the new content')).toThrow(`cannot write ${file}`);
  refuse.call = '';
  expect(readFileSync(file, 'utf8')).toBe('the old content');
  expect(readdirSync(folder)).toEqual(['a']);
});

it('says another way to go on when told to', () => {
  Object.assign(refuse, { call: 'writeFileSync', code: 'ENOSPC' });
  const file = join(folder, 'a');
  let thrown: unknown;
  try {
    writeAtomic(file, 'x');
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(NoRoom);
  expect((thrown as NoRoom).instead('do this').message).toBe(
    `cannot write ${file}: the disk is full; free some space and do this`,
  );
});

it('names a missing folder and a folder in the way', () => {
  expect(() => writeAtomic(join(folder, 'none', 'a'), 'x')).toThrow(/no such file or folder/);
  mkdirSync(join(folder, 'b'));
  expect(() => writeAtomic(join(folder, 'b'), 'x')).toThrow(UserError);
  expect(readdirSync(folder)).toEqual(['b']);
  writeFileSync(join(folder, 'f'), '');
  expect(() => writeAtomic(join(folder, 'f', 'a'), 'x')).toThrow(/not a folder/);
});

it('says beforehand what could not be written, and leaves nothing behind', () => {
  writeFileSync(join(folder, 'f'), '');
  mkdirSync(join(folder, 'b'));
  checkWritable(join(folder, 'new'));
  checkWritable(join(folder, 'f'));
  checkWritable(join(folder, 'a', 'b', 'c'), { folderIsMade: true });
  expect(() => checkWritable(join(folder, 'a', 'c'))).toThrow(/no such file or folder/);
  expect(() => checkWritable(join(folder, 'b'))).toThrow(/it is a folder/);
  for (const wrong of [join(folder, 'f', 'a'), join(folder, 'f', 'a', 'b')])
    expect(() => checkWritable(wrong, { folderIsMade: true })).toThrow(
      `cannot write ${wrong}: a part of the path is a`,
    );
  expect(() => checkWritable(join(folder, 'x'.repeat(300)))).toThrow(/the name is too long/);
  expect(readdirSync(folder).sort()).toEqual(['b', 'f']);
});

it('makes folders, and says what is in the way', () => {
  makeFolder(join(folder, 'a', 'b', 'c'));
  makeFolder(join(folder, 'a', 'b'));
  expect(readdirSync(join(folder, 'a', 'b'))).toEqual(['c']);
  writeFileSync(join(folder, 'f'), '');
  for (const wrong of [join(folder, 'f'), join(folder, 'f', 'a')])
    expect(() => makeFolder(wrong)).toThrow(/EEXIST|ENOTDIR/);
});

it('writes a name that just fits, and never tells a temporary one', () => {
  writeAtomic(join(folder, 'x'.repeat(255)), 'x');
  expect(readdirSync(folder)).toEqual(['x'.repeat(255)]);
  const file = join(folder, 'y'.repeat(256));
  expect(() => writeAtomic(file, 'x')).toThrow(`cannot write ${file}: the name is too long; choose a shorter one`);
  const busy = Object.assign(new Error("EBUSY: resource busy or locked, open '/a/.b.77.tmp'"), {
    code: 'EBUSY',
    syscall: 'open',
  });
  expect(fileError(busy, 'cannot write b')).toMatchObject({ message: 'cannot write b: resource busy or locked' });
});

it('lets our own bugs through', () => {
  expect(() => writeAtomic(join(folder, 'a'), 5 as unknown as string)).toThrow(TypeError);
  expect(readdirSync(folder)).toEqual([]);
});

it('leaves links and devices as they are', () => {
  const link = join(folder, 'link');
  symlinkSync('/dev/null', link);
  expect(() => writeAtomic(link, 'x')).toThrow(/not an ordinary file/);
  expect(readlinkSync(link)).toBe('/dev/null');
});

it('refuses to read what nobody writes or what has no end, in one line', () => {
  const pipe = join(folder, 'pipe');
  if (spawnSync('mkfifo', [pipe]).status !== 0) return;
  for (const path of [pipe, '/dev/zero'])
    expect(() => checkOrdinary(path)).toThrow(`cannot read ${path}: it is not an ordinary file; give the path of one`);
  for (const path of ['/dev/stdin', '/proc/self/fd/0', folder, join(folder, 'nothing')]) checkOrdinary(path);
});
