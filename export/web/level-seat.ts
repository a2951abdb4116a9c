/** Who plays a level of a ladder in a page, as plain data. */
import type { Noise } from '../../agents/noisy.js';
import type { FilePlayerSettings } from '../../agents/player-file/file-player.js';
import type { SearchPlan } from '../../agents/search/search-plan.js';

/** Who plays a level of a ladder (agents/ladder.ts), in a page. */
export type LevelSeat =
  | { kind: 'random' }
  | ({ kind: 'scripted'; name: string } & Noise)
  /** `file`: its name in the folder; undefined: the page's own trained player. */
  | { kind: 'trained'; settings: FilePlayerSettings; file?: string | undefined }
  | { kind: 'search'; plan: SearchPlan };
