import { afterEach, describe, expect, it, vi } from 'vitest';
import { bots, game as pig } from '../../docs/examples/pig.js';
import type { Agent } from '../../env/agent.js';
import { createRng, SeededChance } from '../../env/chance.js';
import { LiveView } from '../../env/view.js';
import { RandomAgent } from '../random.js';
import { SearchAgent, type SearchSettings } from './search.js';
import { SearchChance } from './search-chance.js';
import { play as playGame } from './testing/play.js';

afterEach(() => vi.restoreAllMocks());

const search = (settings: SearchSettings) => new SearchAgent('search', settings);

const play = (...[agents, seed, watch]: [Agent[], string, ((agent: Agent, action: number) => void)?]) =>
  playGame(pig, agents, seed, watch).places;

/** Share of games that `hero` wins alone against `foes`, over all seats. */
function winShare(hero: Agent, foes: Agent[], games: number): number {
  let wins = 0;
  for (let i = 0; i < games; i++) {
    const agents = [...foes];
    const seat = i % (foes.length + 1);
    agents.splice(seat, 0, hero);
    if (play(agents, `game ${i}`)[seat] === 0) wins++;
  }
  return wins / games;
}

describe('search', () => {
  it('beats random play clearly, also with uniform rollouts and at a full table', () => {
    // Random play is not bad at Pig: the best bot wins 0.63 against it. 0.6 is 3.4 standard errors above parity.
    // 40 simulations win as often (0.63, at a full table 0.42) as 200, which take five times as long.
    expect(winShare(search({ simulations: 40 }), [new RandomAgent()], 300)).toBeGreaterThan(0.6);
    const three = [new RandomAgent(), new RandomAgent(), new RandomAgent()];
    expect(winShare(search({ simulations: 40 }), three, 160)).toBeGreaterThan(0.36);
  });

  it('does better with more simulations and is no worse than its rollout player', () => {
    const more = winShare(search({ simulations: 200 }), [search({ simulations: 4 })], 200);
    expect(more).toBeGreaterThan(0.57);
    const bot = winShare(search({ simulations: 40, rollout: bots.cautious! }), [bots.cautious!()], 200);
    expect(bot).toBeGreaterThan(0.57);
  });

  it('acts the same for the same seed and view, and otherwise for another', () => {
    const actions = (seed: string) => {
      const seen: number[] = [];
      const agent = search({ simulations: 60, rollout: bots.bold! });
      play([agent, new RandomAgent()], seed, (who, action) => who === agent && seen.push(action));
      return seen;
    };
    expect(actions('a')).toEqual(actions('a'));
    expect([...'bcdef'].some((seed) => actions(seed).join() !== actions('a').join())).toBe(true);
  });

  it('cuts rollouts by rounds, which needs an evaluation', () => {
    expect(() => search({ simulations: 9, rounds: 2 })).toThrow(/evaluation/);
    const rounds: number[] = [];
    let now = 0;
    const agent = search({
      simulations: 40,
      rounds: 2,
      evaluate: (state, out) => {
        rounds.push(state.round - now);
        out.fill(0);
      },
    });
    const chance = new SeededChance('rounds', pig.streams);
    const state = pig.newState(pig.options.parse({ players: 2 }), chance);
    now = state.round;
    agent.reset(1);
    agent.act(new LiveView(pig).show(state));
    expect(rounds.length).toBeGreaterThan(0);
    expect(Math.max(...rounds)).toBe(2);
    expect(Math.min(...rounds)).toBeGreaterThanOrEqual(2);
  });

  it('keeps its time budget', () => {
    // A clock that moves on by a millisecond whenever it is read: once at the beginning, then about once a simulation.
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now++);
    const agent = search({ milliseconds: 30 });
    agent.reset(1);
    const state = pig.newState(pig.options.parse({}), new SeededChance(1, pig.streams));
    agent.act(new LiveView(pig).show(state));
    expect(agent.simulations).toBeGreaterThan(20);
    expect(agent.simulations).toBeLessThanOrEqual(31);
  });

  it('cuts rollouts and judges the position instead', () => {
    let judged = 0;
    const agent = search({
      simulations: 100,
      depth: 4,
      evaluate: (state, out) => {
        judged++;
        expect(state.over).toBe(false);
        out.fill(0);
        out[1] = 1;
      },
    });
    agent.reset(1);
    const state = pig.newState(pig.options.parse({}), new SeededChance(1, pig.streams));
    agent.act(new LiveView(pig).show(state));
    expect(judged).toBeGreaterThan(50); // the others reach the end
  });

  it('finds the better of two actions when nothing else matters', () => {
    // At 49 of 50 points every roll but a 1 wins; two dice only double the risk.
    const state = pig.newState(pig.options.parse({}), new SeededChance(1, pig.streams));
    state.scores.fill(48, 0, 2);
    const agent = search({ simulations: 400 });
    let one = 0;
    for (let seed = 0; seed < 20; seed++) {
      agent.reset(seed);
      if (agent.act(new LiveView(pig).show(state)) === 1) one++;
    }
    expect(one).toBeGreaterThanOrEqual(17);
  });

  it('names a rollout player that breaks the rules', () => {
    const agent = search({ simulations: 20, rollout: () => ({ name: 'cheat', reset() {}, act: () => 7 }) });
    agent.reset(1);
    const state = pig.newState(pig.options.parse({}), new SeededChance(1, pig.streams));
    expect(() => agent.act(new LiveView(pig).show(state))).toThrow(/cheat/);
  });
});

