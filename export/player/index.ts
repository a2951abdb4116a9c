/** Policies as files that others can use: the public names of exporting. */
import { z } from 'zod';
import { isScripted } from '../../agents/bots/scripted-spec.js';
import { loadPolicy, policyFile } from '../../agents/policy/policy.js';
import { botAsPolicy } from '../../agents/policy/scripted-policy.js';
import { gameOfFile } from '../../agents/resolve.js';
import { opponentBots } from '../../agents/spec/bots.js';
import { readCheckpoint } from '../../checkpoints/format.js';
import { gameIds, type LoadedGame, loadGame } from '../../env/load-game.js';
import { parseOptions } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';
import { type ExportResult, type ExportSettings, exportNetwork } from '../network/export-network.js';
import { exportPlan, type PlanExport } from './export-plan.js';
import { exportTuned } from './export-tuned.js';
import { playerLadder } from './player-ladder.js';
import { runProvenance } from './provenance.js';

/**
 * What to export, and how.
 * @inline
 */
export interface ExportRequest extends Omit<ExportSettings, 'ladder' | 'players' | 'afterstates'> {
  /**
   * A checkpoint file or a run directory (its best checkpoint, else its latest); or `scripted:<name>`: a bot that declares
   * its weights, as it is.
   */
  policy: string;
  /** Id of its game, or the path of the module that exports it. Default: the game it was trained for; a bot has none. */
  game?: string;
  /** Format `js`: file of a ladder of the player alone (`tabletop ladder --player`), for its levels. */
  ladder?: string | undefined;
  /** `options` may be others than those it was trained with; default: that is refused. */
  otherOptions?: boolean;
}

/**
 * Writes a policy as a player, a MessagePack file, a LayersModel or an ONNX model, checked against the policy (docs/player.md);
 * a bot as a player. What its run recorded of its training is written into it, beside what `provenance` states.
 * @throws UserError when the policy or its game cannot be loaded or do not fit, or nothing can be written, or it was
 *   trained with other options
 */
export async function exportPolicy(request: ExportRequest): Promise<ExportResult> {
  const { policy: path, game: named, otherOptions, ladder: graded, ...settings } = request;
  const bot = isScripted(path);
  const file = bot ? path : policyFile(path);
  const loaded = bot
    ? await gameOfBot(path, named)
    : await loadGame(named ?? gameOfFile(file, loadPolicy(file).game.id));
  const { game, module, evaluate } = loaded;
  const policy = bot
    ? botAsPolicy(file, loaded, settings.options)
    : loadPolicy(file, loaded, { options: settings.options, otherOptions });
  const { plan, shape, weights, advisor, afterstates } = policy;
  const run = bot ? { training: { imitation: null, ppo: null } } : runProvenance(file);
  const stated = settings.provenance ?? {};
  const training = { ...(run.training as object), ...(stated.training as object) };
  const rivals = settings.lookahead?.opponents;
  const opponents = rivals && opponentBots(rivals, 'lookahead', loaded);
  const options = settings.options ?? policy.options;
  const ladder = graded === undefined ? undefined : playerLadder(graded, game, parseOptions(game, options));
  const how = {
    ...settings,
    options,
    players: policy.players,
    afterstates,
    ladder,
    provenance: { ...run, ...stated, training },
  };
  if (plan) return exportTuned(game, module, { ...policy, plan }, how, evaluate, opponents);
  return exportNetwork(game, module, shape, weights, how, advisor, opponents);
}

/** @throws UserError when no game is named, or it cannot be loaded */
export async function gameOfBot(spec: string, named: string | undefined): Promise<LoadedGame> {
  if (named === undefined) throw new UserError(`${spec}: name the game, for example --game ${gameIds()[0]}`);
  return loadGame(named);
}

// What a checkpoint of a run tells of its training.
const toldSchema = z.object({
  training: z.object({
    decisions: z.number(),
    games: z.number(),
    config: z.object({ seed: z.union([z.number(), z.string()]) }),
  }),
});

/**
 * Writes the trained weights of a bot as JSON, which a plan of the bot takes in (docs/training.md).
 * @param request as for `exportPolicy`
 * @throws UserError when the policy is not a bot with trained weights, or cannot be loaded, or nothing can be written
 */
export async function exportWeights(request: Pick<ExportRequest, 'policy' | 'game' | 'out'>): Promise<PlanExport> {
  const file = policyFile(request.policy);
  const loaded = await loadGame(request.game ?? gameOfFile(file, loadPolicy(file).game.id));
  const { game } = loaded;
  const policy = loadPolicy(file, loaded);
  const told = toldSchema.safeParse(readCheckpoint(file, z.unknown()));
  const { bot = '' } = policy.plan ?? {};
  const how = told.success
    ? `by ${told.data.training.games} games of evolution, seed ${told.data.training.config.seed}`
    : 'by evolution';
  return exportPlan(
    game,
    policy,
    request.out,
    `Weights of ${bot} in ${game.id} version ${game.version}, trained ${how}.`,
  );
}
