import { expect, it } from 'vitest';
import { UserError } from '../../env/user-error.js';
import { readsOf } from './reads.js';

const pieces = [
  { name: 'mine', shape: [4, 5] },
  { name: 'day', shape: [1] },
  { name: 'theirs', shape: [2, 4, 5] },
  { name: 'units', shape: [6, 3] },
];
const game = { id: 'wood', observation: pieces };
const read = { filters: 8, blocks: 1 };

it('finds the planes of the largest board, and things in what is left', () => {
  const found = readsOf(game, pieces, {
    planes: { ...read, pieces: ['all'] },
    entities: { pieces: ['all'], layers: [16] },
  });
  expect(found).toEqual({
    planes: {
      pieces: [
        { name: 'mine', from: 0, to: 20 },
        { name: 'theirs', from: 21, to: 61 },
      ],
      ...{ height: 4, width: 5, filters: 8, blocks: 1, kernel: 3 },
    },
    entities: { pieces: [{ name: 'units', from: 61, to: 79, places: 6 }], layers: [16] },
  });
  expect(readsOf(game, pieces, { planes: { ...read, pieces: [] }, normalise: { pieces: ['day'], clip: 3 } })).toEqual({
    normalise: { pieces: [{ name: 'day', from: 20, to: 21 }], clip: 3 },
  });
});

it('lets things look at each other, where there are not too many', () => {
  const attention = { heads: 2, blocks: 1 };
  const read = (all: typeof pieces) =>
    readsOf(game, all, { entities: { pieces: ['units'], layers: [16], attention } }).entities;
  expect(read(pieces)).toEqual({
    pieces: [{ name: 'units', from: 61, to: 79, places: 6 }],
    ...{ layers: [16], attention },
  });
  expect(() => read([{ name: 'units', shape: [600, 3] }])).toThrow(
    'network.entityAttention: the piece units has 600 places, and at most 512 can look at each other; leave it out of network.entities',
  );
});

it('remembers pieces of the game behind all that is shown now', () => {
  const advised = [...pieces, { name: 'advice', shape: [7] }];
  const memory = { pieces: ['day', 'units'], decisions: 3, units: 8 };
  expect(readsOf(game, advised, { memory })).toEqual({
    memory: {
      piece: { name: 'memory', from: 86, to: 86 + 3 * 19 },
      ...{ decisions: 3, units: 8 },
      of: [
        { name: 'day', from: 20, to: 21 },
        { name: 'units', from: 61, to: 79 },
      ],
    },
  });
  expect(readsOf(game, advised, { memory: { ...memory, pieces: ['all'] } }).memory!.of).toHaveLength(4);
  expect(() => readsOf(game, advised, { memory: { ...memory, pieces: ['advice'] } })).toThrow(
    "network.memory: advice is no piece of the game's own observation",
  );
});

it.each<[Parameters<typeof readsOf>[2], string]>([
  [
    { planes: { ...read, pieces: ['ours'] } },
    'network.planes: wood observes no piece ours; it has mine, day, theirs, units',
  ],
  [{ planes: { ...read, pieces: ['day'] } }, 'network.planes: the piece day is a list, not planes of a board'],
  [
    { planes: { ...read, pieces: ['mine', 'units'] } },
    'these pieces are of boards of 4 x 5 and 6 x 3; name those of one',
  ],
  [
    { entities: { pieces: ['day'], layers: [4] } },
    'network.entities: the piece day does not tell the same of several things',
  ],
  [
    { planes: { ...read, pieces: ['mine'] }, entities: { pieces: ['mine'], layers: [4] } },
    'network.entities: the piece mine is read by network.planes; name it in one',
  ],
  [
    { planes: { ...read, pieces: ['mine'] }, normalise: { pieces: ['all'], clip: 3 } },
    'network.normalise: the piece mine is read by network.planes or entities; name it in one',
  ],
])('says what cannot be read so: %j', (reads, message) => {
  expect(() => readsOf(game, pieces, reads)).toThrow(UserError);
  expect(() => readsOf(game, pieces, reads)).toThrow(message);
});
