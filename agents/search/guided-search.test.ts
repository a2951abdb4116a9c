import { afterEach, describe, expect, it, vi } from 'vitest';
import { game as pig } from '../../docs/examples/pig.js';
import type { Agent } from '../../env/agent.js';
import { SeededChance } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import type { Judge } from '../../env/judges.js';
import { loadGame } from '../../env/load-game.js';
import { LiveView } from '../../env/view.js';
import type { TicTacToeState } from '../../games/tic-tac-toe/game.js';
import { RandomAgent } from '../random.js';
import { GuidedAgent, GuidedSearch, type GuidedSettings } from './guided-search.js';

const { game: ticTacToe } = await loadGame('tic-tac-toe');
const { game: leduc } = await loadGame('leduc');

afterEach(() => vi.restoreAllMocks());

/** Knows nothing: all actions alike, every position worth 0. */
const blank: Judge = (_state, mask, priors, returns) => {
  const legal = mask.reduce((sum, bit) => sum + bit, 0);
  mask.forEach((bit, action) => {
    priors[action] = bit / legal;
  });
  returns.fill(0);
};
const agentOf = (settings: Partial<GuidedSettings>) =>
  new GuidedAgent('guided', { simulations: 200, judge: () => blank, ...settings });

const scores = (state: State): Uint8Array => (state as unknown as { scores: Uint8Array }).scores;

/** The position after these actions, and the chance it goes on with. */
function after(game: Game, actions: number[], seed = 'a'): { state: State; chance: SeededChance } {
  const chance = new SeededChance(seed, game.streams);
  const state = game.newState(game.options.parse({}), chance);
  for (const action of actions) state.apply(action, chance);
  return { state, chance };
}

function choice(agent: Agent, game: Game, actions: number[], seed: number | string = 1): number {
  agent.reset(seed);
  return agent.act(new LiveView(game).show(after(game, actions).state));
}

/** Plays one game. @returns places by seat */
function play(game: Game, agents: Agent[], seed: string): number[] {
  const { state, chance } = after(game, [], seed);
  const view = new LiveView(game);
  agents.forEach((agent, i) => {
    agent.reset(`${seed}/${i}`);
  });
  while (!state.over) {
    const before = state.hash();
    const dice = JSON.stringify(chance.save());
    view.show(state);
    const action = agents[state.actor]!.act(view);
    expect(state.hash()).toBe(before);
    expect(JSON.stringify(chance.save())).toBe(dice);
    expect(view.mask[action]).toBe(1);
    state.apply(action, chance);
  }
  const places = new Uint8Array(agents.length);
  state.places(places);
  return [...places];
}

