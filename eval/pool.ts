/**
 * Spreads blocks of games over worker threads. What comes back does not depend on how many there are: every game
 * follows from its block's seed, and blocks are delivered in the order of their numbers.
 */
import { availableParallelism } from 'node:os';
import type { Fleet } from '../env/fleet.js';
import { Thread, ThreadEnded } from '../env/thread.js';
import { UserError } from '../env/user-error.js';
import type { Effort } from './effort.js';
import type { Outcome } from './match.js';
import type { MatchThread } from './match-worker.js';
import { type Block, openTable, type TableSettings } from './table.js';

/** How far a run of games is. */
export interface Progress {
  /** Games played. */
  done: number;
  total: number;
  /** Estimated from the speed so far; NaN while too few games are played to tell. */
  secondsLeft: number;
}

/** Settings of everything that plays many games. */
export interface PoolSettings {
  /** Threads; 0 plays in this one. Default: one a core. */
  workers?: number;
  /** Plays on other machines instead; `workers` says nothing then. */
  fleet?: Fleet | undefined;
  /** Stops the games; the promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

/** From this share of the games on, or so many seconds of several games, the speed so far says how long the rest takes. */
const tellingShare = 0.05;
const tellingSeconds = 60;
const severalGames = 30;

/** Counts games for `onProgress`. */
export class Meter {
  private done = 0;
  private readonly began: number;

  /** @param now milliseconds of a clock */
  constructor(
    private readonly total: number,
    private readonly report: ((progress: Progress) => void) | undefined,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.began = now();
  }

  add(games: number): void {
    if (games === 0) return;
    this.done += games;
    const seconds = (this.now() - this.began) / 1000;
    // The first games come with the start of the threads, and several at once.
    const telling = this.done >= tellingShare * this.total || (seconds >= tellingSeconds && this.done >= severalGames);
    this.report?.({
      done: this.done,
      total: this.total,
      secondsLeft: telling ? (seconds / this.done) * (this.total - this.done) : Number.NaN,
    });
  }
}

/** Takes the games of a block, and what they cost by agent of the table (where that is noted). */
export type Deliver = (index: number, outcomes: Outcome[], effort: Effort[]) => void;

/** Hands blocks on in the order of their numbers, whatever order they are finished in. */
class InOrder {
  private readonly waiting = new Map<number, [Outcome[], Effort[]]>();
  private next = 0;

  constructor(private readonly deliver: Deliver) {}

  add(index: number, outcomes: Outcome[], effort: Effort[]): void {
    this.waiting.set(index, [outcomes, effort]);
    for (let ready = this.waiting.get(this.next); ready; ready = this.waiting.get(this.next)) {
      this.waiting.delete(this.next);
      this.deliver(this.next++, ...ready);
    }
  }

  /** Hands on what was finished out of turn: nothing before it will come any more. */
  flush(): void {
    for (const index of [...this.waiting.keys()].sort((a, b) => a - b)) {
      const block = this.waiting.get(index)!;
      this.waiting.delete(index);
      this.deliver(index, ...block);
    }
  }
}

/**
 * Plays blocks of games.
 * @param deliver called once a block, in ascending order of index; after an interruption or a failure also with those
 *   blocks that were already finished
 * @throws UserError when the table cannot be set up or an agent fails; the signal's reason when it was interrupted
 */
export async function playBlocks(
  table: TableSettings,
  blocks: readonly Block[],
  settings: PoolSettings,
  deliver: Deliver,
): Promise<void> {
  settings.signal?.throwIfAborted();
  if (blocks.length === 0) return;
  const { workers = availableParallelism() } = settings;
  const total = blocks.reduce((sum, block) => sum + block.seatings.length, 0);
  const meter = new Meter(total, settings.onProgress);
  if (settings.fleet) return playElsewhere(table, blocks, settings.fleet, settings.signal, meter, deliver);
  if (workers <= 0) return playHere(table, blocks, settings.signal, meter, deliver);
  return playInThreads(table, blocks, Math.min(workers, blocks.length), settings.signal, meter, deliver);
}

async function playElsewhere(
  table: TableSettings,
  blocks: readonly Block[],
  fleet: Fleet,
  signal: AbortSignal | undefined,
  meter: Meter,
  deliver: Deliver,
): Promise<void> {
  const service = await fleet.open<MatchThread>('match', table);
  const order = new InOrder(deliver);
  try {
    await service.all('play', blocks, {
      label: ({ seed }) => `seed ${seed}`,
      deliver(index, { outcomes, effort }) {
        if (outcomes.length !== blocks[index]!.seatings.length)
          throw new UserError(
            `a worker answered with ${outcomes.length} games of block ${index}: is it another program?`,
          );
        meter.add(outcomes.length);
        order.add(index, outcomes, effort);
      },
      signal,
    });
  } catch (error) {
    order.flush();
    throw error;
  } finally {
    await service.close();
  }
}

async function playHere(
  settings: TableSettings,
  blocks: readonly Block[],
  signal: AbortSignal | undefined,
  meter: Meter,
  deliver: Deliver,
): Promise<void> {
  const table = await openTable(settings);
  let pause = performance.now();
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index]!;
    const outcomes: Outcome[] = [];
    for (let game = 0; game < block.seatings.length; game++) {
      outcomes.push(table.play(block, game));
      meter.add(1);
      if (performance.now() - pause > 50) {
        // Lets timers and signals in.
        await new Promise((resolve) => setImmediate(resolve));
        pause = performance.now();
      }
      signal?.throwIfAborted();
    }
    deliver(index, outcomes, table.effort());
  }
}

async function playInThreads(
  settings: TableSettings,
  blocks: readonly Block[],
  workers: number,
  signal: AbortSignal | undefined,
  meter: Meter,
  deliver: Deliver,
): Promise<void> {
  const order = new InOrder(deliver);
  let over = false;
  const count = (games: number) => {
    if (!over) meter.add(games);
  };
  const module = new URL('./match-worker.js', import.meta.url);
  const threads = Array.from({ length: workers }, () => new Thread<MatchThread>(module, settings, count));
  let next = 0;
  const feed = async (thread: Thread<MatchThread>, number: number) => {
    while (!over && next < blocks.length) {
      const index = next++;
      const { outcomes, effort, played } = await thread.call('play', blocks[index]!).catch((error) => {
        if (!(error instanceof ThreadEnded)) throw error;
        throw new UserError(`worker thread ${number} of ${workers} died (${error.why}); try fewer with --workers`);
      });
      if (over) return;
      meter.add(played);
      order.add(index, outcomes, effort);
    }
  };
  // Where blocks are many, a thread has its next one before we have read its last.
  const ahead = blocks.length >= 8 * workers ? 2 : 1;
  const feeds = threads.flatMap((thread, number) => Array.from({ length: ahead }, () => feed(thread, number)));
  let interrupt!: () => void;
  const interrupted = new Promise<never>((_, reject) => {
    interrupt = () => reject(signal!.reason);
  });
  signal?.addEventListener('abort', interrupt);
  const stop = async () => {
    over = true;
    signal?.removeEventListener('abort', interrupt);
    await Promise.all(threads.map((thread) => thread.stop()));
  };
  try {
    await Promise.race([Promise.all(feeds), interrupted]);
    await stop();
  } catch (error) {
    await stop();
    try {
      order.flush();
    } catch {
      // The same trouble that stopped us, or worse; the first is the one to tell.
    }
    throw error;
  }
}
