/** What the files of rules define: prompts, and the steps of a day. */
import type { Prompt } from '../../../env/kit/prompts.js';
import type { BlockName } from '../actions.js';
import type { Chance, Position } from '../state.js';

export interface FuzzyPrompt extends Prompt<Position, BlockName> {
  /** The question below the board. */
  ask(s: Position): string;
  /** The step of the day that asks it. */
  readonly step: number;
  /** Completes a position read from JSON. @returns why it cannot be asked there; empty when it can */
  complete?(s: Position, seat: number): string;
}

/** Does what comes next, or asks somebody. */
export type Step = (s: Position, chance: Chance) => void;

export function ask(s: Position, prompt: number, seat: number): void {
  s.prompt = prompt;
  s.actor = seat;
}
