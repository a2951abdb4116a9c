import { describe, expect, it } from 'vitest';
import { RandomAgent } from '../../agents/random.js';
import type { Agent } from '../../env/agent.js';
import { loadGame } from '../../env/load-game.js';
import { defaultReturns } from '../../env/returns.js';
import { addContests, type Candidate, Contest, type ContestOrder } from './contest.js';

const { game, bots } = await loadGame('fuzzy-knights');
const options = game.options.parse({});
const players = game.players(options);
const bot = () => bots.marshal!.create();
/** Two opposite changes each, on deals of their own. */
const pairs = (count: number): Candidate[] =>
  Array.from({ length: 2 * count }, (_, i) => {
    const pair = `pair ${i >> 1}`;
    return { change: pair, step: i % 2 === 0 ? 0.5 : -0.5, deals: pair };
  });
const order: ContestOrder = {
  ...{ candidates: pairs(3), games: players },
  mix: { bots: [{ agent: 0, share: 0.4, allSeats: 0.4 }], snapshots: 0.3, pool: [{ id: 7, weight: 1 }], teacher: 0 },
  slots: [{ id: 7, slot: 0 }],
};

/** @param player of weights @param note is told every opponent that is made */
function contest(player: (weights: Float32Array) => Agent, note: (who: string) => void = () => {}) {
  return new Contest({
    ...{ game, options, players, returns: defaultReturns },
    units: Float32Array.of(1, 1),
    centre: Float32Array.of(1, 2),
    player: (weights) => {
      note([...weights].join());
      return player(weights);
    },
    snapshot: () => Float32Array.of(5, 5),
    makeAgent: (agent) => {
      note(`bot ${agent}`);
      return new RandomAgent();
    },
    stopped: () => false,
  });
}

describe('the games of candidates', () => {
  it('are the same for the same deals: whoever plays alike scores alike', () => {
    const { scores, games: played } = contest(bot).play(order);
    expect(played).toBe(2 * 3 * players);
    expect(scores.map(({ candidate }) => candidate)).toEqual([0, 1, 2, 3, 4, 5]);
    for (const i of [0, 2, 4]) expect(scores[i]!.score).toBe(scores[i + 1]!.score);
    expect(new Set(scores.map(({ score }) => score)).size).toBeGreaterThan(1);
  });

  it('do not depend on who plays them, pair by pair', () => {
    const results = [0, 2, 4].map((first) => {
      const { scores, ...sums } = contest(bot).play({ ...order, candidates: order.candidates.slice(first, first + 2) });
      return { scores: scores.map((one) => ({ ...one, candidate: one.candidate + first })), ...sums };
    });
    expect(addContests(results, 6)).toEqual(addContests([contest(bot).play(order)], 6));
  });

  /** The weights of all candidates, as they play. */
  function played(over: Partial<ContestOrder>): number[][] {
    const seen = new Set<string>();
    const spy = (weights: Float32Array): Agent => {
      const agent = new RandomAgent();
      const reset = agent.reset.bind(agent);
      agent.reset = (seed) => {
        seen.add([...weights].join());
        reset(seed);
      };
      return agent;
    };
    contest(spy).play({ ...order, ...over, mix: { ...order.mix, bots: [], snapshots: 0 } });
    return [...seen].filter((weights) => weights !== '1,2').map((weights) => weights.split(',').map(Number));
  }

  it('are played with changed weights, one up and one down', () => {
    const candidates = played({ candidates: pairs(1) });
    expect(candidates).toHaveLength(2);
    for (const i of [0, 1]) expect(candidates[0]![i]! + candidates[1]![i]!).toBeCloseTo(2 * [1, 2][i]!, 5);
  });

  it('seat bots, snapshots and the centre beside the candidate', () => {
    const made = new Set<string>();
    contest(bot, (who) => made.add(who)).play({ ...order, candidates: pairs(8) });
    expect(made).toContain('bot 0');
    expect(made).toContain('5,5');
    expect(made).toContain('1,2');
  });

  it('have the bot in every other seat where it is to have all', () => {
    const made = new Set<string>();
    const mix = { bots: [{ agent: 0, share: 0, allSeats: 1 }], snapshots: 0, pool: [], teacher: 0 };
    const { scores } = contest(bot, (who) => made.add(who)).play({ ...order, mix, slots: [] });
    // The candidate itself, made with no weights yet.
    expect([...made].sort()).toEqual(['0,0', 'bot 0']);
    for (const { score } of scores) expect(score).toBeGreaterThan(0.5);
  });
});
