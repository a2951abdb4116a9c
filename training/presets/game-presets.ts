/** What a game's presets are: two partial configs. */
import type { ConfigInput } from '../run/config.js';

/** What a game brings along for training. */
export interface GamePresets {
  /** A few minutes on a laptop: something that plays sensibly. */
  quickstart: ConfigInput;
  /** Stronger, in the time that the game asks for: a quarter of an hour to an hour, or a number of decisions. */
  standard: ConfigInput;
}
