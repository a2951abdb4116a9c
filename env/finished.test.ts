import { expect, it } from 'vitest';
import { endingOf, finalPlaces } from './finished.js';
import type { State } from './game.js';

const ended = (places: number[], ending: unknown = 'end', players = places.length) =>
  ({ players, places: (out: Uint8Array) => void out.set(places), ending: () => ending }) as unknown as State;

it('gives places that are a ranking, and refuses others', () => {
  const read = (places: number[], players = places.length) => {
    const out = new Uint8Array(players);
    finalPlaces(ended(places, 'end', players), out);
    return [...out];
  };
  for (const ranking of [[0, 1], [0, 0], [2, 0, 0], [1, 0, 1], [0], [3]]) expect(read(ranking)).toEqual(ranking);
  for (const none of [
    [7, 99],
    [1, 1],
    [0, 2],
    [0, 1, 1, 2],
  ])
    expect(() => read(none)).toThrow(`gives its seats the places ${none.join(', ')}: 0 is first`);
  expect(() => read([], 2)).toThrow('the places none, none');
  expect(() => read([], 1)).toThrow('the places none');
  expect(() => read([0], 2)).toThrow('the places 0, none');
});

it('gives an ending that is a text, at a sensible length', () => {
  expect(endingOf(ended([0], 'points'))).toBe('points');
  expect(endingOf(ended([0], 'x'.repeat(4000)))).toHaveLength(103);
  expect(endingOf(ended([0], '\u001b[2Jgone \u202etxt'))).toBe('?[2Jgone ?txt');
  for (const none of [{}, null, 7]) expect(() => endingOf(ended([0], none))).toThrow('ending() must give a text');
});
