/** What the checks of a module are given, and what comes of them in a thread that is watched. */
import type { CheckReport, CheckSettings } from './check-game.js';

/** What to check. Plain data but for the signal. */
export interface ModuleCheck extends Pick<CheckSettings, 'games' | 'states' | 'options' | 'seed' | 'signal'> {
  /** Absolute path of the module that exports the game, and maybe bots. */
  module: string;
  /** Only these checks, by name; default: all. */
  only?: readonly string[] | undefined;
  /** The game may stay away for so long, > 0. */
  seconds: number;
}

/** What came of checks in a thread. */
export interface WatchedReport extends CheckReport {
  /** The game did not come back from the last of them: those after it were not begun. */
  away: boolean;
}
