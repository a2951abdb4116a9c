import { describe, expect, it } from 'vitest';
import { game as pig } from '../../docs/examples/pig.js';
import { createRng, SeededChance } from '../../env/chance.js';
import { type Game, observationSize, type State } from '../../env/game.js';
import { gameObserver } from '../../env/observer.js';
import type { OutcomeRule } from '../../env/outcomes.js';
import { LiveView } from '../../env/view.js';
import { game as kuhn } from '../../games/kuhn/game.js';
import { game as ticTacToe } from '../../games/tic-tac-toe/game.js';
import { initialWeights, VALUE } from '../network/network.js';
import { valueNetworkFor } from '../policy/value-shape.js';
import { AfterstateAgent } from './afterstate-agent.js';
import { type AfterstateSearch, OwnTurn } from './own-turn.js';
import { positionValues } from './position-values.js';
import { Spread } from './spread.js';
import { linear } from './testing/linear.js';
import { BACK, LOCKS, lock, ONE, WORTH, ZERO } from './testing/lock.js';
import { ValueNetwork } from './value-network.js';

const plain: OutcomeRule = { winWeight: 0, capped: 'half', lead: null };

const judgeOf = (game: Game, network: ValueNetwork, players: number, search: Partial<AfterstateSearch> = {}) =>
  new OwnTurn({
    game,
    players,
    observer: gameObserver(game),
    network,
    samples: 4,
    beam: 0,
    outcomes: plain,
    ...search,
  });

/** A position some actions on. */
function positionAfter(game: Game, actions: readonly number[], seed = 'deal'): { state: State; chance: SeededChance } {
  const chance = new SeededChance(seed, game.streams);
  const state = game.newState(game.options.parse({}), chance);
  for (const action of actions) state.apply(action, chance);
  return { state, chance };
}

const valuesOf = (turn: OwnTurn) =>
  Object.fromEntries(Array.from({ length: turn.legal }, (_, i) => [turn.ids[i], turn.values[i]]));

describe('actions judged by the positions they lead to', () => {
  it('knows what the end of a game is worth', () => {
    const turn = judgeOf(
      ticTacToe as Game,
      linear(ticTacToe as Game, () => 0),
      2,
    );
    const { state } = positionAfter(ticTacToe as Game, [0, 3, 1, 4]);
    turn.judge(new LiveView(ticTacToe as Game).show(state), 1);
    const { best } = turn;
    expect(turn.ids[best]).toBe(2);
    expect(valuesOf(turn)).toEqual({ 2: 1, 5: 0, 6: 0, 7: 0, 8: 0 });
  });

  it('takes the mean over luck', () => {
    // A position is worth the points of this turn, as long as it is this seat's.
    const network = linear(pig as Game, (name) => (name === 'turn' ? 100 : 0));
    const turn = judgeOf(pig as Game, network, 2, { samples: 1000 });
    const { state } = positionAfter(pig as Game, []);
    turn.judge(new LiveView(pig as Game).show(state), 1);
    // One die: 2 to 6, each a sixth. Two: nothing with a 1, doubles count twice.
    const [one, two] = [20 / 6, (25 * 8 + 2 * (2 + 3 + 4 + 5 + 6)) / 36];
    expect(turn.values[0]).toBeGreaterThan(one - 0.25);
    expect(turn.values[0]).toBeLessThan(one + 0.25);
    expect(turn.values[1]).toBeGreaterThan(two - 0.6);
    expect(turn.values[1]).toBeLessThan(two + 0.6);
    expect(turn.judged).toBe(2000);
  });

  it('does not see what is hidden', () => {
    const network = new ValueNetwork(
      {
        inputs: observationSize(kuhn as Game),
        trunk: [8],
        activation: 'relu',
        heads: [{ name: VALUE, width: 2, loss: 'squared-error' }],
      },
      initialWeights(
        {
          inputs: observationSize(kuhn as Game),
          trunk: [8],
          activation: 'relu',
          heads: [{ name: VALUE, width: 2, loss: 'squared-error' }],
        },
        createRng(1),
      ),
    );
    const turn = judgeOf(kuhn as Game, network, 2, { samples: 20 });
    const seen = new Map<string, string>();
    let positions = 0;
    for (let seed = 0; seed < 40; seed++) {
      const { state } = positionAfter(kuhn as Game, [], `deal ${seed}`);
      const view = new LiveView(kuhn as Game).show(state);
      turn.judge(view, 7);
      const key = `${view.observation()}`;
      const values = JSON.stringify(valuesOf(turn));
      if (seen.has(key)) positions++;
      expect(seen.get(key) ?? values).toBe(values);
      seen.set(key, values);
    }
    expect(positions).toBeGreaterThan(10);
  });
});

