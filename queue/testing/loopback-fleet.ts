/** A fleet for tests, without Redis: jobs go through the same bytes, schemas and services, in this process, in another order. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Calls, Fleet, OpenService, Service } from '../../env/fleet.js';
import { itemsOf, type List } from '../../env/list.js';
import type { Methods } from '../../env/thread.js';
import { UserError } from '../../env/user-error.js';
import { Cache } from '../cache.js';
import { pack, sha256, unpack } from '../codec.js';
import { jobDoer, type Said, type Task } from '../job.js';
import { answerSchema } from '../messages.js';
import { serviceNamed } from '../services/index.js';

/** Does jobs of the queue in this process. */
export class LoopbackFleet implements Fleet {
  readonly cache = new Cache(mkdtempSync(join(tmpdir(), 'tabletop-here-')));
  /** Jobs that were done. */
  jobs = 0;
  /** Bytes of calls and answers that would have travelled. */
  bytes = 0;
  private readonly said: Said[] = [];
  private last: Promise<unknown> = Promise.resolve();
  private readonly work: (task: Task) => Promise<void>;

  /** @param size calls of a job @param allowed SHA-256 of modules that may be executed */
  constructor(
    private readonly size = 3,
    allowed: string[] = [],
  ) {
    this.work = jobDoer({ cache: this.cache.folder, allowed, worker: 'here' }, async (said) => {
      this.said.push(said);
    });
  }

  /** Does one job after the other. @returns what was said at its end */
  do(task: Task): Promise<Said> {
    const said = this.last.then(async () => {
      await this.work(task);
      return this.said.pop()!;
    });
    this.last = said.catch(() => {});
    return said;
  }

  async open<S, M extends Methods<M>>({ name }: Service<S, M>, setup: S): Promise<OpenService<M>> {
    const service = serviceNamed(name)!;
    const packed = pack(await service.pack(setup));
    const hash = sha256(packed.bytes);
    for (const [blob, bytes] of [...packed.blobs, [hash, packed.bytes] as const]) this.cache.put(blob, bytes);
    return {
      all: (method, calls, how) => this.all(name, method, hash, calls as never, how as never),
      close: async () => {},
    };
  }

  private async all(
    service: string,
    method: string,
    setup: string,
    calls: List<unknown>,
    { shared = {}, deliver, signal }: Calls<unknown, unknown>,
  ): Promise<void> {
    signal?.throwIfAborted();
    const starts = Array.from({ length: Math.ceil(calls.length / this.size) }, (_, i) => i * this.size);
    // The last first: answers come in any order.
    for (const from of starts.reverse()) {
      const own = itemsOf(calls, from, Math.min(from + this.size, calls.length));
      const packed = pack({ shared, calls: own });
      for (const [blob, bytes] of packed.blobs) this.cache.put(blob, bytes);
      this.bytes += packed.bytes.length;
      const said = await this.do({ service, method, setup, calls: packed.bytes, careful: false });
      this.jobs++;
      if ('unable' in said) throw new UserError(said.unable);
      if ('error' in said) throw said.user ? new UserError(said.error) : new Error(said.error);
      if (!('done' in said)) throw new Error('nothing was said');
      this.bytes += said.done.length;
      const answer = answerSchema.parse(unpack(said.done, () => new Uint8Array()));
      const { answer: schema } = serviceNamed(service)!.methods[method]!;
      for (const [i, one] of (answer as { answers: unknown[] }).answers.entries()) {
        schema.parse(one);
        deliver(from + i, one);
        signal?.throwIfAborted();
      }
    }
  }
}
