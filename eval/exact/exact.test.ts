/** The exact tools against published values. */
import { describe, expect, it } from 'vitest';
import { initialWeights } from '../../agents/network/network.js';
import { actorCritic, networkFor, policyFor } from '../../agents/policy/policy.js';
import { PolicyAgent } from '../../agents/policy/policy-agent.js';
import { createAgent } from '../../agents/spec/load.js';
import { createRng } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { parseOptions } from '../../env/options.js';
import { game as cartpole } from '../../games/cartpole/game.js';
import { game as connectFour } from '../../games/connect-four/game.js';
import { equilibrium } from '../../games/kuhn/bots/index.js';
import { game as kuhn } from '../../games/kuhn/game.js';
import { game as leduc } from '../../games/leduc/game.js';
import { game as ticTacToe } from '../../games/tic-tac-toe/game.js';
import { exploitation, tabulate, uniformPolicy } from './best-response.js';
import { exact, exactText } from './index.js';
import { perft } from './perft.js';
import { solve } from './solve.js';
import { type GameTree, walkTree } from './tree.js';

const tree = (game: Game, options = {}): GameTree => walkTree(game, parseOptions(game, options));

async function judge(of: GameTree, spec: string) {
  return exploitation(of, tabulate(of, await createAgent(spec, await loadGame(of.game.id))));
}

describe('Kuhn poker', () => {
  const two = tree(kuhn as Game);

  it('has the published histories', () => {
    expect(two.histories).toEqual({ chance: 4, decision: 24, terminal: 30 });
    expect(two.informationStates).toHaveLength(12);
  });

  it('uniform play is 11/12 from an equilibrium', () => {
    const { nashConv, returns } = exploitation(two, uniformPolicy(two));
    expect(nashConv).toBeCloseTo(11 / 12, 12);
    expect(returns[0]! + returns[1]!).toBeCloseTo(0, 12);
  });

  it.each([0, 0.1, 0.2, 1 / 3])('the equilibrium of alpha %f is one, and worth -1/18', (alpha) => {
    const { nashConv, returns } = exploitation(two, tabulate(two, equilibrium(alpha)));
    expect(Math.abs(nashConv)).toBeLessThan(1e-6);
    expect(returns[0]).toBeCloseTo(-1 / 18, 6);
  });

  it('a table of no probabilities is no equilibrium', () => {
    const all = (p: number) => new Float64Array(two.tableSize).fill(p);
    for (const p of [0, 2, Number.NaN])
      expect(() => exploitation(two, all(p))).toThrow('probabilities at information state 0 are');
    expect(() => exploitation(two, uniformPolicy(two).subarray(1))).toThrow(
      'kuhn has 24 probabilities, and 23 were given',
    );
  });

  it('an alpha outside the family is none', () => {
    expect(exploitation(two, tabulate(two, equilibrium(0.3334 - 0.0001))).nashConv).toBeLessThan(1e-3);
    const wrong = tabulate(two, equilibrium(0.2));
    const open = two.informationStates.find(({ seat }) => seat === 0)!;
    wrong.set([0.5, 0.5], open.offset);
    expect(exploitation(two, wrong).nashConv).toBeGreaterThan(0.01);
  });

  it('is worth -1/18', () => {
    const { value, within } = solve(two)!;
    expect(within).toBeLessThanOrEqual(5e-7);
    expect(value).toBeCloseTo(-1 / 18, 6);
  });

  it('always passing loses 1 to each answer', async () => {
    expect((await judge(two, 'scripted:always-fold')).nashConv).toBeCloseTo(2, 12);
  });

  it.each([3, 4])('with %i players uniform play is more than 2 from an equilibrium', (players) => {
    const many = tree(kuhn as Game, { players });
    // Deals of players of players + 1 cards, each with 5, 13 or 33 ends of the betting.
    const deals = { 3: 24, 4: 120 }[players]!;
    expect(many.histories.terminal).toBe(deals * { 3: 13, 4: 33 }[players]!);
    const { nashConv, returns } = exploitation(many, uniformPolicy(many));
    expect(nashConv).toBeGreaterThan(2);
    expect(returns.reduce((a, b) => a + b, 0)).toBeCloseTo(0, 12);
    expect(solve(many)).toBeNull();
  });
});

