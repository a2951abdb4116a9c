/** The two things that the files of rules define, each whole in one place: prompts and procedures. */
import type { Prompt } from '../../../env/kit/prompts.js';
import type { BlockName } from '../actions.js';
import type { Chance, Position, procedureNames, promptNames } from '../state.js';

/** A part of a position that must be known: where a view has it, what is wanted there, whether it is there. */
export type Need = readonly [path: string, what: string, there: (s: Position) => boolean];

/** What a prompt is about is in `focusKnight` and `focusTile`, still while it is answered. */
export interface DoomspirePrompt extends Prompt<Position, BlockName> {
  /** What must be known while it is pending, besides what the procedure that asks it needs. */
  readonly needs?: readonly Need[];
}

export type PromptName = (typeof promptNames)[number];
export type ProcedureName = Exclude<(typeof procedureNames)[number], 'none'>;

/** A frame of the stack without its step. */
export type Frame = readonly [procedure: ProcedureName, ...args: number[]];

/** A step, or several, the likeliest first; fewer where the position tells more. */
export type Steps = number | readonly number[] | ((s: Position) => number | readonly number[]);

/** How a procedure asks a prompt. */
export interface Asking {
  /** Its step while the prompt is pending. */
  readonly at: Steps;
  /** Whether it is this procedure that asks; left out where no other asks the same prompt. */
  when?(s: Position): boolean;
}

/**
 * A procedure of the rules: something that takes several steps and may ask on the way. While it is under way it has a frame
 * on the stack, with the number of its step and four arguments. All but `run` is for positions that come from outside, which
 * may leave out what follows from the rest.
 */
export interface DoomspireProcedure {
  /** Goes on with it; its frame is on top of the stack. */
  run(s: Position, chance: Chance): void;
  /** The numbers of its steps by name. Saved positions hold them. */
  readonly steps: Readonly<Record<string, number>>;
  /** What each argument may be: k knight, t tile, T tile or none, s seat, p pile, n a small number. */
  readonly arguments?: string;
  /** The prompts that it asks. */
  readonly asks: Partial<Record<PromptName, Asking>>;
  /**
   * Steps at which it can wait for the procedure above it on the stack, the likeliest first; undefined where it never does.
   * @param at index of its frame's first number
   */
  waits?(s: Position, above: ProcedureName, at: number): readonly number[] | undefined;
  /** What must be known while it asks. */
  readonly needs?: readonly Need[];
  /** The stack while it asks, itself last. @throws Error with the path of what a view must tell */
  stack(s: Position): readonly Frame[];
}
