/** What each test file of the queue stands on: its scratch folder, its tests, which have places, and what is looked for. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { inProcess } from '../operator/in-process.js';
import { freeDisks } from './machine.js';
import { tellMissing } from './own-redis.js';
import { Place } from './place.js';
import { killAll } from './program.js';
import { quietResult, type Work } from './works.js';

tellMissing();
export const base = mkdtempSync(path.join(tmpdir(), 'tabletop-queue-test-'));

/** The result without a queue. */
export const quiet = (work: Work) => quietResult(work, path.join(base, 'quiet'));
/** What a worker prints of a job that it has done. */
export const jobDone = /job \S+ of run \S+ done/;

/** A test with a place of its own, `here`, or with one as it says, `place(settings)`; both go with it. */
export const it = test.extend<{ place: typeof Place.make; here: Place }>({
  place: async ({ task: _ }, use) => {
    const made: Place[] = [];
    await use(async (settings) => {
      const one = await Place.make(settings);
      made.push(one);
      return one;
    });
    await Promise.all(made.map((one) => one.stop()));
  },
  here: async ({ place }, use) => use(await place()),
});

afterAll(async () => {
  await killAll();
  freeDisks();
  rmSync(base, { recursive: true, force: true });
});

/** How a command ended. */
interface Ended {
  code: number | string | null;
  out: string;
  err: string;
}

/** A command in this process, from its start to its end. */
export async function runHere(words: readonly string[]): Promise<Ended> {
  const { status, stdout, stderr } = await inProcess(base, words);
  return { code: status, out: stdout, err: stderr };
}

/** The command ended as it must for a mistake: with 2, and one line on standard error, which is given back. */
export function oneLine({ code, err, out }: Ended): string {
  expect({ code, lines: err.trimEnd().split('\n').length, out, err }).toEqual({ code: 2, lines: 1, out: '', err });
  expect(err).toMatch(/^tabletop: .{10,}\n$/);
  return err;
}
