import { expect, it } from 'vitest';
import type { State } from '../../env/game.js';
import { groupMoves } from './moves.js';

/** A position in which these may be done: kind and text, by id. */
function position(...moves: [kind: string, text: string][]) {
  const state = {
    actionText: (id: number) => moves[id]![1],
    actionJson: (id: number) => ({ kind: moves[id]![0], args: {} }),
  };
  return groupMoves(
    state as unknown as State,
    Uint8Array.from(moves, () => 1),
  ).map(({ title, moves }) => [title, ...moves.map(({ text }) => text)]);
}

it('groups by kind, under the words that all begin with, else the name of the kind; single ones last', () => {
  expect(
    position(
      ['end', 'do no more'],
      ['die', 'spend a die of 2'],
      ['die', 'spend a die of 3'],
      ['recruitHero', 'A'],
      ['recruitHero', 'B'],
    ),
  ).toEqual([
    ['Spend a die', 'spend a die of 2', 'spend a die of 3'],
    ['Recruit hero', 'A', 'B'],
    ['Other moves', 'do no more'],
  ]);
});

it('says nothing where there is one kind, or nothing but single moves', () => {
  expect(position(['drop', 'column 1'], ['drop', 'column 2'])).toEqual([['', 'column 1', 'column 2']]);
  expect(position(['pass', 'pass'], ['bet', 'bet'])).toEqual([['', 'pass', 'bet']]);
});

it('keeps what gives the game up apart, last, and out of the picture', () => {
  const state = { actionText: (id: number) => `move ${id}` } as unknown as State;
  const game = {
    concedes: (action: number) => action === 0,
    drawing: { scene: () => expect.fail('nothing is drawn'), concerns: (_: State, id: number) => [`thing ${id}`] },
  };
  expect(groupMoves(state, Uint8Array.of(1, 1, 1), game)).toEqual([
    {
      title: '',
      moves: [
        { action: 1, text: 'move 1', things: ['thing 1'] },
        { action: 2, text: 'move 2', things: ['thing 2'] },
      ],
    },
    { title: 'Give up', moves: [{ action: 0, text: 'move 0' }], concedes: true },
  ]);
});

it('lists only what is legal, and does without kinds', () => {
  const state = { actionText: (id: number) => `move ${id}` } as unknown as State;
  expect(groupMoves(state, Uint8Array.of(0, 1, 0, 1))).toEqual([
    {
      title: '',
      moves: [
        { action: 1, text: 'move 1' },
        { action: 3, text: 'move 3' },
      ],
    },
  ]);
});
