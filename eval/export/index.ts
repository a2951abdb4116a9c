/** Policies as files that others can use: the public names of exporting. */
import { loadPolicy } from '../../agents/policy.js';
import { loadGame } from '../../env/games/index.js';
import { UserError } from '../../env/user-error.js';
import { type ExportResult, type ExportSettings, exportNetwork } from './export-network.js';
import { runProvenance } from './provenance.js';

export { type ExportFormat, type ExportResult, type ExportSettings, exportFormats } from './export-network.js';

/** What to export, and how. */
export interface ExportRequest extends ExportSettings {
  /** A checkpoint file or a run directory (its best checkpoint, else its latest). */
  policy: string;
  /** Id of its game, or the path of the module that exports it. Default: the id in the policy. */
  game?: string;
}

/**
 * Writes a policy as a player, a MessagePack file, a LayersModel or an ONNX model, checked against the policy (docs/player.md).
 * What its run recorded of its training is written into it, beside what `provenance` states.
 * @throws UserError when the policy or its game cannot be loaded or do not fit, or nothing can be written
 */
export async function exportPolicy(request: ExportRequest): Promise<ExportResult> {
  const { policy: path, game: named, ...settings } = request;
  const { game, module, bots } = await loadGame(named ?? loadPolicy(path).game.id).catch((error: unknown) => {
    // The policy names a game that lives in a module of the user's: only they know where.
    if (named !== undefined || !(error instanceof UserError)) throw error;
    throw new UserError(`${error.message} (the game of ${path}); name its module with game`, { cause: error });
  });
  const { shape, weights, advisor } = loadPolicy(path, game, bots);
  const run = runProvenance(path);
  const stated = settings.provenance ?? {};
  const training = { ...(run.training as object), ...(stated.training as object) };
  return exportNetwork(
    game,
    module,
    shape,
    weights,
    { ...settings, provenance: { ...run, ...stated, training } },
    advisor,
  );
}
