import { describe, expect, it } from 'vitest';
import { game as pig } from '../../docs/examples/pig.js';
import { createRng, SeededChance } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { gameObserver } from '../../env/observer.js';
import type { OutcomeRule } from '../../env/outcomes.js';
import { LiveView } from '../../env/view.js';
import { game as ticTacToe } from '../../games/tic-tac-toe/game.js';
import { initialWeights } from '../network/network.js';
import { valueNetworkFor } from '../policy/value-shape.js';
import { GuidedAgent } from '../search/guided-search.js';
import { afterstateJudge } from './afterstate-judge.js';
import { linear } from './testing/linear.js';
import { LOCKS, lock, ONE, ZERO } from './testing/lock.js';
import { ValueNetwork } from './value-network.js';

const plain: OutcomeRule = { winWeight: 0, capped: 'half', lead: null };

const setupOf = (game: Game, network: ValueNetwork, players: number, beam = 0) => ({
  ...{ game, players, network, beam, samples: 2, outcomes: plain },
  observer: gameObserver(game),
});

function positionAfter(game: Game, actions: readonly number[]): State {
  const chance = new SeededChance('deal', game.streams);
  const state = game.newState(game.options.parse({}), chance);
  for (const action of actions) state.apply(action, chance);
  return state;
}

/** What a judge says of a position: probabilities by action, returns by seat. */
function said(judge: ReturnType<typeof afterstateJudge>, game: Game, state: State) {
  const mask = new Uint8Array(game.actions);
  state.legal(mask);
  const [priors, returns] = [new Float32Array(game.actions).fill(9), new Float64Array(state.players)];
  judge(state, mask, priors, returns);
  return { priors: [...priors], returns: [...returns] };
}

describe('values of afterstates as the guide of a search', () => {
  const board = ticTacToe as Game;

  it('say how likely actions are worth a look, and what the best is worth', () => {
    const state = positionAfter(board, [0, 3, 1, 4]);
    const judge = afterstateJudge(
      setupOf(
        board,
        linear(board, () => 0, 2),
        2,
      ),
      0.5,
    );
    // One action wins, four lead to 0: the best is 0.8 better than the mean.
    const worse = Math.exp(-1 / (0.5 * 0.8));
    const { priors, returns } = said(judge, board, state);
    expect(returns).toEqual([1, -1]);
    for (const [action, weight] of [0, 0, 1, 0, 0, worse, worse, worse, worse].entries())
      expect(priors[action]).toBeCloseTo(weight / (1 + 4 * worse), 5);
  });

  it('say what all seats may expect of the best action, as its own seat sees it', () => {
    const shape = valueNetworkFor(board, [6]);
    const network = new ValueNetwork(shape, initialWeights(shape, createRng('judge')));
    const state = positionAfter(board, [4]);
    const { priors, returns } = said(afterstateJudge(setupOf(board, network, 2), 0.5), board, state);
    const best = priors.indexOf(Math.max(...priors));
    state.apply(best, new SeededChance(1, board.streams));
    const [seen, values] = [new Float32Array(network.inputs), new Float32Array(2)];
    gameObserver(board).write(state, 1, seen, 0);
    network.runOne(seen, values);
    expect(returns).toEqual([values[1], values[0]]);
  });

  it('count rewards, along the own turn where that is searched', () => {
    const game = lock as Game;
    const judge = afterstateJudge(
      setupOf(
        game,
        linear(game, () => 0),
        1,
        8,
      ),
      0.5,
    );
    const { priors, returns } = said(judge, game, positionAfter(game, []));
    expect(returns).toEqual([9]);
    expect(priors[ONE]!).toBeGreaterThan(priors[ZERO]!);
    const last = said(judge, game, positionAfter(game, [ONE, ZERO]));
    expect(last.returns).toEqual([9]);
  });

  it('leave the position as it was, and say the same again', () => {
    const game = pig as Game;
    const state = positionAfter(game, []);
    const before = state.hash();
    const network = linear(game, (name) => (name === 'turn' ? 1 : 0), 2);
    const first = said(afterstateJudge(setupOf(game, network, 2), 0.5), game, state);
    expect(state.hash()).toBe(before);
    expect(said(afterstateJudge(setupOf(game, network, 2), 0.5), game, state)).toEqual(first);
  });
});

it('refuses what would lead a search round in circles', () => {
  const board = ticTacToe as Game;
  const judge = afterstateJudge(
    setupOf(
      board,
      linear(board, () => 0),
      2,
    ),
    0.5,
  );
  expect(() => said(judge, board, positionAfter(board, [4]))).toThrow('the value of a position is not finite');
});

describe('a search that they guide', () => {
  const agentOf = (game: Game, network: ValueNetwork, players: number, simulations: number, beam = 0) =>
    new GuidedAgent('guided', {
      ...{ simulations, returns: plain },
      judge: () => afterstateJudge(setupOf(game, network, players, beam), 0.5),
    });

  it('finds what a network that knows nothing does not see', () => {
    const board = ticTacToe as Game;
    const agent = agentOf(
      board,
      linear(board, () => 0, 2),
      2,
      2000,
    );
    agent.reset(1);
    // After the corner everything but the centre loses, five moves on.
    expect(agent.act(new LiveView(board).show(positionAfter(board, [0])))).toBe(4);
  });

  it('plays games with rewards as well as they can be played', () => {
    const game = lock as Game;
    const agent = agentOf(
      game,
      linear(game, () => 0),
      1,
      60,
    );
    const chance = new SeededChance('deal', game.streams);
    const state = game.newState(game.options.parse({}), chance);
    const reward = new Float64Array(1);
    let sum = 0;
    agent.reset(1);
    const view = new LiveView(game);
    while (!state.over) {
      state.apply(agent.act(view.show(state)), chance);
      state.rewards(reward);
      sum += reward[0]!;
    }
    expect(sum).toBe(9 * LOCKS);
  });
});
