/** A scripted bot at play, and its weights as something that training may move (tuning.ts). */
import type { Agent } from '../../env/agent.js';
import type { State } from '../../env/game.js';
import type { Reading } from '../../env/judges.js';
import type { NetworkShape, Weights } from '../network/network.js';

/** A scripted bot at play. */
export interface ScriptedPlayer extends Agent {
  /** What it makes of positions, to be shown to policies that it advises (optional). */
  readonly reading?: Reading;
  /** Its weights, where training may move them. */
  readonly tuning?: Tuning;
}

/** One weight of a bot. */
export interface Parameter {
  name: string;
  /** As the plan has it. */
  base: number;
  /** What 1 of the network's output adds; > 0. */
  unit: number;
}

/** What training has made of a bot's weights. */
export interface Tuned {
  /** Names of the features that the network reads, of those that the bot declares. */
  features: readonly string[];
  /** Of all weights of the bot; `base` and `unit` count, whatever the plan says now. */
  parameters: readonly Parameter[];
  /** As many inputs as features, one head `plan` of as many outputs as parameters. */
  shape: NetworkShape;
  weights: Weights;
}

/** A bot's weights, and the same bot with others. */
export interface Tuning {
  parameters: readonly Parameter[];
  /** What training has made of them already, where it has; `parameters` are its own then. @param position of a game by the same rules */
  tunedFor(position: State): Tuned | undefined;
  /** Names of what weights may depend on; may be empty. */
  features: readonly string[];
  /**
   * Writes all features of a position, of about -1 to 1 each, from what `seat` knows.
   * @param out length `features.length`
   */
  write(position: State, seat: number, out: Float32Array): void;
  /** @throws RangeError when it is another bot's */
  create(tuned: Tuned, name: string): ScriptedPlayer;
}
