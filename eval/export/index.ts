/** Policies as files that others can use: the public names of exporting. */
import { loadPolicy, policyFile } from '../../agents/policy/policy.js';
import { gameOfFile } from '../../agents/settle.js';
import { loadGame } from '../../env/games/index.js';
import { type ExportResult, type ExportSettings, exportNetwork } from './export-network.js';
import { runProvenance } from './provenance.js';

export {
  type ExportFormat,
  type ExportResult,
  type ExportSettings,
  exportFormats,
  requireViews,
} from './export-network.js';
export { type MigrateRequest, type MigrateResult, migrate } from './migrate-policy.js';

/** What to export, and how. */
export interface ExportRequest extends ExportSettings {
  /** A checkpoint file or a run directory (its best checkpoint, else its latest). */
  policy: string;
  /** Id of its game, or the path of the module that exports it. Default: the game it was trained for. */
  game?: string;
  /** `options` may be others than those it was trained with; default: that is refused. */
  otherOptions?: boolean;
}

/**
 * Writes a policy as a player, a MessagePack file, a LayersModel or an ONNX model, checked against the policy (docs/player.md).
 * What its run recorded of its training is written into it, beside what `provenance` states.
 * @throws UserError when the policy or its game cannot be loaded or do not fit, or nothing can be written, or it was
 *   trained with other options
 */
export async function exportPolicy(request: ExportRequest): Promise<ExportResult> {
  const { policy: path, game: named, otherOptions, ...settings } = request;
  const file = policyFile(path);
  const { game, module, bots } = await loadGame(named ?? gameOfFile(file, loadPolicy(file).game.id));
  const policy = loadPolicy(file, game, bots, { options: settings.options, otherOptions });
  const { shape, weights, advisor } = policy;
  const run = runProvenance(file);
  const stated = settings.provenance ?? {};
  const training = { ...(run.training as object), ...(stated.training as object) };
  return exportNetwork(
    game,
    module,
    shape,
    weights,
    { ...settings, options: settings.options ?? policy.options, provenance: { ...run, ...stated, training } },
    advisor,
  );
}
