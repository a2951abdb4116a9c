import { describe, expect, it } from 'vitest';
import { createRng, SeededChance } from '../../env/chance.js';
import type { State } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { LiveView } from '../../env/view.js';
import { type Outputs, outputsFor } from '../network/network.js';
import { randomAction } from '../random.js';
import { AuxiliaryTargets, auxiliaryHeads } from './auxiliary.js';

const { game: connectFour } = await loadGame('connect-four');
const { game: crown } = await loadGame('crown-of-ash');
const { game: cartpole } = await loadGame('cartpole');

/** The targets of a seat, by head. */
function targetsOf(game: typeof crown, names: string[], end: State, seat: number): Record<string, number[]> {
  const heads = auxiliaryHeads(game, names);
  const out: Outputs = outputsFor({ heads }, 2);
  for (const numbers of Object.values(out)) numbers.fill(7);
  new AuxiliaryTargets(game, { heads }).write(end, seat, out, 1);
  return Object.fromEntries(
    heads.map(({ name, width }) => {
      // The row before is another's.
      expect([...out[name]!.subarray(0, width)]).toEqual(new Array(width).fill(7));
      return [name, [...out[name]!.subarray(width)]];
    }),
  );
}

/** A position that is over. */
function columns(...moves: number[]): State {
  const chance = new SeededChance('', []);
  const state = connectFour.newState(connectFour.options.parse({}), chance);
  for (const move of moves) state.apply(move, chance);
  expect(state.over).toBe(true);
  return state;
}

describe('auxiliary heads', () => {
  it('are one for the winner, one for the place of each seat, and what the game declares', () => {
    expect(auxiliaryHeads(connectFour, ['winner', 'places', 'discs', 'winner'])).toEqual([
      { name: 'winner', width: 2, loss: 'cross-entropy' },
      { name: 'place-0', width: 2, loss: 'cross-entropy' },
      { name: 'place-1', width: 2, loss: 'cross-entropy' },
      { name: 'discs', width: 42, loss: 'squared-error' },
    ]);
    expect(auxiliaryHeads(connectFour, [])).toEqual([]);
  });

  it('are refused where the game has no such thing, or nobody to win against', () => {
    expect(() => auxiliaryHeads(connectFour, ['points'])).toThrow(
      /connect-four has no points .* winner, places, discs/,
    );
    expect(() => auxiliaryHeads(cartpole, ['winner'])).toThrow(/one seat/);
  });
});

describe('auxiliary targets', () => {
  it('are seen from the seat that decides', () => {
    const won = columns(0, 1, 0, 1, 0, 1, 0);
    const mine = targetsOf(connectFour, ['winner', 'places', 'discs'], won, 0);
    const theirs = targetsOf(connectFour, ['winner', 'places', 'discs'], won, 1);
    expect(mine).toMatchObject({ winner: [1, 0], 'place-0': [1, 0], 'place-1': [0, 1] });
    expect(theirs).toMatchObject({ winner: [0, 1], 'place-0': [0, 1], 'place-1': [1, 0] });
    expect(mine.discs!.slice(0, 9)).toEqual([1, -1, 0, 0, 0, 0, 0, 1, -1]);
    expect(theirs.discs).toEqual(mine.discs!.map((owner) => 0 - owner));
  });

  it('share the win among those who tie', () => {
    const pairs = [0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 2, 3, 2, 3, 3, 2, 3, 2, 2, 3, 2, 3, 4, 5, 4, 5, 5, 4, 5, 4];
    const drawn = columns(...pairs, 4, 5, 4, 5, 6, 6, 6, 6, 6, 6);
    expect(drawn.ending()).toBe('draw');
    expect(targetsOf(connectFour, ['winner', 'places'], drawn, 1)).toEqual({
      winner: [0.5, 0.5],
      'place-0': [1, 0],
      'place-1': [1, 0],
    });
  });

  it('know of seats that are absent', () => {
    const rng = createRng('absent');
    const chance = new SeededChance('absent', crown.streams);
    const end = crown.newState(crown.options.parse({ players: 3 }), chance);
    const view = new LiveView(crown);
    while (!end.over) {
      view.show(end);
      end.apply(randomAction(view.mask, view.legal, rng), chance);
    }
    const places = new Uint8Array(3);
    end.places(places);
    const { winner, points, ...rest } = targetsOf(crown, ['winner', 'places', 'points'], end, 2);
    const own = [2, 0, 1].map((seat) => places[seat]!);
    const first = own.filter((place) => place === 0).length;
    expect(winner).toEqual([...own.map((place) => (place === 0 ? Math.fround(1 / first) : 0)), 0]);
    expect(rest).toEqual({
      ...Object.fromEntries(own.map((place, k) => [`place-${k}`, [0, 1, 2, 3].map((i) => (i === place ? 1 : 0))])),
      'place-3': new Array(4).fill(Number.NaN),
    });
    expect(points!.slice(0, 3).every((n) => n > 0 && n < 2)).toBe(true);
    expect(points![3]).toBe(0);
  });
});
