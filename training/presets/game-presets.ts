/** What a game's presets are: partial configs. */
import type { ConfigInput } from '../run/config.js';

/** What a game brings along for training. */
export interface GamePresets {
  /** A few minutes on a laptop: something that plays sensibly. */
  quickstart: ConfigInput;
  /** Stronger, in the time that the game asks for: an hour at most, or a number of decisions. */
  standard: ConfigInput;
  /** A night's work, for a game that is worth one. */
  overnight?: ConfigInput;
  /** What the preset of that name, which every game has, is to have otherwise for this one. */
  'expert-iteration'?: ConfigInput;
}
