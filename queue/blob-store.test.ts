import { expect, it } from 'vitest';
import { BlobStore } from './blob-store.js';
import type { Redis } from './connection.js';
import { blobKey } from './keys.js';

/** What of Redis it needs, in memory. */
function memory() {
  const kept = new Map<string, string>();
  const redis = {
    set: async (key: string, bytes: Buffer) => void kept.set(key, String(bytes)),
    expire: async (key: string) => (kept.has(key) ? 1 : 0),
    del: async (...keys: string[]) => keys.filter((key) => kept.delete(key)).length,
  };
  return { kept, store: new BlobStore(redis as unknown as Redis, (work) => work()) };
}
const blobs = (...names: string[]) => new Map(names.map((name) => [name, Buffer.from(`bytes of ${name}`)]));

it('blobs stay while somebody uses them, and no longer', async () => {
  const { kept, store } = memory();
  await store.use(blobs('a', 'b'));
  await store.use(blobs('b'));
  expect(kept).toEqual(
    new Map([
      [blobKey('a'), 'bytes of a'],
      [blobKey('b'), 'bytes of b'],
    ]),
  );
  await store.release(['a', 'b', 'unknown']);
  expect([...kept.keys()]).toEqual([blobKey('b')]);
  await store.release(['b']);
  expect(kept.size).toBe(0);
});

it('blobs that Redis has lost are put in again, unless nobody uses them', async () => {
  const { kept, store } = memory();
  await store.use(blobs('a', 'b'));
  await store.release(['b']);
  kept.clear();
  await store.restore(['a', 'b']);
  expect([...kept.keys()]).toEqual([blobKey('a')]);
});
