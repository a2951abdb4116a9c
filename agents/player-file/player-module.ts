/**
 * What an exported player is: the names of one ES module that plays a game without this project (player-declarations.ts), and
 * what its `meta` states. Shared by the export that makes such files and the agent that loads them.
 */
import type { Tuned } from '../bots/scripted-player.js';
import type { NetworkShape } from '../network/network.js';
import type { PieceShape } from '../policy/pieces.js';
import type { Planned } from '../policy/planned.js';
import type { Afterstates } from '../policy/policy.js';
import type { LookaheadStrength } from '../search/lookahead.js';
import type * as declared from './player-declarations.js';
import type { PlayerLevel } from './player-declarations.js';
import type { PlayerMeasurement, PlayerTraining, Provenance } from './provenance-schema.js';

export type {
  ActSettings,
  Difficulty,
  LegalAction,
  PlayerAction,
  PlayerAnswer,
  PlayerLevel,
  PlayerMatch,
  PlayerWorker,
  SavedMatch,
  SelfTest,
  ViewCheck,
} from './player-declarations.js';

/** What `level` means. */
export interface PlayerLadder {
  /** By level. */
  levels: PlayerLevel[];
  /** What measured them. */
  command: string;
}

/** Version of the format of player files: what `meta` says of them, and which names the module has. */
export const PLAYER_FORMAT = 3;

/** Where a player comes from. Only what is known is there. */
export interface PlayerMeta {
  format: 'tabletop-player';
  formatVersion: typeof PLAYER_FORMAT;
  game: { id: string; version: string; title: string };
  network: NetworkShape;
  /** The pieces of the observation that the network reads, in their order; none where there is a `plan`. */
  observation: PieceShape[];
  /**
   * Of a scripted player with trained weights: the network reads its features and says what is added to each of its
   * parameters, in units; the player, whose code is in the file, chooses.
   */
  plan?: Omit<Planned, 'tuning'>;
  /**
   * Of a network that values positions (it has no head `policy`): how it judges actions by those that they lead to, and how far
   * the value of the best action is from the average one, the unit of temperatures below full strength.
   */
  afterstates?: Afterstates & { spread: number };
  /** The scripted player whose choice is part of what the network is shown; its code is in the file. */
  advisor?: string;
  /** Its weights, where they were trained: as `plan` and `network` say it of a scripted player; the numbers are in the file. */
  advisorWeights?: Pick<Tuned, 'features' | 'parameters'> & { network: NetworkShape };
  /**
   * At full strength it looks ahead with so many samples, so many rounds, and leaves its likeliest action where its value
   * head, with its advisor's evaluation where that has a share, finds a better one by the margin, in expected return.
   */
  lookahead?: LookaheadStrength;
  parameters: number;
  weights: 'float16' | 'float32';
  /** Divides the logits at full strength. */
  temperature: number;
  /** Its strength at ten levels, where that was measured with these options. */
  ladder?: PlayerLadder;
  /** Options of the game it was trained for, `newGame`'s default; with others it may be out of its depth. */
  options: unknown;
  /** Numbers of players that it was trained for, where there were several; `options` has the largest. */
  players?: number[];
  /** What is inside (`training`), what it was measured by (`measured`), and whatever else the maker states. */
  provenance: Provenance;
}

/** What a player is, for a list of players. */
export interface PlayerDescription extends declared.PlayerDescription {
  strength: PlayerMeasurement[];
  inside: PlayerTraining | null;
}

/** The module, as this project knows it: more of `meta` and `describe` than players declare to others. */
export interface PlayerModule extends Omit<typeof declared, 'meta' | 'describe'> {
  meta: PlayerMeta;
  describe(): PlayerDescription;
}
