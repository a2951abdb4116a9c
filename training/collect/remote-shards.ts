/** Shards of a run that other machines play (shard-service.ts): splits an order into calls, and puts the answers together. */
import type { Fleet, RemoteService } from '../../env/fleet.js';
import { UserError } from '../../env/user-error.js';
import type { ContestOrder, ContestResult } from './contest.js';
import type { RunSpec } from './run-spec.js';
import type { SelfPlayOrder, SelfPlayResult } from './self-play.js';
import { arithmetic, type ContestCall, type SelfPlayCall, type ShardService } from './shard-service.js';

/** What of `ShardService` is called: records of methods are what services are. */
type Remote = ShardService & Record<string, never>;

/** See the head of the file. To be closed. */
export class RemoteShards {
  private constructor(
    private readonly service: RemoteService<Remote>,
    private readonly stop: AbortController,
  ) {}

  /** @throws UserError when the run names what cannot travel */
  static async open(fleet: Fleet, spec: RunSpec): Promise<RemoteShards> {
    const service = await fleet.open<Remote>('shards', { spec, arithmetic: await arithmetic(spec) });
    return new RemoteShards(service, new AbortController());
  }

  /**
   * @param centre of the changes, flat
   * @param snapshot flat weights of a slot
   * @returns results whose scores are counted as the order counts its candidates
   */
  async contest(
    centre: Float32Array,
    order: Omit<ContestOrder, 'part' | 'parts'>,
    snapshot: (slot: number) => Float32Array,
  ): Promise<ContestResult[]> {
    const { candidates, slots, ...rest } = order;
    // Two and two: a pair plays the same deals, and is a job of its own where workers are many.
    const pairs = Array.from({ length: Math.ceil(candidates.length / 2) }, (_, i) =>
      candidates.slice(2 * i, 2 * i + 2),
    );
    const shared = {
      ...rest,
      slots: slots.map(({ id }, slot) => ({ id, slot })),
      acting: centre.slice(),
      snapshots: slots.map(({ slot }) => snapshot(slot)),
    };
    const results = new Array<ContestResult>(pairs.length);
    await this.service.all('contest', pairs.map((pair) => ({ candidates: pair })) as never[], {
      shared,
      label: (call: Partial<ContestCall>) => `seed ${call.candidates![0]!.deals}`,
      deliver(index, result: ContestResult) {
        const pair = pairs[index]!;
        if (result.scores.length !== pair.length || result.scores.some(({ candidate }, i) => candidate !== i))
          throw new UserError('a worker answered with scores of other candidates: is it another program?');
        const scores = result.scores.map((one) => ({ ...one, candidate: 2 * index + one.candidate }));
        results[index] = { ...result, scores };
      },
      signal: this.stop.signal,
    });
    return results;
  }

  /** @param acting flat weights of the policy */
  async selfPlay(acting: Float32Array, order: Omit<SelfPlayOrder, 'part' | 'parts'>): Promise<SelfPlayResult[]> {
    const { shards, ...rest } = order;
    const results = new Array<SelfPlayResult>(shards.length);
    await this.service.all('selfPlay', shards.map((seed) => ({ shards: [seed] })) as never[], {
      shared: { ...rest, acting: acting.slice(), snapshots: [] },
      label: (call: Partial<SelfPlayCall>) => `seed ${call.shards![0]}`,
      deliver(index, result: SelfPlayResult) {
        if (result.shards.length !== 1 || result.shards[0]!.games.length !== order.games)
          throw new UserError('a worker answered with other games than were asked for: is it another program?');
        results[index] = { ...result, shards: [{ shard: index, games: result.shards[0]!.games }] };
      },
      signal: this.stop.signal,
    });
    return results;
  }

  async close(): Promise<void> {
    this.stop.abort(new Error('the run has ended'));
    await this.service.close();
  }
}
