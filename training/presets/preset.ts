/** What the presets of a game are. */
import type { ConfigInput } from '../run/config.js';

/** Settings to begin with. What they leave out has the schema's default. */
export interface GamePresets {
  /** A few minutes on a laptop: something that plays sensibly. */
  quickstart: ConfigInput;
  /** Stronger, in the time that the game asks for: a quarter of an hour to an hour, or a number of decisions. */
  standard: ConfigInput;
}
