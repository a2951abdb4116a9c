import { describe, expect, it } from 'vitest';
import type { OutcomeRule } from '../../agents/afterstates/outcomes.js';
import { lock, WORTH } from '../../agents/afterstates/testing/lock.js';
import { ValueNetwork } from '../../agents/afterstates/value-network.js';
import { flattenWeights, initialWeights } from '../../agents/network/network.js';
import { valueNetworkFor } from '../../agents/policy/policy.js';
import { RandomAgent } from '../../agents/random.js';
import { createRng } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { gameObserver } from '../../env/observer.js';
import { type AfterstateOrder, AfterstateSelfPlay, type AfterstateShard, fitsShard } from './afterstate-play.js';

const outcomes: OutcomeRule = { winWeight: 0.5, capped: 'half', lead: null };
const order: Omit<AfterstateOrder, 'shards'> = {
  ...{ rows: 60, lambda: 1, temperature: 1, spread: 0 },
  mix: { bots: [], snapshots: 0, pool: [], teacher: 0 },
  slots: [],
};

function playerOf(game: Game, beam = 0, rule = outcomes, auxiliary: string[] = []): AfterstateSelfPlay {
  const shape = valueNetworkFor(game, [32], 'relu', auxiliary);
  const options = game.options.parse({});
  return new AfterstateSelfPlay({
    ...{ game, options, players: game.players(options), observer: gameObserver(game) },
    ...{ samples: 2, beam, outcomes: rule, stopped: () => false },
    snapshot: () => flattenWeights(shape, initialWeights(shape, createRng('snapshot'))),
    makeAgent: () => new RandomAgent(),
    network: new ValueNetwork(shape, initialWeights(shape, createRng('weights'))),
  });
}

/** The rows of a shard as they were observed. */
function denseRows({ start, index, value }: AfterstateShard, size: number): number[][] {
  return Array.from({ length: start.length - 1 }, (_, row) => {
    const dense = new Array<number>(size).fill(0);
    for (let k = start[row]!; k < start[row + 1]!; k++) dense[index[k]!] = value[k]!;
    return dense;
  });
}

/** Games of the lock: of each row what it shows, what was expected and what is taught. */
function locks(lambda: number) {
  const [shard] = playerOf(lock as Game).play({ ...order, lambda, shards: ['a'] }).shards;
  const { targets, expected } = shard!;
  return denseRows(shard!, 5).map((row, i) => {
    const wheels = row.slice(0, 3).map(Math.sign);
    return { wheels, set: wheels.filter(Boolean).length, left: row[3]!, target: targets[i]!, expected: expected[i]! };
  });
}

/** What was got between a row and the next: only the third wheel pays. */
function paid(row: { wheels: number[]; set: number }, next: { set: number } | undefined): number | null {
  if (row.set !== 2 || (next && next.set !== 0)) return 0;
  return null; // By the third wheel, which no row shows.
}

