import { describe, expect, it } from 'vitest';
import { lock, WORTH } from '../../agents/afterstates/testing/lock.js';
import { ValueNetwork } from '../../agents/afterstates/value-network.js';
import { flattenWeights, initialWeights } from '../../agents/network/network.js';
import { valueNetworkFor } from '../../agents/policy/value-shape.js';
import { RandomAgent } from '../../agents/random.js';
import { game as pig } from '../../docs/examples/pig.js';
import { createRng } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { gameObserver } from '../../env/observer.js';
import type { OutcomeRule } from '../../env/outcomes.js';
import { type AfterstateOrder, AfterstateSelfPlay, type AfterstateShard, fitsShard } from './afterstate-play.js';

const outcomes: OutcomeRule = { winWeight: 0.5, capped: 'half', lead: null };
const order: Omit<AfterstateOrder, 'shards'> = {
  ...{ samples: 2, beam: 0, rows: 60, lambda: 1, gamma: 1, temperature: 1, spread: 0 },
  mix: { bots: [], snapshots: 0, pool: [], teacher: 0 },
  slots: [],
};

function playerOf(
  game: Game,
  beam = 0,
  rule = outcomes,
  auxiliary: string[] = [],
  variants: unknown[] = [{}],
): AfterstateSelfPlay {
  const shape = valueNetworkFor(game, [32], 'relu', auxiliary);
  return new AfterstateSelfPlay({
    ...{ game, variants: variants.map((one) => game.options.parse(one)), observer: gameObserver(game) },
    ...{ samples: 2, beam, outcomes: rule, stopped: () => false },
    snapshot: () => flattenWeights(shape, initialWeights(shape, createRng('snapshot'))),
    makeAgent: () => new RandomAgent(),
    network: new ValueNetwork(shape, initialWeights(shape, createRng('weights'))),
  });
}

it('refuses to play a game beyond what the game calls its longest', () => {
  const player = playerOf({ ...(pig as unknown as Game), maxDecisions: () => 3 });
  expect(() => player.play({ ...order, shards: ['a'] })).toThrow('pig: a game goes on after 3 decisions');
});

it('draws the number of players of each game, and teaches nothing of seats that are not there', () => {
  const player = playerOf(pig as unknown as Game, 0, outcomes, [], [{ players: 2 }, { players: 3 }]);
  const [shard] = player.play({ ...order, shards: ['a'], rows: 600 }).shards;
  const rows = shard!.start.length - 1;
  const width = shard!.targets.length / rows;
  const taught = Array.from({ length: rows }, (_, row) =>
    Array.from(shard!.targets.subarray(row * width, (row + 1) * width)).findIndex(Number.isNaN),
  );
  expect(new Set(taught)).toEqual(new Set([2, 3]));
});

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

/** Neighbouring rows of one game of the lock, and what may have been got between them. */
function steps(lambda: number) {
  const rows = locks(lambda);
  expect(rows.length).toBeGreaterThanOrEqual(60);
  return rows.flatMap((row, i) => {
    const next = rows[i + 1];
    if (!next || next.left > row.left || row.left === 0) return [];
    // Only the third wheel pays, which no row shows.
    const paid = row.set === 2 && next.set === 0;
    const worths = [0, 1].map(
      (last) => WORTH[2 * (2 * Math.max(0, row.wheels[0]!) + Math.max(0, row.wheels[1]!)) + last]!,
    );
    return { row, next, got: paid ? worths : [0] };
  });
}

const near = (a: number, b: number) => Math.abs(a - b) < 1e-4;

