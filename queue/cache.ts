/**
 * Files of a worker by content: blobs as they came, and what became of them as files with names. Kept from run to run.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileError, writeAtomic } from '../checkpoints/atomic.js';
import { sha256 } from './codec.js';

/** Bytes that may lie there; what was used longest ago goes first. */
const MOST = 2 * 2 ** 30;
/** So many bytes may come before the folder is looked through again; at most a part of what may lie there. */
const BETWEEN = 128 << 20;
const PART = 16;

/** Keeps files of a worker by their content, from run to run. Several processes may use one folder. */
export class Cache {
  private since = Infinity;

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
    if (existsSync(file) && sha256(readFileSync(file)) === hash) {
      const now = new Date();
      utimesSync(folder, now, now);
      return file;
    }
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
    if (this.since < Math.min(BETWEEN, this.most / PART)) return;
    this.since = 0;
    const kept = readdirSync(this.folder)
      .filter((name) => /^[0-9a-f]{64}(\.d)?$/.test(name))
      .flatMap((name) => this.look(name) ?? [])
      .sort((a, b) => b.used - a.used);
    let sum = bytes;
    for (const { name, size } of kept)
      if ((sum += size) > this.most) rmSync(this.path(name), { force: true, recursive: true });
  }

  /** Of a blob, or of the folder of a file with a name. @returns undefined where another process has deleted it */
  private look(name: string): { name: string; size: number; used: number } | undefined {
    const about = statSync(this.path(name), { throwIfNoEntry: false });
    if (!about?.isDirectory()) return about && { name, size: about.size, used: about.mtimeMs };
    try {
      const files = readdirSync(this.path(name)).map((file) => statSync(join(this.path(name), file)).size);
      return { name, size: files.reduce((sum, size) => sum + size, 0), used: about.mtimeMs };
    } catch {
      return undefined;
    }
  }
}
