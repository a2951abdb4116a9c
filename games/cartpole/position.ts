/**
 * A position of CartPole and the dynamics of CartPole-v1: those of Gymnasium, operation for operation, in double
 * precision (Barto, Sutton, Anderson 1983; the explicit Euler step of Sutton's pole.c).
 */
import type { Chance } from '../../env/chance.js';
import { f64 } from '../../env/kit/fields.js';
import { smallPositions } from '../../env/kit/position.js';
import { type CartPoleOptions, MAX_LIMIT } from './options.js';

export const LEFT = 0;
export const RIGHT = 1;
export const streamNames = ['start'] as const;
const START = 0;

export const endings = ['', 'pole fell', 'cart left the track', 'time limit'] as const;
const FELL = 1;
const LEFT_TRACK = 2;
const TIME = 3;

/** Faster than any push makes it; a step more would leave the range of numbers. */
const speed = { min: -1e4, max: 1e4 };
export const fields = {
  x: f64('Metres from the middle of the track.'),
  xDot: f64('Metres a second.', speed),
  theta: f64('Radians from upright, positive to the right.'),
  thetaDot: f64('Radians a second.', speed),
  step: f64('Pushes so far.', { min: 0, max: MAX_LIMIT, whole: true }),
  limit: f64('Pushes after which the game is cut.', { min: 1, max: MAX_LIMIT, whole: true }),
  end: f64('How the game ended.', { min: 0, names: endings }),
  askForced: f64.flag('As the option says.'),
};

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
const MAX_THETA = (12 * 2 * Math.PI) / 360;
export const MAX_X = 2.4;

/** Each of the four numbers starts uniform in [-0.05, 0.05). */
const START_RANGE = 0.05;
/** Values a start is drawn from: as fine as one draw gets. */
const GRAIN = 2 ** 32;
const drawn = (chance: Chance) => -START_RANGE + 2 * START_RANGE * (chance.draw(START, GRAIN) / GRAIN);

export class Position extends smallPositions({ kind: 'cartpole 1', fields }) {
  get players(): number {
    return 1;
  }
  get options(): CartPoleOptions {
    return { limit: this.limit, askForced: this.askForced };
  }
  get over(): boolean {
    return this.end !== 0;
  }
  get truncated(): boolean {
    return this.end === TIME;
  }

  start(chance: Chance): void {
    this.x = drawn(chance);
    this.xDot = drawn(chance);
    this.theta = drawn(chance);
    this.thetaDot = drawn(chance);
  }

  /** One push. */
  push(action: number): void {
    const { xDot, theta, thetaDot } = this;
    const force = action === RIGHT ? FORCE : -FORCE;
    const cos = Math.cos(theta);
    const sin = Math.sin(theta);
    const temp = (force + POLE_MASS_LENGTH * (thetaDot * thetaDot) * sin) / TOTAL_MASS;
    const thetaAcc = (GRAVITY * sin - cos * temp) / (LENGTH * (4.0 / 3.0 - (MASS_POLE * (cos * cos)) / TOTAL_MASS));
    const xAcc = temp - (POLE_MASS_LENGTH * thetaAcc * cos) / TOTAL_MASS;
    this.x += TAU * xDot;
    this.xDot = xDot + TAU * xAcc;
    this.theta = theta + TAU * thetaDot;
    this.thetaDot = thetaDot + TAU * thetaAcc;
    this.step++;
    this.end = this.ended();
  }

  /** How the game ends here: index into `endings`. */
  private ended(): number {
    const { x, theta } = this;
    if (x < -MAX_X || x > MAX_X) return LEFT_TRACK;
    if (theta < -MAX_THETA || theta > MAX_THETA) return FELL;
    return this.step >= this.limit ? TIME : 0;
  }

  override fault(): string {
    if (this.step > this.limit) return `step is ${this.step}, the limit ${this.limit}`;
    const end = this.ended();
    return this.end === end ? '' : `its ending is not '${endings[end]}'`;
  }
}
