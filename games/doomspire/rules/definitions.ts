/** What the files of rules define: prompts (their questions are in questions.ts), and procedures. */
import type { Prompt } from '../../../env/kit/prompts.js';
import type { BlockName } from '../actions.js';
import type { Chance, Position } from '../state.js';

/** What a prompt is about is in `focusKnight` and `focusTile`, still while it is answered. */
export type DoomspirePrompt = Omit<Prompt<Position, BlockName>, 'ask' | 'words'>;

/** Goes on with the procedure on top of the stack. */
export type Procedure = (s: Position, chance: Chance) => void;