describe('a search over the own turn', () => {
  const game = lock as Game;
  const nothing = () => linear(game, () => 0);

  it('finds what a chain of decisions leads to, and goes on with it', () => {
    const turn = judgeOf(game, nothing(), 1, { beam: 8 });
    const { state, chance } = positionAfter(game, []);
    const view = new LiveView(game);
    turn.judge(view.show(state), 1);
    const { best } = turn;
    expect(valuesOf(turn)).toEqual({ [ZERO]: 3, [ONE]: 9 });
    expect(turn.ids[best]).toBe(ONE);
    // Two and four positions, then eight with four dice each: turning back leads to nothing new.
    expect(turn.judged).toBe(2 + 4 + 8 * 4);
    turn.follow(best);
    const judged = turn.judged;
    for (const action of [ONE, ZERO, ONE]) {
      if (action !== ONE || state.actor < 0 || view.mask[BACK] === 1) expect(turn.planned(view)).toBe(action);
      state.apply(action, chance);
      view.show(state);
    }
    expect(turn.judged).toBe(judged);
    // The die was thrown: what comes now was never planned.
    expect(turn.planned(view)).toBe(-1);
  });

  it('sees nothing in it without', () => {
    const turn = judgeOf(game, nothing(), 1);
    const { state } = positionAfter(game, []);
    turn.judge(new LiveView(game).show(state), 1);
    expect(valuesOf(turn)).toEqual({ [ZERO]: 0, [ONE]: 0 });
  });

  it('follows the best chains alone where there is no room for more', () => {
    // The wheels at 0 look better than they are.
    const network = linear(game, (name) => (name === 'wheels' ? -0.1 : 0));
    const turn = judgeOf(game, network, 1, { beam: 1 });
    const { state } = positionAfter(game, []);
    turn.judge(new LiveView(game).show(state), 1);
    expect(turn.values[0]).toBe(WORTH[1]);
    expect(turn.values[1]).toBeCloseTo(-0.1);
  });

  it('drops a plan when something else has happened', () => {
    const turn = judgeOf(game, nothing(), 1, { beam: 8 });
    const { state, chance } = positionAfter(game, []);
    const view = new LiveView(game);
    turn.judge(view.show(state), 1);
    turn.follow(turn.best);
    state.apply(ZERO, chance);
    expect(turn.planned(view.show(state))).toBe(-1);
    expect(turn.planned(view)).toBe(-1);
  });

  it('plays the whole game as well as it can be played', () => {
    const turn = judgeOf(game, nothing(), 1, { beam: 8 });
    const { state, chance } = positionAfter(game, []);
    const view = new LiveView(game);
    let sum = 0;
    const reward = new Float64Array(1);
    while (!state.over) {
      view.show(state);
      let action = turn.planned(view);
      if (action < 0) {
        turn.judge(view, 1);
        turn.follow(turn.best);
        action = turn.ids[turn.best]!;
      }
      state.apply(action, chance);
      state.rewards(reward);
      sum += reward[0]!;
    }
    expect(sum).toBe(9 * LOCKS);
  });
});

describe('an agent of values', () => {
  const agentOf = (game: Game, sure: boolean, temperature = 0) =>
    new AfterstateAgent(
      { samples: 2, beam: 0, outcomes: plain, observer: gameObserver(game), network: linear(game, () => 0.1) },
      { sure, temperature },
    );

  it('has probabilities where nothing is drawn: of what it does', () => {
    const agent = agentOf(ticTacToe as Game, true);
    const { state } = positionAfter(ticTacToe as Game, [0, 3, 1, 4]);
    const out = new Float32Array(9);
    agent.probabilities!(new LiveView(ticTacToe as Game).show(state), out);
    expect([...out]).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0]);
    expect(agentOf(ticTacToe as Game, true, 0.5).probabilities).toBeUndefined();
    expect(agentOf(pig as Game, false).probabilities).toBeUndefined();
  });

  it('plays games with other options after each other', () => {
    const agent = agentOf(pig as Game, false);
    for (const players of [2, 4, 2]) {
      const state = pig.newState(pig.options.parse({ players }), new SeededChance(1, pig.streams));
      agent.reset(players);
      expect(agent.act(new LiveView(pig as Game).show(state))).toBeGreaterThanOrEqual(0);
    }
  });
});

it('explores as much, whatever the scale of the values', () => {
  const game = ticTacToe as Game;
  const view = new LiveView(game).show(positionAfter(game, [4]).state);
  const choices = (scale: number, temperature: number) => {
    const weight = (_: string, i: number) => scale * Math.sin(i + 1);
    const turn = judgeOf(game, linear(game, weight), 2);
    const [rng, spread] = [createRng('choices'), new Spread()];
    return Array.from({ length: 200 }, () => turn.choose(view, rng, spread, temperature));
  };
  const usual = choices(1, 0.5);
  expect(new Set(usual).size).toBeGreaterThan(3);
  for (const scale of [1 / 256, 64]) expect(choices(scale, 0.5)).toEqual(usual);
  expect(new Set(choices(1, 0)).size).toBe(1);
  expect(new Set(choices(1, 0.05)).size).toBeLessThan(new Set(usual).size);
});

it('judges a position as the seats see it that are not to act', () => {
  const shape = valueNetworkFor(ticTacToe as Game, [6]);
  const network = new ValueNetwork(shape, initialWeights(shape, createRng('judge')));
  const { state } = positionAfter(ticTacToe as Game, [4]);
  const [out, seen] = [new Float64Array(2), new Float32Array(2)];
  positionValues(gameObserver(ticTacToe as Game), network)(state, out);
  gameObserver(ticTacToe as Game).write(state, 0, network.observations, 0);
  network.run(1, seen);
  expect([...out]).toEqual([...seen]);
});
