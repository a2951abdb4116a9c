/** Questions about sets of things, on which networks that read things (encoder.ts) are compared. */

import type { EntitiesShape } from '../../../agents/network/encoder.js';
import { Inference } from '../../../agents/network/inference.js';
import { initialWeights, type NetworkShape, outputsFor } from '../../../agents/network/network.js';
import { createRng, type Rng } from '../../../env/chance.js';
import { createOnnxLearner } from '../learner-onnx.js';

/** A question with the answers 0 and 1, which are equally often right. */
export interface Question {
  /** How many things there are, and numbers of each. */
  places: number;
  size: number;
  /** Draws things that this is the right answer for. @param x [places, size], written */
  draw(answer: number, rng: Rng, x: Float32Array): void;
}

/** Are two of these cards equal? Each is told by the bits of its kind, as -1 and 1. */
export function pairQuestion(places: number, bits: number): Question {
  return {
    places,
    size: bits,
    draw(answer, rng, x) {
      let cards: number[];
      do {
        cards = Array.from({ length: places }, () => rng.int(2 ** bits));
        // A pair by chance is rare.
        if (answer === 1) cards[0] = cards[1 + rng.int(places - 1)]!;
      } while (new Set(cards).size < places !== (answer === 1));
      for (const [i, card] of cards.entries())
        for (let bit = 0; bit < bits; bit++) x[i * bits + bit] = (card >> bit) & 1 ? 1 : -1;
    },
  };
}

/** Does one of my units stand beside one of theirs, on a board of 8 x 8? Each is told by row, column, mine, theirs. */
export function neighbourQuestion(places: number): Question {
  const size = 4;
  return {
    places,
    size,
    draw(answer, rng, x) {
      for (;;) {
        const units = Array.from({ length: places }, (_, i) => ({ row: rng.int(8), column: rng.int(8), mine: i % 2 }));
        const beside = units.some((one) =>
          units.some(
            (other) =>
              one.mine > other.mine &&
              Math.max(Math.abs(one.row - other.row), Math.abs(one.column - other.column)) <= 1,
          ),
        );
        if (beside !== (answer === 1)) continue;
        for (const [i, { row, column, mine }] of units.entries())
          x.set([row / 4 - 1, column / 4 - 1, mine, 1 - mine], i * size);
        return;
      }
    },
  };
}

/** Are my units stronger together than theirs? Each is told by strength, mine, theirs. */
export function strengthQuestion(places: number): Question {
  const size = 3;
  return {
    places,
    size,
    draw(answer, rng, x) {
      for (;;) {
        const units = Array.from({ length: places }, (_, i) => ({ strength: 1 + rng.int(9), mine: i % 2 }));
        const lead = units.reduce((sum, { strength, mine }) => sum + (mine === 1 ? strength : -strength), 0);
        if (lead === 0 || lead > 0 !== (answer === 1)) continue;
        for (const [i, { strength, mine }] of units.entries()) x.set([strength / 9, mine, 1 - mine], i * size);
        return;
      }
    },
  };
}

/** A network that answers: the things through `entities`, or without it as one list. */
export function answering(
  { places, size }: Question,
  trunk: number[],
  entities?: Omit<EntitiesShape, 'pieces'>,
): NetworkShape {
  const inputs = places * size;
  const pieces = [{ name: 'things', from: 0, to: inputs, places }];
  return {
    ...{ inputs, trunk, activation: 'relu' },
    ...(entities && { entities: { pieces, ...entities } }),
    heads: [{ name: 'answer', width: 2, loss: 'cross-entropy' }],
  };
}

const MINIBATCH = 256;

/** @returns the share of 2,000 new questions that are answered rightly after so many gradient steps */
export async function learned(
  question: Question,
  shape: NetworkShape,
  { steps, seed, learningRate = 3e-3 }: { steps: number; seed: number; learningRate?: number },
): Promise<number> {
  const rng = createRng(`questions ${seed}`);
  const learner = createOnnxLearner(shape, initialWeights(shape, createRng(seed)));
  const all = Int32Array.from({ length: MINIBATCH }, (_, row) => row);
  for (let step = 0; step < steps; step++) {
    const { observation, answer } = asked(question, MINIBATCH, rng);
    const [mask, action] = [new Uint8Array(MINIBATCH), new Int32Array(MINIBATCH)];
    learner.take({ rows: MINIBATCH, observation, mask, action, targets: { answer } });
    const loss = { name: 'values', settings: { weights: {} } } as const;
    await learner.pass({ parts: [all], loss, learningRate, gradientNorm: 1 });
    await learner.finish();
  }
  const network = new Inference(shape, learner.weights());
  learner.dispose();
  const rows = 2000;
  const { observation, answer } = asked(question, rows, createRng('asked afterwards'));
  const out = outputsFor(shape, 1);
  let right = 0;
  for (let row = 0; row < rows; row++) {
    network.run(observation, row * shape.inputs, out);
    if (out.answer![1]! > out.answer![0]! === (answer[2 * row + 1] === 1)) right++;
  }
  return right / rows;
}

function asked({ places, size, draw }: Question, rows: number, rng: Rng) {
  const observation = new Float32Array(rows * places * size);
  const answer = new Float32Array(2 * rows);
  for (let row = 0; row < rows; row++) {
    const right = rng.int(2);
    answer[2 * row + right] = 1;
    draw(right, rng, observation.subarray(row * places * size, (row + 1) * places * size));
  }
  return { observation, answer };
}
