/** The blobs of a command in Redis. */
import type { Redis } from './connection.js';
import { blobKey, LIFE } from './keys.js';

/** Keeps the bytes that jobs name by their SHA-256 in Redis, for as long as somebody here uses them. */
export class BlobStore {
  /** What is used, and by how many. */
  private readonly used = new Map<string, { bytes: Uint8Array; users: number }>();

  /** @param patiently does something until Redis lets it */
  constructor(
    private readonly redis: Redis,
    private readonly patiently: <T>(work: () => Promise<T>) => Promise<T>,
  ) {}

  /** One more user of each. @returns when they are in Redis */
  async use(blobs: ReadonlyMap<string, Uint8Array>): Promise<void> {
    for (const [hash, bytes] of blobs) {
      const known = this.used.get(hash);
      if (known) known.users++;
      else this.used.set(hash, { bytes, users: 1 });
    }
    await this.restore([...blobs.keys()]);
  }

  /** Puts in again what is not there any more. Those that nobody uses are left out. */
  async restore(hashes: readonly string[]): Promise<void> {
    for (const hash of hashes) {
      const bytes = this.used.get(hash)?.bytes;
      if (!bytes) continue;
      const there = await this.patiently(() => this.redis.expire(blobKey(hash), LIFE.blob));
      if (there === 0) await this.patiently(() => this.redis.set(blobKey(hash), Buffer.from(bytes), 'EX', LIFE.blob));
    }
  }

  /** One user fewer of each; what nobody uses is deleted: weights of an update are of no use to the next. */
  async release(hashes: Iterable<string>): Promise<void> {
    const unused: string[] = [];
    for (const hash of hashes) {
      const known = this.used.get(hash);
      if (!known || --known.users > 0) continue;
      this.used.delete(hash);
      unused.push(blobKey(hash));
    }
    // Where Redis is away they go by themselves.
    if (unused.length > 0) await this.redis.del(...unused).catch(() => {});
  }

  /** To be called now and then: what nobody renews is gone after an hour. */
  async renew(): Promise<void> {
    for (const hash of this.used.keys()) await this.redis.expire(blobKey(hash), LIFE.blob);
  }
}