describe('lambda-returns of afterstates', () => {
  it('are all that is got later, with lambda 1, whatever was tried', () => {
    for (const { row, next, got } of steps(1))
      expect(got.some((reward) => near(row.target, next.target + reward))).toBe(true);
  });

  it('are what the best action is expected to bring, with lambda 0', () => {
    const certain = steps(0).filter(({ got }) => got.length === 1);
    for (const { row, next } of certain) expect(row.target).toBeGreaterThan(next.expected - 1e-5);
    expect(certain.filter(({ row, next }) => near(row.target, next.expected)).length).toBeGreaterThan(
      certain.length / 3,
    );
  });

  it('tell what every seat got, the own first', async () => {
    const { game } = await loadGame('tic-tac-toe');
    const [shard] = playerOf(game).play({ ...order, temperature: 0, shards: ['a'] }).shards;
    const { targets } = shard!;
    for (let row = 0; row < targets.length; row += 2) {
      expect(targets[row]).toBe(-targets[row + 1]! || 0);
      expect([-1, 0, 1]).toContain(targets[row]);
    }
  });

  it('of what is got above the last place leave less the later it comes, where that is asked for', async () => {
    const { game } = await loadGame('tic-tac-toe');
    const player = playerOf(game);
    const play = (gamma: number) => player.play({ ...order, gamma, shards: ['a'] }).shards[0]!;
    const [plain, less] = [play(1), play(0.9)];
    const seen = new Set<string>();
    for (let row = 0; row < plain.targets.length; row += 2) {
      const [outcome, target] = [plain.targets[row]!, less.targets[row]!];
      if (outcome === -1) {
        expect(target).toBe(-1);
        continue;
      }
      // The seat's own decisions till then; what comes of a last one is no row.
      const later = Math.round(Math.log((target + 1) / (outcome + 1)) / Math.log(0.9));
      expect(target).toBeCloseTo(-1 + 0.9 ** later * (outcome + 1), 5);
      seen.add(`${outcome} after ${later}`);
    }
    expect([...seen]).toEqual(expect.arrayContaining(['1 after 1', '1 after 2', '1 after 3']));
    expect(seen).not.toContain('1 after 0');
  });

  it.each([
    ['loss', -0.75, -0.75],
    ['half', -0.375, 0.5],
  ] as const)('of games that were cut count as returns.capped says: %s', (capped, least, most) => {
    // One round is too short for so many points.
    const cut = [{ players: 3, rounds: 1, target: 100 }];
    const player = playerOf(pig as Game, 0, { ...outcomes, capped }, [], cut);
    const [shard] = player.play({ ...order, rows: 300, shards: ['a'] }).shards;
    expect(shard!.truncated).toBe(shard!.games);
    const targets = Array.from(shard!.targets).filter((target) => !Number.isNaN(target));
    expect([Math.min(...targets), Math.max(...targets)]).toEqual([least, most]);
  });

  it('count leads on the scale they were given', () => {
    const rule: OutcomeRule = { ...outcomes, lead: { weight: 1, mean: 10, deviation: 5 } };
    const [shard] = playerOf(pig as Game, 0, rule).play({ ...order, temperature: 0, shards: ['a'] }).shards;
    const { targets, expected } = shard!;
    const width = targets.length / expected.length;
    for (let row = 0; row < expected.length; row++) {
      const [own, other] = [0, 1].map((seat) => targets[row * width + seat]! * 5 + 10) as [number, number];
      expect(own).toBeCloseTo(Math.round(own), 4);
      // Of two seats one is ahead by as much as the other is behind.
      expect(own + other).toBeCloseTo(0, 4);
      expect(targets[row * width + 2]).toBeNaN();
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
  const [shard] = playerOf(game).play({ ...order, temperature: 0, shards: ['a'] }).shards as [AfterstateShard];
  expect(fitsShard(shard, shape)).toBe(true);
  expect(fitsShard(shard, { ...shape, inputs: 5 })).toBe(false);
  expect(fitsShard(shard, valueNetworkFor(game, [32], 'relu', ['winner']))).toBe(false);
  for (const name of ['start', 'index', 'value', 'targets', 'expected'] as const)
    expect(fitsShard({ ...shard, [name]: shard[name].slice(1) }, shape)).toBe(false);
  expect(fitsShard({ ...shard, start: Int32Array.from(shard.start).reverse() }, shape)).toBe(false);
});

it('foresees what became of a game, as each seat sees it', async () => {
  const { game } = await loadGame('tic-tac-toe');
  const [shard] = playerOf(game, 0, outcomes, ['winner']).play({ ...order, temperature: 0, shards: ['a'] }).shards;
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