describe('Leduc poker', () => {
  const whole = tree(leduc as Game);

  it('has the published histories', () => {
    expect(whole.histories).toEqual({ chance: 157, decision: 3780, terminal: 5520 });
  });

  it('uniform play is 4.747222 from an equilibrium, always folding 2', async () => {
    expect(exploitation(whole, uniformPolicy(whole)).nashConv).toBeCloseTo(4.747222, 6);
    expect((await judge(whole, 'scripted:always-fold')).nashConv).toBeCloseTo(2, 12);
  });

  it('is worth -0.0856', () => {
    const { value, within, policy } = solve(whole, { within: 1e-3 })!;
    expect(within).toBeLessThanOrEqual(1e-3);
    expect(Math.abs(value + 0.085606)).toBeLessThan(1e-3);
    expect(exploitation(whole, policy).nashConv).toBeLessThan(2.1e-3);
  });
});

describe('tic-tac-toe', () => {
  const whole = tree(ticTacToe as Game);

  it('has 5,478 positions and 255,168 games, and is a draw', () => {
    expect(whole.positions).toBe(5478);
    expect(whole.histories).toEqual({ chance: 0, decision: 549_946 - 255_168, terminal: 255_168 });
    expect(solve(whole)).toMatchObject({ value: 0, within: 0 });
  });

  it('tells a player that never loses from one that does', async () => {
    expect(await judge(whole, 'scripted:perfect')).toMatchObject({ nashConv: 0, bestResponse: [0, 0] });
    expect((await judge(whole, 'scripted:simple')).bestResponse).toContain(1);
  });

  it('takes a network that plays its best action', () => {
    const shape = networkFor(ticTacToe as Game, [8]);
    const policy = policyFor(ticTacToe as Game, shape, initialWeights(shape, createRng(1)));
    const table = tabulate(whole, new PolicyAgent(actorCritic(ticTacToe as Game, policy), { argmax: true }));
    expect(table.every((p) => p === 0 || p === 1)).toBe(true);
    expect(exploitation(whole, table).bestResponse).toEqual([1, 1]);
  });

  it('has the counts of every depth', () => {
    const counts = perft(ticTacToe as Game, parseOptions(ticTacToe as Game, {}), 9);
    // Nine squares, then eight, ..., less the games that are over.
    expect(counts).toEqual([9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]);
  });
});

describe('Connect Four', () => {
  it('has the published counts', () => {
    const counts = perft(connectFour as Game, parseOptions(connectFour as Game, {}), 7);
    expect(counts).toEqual([7, 49, 343, 2401, 16807, 117_649, 823_536]);
  });
});

describe('a game whose observations forget', () => {
  // Leduc poker without what was said in the first round.
  const forgetful: Game = {
    ...(leduc as Game),
    newState(options, chance) {
      const start = (leduc as Game).newState(options, chance);
      const hide = (state: State): State => {
        const observe = state.observe.bind(state);
        const clone = state.clone.bind(state);
        state.observe = (seat, out, offset) => {
          observe(seat, out, offset);
          if (state.round === 2) out.fill(0, offset + 8, offset + 22);
        };
        state.clone = () => hide(clone()) as never;
        return state;
      };
      return hide(start);
    },
  };

  it('is counted, but has no exact answers', () => {
    const whole = tree(forgetful);
    expect(whole.histories.terminal).toBe(5520);
    expect(whole.forgets).toBe(true);
    expect(() => exploitation(whole, uniformPolicy(whole))).toThrow(
      /its observations do not hold all that a seat saw and did/,
    );
    expect(tree(leduc as Game).forgets).toBe(false);
  });
});

describe('exact', () => {
  it('sums all up for a program and for a person', async () => {
    const result = await exact({ game: 'kuhn', policy: 'scripted:nash', options: { players: 2 } });
    expect(result).toMatchObject({
      game: 'kuhn',
      players: 2,
      histories: { terminal: 30 },
      valueWithin: expect.any(Number),
    });
    expect(result.value).toBeCloseTo(-1 / 18, 6);
    expect(exactText(result)).toMatch(/NashConv of scripted:nash +0\.000000/);
  });

  it('says what it cannot do', async () => {
    await expect(exact({ game: 'connect-four' })).rejects.toThrow(/too many to walk$/);
    expect(() => tree(cartpole as Game)).toThrow(/too many to walk/);
    await expect(exact({ game: 'kuhn', policy: 'search:10' })).rejects.toThrow(/has no probabilities/);
  });
});
