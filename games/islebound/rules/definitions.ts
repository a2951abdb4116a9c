/** What the files of rules define: prompts. */
import type { Prompt } from '../../../env/kit/prompts.js';
import type { BlockName } from '../actions.js';
import type { Position } from '../state.js';

export type IslePrompt = Prompt<Position, BlockName>;
