/** What a check says of a game that did not hold: where, and why, so that one cause is told once. */
import { NotFinite } from '../finite.js';
import { UserError } from '../user-error.js';
import { fromWrapper, gameFrame } from '../user-frame.js';

/** A position of a check, which `tabletop check --step` shows. */
export interface Address {
  options: unknown;
  seed: string;
  step: number;
}

/** A check did not hold; the message is its one-line detail. */
export class Fault extends Error {
  /** The position at which it was found. */
  address?: Address;

  /** @param same equal for faults with one cause, in whatever checks */
  constructor(
    detail: string,
    readonly same = detail,
  ) {
    super(detail.replace(/\s*\n\s*/g, ' '));
  }
}

/** A redraw keeps what it should draw anew: one cause, by whatever check it shows. */
export const forgets = (redraw: 'redraw()' | 'redrawUnseen()', detail: string) =>
  new Fault(detail, `forgets ${redraw}`);

export function fail(detail: string): never {
  throw new Fault(detail);
}

/**
 * What was thrown as a fault: with the line of the game's own file. Faults stay what they are.
 * @param who whose code was called, and the verb: `bot greedy threw`
 */
export function faultOf(error: unknown, who = fromWrapper(error) ? 'the wrapper threw' : 'the game threw'): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof NotFinite) return new Fault(error.message, notFinite(error.what));
  const frame = gameFrame(error);
  // The kit and the wrapper say themselves what is wrong with a game.
  const what = error instanceof UserError ? error.message : `${who} ${String(error)}`;
  return new Fault(frame === undefined ? what : `${what} at ${frame}`, frame ?? String(error));
}

/** The cause of all faults by one number that is none. @param what name of a piece of the observation, `reward` */
export const notFinite = (what: string) => `not finite: ${what}`;

/** Fails unless the condition holds; the text is only made when it does not. */
export function hold(condition: boolean, detail: () => string): void {
  if (!condition) throw new Fault(detail());
}
