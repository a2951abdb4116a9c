/**
 * Plays blocks of games, here, in threads or on other machines. What comes back does not depend on where: every game follows
 * from its block's seed, and blocks are delivered in the order of their numbers.
 */
import type { Device } from '../agents/network/engines/device.js';
import { fleetOf, type Workplace } from '../env/local-fleet.js';
import { UserError } from '../env/user-error.js';
import type { Effort } from './effort.js';
import matchService from './match-service.js';
import type { Outcome } from './outcome.js';
import { playSideBySide } from './side-by-side.js';
import { type Blocks, gamesOf, type TableSettings } from './table.js';

/** How far a run of games is. */
export interface GamesProgress {
  /** Games played. */
  done: number;
  total: number;
  /** Estimated from the speed so far; NaN while too few games are played to tell. */
  secondsLeft: number;
  /** What these games are part of, for people: others may follow. */
  part?: string;
}

/** Settings of everything that plays many games. */
export interface PoolSettings extends Workplace {
  /**
   * Where networks of policies lie. Their games are played side by side in this thread. Default: on the processor.
   * @internal
   */
  device?: Device | undefined;
  /** Stops the games; the promise is then rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: GamesProgress) => void) | undefined;
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
    private readonly report: ((progress: GamesProgress) => void) | undefined,
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
  blocks: Blocks,
  settings: PoolSettings,
  deliver: Deliver,
): Promise<void> {
  const { signal, onProgress } = settings;
  signal?.throwIfAborted();
  if (blocks.length === 0) return;
  const meter = new Meter(gamesOf(blocks), onProgress);
  const order = new InOrder(deliver);
  if (settings.device) {
    const hearing = { signal, onGame: () => meter.add(1), deliver: order.add.bind(order) };
    return playSideBySide(table, blocks, settings.device, hearing).catch((error: unknown) => {
      order.flush();
      throw error;
    });
  }
  /** Games of unfinished blocks that were counted already. */
  const counted = new Map<number, number>();
  const service = await fleetOf(settings).open(matchService, table);
  try {
    await service.all('play', blocks, {
      label: ({ seed }) => `seed ${seed}`,
      note(index, games: number) {
        counted.set(index, (counted.get(index) ?? 0) + games);
        meter.add(games);
      },
      deliver(index, { outcomes, effort }) {
        if (outcomes.length !== blocks.at(index)!.seatings.length)
          throw new UserError(
            `a worker answered with ${outcomes.length} games of block ${index}: is it another program?`,
          );
        meter.add(outcomes.length - (counted.get(index) ?? 0));
        counted.delete(index);
        order.add(index, outcomes, effort);
      },
      signal,
    });
  } catch (error) {
    await service.close();
    try {
      order.flush();
    } catch {
      // The same trouble that stopped us, or worse; the first is the one to tell.
    }
    throw error;
  }
  await service.close();
}
