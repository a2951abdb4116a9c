/** Snapshots of the learned weights as opponents: settings, schedule and saved state. */
import { z } from 'zod';
import type { Collector } from '../collect/collector.js';
import { SnapshotPool } from '../collect/opponents.js';
import { count, everAbove0, floats, schedule, whole } from '../schedule.js';

/** Settings of every algorithm that plays against snapshots. */
export const snapshotSettings = z
  .strictObject({
    share: schedule(0, 1).prefault(0.08).describe('Share of all seats that snapshots play.'),
    every: whole(1).default(8).describe('Updates between two snapshots.'),
    poolSize: whole(1).default(10).describe('Largest number of snapshots kept.'),
  })
  .prefault({})
  .describe('Snapshots: earlier versions of the policy as opponents.');

/** Which of these settings may change within a run, and why. */
export const changeableSnapshots = {
  'snapshots.share': 'read in each rollout',
  'snapshots.every': 'read after each update',
  'snapshots.poolSize': 'snapshots that have no room any more are dropped',
};

/** Saved state of the snapshots. */
export const snapshotMemory = {
  pool: z.strictObject({
    nextId: count,
    snapshots: z.array(z.strictObject({ id: count, slot: count, update: count, score: z.number(), meetings: count })),
  }),
  /** Flat weights of each slot in use, by slot. */
  snapshots: z.array(floats),
};

type Memory = z.output<z.ZodObject<typeof snapshotMemory>>;

/** The pool, and its weights in the collector's memory. */
export class Snapshots {
  readonly pool: SnapshotPool;

  constructor(
    private readonly settings: z.output<typeof snapshotSettings>,
    private readonly collector: Pick<Collector, 'snapshot' | 'setSnapshot'>,
  ) {
    this.pool = new SnapshotPool(settings.poolSize);
  }

  /** Takes a snapshot if one is due. @param update of the phase @param flat returns the weights; called only then */
  take(update: number, flat: () => Float32Array): void {
    const { share, every } = this.settings;
    if (update % every === 0 && everAbove0(share)) this.collector.setSnapshot(this.pool.add(update).slot, flat());
  }

  /** Slots of their weights. */
  get slots(): { id: number; slot: number }[] {
    return this.pool.snapshots.map(({ id, slot }) => ({ id, slot }));
  }

  save(): Memory {
    const { pool, collector } = this;
    const slots = pool.snapshots.map((snapshot) => snapshot.slot).sort((a, b) => a - b);
    return { pool: pool.save(), snapshots: slots.map((slot) => collector.snapshot(slot)) };
  }

  /** @param update of the phase */
  load(state: Memory, update: number): void {
    const { pool } = this;
    if (state.pool.snapshots.some(({ slot }) => slot >= state.snapshots.length))
      throw new RangeError('a snapshot lies in a slot that has no weights');
    pool.load(state.pool);
    // The pool may have become smaller since.
    const kept = pool.snapshots.length > pool.size ? pool.fit(update) : [...state.snapshots.keys()];
    for (const [slot, from] of kept.entries()) this.collector.setSnapshot(slot, state.snapshots[from]!);
  }
}
