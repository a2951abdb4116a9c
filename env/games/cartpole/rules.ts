/**
 * The dynamics of CartPole-v1 over the cells of a position: those of Gymnasium, operation for operation, in double
 * precision (Barto, Sutton, Anderson 1983; the explicit Euler step of Sutton's pole.c).
 */
import type { Chance } from '../../chance.js';
import { ENDING, FELL, LEFT_TRACK, LIMIT, RIGHT, START, STEP, THETA, THETA_DOT, TIME, X, X_DOT } from './state.js';

const GRAVITY = 9.8;
const MASS_CART = 1.0;
const MASS_POLE = 0.1;
const TOTAL_MASS = MASS_POLE + MASS_CART;
/** Half the pole's length. */
const LENGTH = 0.5;
const POLE_MASS_LENGTH = MASS_POLE * LENGTH;
const FORCE = 10.0;
/** Seconds of one step. */
const TAU = 0.02;

/** The game ends beyond these. */
export const MAX_THETA = (12 * 2 * Math.PI) / 360;
export const MAX_X = 2.4;

/** Each of the four numbers starts uniform in [-0.05, 0.05). */
const START_RANGE = 0.05;
/** Values a start is drawn from: as fine as one draw gets. */
const GRAIN = 2 ** 32;

export function start(cells: Float64Array, chance: Chance): void {
  for (const cell of [X, X_DOT, THETA, THETA_DOT])
    cells[cell] = -START_RANGE + 2 * START_RANGE * (chance.draw(START, GRAIN) / GRAIN);
}

/** One push. */
export function push(cells: Float64Array, action: number): void {
  let x = cells[X]!;
  let xDot = cells[X_DOT]!;
  let theta = cells[THETA]!;
  let thetaDot = cells[THETA_DOT]!;
  const force = action === RIGHT ? FORCE : -FORCE;
  const cos = Math.cos(theta);
  const sin = Math.sin(theta);
  const temp = (force + POLE_MASS_LENGTH * (thetaDot * thetaDot) * sin) / TOTAL_MASS;
  const thetaAcc = (GRAVITY * sin - cos * temp) / (LENGTH * (4.0 / 3.0 - (MASS_POLE * (cos * cos)) / TOTAL_MASS));
  const xAcc = temp - (POLE_MASS_LENGTH * thetaAcc * cos) / TOTAL_MASS;
  x = x + TAU * xDot;
  xDot = xDot + TAU * xAcc;
  theta = theta + TAU * thetaDot;
  thetaDot = thetaDot + TAU * thetaAcc;
  cells[X] = x;
  cells[X_DOT] = xDot;
  cells[THETA] = theta;
  cells[THETA_DOT] = thetaDot;
  cells[STEP]!++;
  if (x < -MAX_X || x > MAX_X) cells[ENDING] = LEFT_TRACK;
  else if (theta < -MAX_THETA || theta > MAX_THETA) cells[ENDING] = FELL;
  else if (cells[STEP]! >= cells[LIMIT]!) cells[ENDING] = TIME;
}
