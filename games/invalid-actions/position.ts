/** A position of the invalid-action test and its rules: the number to name, and which numbers may be named. */
import type { Chance } from '../../env/chance.js';
import { i16 } from '../../env/kit/fields.js';
import { smallPositions } from '../../env/kit/position.js';
import { type InvalidActionsOptions, MAX_DIM, MAX_LENGTH } from './options.js';

export const streamNames = ['target', 'valid'] as const;
const TARGET = 0;
const VALID = 1;

export const fields = {
  askForced: i16.flag('As the option says.'),
  dim: i16('How many numbers there are.', { min: 2, max: MAX_DIM }),
  invalid: i16('How many of them are invalid.', { max: MAX_DIM - 2 }),
  masked: i16.flag('Invalid numbers are not legal.'),
  length: i16('Decisions after which the game is cut.', { min: 1, max: MAX_LENGTH }),
  step: i16('Decisions so far.', { max: MAX_LENGTH }),
  target: i16('The number to name.', { max: MAX_DIM - 1 }),
  right: i16.flag('The last answer was right.'),
  valid: i16.flag([MAX_DIM], 'Which numbers are valid.'),
};

export class Position extends smallPositions({ kind: 'invalid-actions 1', fields }) {
  get players(): number {
    return 1;
  }
  get options(): InvalidActionsOptions {
    const { dim, invalid, masked, length, askForced } = this;
    return { dim, invalid, masked, length, askForced };
  }
  get over(): boolean {
    return this.step >= this.length;
  }
  /** The valid numbers, ascending. */
  get numbers(): number[] {
    return [...this.valid.keys()].filter((i) => this.valid[i] === 1);
  }

  /** Draws the next number, then which others stay valid beside it. */
  ask(chance: Chance): void {
    const { dim, invalid, valid } = this;
    const target = chance.draw(TARGET, dim);
    this.target = target;
    // While the others are drawn, a cell holds two things: whether its number is valid, and doubled a number of the list that
    // is drawn from. The target is not in that list: its cell is passed over. No branches, which the processor would guess wrong.
    for (let i = 0; i < dim; i++) valid[i] = 2 * i;
    valid[target] = 1;
    // Drawing the valid ones is the same as drawing the invalid ones, and shorter.
    for (let last = dim - 2; last >= invalid; last--) {
      const at = chance.draw(VALID, last + 1);
      const drawn = at + Number(at >= target);
      const moved = last + Number(last >= target);
      const number = valid[drawn]! >> 1;
      valid[drawn] = (valid[drawn]! & 1) | (valid[moved]! & ~1);
      valid[number]! |= 1;
    }
    for (let i = 0; i < dim; i++) valid[i]! &= 1;
  }

  /** Names a number. */
  name(number: number, chance: Chance): void {
    this.right = number === this.target;
    this.step++;
    this.ask(chance);
  }

  override fault(): string {
    const { dim, invalid, valid, target, step, numbers } = this;
    if (invalid > dim - 2) return `${invalid} of ${dim} numbers are invalid`;
    if (step > this.length) return `step is ${step}, the length ${this.length}`;
    if (valid[target] !== 1) return 'the number to name is not valid';
    if (numbers.at(-1)! >= dim) return `there are ${dim} numbers`;
    return numbers.length === dim - invalid ? '' : `${numbers.length} numbers are valid`;
  }
}