describe.each([undefined, 16])('search guided by a policy, candidates at the root: %s', (considered) => {
  const search = (settings: Partial<GuidedSettings>) => agentOf({ considered, ...settings });

  it('finds what wins at once and what stops a win, without knowing anything', () => {
    // X has a3 and b3, O has a2 and b2: whoever is to move wins, X by c3.
    expect(choice(search({}), ticTacToe, [0, 3, 1, 4])).toBe(2);
    // X has a3 and b3, O has a2: O must stop c3.
    expect(choice(search({}), ticTacToe, [0, 3, 1])).toBe(2);
    // After X's corner O loses everywhere but in the centre.
    expect(choice(search({ simulations: 2000 }), ticTacToe, [0])).toBe(4);
  });

  it('hardly ever loses at tic-tac-toe to random play, which wins as often as not against itself', () => {
    const hero = search({ simulations: 400 });
    let lost = 0;
    for (let i = 0; i < 30; i++) {
      lost += play(ticTacToe, [hero, new RandomAgent()], `a${i}`)[0]!;
      lost += play(ticTacToe, [new RandomAgent(), hero], `b${i}`)[1]!;
    }
    expect(lost).toBeLessThanOrEqual(2);
  });

  it('looks first where the policy would go, and goes where it is worth most', () => {
    const asked = new Map<number, number>();
    const keen: Judge = (state, mask, priors, returns) => {
      mask.forEach((bit, action) => {
        priors[action] = bit * (action === 7 ? 0.9 : 0.1 / 8);
      });
      asked.set(state.hash(), (asked.get(state.hash()) ?? 0) + 1);
      returns.fill(0);
    };
    expect(choice(search({ simulations: 20, judge: () => keen }), ticTacToe, [])).toBe(7);
    // What is judged once is never asked again: nothing is hidden, and there are no dice.
    expect(Math.max(...asked.values())).toBe(1);
    expect(asked.size).toBe(20);
    const wise: Judge = (state, mask, priors, returns) => {
      keen(state, mask, priors, returns);
      returns[0] = (state as TicTacToeState).board[4] === 1 ? 1 : 0;
      returns[1] = -returns[0];
    };
    expect(choice(search({ simulations: 400, judge: () => wise }), ticTacToe, [])).toBe(4);
  });

  it('acts the same for the same seed and view, with dice and with hidden cards', () => {
    for (const game of [pig, leduc]) {
      const agent = search({ simulations: 50 });
      const again = search({ simulations: 50 });
      for (const seed of ['a', 'b', 'c']) expect(choice(agent, game, [], seed)).toBe(choice(again, game, [], seed));
    }
    play(leduc, [search({ simulations: 30 }), search({ simulations: 30 })], 'x');
  });

  it('beats random play at a game of dice, judging by the points', () => {
    const points: Judge = (state, mask, priors, returns) => {
      blank(state, mask, priors, returns);
      returns[0] = (scores(state)[0]! - scores(state)[1]!) / 50;
      returns[1] = -returns[0];
    };
    const wins = Array.from({ length: 100 }, (_, i) => {
      const hero = search({ simulations: 100, judge: () => points });
      const agents = i % 2 === 0 ? [hero, new RandomAgent()] : [new RandomAgent(), hero];
      return play(pig, agents, `${i}`)[i % 2] === 0;
    }).filter(Boolean).length;
    expect(wins).toBeGreaterThan(60);
  });

  it('keeps its time budget and wants one', () => {
    expect(() => new GuidedAgent('x', { judge: () => blank })).toThrow(/simulations or of milliseconds/);
    // A clock that moves on by a millisecond whenever it is read.
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now++);
    const agent = new GuidedAgent('x', { milliseconds: 20, judge: () => blank });
    choice(agent, ticTacToe, []);
    expect(agent.simulations).toBeGreaterThan(10);
    expect(agent.simulations).toBeLessThanOrEqual(21);
  });
});

it('teaches what wins at once, and the less of it, the less values count', () => {
  const taught = (valueScale: number) => {
    // X has a3 and b3, O has a2 and b2: X wins by c3, one of five squares that are free.
    const { state } = after(ticTacToe, [0, 3, 1, 4]);
    const search = new GuidedSearch(ticTacToe, 2, { considered: 16, valueScale });
    search.start(new LiveView(ticTacToe).show(state), 1, null);
    const [priors, returns] = [new Float32Array(ticTacToe.actions), new Float64Array(2)];
    for (let asked = search.next((n) => n / 50); asked; asked = search.next((n) => n / 50)) {
      blank(asked, search.mask, priors, returns);
      search.tell(priors, returns);
    }
    const policy = new Float32Array(ticTacToe.actions);
    search.teach(policy, new Float64Array(2));
    return policy[2]!;
  };
  expect(taught(1)).toBeGreaterThan(0.99);
  expect(taught(0.01)).toBeGreaterThan(0.25);
  expect(taught(0.01)).toBeLessThan(0.6);
  expect(taught(1e-6)).toBeCloseTo(0.2, 3);
});

