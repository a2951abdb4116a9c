import { describe, expect, it } from 'vitest';
import { ValueNetwork } from '../../agents/afterstates/value-network.js';
import { initialWeights } from '../../agents/network/network.js';
import { valueNetworkFor } from '../../agents/policy/value-shape.js';
import { game as pig } from '../../docs/examples/pig.js';
import { createRng, SeededChance } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { game as kuhn } from '../../games/kuhn/game.js';
import { game as ticTacToe } from '../../games/tic-tac-toe/game.js';
import { AfterstateChooser } from './afterstate-chooser.js';
import { recordAfterstates } from './record.js';
import { runVectors } from './self-test.js';

const how = { samples: 3, beam: 2, outcomes: { winWeight: 0.5, capped: 'half', lead: null }, spread: 0.1 } as const;

function networkOf(game: Game) {
  const shape = valueNetworkFor(game, [8]);
  return { shape, weights: initialWeights(shape, createRng('chooser')) };
}

function chooserOf(game: Game, spread: number = how.spread): AfterstateChooser {
  const { shape, weights } = networkOf(game);
  return new AfterstateChooser(game, new ValueNetwork(shape, weights), { ...how, spread });
}

function positionOf(game: Game, options: object = {}, seed = 'deal'): { state: State; mask: Uint8Array } {
  const state = game.newState(game.options.parse(options), new SeededChance(seed, game.streams));
  const mask = new Uint8Array(game.actions);
  state.legal(mask);
  return { state, mask };
}

describe('a network of values that chooses', () => {
  it.each([
    ['luck', pig as Game],
    ['what is hidden', kuhn as Game],
  ])('says the same of a position as the file of it, with %s', (_, game) => {
    const { shape, weights } = networkOf(game);
    const options = game.options.parse({});
    const { vectors, positions, spread } = recordAfterstates(game, options, shape, weights, how);
    expect(spread).toBeGreaterThan(0);
    expect(positions[0]!.outputs.value).toHaveLength(game.seats.max);
    const chooser = chooserOf(game);
    const judged = () => runVectors(game, vectors, game.parseView!, false, (state) => chooser.judge(state));
    const found = judged();
    expect(found).toMatchObject({ passed: true, vectors: positions.length });
    vectors.games[0]!.vectors[0]!.worths![0]! += 0.01;
    expect(judged().passed).toBe(false);
  });

  it('takes the best action at full strength, and draws by the values below it', () => {
    const game = pig as Game;
    const { state, mask } = positionOf(game);
    const chooser = chooserOf(game);
    const { worths, choice, legal } = chooser.judge(state);
    expect(Math.max(...worths!)).toBe(worths![legal.indexOf(choice!)]);
    const { probabilities, ids } = chooser.decide(state, mask);
    expect(ids[probabilities.indexOf(1)]).toBe(choice);
    const soft = [...chooser.decide(state, mask, 2, 0.75).probabilities.subarray(0, legal.length)];
    const e = worths!.map((worth) => Math.exp((worth - Math.max(...worths!)) / (2 * 2 * 0.25 * how.spread)));
    soft.forEach((p, i) => {
      expect(p).toBeCloseTo(e[i]! / e.reduce((a, b) => a + b, 0), 6);
    });
    // Where no action was ever better than another, there is nothing to draw by.
    const sure = chooserOf(game, 0).decide(state, mask, 1, 0);
    expect(sure.probabilities).toContain(1);
  });

  it('judges what its best action leads to, positions of others as they stand, and ends by their result', () => {
    const game = ticTacToe as Game;
    const chooser = chooserOf(game);
    const { state } = positionOf(game);
    for (const action of [0, 3, 1, 4]) state.apply(action, new SeededChance(0, []));
    // Seat 0 wins at once.
    expect(chooser.evaluate(state, 0)).toEqual([1, -1]);
    expect(chooser.evaluate(state, 1)).not.toEqual([-1, 1]);
    state.apply(2, new SeededChance(0, []));
    expect(chooser.evaluate(state, 1)).toEqual([1, -1]);
  });

  it('plays games with other options after each other', () => {
    const game = pig as Game;
    const chooser = chooserOf(game);
    const asked = (players: number) => {
      const { state, mask } = positionOf(game, { players });
      return [...chooser.decide(state, mask, 1, 0.5).probabilities.slice(0, 2)];
    };
    const first = asked(2);
    expect(asked(3)).not.toEqual(first);
    expect(asked(2)).toEqual(first);
  });
});
