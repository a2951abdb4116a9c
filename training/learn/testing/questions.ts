/** Questions about sets of things and about boards, on which networks that read these (encoder.ts) are compared. */

import process from 'node:process';
import type { EntitiesShape, PlanesShape } from '../../../agents/network/encoder.js';
import { Inference } from '../../../agents/network/inference.js';
import { initialWeights, type NetworkShape, outputsFor } from '../../../agents/network/network.js';
import { createRng, type Rng, shuffle } from '../../../env/chance.js';
import { createOnnxLearner } from '../learner-onnx.js';

/** A question with the answers 0 and 1, which are equally often right. */
export interface Question {
  /** How many things there are, and numbers of each; or planes, and squares of each. */
  places: number;
  size: number;
  /** Draws those that this is the right answer for. @param x [places, size], written */
  draw(answer: number, rng: Rng, x: Float32Array): void;
}

/** Tells the kind of a card by its bits, as -1 and 1. */
function writeKind(kind: number, bits: number, x: Float32Array, at: number): void {
  for (let bit = 0; bit < bits; bit++) x[at + bit] = (kind >> bit) & 1 ? 1 : -1;
}

/** Are two of these cards equal? Each is told by its kind. */
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
      for (const [i, card] of cards.entries()) writeKind(card, bits, x, i * bits);
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

/** Are my cards worth more than theirs? Each is told by its kind, mine, theirs; what a kind is worth was drawn once. */
export function worthQuestion(places: number, bits: number): Question {
  const drawn = createRng('worth');
  const worth = Array.from({ length: 2 ** bits }, () => 1 + drawn.int(9));
  const size = bits + 2;
  return {
    places,
    size,
    draw(answer, rng, x) {
      for (;;) {
        const cards = Array.from({ length: places }, () => rng.int(worth.length));
        const lead = cards.reduce((sum, card, i) => sum + (i % 2 === 1 ? worth[card]! : -worth[card]!), 0);
        if (lead === 0 || lead > 0 !== (answer === 1)) continue;
        for (const [i, card] of cards.entries()) {
          writeKind(card, bits, x, i * size);
          x.set([i % 2, 1 - (i % 2)], i * size + bits);
        }
        return;
      }
    },
  };
}

const SIDE = 8;

/** Do three of my stones stand in a line somewhere on this board, among as many of theirs? Planes: mine, theirs. */
export function lineQuestion(stones: number): Question {
  const ways = [
    [0, 1],
    [1, 0],
    [1, 1],
    [1, -1],
  ] as const;
  const squares = Array.from({ length: SIDE * SIDE }, (_, square) => square);
  return {
    places: 2,
    size: SIDE * SIDE,
    draw(answer, rng, x) {
      const mine = x.subarray(0, SIDE * SIDE);
      const has = (row: number, column: number) =>
        row < SIDE && column >= 0 && column < SIDE && mine[row * SIDE + column] === 1;
      for (;;) {
        shuffle(squares, rng);
        x.fill(0);
        for (const [i, square] of squares.slice(0, 2 * stones).entries()) x[(i % 2) * SIDE * SIDE + square] = 1;
        const line = squares.some((square) => {
          const [row, column] = [Math.floor(square / SIDE), square % SIDE];
          return ways.some(([down, right]) => [0, 1, 2].every((n) => has(row + n * down, column + n * right)));
        });
        if (line === (answer === 1)) return;
      }
    },
  };
}

/** How a network reads what it is asked about; neither: as one list. */
interface Reading {
  /** Each thing through layers that all share. */
  entities?: Omit<EntitiesShape, 'pieces'>;
  /** As planes of a board, through convolutions. */
  planes?: Pick<PlanesShape, 'filters' | 'blocks'>;
}

/** A network that answers. */
export function answering(
  { places, size }: Question,
  trunk: number[],
  { entities, planes }: Reading = {},
): NetworkShape {
  const inputs = places * size;
  const pieces = [{ name: 'things', from: 0, to: inputs, places }];
  const board = [{ name: 'board', from: 0, to: inputs }];
  return {
    ...{ inputs, trunk, activation: 'relu' },
    ...(entities && { entities: { pieces, ...entities } }),
    ...(planes && { planes: { pieces: board, height: SIDE, width: SIDE, kernel: 3, ...planes } }),
    heads: [{ name: 'answer', width: 2, loss: 'cross-entropy' }],
  };
}

const MINIBATCH = 256;

/** How long to learn. */
interface Learning {
  seed: number;
  /** Gradient steps at most. */
  steps?: number;
  /** Seconds of this process's CPU time after which no further step begins. */
  seconds?: number;
  learningRate?: number;
}

/** @returns the share of 2,000 new questions that are answered rightly afterwards, and the gradient steps taken */
export async function learned(
  question: Question,
  shape: NetworkShape,
  { seed, steps = Infinity, seconds = Infinity, learningRate = 3e-3 }: Learning,
): Promise<{ right: number; steps: number }> {
  const begin = process.cpuUsage();
  const spent = () => {
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1e6;
  };
  const rng = createRng(`questions ${seed}`);
  const learner = createOnnxLearner(shape, initialWeights(shape, createRng(seed)));
  const all = Int32Array.from({ length: MINIBATCH }, (_, row) => row);
  let step = 0;
  for (; step < steps && spent() < seconds; step++) {
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
  return { right: right / rows, steps: step };
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