describe('several positions at a time', () => {
  /** What each judgment was about, and what the search chose. */
  function asked(game: Game, actions: number[], settings: Partial<GuidedSettings>, seed = 'a') {
    const positions: number[] = [];
    const judge: Judge = (state, mask, priors, returns) => {
      positions.push(state.hash());
      blank(state, mask, priors, returns);
      // Something that differs from position to position.
      for (let action = 0; action < mask.length; action++) priors[action]! *= 1 + ((state.hash() + action) % 7);
      returns[0] = (state.hash() % 100) / 100 - 0.5;
      returns[1] = -returns[0];
    };
    const agent = agentOf({ ...settings, judge: () => judge });
    const action = choice(agent, game, actions, seed);
    return { positions, action, simulations: agent.simulations };
  }

  it.each([undefined, 7])('one at a time is what it was, candidates: %s', (considered) => {
    for (const game of [ticTacToe, pig, leduc])
      for (const seed of ['a', 'b'])
        expect(asked(game, [], { simulations: 100, considered, batch: 1 }, seed)).toEqual(
          asked(game, [], { simulations: 100, considered }, seed),
        );
  });

  it.each([undefined, 7])('makes as many simulations as it is asked for, candidates: %s', (considered) => {
    for (const batch of [2, 8, 64])
      for (const game of [ticTacToe, pig, leduc]) {
        const { simulations } = asked(game, [], { simulations: 150, batch, considered });
        expect(simulations).toBe(150);
      }
  });

  it.each([undefined, 7])('judges no position twice where nothing is left to chance, candidates: %s', (considered) => {
    for (const batch of [3, 8, 64]) {
      const { positions, simulations } = asked(ticTacToe, [4], { simulations: 60, batch, considered });
      // Other ways to a position are other nodes.
      const alone = asked(ticTacToe, [4], { simulations: 60, considered });
      expect(positions.length).toBeLessThanOrEqual(simulations);
      expect(positions.length).toBeGreaterThan(0.5 * alone.positions.length);
    }
  });

  it('asks about every node once, and about different ones at a time', () => {
    const { state } = after(ticTacToe, []);
    const search = new GuidedSearch(ticTacToe, 2);
    search.start(new LiveView(ticTacToe).show(state), 1, null);
    const priors = Array.from({ length: 8 }, () => new Float32Array(ticTacToe.actions));
    const returns = Array.from({ length: 8 }, () => new Float64Array(2));
    let nodes = 0;
    let most = 0;
    const spent = (n: number) => n / 300;
    for (;;) {
      const together: number[] = [];
      const count = search.gather(8, spent, (position, mask, i) => {
        blank(position, mask, priors[i]!, returns[i]!);
        together.push(position.hash());
      });
      if (count === 0) break;
      expect(count).toBe(together.length);
      nodes += count;
      most = Math.max(most, count);
      search.tellAll(priors, returns);
    }
    const { tree } = search;
    const judged = Array.from({ length: tree.size }, (_, node) => node).filter((node) => tree.first[node] !== 0);
    expect(judged).toHaveLength(nodes);
    expect(most).toBe(8);
    expect(tree.visits[0]).toBe(300);
    // Every visit of the root but its own went on to a child.
    let below = 0;
    for (let c = tree.first[0]!; c !== 0; c = tree.sibling[c]!) below += tree.visits[c]!;
    expect(below).toBe(299);
  });

  it('finds what wins at once and what stops a win', () => {
    for (const considered of [undefined, 16])
      for (const batch of [8, 32]) {
        expect(choice(agentOf({ batch, considered }), ticTacToe, [0, 3, 1, 4])).toBe(2);
        expect(choice(agentOf({ batch, considered }), ticTacToe, [0, 3, 1])).toBe(2);
        expect(choice(agentOf({ batch, considered, simulations: 1000 }), ticTacToe, [0])).toBe(4);
      }
  });

  it('plays games with dice and with hidden cards to their end, the same every time', () => {
    for (const game of [pig, leduc]) {
      const players = () => [agentOf({ batch: 8, simulations: 60 }), agentOf({ batch: 3, simulations: 40 })];
      expect(play(game, players(), 'x')).toEqual(play(game, players(), 'x'));
    }
  });
});