describe('the chance of a search', () => {
  it('is uniform, and independent between streams and simulations', () => {
    const chance = new SearchChance(2);
    const counts = new Int32Array(6);
    const pairs = new Int32Array(36);
    const next = new Int32Array(36);
    for (let i = 0; i < 36_000; i++) {
      chance.start(5, i);
      const a = chance.draw(0, 6);
      const b = chance.draw(1, 6);
      const c = chance.draw(0, 6);
      counts[a]!++;
      pairs[a * 6 + b]!++;
      next[a * 6 + c]!++;
    }
    expect(chiSquare(counts)).toBeLessThan(20.5); // 5 degrees of freedom, p = 0.001
    expect(chiSquare(pairs)).toBeLessThan(66.6); // 35 degrees of freedom
    expect(chiSquare(next)).toBeLessThan(66.6);
  });

  it('starts over exactly, whatever another stream did', () => {
    const chance = new SearchChance(2);
    chance.start(1, 3);
    const first = [chance.draw(0, 100), chance.draw(0, 100), chance.uniform()];
    chance.start(1, 3);
    chance.draw(1, 100);
    expect([chance.draw(0, 100), chance.draw(0, 100), chance.uniform()]).toEqual(first);
    chance.start(1, 4);
    expect([chance.draw(0, 100), chance.draw(0, 100), chance.uniform()]).not.toEqual(first);
  });
});

it('random play is uniform over the legal actions', () => {
  const agent = new RandomAgent();
  agent.reset('x');
  const view = { mask: Uint8Array.of(0, 1, 0, 1, 1), legal: 3 } as never;
  const counts = new Int32Array(5);
  for (let i = 0; i < 30_000; i++) counts[agent.act(view)]!++;
  expect([counts[0], counts[2]]).toEqual([0, 0]);
  expect(chiSquare(Int32Array.of(counts[1]!, counts[3]!, counts[4]!))).toBeLessThan(13.8);
  expect(createRng('x').int(1)).toBe(0);
});

function chiSquare(counts: Int32Array): number {
  const mean = counts.reduce((a, b) => a + b, 0) / counts.length;
  return counts.reduce((sum, n) => sum + (n - mean) ** 2 / mean, 0);
}
