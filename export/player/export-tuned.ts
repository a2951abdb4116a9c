/** Makes a player file out of a scripted player with trained weights: records its games, bundles its code, checks the file. */

import { countWeights } from '../../agents/network/network.js';
import { PLAYER_FORMAT, type PlayerMeta } from '../../agents/player-file/player-module.js';
import type { Planned } from '../../agents/policy/planned.js';
import type { Policy } from '../../agents/policy/policy.js';
import { botLookaheadProblem, lookaheadProblem } from '../../agents/search/lookahead.js';
import type { Agent } from '../../env/agent.js';
import type { Game } from '../../env/game.js';
import type { Evaluate } from '../../env/judges.js';
import { parseOptions } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';
import {
  type ExportResult,
  type ExportSettings,
  exportFormats,
  packedWeights,
  requireViews,
} from '../network/export-network.js';
import { BotChooser } from './bot-chooser.js';
import { bundlePlayer } from './bundle.js';
import { placeFiles, playerPath, tryPlayer } from './place.js';
import { playerTypes, typesPath } from './player-types.js';
import { trueProvenance } from './provenance.js';
import { recordVectors } from './record.js';

/** Weights of bots are few, and their worths are compared: nothing is gained by rounding them. */
const STORED = 'float32';

/**
 * @param gamePath absolute path of the module that exports the game
 * @param policy one with a plan that fits the game
 * @param evaluate the game's evaluation of positions, where it has one
 * @param opponents the bots that looking ahead names, by name (`opponentBots`)
 * @throws UserError when the format is not `js`, the game has no view JSON, or nothing can be written
 */
export async function exportTuned(
  game: Game,
  gamePath: string,
  { shape, weights, ...policy }: Policy & { plan: Planned },
  settings: ExportSettings,
  evaluate: Evaluate | undefined,
  opponents: Readonly<Record<string, () => Agent>> = {},
): Promise<ExportResult> {
  const { format, out, weights: wanted = STORED, temperature = 1, lookahead, ladder } = settings;
  const { tuning, bot, features, parameters } = policy.plan;
  const what = `this policy is ${bot} with trained weights`;
  if (!exportFormats.includes(format))
    throw new UserError(`unknown export format ${format}: use one of ${exportFormats.join(', ')}`);
  if (format !== 'js')
    throw new UserError(`${what}, which is code that format ${format} cannot hold: use format js or weights`);
  if (wanted !== STORED)
    throw new UserError(`${what}, which are always stored in 32 bits: leave out weights ${wanted}`);
  if (!(temperature > 0)) throw new UserError(`temperature is ${temperature}, wanted a number above 0`);
  const path = playerPath(out);
  const unfit = lookahead && (lookaheadProblem(lookahead) ?? botLookaheadProblem(lookahead, bot, evaluate));
  if (unfit) throw new UserError(unfit);
  const provenance = trueProvenance(settings.provenance ?? {}, bot, lookahead);
  const options = parseOptions(game, settings.options);
  requireViews(game, options, 'weights');
  const tuned = { features, parameters, shape, weights };
  const vectors = recordVectors(game, options, new BotChooser(game, tuning, tuned, bot, evaluate));
  const meta: PlayerMeta = {
    format: 'tabletop-player',
    formatVersion: PLAYER_FORMAT,
    game: { id: game.id, version: game.version, title: game.title },
    network: structuredClone(shape),
    observation: [],
    plan: { bot, features: [...features], parameters: parameters.map((one) => ({ ...one })) },
    parameters: countWeights(shape),
    weights: STORED,
    temperature,
    options,
    provenance,
    ...(lookahead && { lookahead }),
    ...(ladder && { ladder }),
  };
  const evaluates = evaluate !== undefined;
  const source = { path: gamePath, inside: bot, opponents: Object.keys(opponents), evaluates };
  const text = await bundlePlayer(source, { meta, weights: packedWeights(shape, weights, STORED), vectors });
  const checked = await tryPlayer(path, text);
  return {
    format,
    path,
    ...placeFiles([
      [path, text],
      [typesPath(path), playerTypes(game)],
    ]),
    checked,
    roundingError: 0,
    training: provenance.training!,
  };
}
