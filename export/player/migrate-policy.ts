/** Policies and players of an older version of their game, made into files of this version: the public names of migrating. */
import { extname, resolve } from 'node:path';
import { z } from 'zod';
import { type Migrated, migratePolicy } from '../../agents/policy/migrate.js';
import { packPolicy, policyFile, policyOf, policySchema } from '../../agents/policy/policy.js';
import { gameOfFile } from '../../agents/settle.js';
import { checkWritable, writeAtomic } from '../../checkpoints/atomic.js';
import { encodeCheckpoint, readCheckpoint } from '../../checkpoints/format.js';
import { botMakers } from '../../env/game-package.js';
import { loadGame } from '../../env/load-game.js';
import { UserError } from '../../env/user-error.js';
import { type MigratedPlayer, migratePlayer } from './migrate-player.js';
import { migratedProvenance, runProvenance } from './provenance.js';

/** What to carry over, and where to. */
export interface MigrateRequest {
  /** A checkpoint, a run (its best checkpoint, else its latest), `<run>@<decisions>`, or a player file (`.mjs`). */
  policy: string;
  /** The file to write: a checkpoint (`.tgym`), or a player (`.mjs`). Replaced when it is there. */
  out: string;
  /** Id of its game, or the path of the module that exports it. Default: the game it was trained for. */
  game?: string | undefined;
  /** Of a player: file of a ladder of it alone, for its levels (docs/ladder.md). Default: those that it has. */
  ladder?: string | undefined;
}

/** What was written. */
export type MigrateResult =
  | ({ kind: 'policy'; path: string; bytes: number } & Omit<Migrated, 'policy'>)
  | ({ kind: 'player' } & MigratedPlayer);

const fileSchema = z.object({ policy: policySchema });

/**
 * Carries a policy or a player over to the version of its game that is here, and writes it once the old one and the new one
 * said the same of recorded positions. What is known of its training goes with it.
 * @throws UserError when it cannot be carried over, or nothing can be written
 */
export async function migrate({ policy: path, out, game: named, ladder }: MigrateRequest): Promise<MigrateResult> {
  checkWritable(out);
  if (/^\.m?js$/.test(extname(path))) {
    const made = await migratePlayer(path, out, named, ladder);
    return { kind: 'player', ...made };
  }
  if (ladder !== undefined)
    throw new UserError(`${path} is a policy, and levels are of players: export it with --ladder ${ladder}`);
  const file = policyFile(path);
  const stored = readCheckpoint(file, fileSchema).policy;
  const loaded = await loadGame(named ?? gameOfFile(file, stored.game.id));
  const { game } = loaded;
  const players = botMakers(loaded);
  const { policy, ...result } = migratePolicy(policyOf(stored, file, loaded), game, players, file);
  const provenance = migratedProvenance(runProvenance(file), result.from, result.to);
  const bytes = encodeCheckpoint({ policy: packPolicy(policy), provenance });
  writeAtomic(out, bytes);
  return { kind: 'policy', path: resolve(out), bytes: bytes.length, ...result };
}
