/** Fleets of this machine: this thread (`HereFleet`), or threads of the process (`ThreadFleet`). */
import { availableParallelism } from 'node:os';
import type { Answer, Call, Calls, Fleet, OpenService, Service } from './fleet.js';
import type { List } from './list.js';
import { OtherThread, type Place, ThisThread } from './place.js';
import { type Methods, ThreadEnded } from './thread.js';
import { UserError } from './user-error.js';
import { strayMistake } from './user-frame.js';

/** Where calls are answered. */
export interface Workplace {
  /** Threads; 0: this one. Default: one a core. */
  workers?: number | undefined;
  /** Other machines instead; `workers` says nothing then. */
  fleet?: Fleet | undefined;
}

/** The fleet that settings name. */
export function fleetOf({ workers = availableParallelism(), fleet }: Workplace): Fleet {
  if (fleet) return fleet;
  return workers > 0 ? new ThreadFleet(workers) : new HereFleet();
}

/** Answers calls in this thread. */
export class HereFleet implements Fleet {
  async open<S, M extends Methods<M>>(service: Service<S, M>, setup: S): Promise<OpenService<M>> {
    const place = new ThisThread<M>(service, setup);
    await place.opened;
    return new LocalService([place]);
  }
}

/** Answers calls in threads of this process, which begin when there are calls for them and end with the service. */
export class ThreadFleet implements Fleet {
  /** @param workers threads of each service, at most; > 0 */
  constructor(private readonly workers: number = availableParallelism()) {}

  async open<S, M extends Methods<M>>(service: Service<S, M>, setup: S): Promise<OpenService<M>> {
    return new LocalService<M>([], this.workers, () => new OtherThread<M>(service, setup));
  }
}

/** A service that is open in several places of this process. */
export class LocalService<M extends Methods<M>> implements OpenService<M> {
  private readonly places: Place<M>[];

  /** @param begin opens it in one more place, as long as there are fewer than `most` */
  constructor(
    places: readonly Place<M>[],
    private readonly most = places.length,
    private readonly begin?: () => Place<M>,
  ) {
    this.places = [...places];
  }

  async all<K extends keyof M & string>(
    method: K,
    calls: List<Partial<Call<M, K>>>,
    { shared, deliver, note, signal }: Calls<Partial<Call<M, K>>, Answer<M, K>>,
  ): Promise<void> {
    signal?.throwIfAborted();
    const { places, most } = this;
    while (this.begin && places.length < Math.min(most, calls.length)) places.push(this.begin());
    let next = 0;
    let over = false;
    const feed = async (place: Place<M>, number: number) => {
      while (!over && next < calls.length) {
        const index = next++;
        const call = (shared ? { ...shared, ...(calls.at(index) as object) } : calls.at(index)) as Call<M, K>;
        const hear = note && ((told: never) => over || note(index, told));
        try {
          const answer = await place.call(method, call, { note: hear, signal });
          if (!over) deliver(index, answer);
        } catch (error) {
          over = true;
          if (!(error instanceof ThreadEnded)) throw error;
          // A module may throw outside of a call.
          const mistake = error.cause === undefined ? undefined : strayMistake(error.cause);
          throw new UserError(
            mistake ?? `worker thread ${number} of ${places.length} died (${error.why}); try fewer with --workers`,
          );
        }
      }
    };
    let interrupt!: () => void;
    const interrupted = new Promise<never>((_, reject) => {
      interrupt = () => {
        over = true;
        reject(signal!.reason);
      };
    });
    signal?.addEventListener('abort', interrupt);
    try {
      // Where calls are many, a place has its next one before we have read its last.
      const ahead = calls.length >= 8 * places.length ? 2 : 1;
      const feeds = places.flatMap((place, number) => Array.from({ length: ahead }, () => feed(place, number)));
      await Promise.race([Promise.all(feeds), interrupted]);
    } finally {
      signal?.removeEventListener('abort', interrupt);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.places.splice(0).map((place) => place.close()));
  }
}
