/** What the presets of a game are: partial configs by name. */
import type { ConfigInput } from '../run/config.js';

/** `satisfies GamePresets` checks the presets of a game's package against the settings that there are. */
export interface GamePresets {
  /** A few minutes on a laptop: a player of sensible strength. */
  quickstart: ConfigInput;
  /** Stronger, in the time that the game needs: an hour at most, or a number of decisions. */
  standard: ConfigInput;
  /** For a whole night, where a game is worth it. */
  overnight?: ConfigInput;
  /** Laid over the preset of that name, which every game has; the next one too. */
  evolution?: ConfigInput;
  'expert-iteration'?: ConfigInput;
  afterstate?: ConfigInput;
  gpu?: ConfigInput;
  [name: string]: ConfigInput | undefined;
}
