/** A position of CartPole as plain JSON, and back. */
import { z } from 'zod';
import { type CellState, readView, sound } from '../cells.js';
import { type CartPoleOptions, optionsSchema } from './options.js';
import { ASK, ENDING, endings, LIMIT, STEP, THETA, THETA_DOT, X, X_DOT } from './state.js';

const viewSchema = z.strictObject({
  game: z.literal('cartpole'),
  seat: z.literal(0),
  options: optionsSchema,
  /** Pushes so far. */
  step: z.int().min(0),
  /** Metres and metres a second. */
  cart: z.strictObject({ position: z.number(), speed: z.number() }),
  /** Radians and radians a second. */
  pole: z.strictObject({ angle: z.number(), speed: z.number() }),
  ending: z.enum(endings),
});

export function view(cells: Float64Array): z.infer<typeof viewSchema> {
  return {
    game: 'cartpole',
    seat: 0,
    options: { limit: cells[LIMIT]!, askForced: cells[ASK] === 1 },
    step: cells[STEP]!,
    cart: { position: cells[X]!, speed: cells[X_DOT]! },
    pole: { angle: cells[THETA]!, speed: cells[THETA_DOT]! },
    ending: endings[cells[ENDING]!]!,
  };
}

/** Reads a position from a view. */
export function parseView<S extends CellState<Float64Array>>(json: unknown, blank: (options: CartPoleOptions) => S): S {
  const given = readView(viewSchema, json);
  const state = blank(given.options);
  const { cells } = state;
  cells[X] = given.cart.position;
  cells[X_DOT] = given.cart.speed;
  cells[THETA] = given.pole.angle;
  cells[THETA_DOT] = given.pole.speed;
  cells[STEP] = given.step;
  cells[ENDING] = endings.indexOf(given.ending);
  return sound(state, 'view');
}
