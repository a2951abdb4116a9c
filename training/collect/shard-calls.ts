/** Orders of shards (shards.ts) split into calls for threads or other machines, and the answers put together. */

import type { NetworkShape } from '../../agents/network/network.js';
import type { OpenService } from '../../env/fleet.js';
import { UserError } from '../../env/user-error.js';
import { type AfterstateOrder, type AfterstateResult, type AfterstateShard, fitsShard } from './afterstate-play.js';
import { addContests, type ContestOrder, type ContestResult, type ContestScores } from './contest.js';
import { addSelfPlay, type SelfPlayed, type SelfPlayOrder, type SelfPlayResult } from './self-play.js';

/** What plays orders. */
export interface ShardPlayer {
  contest(order: ContestOrder): Promise<ContestResult>;
  selfPlay(order: SelfPlayOrder): Promise<SelfPlayResult>;
  afterstates(order: AfterstateOrder): Promise<AfterstateResult>;
}

/**
 * Plays shards of games in which every action is judged by the position that it leads to.
 * @param weights sent along, where they are not in shared memory
 * @returns in the order of the shards
 */
export async function callAfterstates(
  service: OpenService<ShardPlayer>,
  { shards, ...rest }: AfterstateOrder,
  weights: object,
  signal: AbortSignal,
  shape: NetworkShape,
): Promise<AfterstateShard[]> {
  const results = new Array<AfterstateShard>(shards.length);
  await service.all(
    'afterstates',
    shards.map((seed) => ({ shards: [seed] })),
    {
      shared: { ...rest, ...weights },
      label: ({ shards: seeds }) => `seed ${seeds![0]}`,
      deliver(index, result) {
        if (result.shards.length !== 1 || !fitsShard(result.shards[0]!, shape))
          throw new UserError('a worker answered with other games than were asked for: is it another program?');
        results[index] = { ...result.shards[0]!, shard: index };
      },
      signal,
    },
  );
  return results;
}

/**
 * Plays the games of candidates.
 * @param weights sent along, where they are not in shared memory
 */
export async function callContest(
  service: OpenService<ShardPlayer>,
  { candidates, ...rest }: ContestOrder,
  weights: object,
  signal: AbortSignal,
): Promise<ContestScores> {
  // Two and two: a pair plays the same deals, and is a job of its own where workers are many.
  const pairs = Array.from({ length: Math.ceil(candidates.length / 2) }, (_, i) => candidates.slice(2 * i, 2 * i + 2));
  const results = new Array<ContestResult>(pairs.length);
  await service.all(
    'contest',
    pairs.map((pair) => ({ candidates: pair })),
    {
      shared: { ...rest, ...weights },
      label: ({ candidates: pair }) => `seed ${pair![0]!.deals}`,
      deliver(index, result) {
        const pair = pairs[index]!;
        if (result.scores.length !== pair.length || result.scores.some(({ candidate }, i) => candidate !== i))
          throw new UserError('a worker answered with scores of other candidates: is it another program?');
        const scores = result.scores.map((one) => ({ ...one, candidate: 2 * index + one.candidate }));
        results[index] = { ...result, scores };
      },
      signal,
    },
  );
  return addContests(results, candidates.length);
}

/**
 * Plays shards of a search against itself.
 * @param weights sent along, where they are not in shared memory
 */
export async function callSelfPlay(
  service: OpenService<ShardPlayer>,
  { shards, ...rest }: SelfPlayOrder,
  weights: object,
  signal: AbortSignal,
): Promise<SelfPlayed> {
  const results = new Array<SelfPlayResult>(shards.length);
  await service.all(
    'selfPlay',
    shards.map((seed) => ({ shards: [seed] })),
    {
      shared: { ...rest, ...weights },
      label: ({ shards: seeds }) => `seed ${seeds![0]}`,
      deliver(index, result) {
        if (result.shards.length !== 1 || result.shards[0]!.games.length !== rest.games)
          throw new UserError('a worker answered with other games than were asked for: is it another program?');
        results[index] = { ...result, shards: [{ shard: index, games: result.shards[0]!.games }] };
      },
      signal,
    },
  );
  return addSelfPlay(results);
}
