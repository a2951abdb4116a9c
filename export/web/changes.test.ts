import { expect, it } from 'vitest';
import type { Scene, SceneToken } from '../../env/scene.js';
import { changes } from './changes.js';

const knight: SceneToken = { name: 'knight NW1', shape: 'pawn', tone: 'red' };
const wolf: SceneToken = { name: 'wolf 2', shape: 'diamond', tone: 'grey' };

function scene(tokens: Record<string, SceneToken[]>, is: Record<string, string>, food: string, quiet = false): Scene {
  const places = ['a1', 'b1', 'c1'].map((name, i) => ({
    name,
    is: is[name] ?? 'field',
    at: [i, 0] as [number, number],
    tokens: tokens[name] ?? [],
  }));
  return {
    seats: [{ name: 'NW', tone: 'red' }],
    parts: [
      { kind: 'board', title: 'Board', size: [3, 1], places, quiet },
      {
        kind: 'cards',
        title: 'Players',
        cards: [{ title: 'NW', facts: [['food', food]], text: [`has ${food}`] }],
        quiet,
      },
    ],
  };
}

it('tells what moved, came, went, turned over and was counted', () => {
  const before = scene({ a1: [knight], b1: [wolf], c1: [wolf] }, {}, '3');
  const after = scene({ b1: [knight], c1: [wolf, wolf] }, { c1: 'wolf den' }, '5');
  expect(changes(before, after)).toEqual([
    'knight NW1: a1 to b1',
    'b1: wolf 2 is gone',
    'c1 is wolf den now',
    'NW: food 3 to 5, has 5',
  ]);
  expect(changes(before, before)).toEqual([]);
  expect(changes(scene({}, {}, '-'), scene({ a1: [wolf] }, {}, '1'))).toEqual([
    'a1: wolf 2 is there now',
    'NW: food 1, has 1',
  ]);
});

it('tells nothing of quiet parts, a card that was laid whole, and of very many changes the first', () => {
  expect(changes(scene({ a1: [knight] }, {}, '1', true), scene({}, {}, '2', true))).toEqual([]);
  const row = (titles: string[]): Scene => ({
    seats: [{ name: 'A', tone: 'red' }],
    parts: [
      {
        kind: 'cards',
        title: 'Row',
        cards: titles.map((title, i) => ({ id: `slot ${i}`, title, facts: [['cost', '3']] })),
      },
    ],
  });
  expect(changes(row(['mill', 'kiln']), row(['mill', 'pyre']))).toEqual(['Row: pyre, cost 3']);
  const many = changes(row([]), row(Array.from({ length: 20 }, (_, i) => `card ${i}`)));
  expect(many).toHaveLength(12);
  expect(many.at(-1)).toBe('and 9 changes more');
});
