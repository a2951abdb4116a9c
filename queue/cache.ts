/**
 * Files of a worker by content: blobs as they came, and what became of them as files with names. Kept from run to run.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileError, writeAtomic } from '../checkpoints/atomic.js';
import { sha256 } from './codec.js';

/** Bytes that may lie there; what was used longest ago goes first. */
const MOST = 2 << 30;
/** So many bytes may come before the folder is looked through again. */
const BETWEEN = 128 << 20;

/** Keeps files of a worker by their content, from run to run. Several processes may use one folder. */
export class Cache {
  private since = BETWEEN;

  /** @throws UserError when the folder cannot be made */
  constructor(
    readonly folder: string,
    private readonly most = MOST,
  ) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw fileError(error, `cannot make the folder ${folder} of the cache`);
    }
  }

  has(hash: string): boolean {
    return existsSync(this.path(hash));
  }

  /** @throws Error when it is missing, or its hash does not match its name: then it is deleted */
  read(hash: string): Uint8Array {
    const file = this.path(hash);
    const bytes = readFileSync(file);
    if (sha256(bytes) !== hash) {
      rmSync(file, { force: true });
      throw new Error(`${file} was damaged`);
    }
    const now = new Date();
    utimesSync(file, now, now);
    return bytes;
  }

  /** @throws Error when the bytes are not those of the hash; UserError when they cannot be written */
  put(hash: string, bytes: Uint8Array): void {
    if (sha256(bytes) !== hash) throw new Error(`a blob does not match its name (${hash})`);
    this.makeRoom(bytes.length);
    writeAtomic(this.path(hash), bytes);
  }

  /** A file of that name with these bytes, for what loads files. @returns its path */
  file(hash: string, name: string, bytes: Uint8Array): string {
    const folder = join(this.folder, `${hash}.d`);
    const file = join(folder, name);
    if (existsSync(file) && sha256(readFileSync(file)) === hash) return file;
    this.makeRoom(bytes.length);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw fileError(error, `cannot make ${folder}`);
    }
    writeAtomic(file, bytes);
    return file;
  }

  private path(hash: string): string {
    return join(this.folder, hash);
  }

  private makeRoom(bytes: number): void {
    this.since += bytes;
    if (this.since < BETWEEN) return;
    this.since = 0;
    const files = readdirSync(this.folder)
      .filter((name) => /^[0-9a-f]{64}$/.test(name))
      .map((name) => ({ name, about: statSync(this.path(name), { throwIfNoEntry: false }) }))
      .flatMap(({ name, about }) => (about ? [{ name, size: about.size, used: about.mtimeMs }] : []))
      .sort((a, b) => b.used - a.used);
    let sum = 0;
    for (const { name, size } of files) if ((sum += size) > this.most) rmSync(this.path(name), { force: true });
  }
}
