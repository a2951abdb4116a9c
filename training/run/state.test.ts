import { join } from 'node:path';
import { expect, it } from 'vitest';
import { initialWeights, type NetworkShape, sectionsOf, weightShapes } from '../../agents/network/network.js';
import { networkFor, policyFor } from '../../agents/policy/policy.js';
import { writeCheckpoint } from '../../checkpoints/format.js';
import { game as pig } from '../../docs/examples/pig.js';
import { createRng } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import { scratch } from '../../test/scratch.js';
import { readTraining } from '../testing/read-training.js';
import { parseConfig } from './config.js';
import { packTraining, type StoredTraining, type TrainingState } from './state.js';

const folder = scratch('tabletop-state');

const game = pig as unknown as Game;
const plain = networkFor(game, [8]);
const shape: NetworkShape = { ...plain, heads: [...plain.heads, { name: 'left', width: 1, loss: 'squared-error' }] };

function someState(): TrainingState {
  const weights = (seed: string) => initialWeights(shape, createRng(seed));
  const steps = Object.fromEntries(sectionsOf(weightShapes(shape)).map(({ name }, i) => [name, 10 + i]));
  return {
    phases: [{ from: 0, decisions: 400, games: 9, updates: 3 }],
    ...{
      segment: 0,
      finished: false,
      decisions: 500,
      games: 9,
      minutes: 0,
      lines: 5,
      measuredAt: -1,
      kept: [],
      best: null,
    },
    shuffle: createRng('shuffle').save(),
    learner: { steps, weights: weights('w'), firstMoments: weights('m'), secondMoments: weights('v') },
    ...{ memory: null, beam: null, collectors: [] },
  };
}

/** Writes a checkpoint of it, changed by `edit`. @returns the file */
function write(
  name: string,
  state: TrainingState,
  edit: (stored: StoredTraining['training']) => void = () => {},
): string {
  const config = parseConfig({ game: 'pig' });
  const stored = packTraining(policyFor(game, shape, state.learner.weights), state, config) as StoredTraining;
  edit(stored.training);
  const file = join(folder, name);
  writeCheckpoint(file, stored);
  return file;
}

it('comes back with every head of the network, and the steps of each section', () => {
  const state = someState();
  const read = readTraining(write('whole.tgym', state), shape);
  expect(read).toEqual(state);
  expect(read.learner.steps).toEqual({ trunk: 10, value: 11, left: 12 });
  expect(Object.keys(read.learner.firstMoments)).toEqual(weightShapes(shape).map(({ name }) => name));
});

it.each<[string, (stored: StoredTraining['training']) => void, RegExp]>([
  [
    'a section is missing',
    ({ adam }) => delete adam.steps.left,
    /the number of steps of left is missing; continue from/,
  ],
  ['a section is too many', ({ adam }) => (adam.steps.owner = 1), /steps of owner do not belong to this network/],
  ['a count is none', ({ adam }) => (adam.steps.left = 1.5), /adam\.steps\.left/],
  [
    'moments are those of another network',
    ({ adam }) => {
      adam.firstMoments = { ...adam.firstMoments, shape: [3], bytes: adam.firstMoments.bytes.subarray(0, 12) };
    },
    /tensor .+ has \d+ numbers/,
  ],
])('is refused where %s', (name, edit, message) => {
  expect(() => readTraining(write(`${name}.tgym`, someState(), edit), shape)).toThrow(message);
});
