/** What the files of rules define: prompts, and tasks that wait to be done. */
import type { Prompt } from '../../../env/kit/prompts.js';
import type { BlockName } from '../actions.js';
import type { Chance, Position } from '../state.js';

export type CrownPrompt = Prompt<Position, BlockName>;

/** Something that comes before all else; it stays the first of `Position.tasks` until it is finished. */
export interface CrownTask {
  /** The prompt that its seat is asked; NOBODY where `step` does it all. */
  readonly asks: number;
  /** Done before anybody is asked. @returns whether that was all: then nobody is */
  step?(s: Position, seat: number, argument: number, chance: Chance): boolean;
  /** What is said of it while it waits behind another. */
  waits?(s: Position, who: string, argument: number): string;
}
