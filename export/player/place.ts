/** Puts finished exports in place. A player gets its name only once it has passed its self-test. */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { checkWritable, fileError, makeFolder, writeAtomic } from '../../checkpoints/atomic.js';
import { UserError } from '../../env/user-error.js';
import { type Verified, verifyPlayer } from './verify.js';

/** Where a player goes, as an absolute path. @throws UserError when that is no name of a module */
export function playerPath(out: string): string {
  const path = resolve(out);
  if (!/\.m?js$/.test(path)) throw new UserError(`${out}: a player is a JavaScript module, name it like player.mjs`);
  return path;
}

/** Writes them, each whole or not at all. @returns them, and the size of all */
export function placeFiles(contents: readonly (readonly [file: string, content: Uint8Array | string])[]): {
  files: { path: string; bytes: number }[];
  bytes: number;
} {
  const files = contents.map(([file, content]) => {
    folderFor(file);
    writeAtomic(file, content);
    return { path: file, bytes: Buffer.byteLength(content) };
  });
  return { files, bytes: files.reduce((sum, file) => sum + file.bytes, 0) };
}

/** A player is checked under another name first: what stands under its own name has passed. */
export async function tryPlayer(path: string, text: string): Promise<Verified> {
  const folder = folderFor(path);
  const trial = join(folder, `.${basename(path).slice(0, 50)}.${randomBytes(4).toString('hex')}.tmp.mjs`);
  const remove = () => rmSync(trial, { force: true });
  // Also where a signal ends the process meanwhile.
  process.once('exit', remove);
  try {
    writeAtomic(trial, text);
    return await verifyPlayer(trial);
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/** Makes the folder of a file that is about to be written. @returns it */
function folderFor(path: string): string {
  checkWritable(path, { folderIsMade: true });
  const folder = dirname(path);
  try {
    makeFolder(folder);
  } catch (error) {
    throw fileError(error, `cannot make the folder ${folder}`);
  }
  return folder;
}
