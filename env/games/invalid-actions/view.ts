/** A position of the invalid-action test as plain JSON, and back. */
import { z } from 'zod';
import { type CellState, readView, sound } from '../cells.js';
import { type InvalidActionsOptions, optionsSchema } from './options.js';
import { ASK, DIM, INVALID, LENGTH, MASKED, MAX_DIM, RIGHT, STEP, TARGET, VALID } from './state.js';

const number = z
  .int()
  .min(0)
  .max(MAX_DIM - 1);

const viewSchema = z.strictObject({
  game: z.literal('invalid-actions'),
  seat: z.literal(0),
  options: optionsSchema,
  /** Decisions so far. */
  step: z.int().min(0),
  target: number,
  /** The valid numbers, ascending. */
  valid: z.array(number).max(MAX_DIM),
  /** Whether the last answer was right. */
  right: z.boolean(),
});

/** The valid numbers, ascending. */
export function validNumbers(cells: Int16Array): number[] {
  return Array.from({ length: cells[DIM]! }, (_, i) => i).filter((i) => cells[VALID + i] === 1);
}

export function view(cells: Int16Array): z.infer<typeof viewSchema> {
  return {
    game: 'invalid-actions',
    seat: 0,
    options: {
      dim: cells[DIM]!,
      invalid: cells[INVALID]!,
      masked: cells[MASKED] === 1,
      length: cells[LENGTH]!,
      askForced: cells[ASK] === 1,
    },
    step: cells[STEP]!,
    target: cells[TARGET]!,
    valid: validNumbers(cells),
    right: cells[RIGHT] === 1,
  };
}

/** Reads a position from a view. */
export function parseView<S extends CellState<Int16Array>>(
  json: unknown,
  blank: (options: InvalidActionsOptions) => S,
): S {
  const given = readView(viewSchema, json);
  const state = blank(given.options);
  const { cells } = state;
  cells[STEP] = given.step;
  cells[TARGET] = given.target;
  cells[RIGHT] = given.right ? 1 : 0;
  for (const i of given.valid) cells[VALID + i] = 1;
  return sound(state, 'view');
}