describe('lambda-returns of afterstates', () => {
  it('are all that is got later, with lambda 1', () => {
    const rows = locks(1);
    expect(rows.length).toBeGreaterThanOrEqual(60);
    for (const [i, row] of rows.entries()) {
      const next = rows[i + 1];
      // The game goes on, so the next row is its own.
      if (!next || next.left > row.left || row.left === 0) continue;
      const reward = paid(row, next);
      if (reward !== null) expect(row.target).toBeCloseTo(next.target + reward);
      else {
        const worths = [0, 1].map(
          (last) => WORTH[2 * (2 * Math.max(0, row.wheels[0]!) + Math.max(0, row.wheels[1]!)) + last]!,
        );
        expect(worths.map((worth) => next.target + worth).some((sum) => Math.abs(sum - row.target) < 1e-4)).toBe(true);
      }
    }
  });

  it('are what is got and what is then expected, with lambda 0', () => {
    const rows = locks(0);
    for (const [i, row] of rows.entries()) {
      const next = rows[i + 1];
      if (!next || next.left > row.left || row.left === 0 || paid(row, next) === null) continue;
      expect(row.target).toBeCloseTo(next.expected, 5);
    }
  });

  it('tell what every seat got, the own first', async () => {
    const { game } = await loadGame('tic-tac-toe');
    const [shard] = playerOf(game).play({ ...order, shards: ['a'] }).shards;
    const { targets } = shard!;
    for (let row = 0; row < targets.length; row += 2) {
      expect(targets[row]).toBe(-targets[row + 1]! || 0);
      expect([-1, 0, 1]).toContain(targets[row]);
    }
  });

  it('count leads on the scale they were given', () => {
    const rule: OutcomeRule = { ...outcomes, lead: { weight: 1, mean: 10, deviation: 5 } };
    const [shard] = playerOf(lock as Game, 0, rule).play({ ...order, shards: ['a'] }).shards;
    // Points of all four locks, as the only seat's lead; rewards count for nothing.
    for (const target of shard!.targets) {
      const points = target * 5 + 10;
      expect(points).toBeCloseTo(Math.round(points), 4);
      expect(points).toBeGreaterThanOrEqual(0);
    }
  });
});

it('learns only from seats that learn, whoever else plays', async () => {
  const { game } = await loadGame('connect-four');
  const other = (mix: Partial<AfterstateOrder['mix']>) => {
    const all = { ...order, mix: { ...order.mix, ...mix }, slots: [{ id: 5, slot: 0 }], shards: ['a'] };
    return playerOf(game).play(all).shards[0]!;
  };
  const alone = other({});
  for (const mix of [
    { bots: [{ agent: 0, share: 0, allSeats: 1 }] },
    { snapshots: 0.9, pool: [{ id: 5, weight: 1 }] },
  ]) {
    const shard = other(mix);
    // Half the decisions of a game, about.
    const rows = (one: AfterstateShard) => (one.start.length - 1) / one.games;
    expect(rows(shard)).toBeLessThan(0.75 * rows(alone));
    expect(other(mix)).toEqual(shard);
  }
});

it('tells shards of other networks', async () => {
  const { game } = await loadGame('tic-tac-toe');
  const shape = valueNetworkFor(game, [32]);
  const [shard] = playerOf(game).play({ ...order, shards: ['a'] }).shards as [AfterstateShard];
  expect(fitsShard(shard, shape)).toBe(true);
  expect(fitsShard(shard, { ...shape, inputs: 5 })).toBe(false);
  expect(fitsShard(shard, valueNetworkFor(game, [32], 'relu', ['winner']))).toBe(false);
  for (const name of ['start', 'index', 'value', 'targets', 'expected'] as const)
    expect(fitsShard({ ...shard, [name]: shard[name].slice(1) }, shape)).toBe(false);
  expect(fitsShard({ ...shard, start: Int32Array.from(shard.start).reverse() }, shape)).toBe(false);
});

it('foresees what became of a game, as each seat sees it', async () => {
  const { game } = await loadGame('tic-tac-toe');
  const [shard] = playerOf(game, 0, outcomes, ['winner']).play({ ...order, shards: ['a'] }).shards;
  const { winner } = shard!.foreseen;
  for (let row = 0; row < shard!.start.length - 1; row++)
    expect(winner![2 * row]! - winner![2 * row + 1]!).toBe(shard!.targets[2 * row]);
});

it.each(['connect-four', 'leduc'])('plays a shard of %s the same, whatever was played before it', async (id) => {
  const { game } = await loadGame(id);
  const play = (...shards: string[]) =>
    playerOf(game)
      .play({ ...order, shards })
      .shards.map(({ shard, ...rest }) => rest);
  const shards = ['a', 'b', 'c'];
  const alone = shards.map((shard) => play(shard)[0]);
  expect(play(...shards)).toEqual(alone);
  expect(play(...[...shards].reverse())).toEqual([...alone].reverse());
});
