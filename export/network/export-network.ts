/**
 * Makes an export out of a network in memory: records positions, writes the format, checks it, puts the files in place.
 */
import { join, resolve } from 'node:path';
import type { Tuned } from '../../agents/bots/scripted-player.js';
import { NEWEST_OPSET, OLDEST_OPSET } from '../../agents/network/engines/onnx-graph.js';
import {
  countWeights,
  featureSize,
  type NetworkShape,
  POLICY,
  type Weights,
  weightsProblem,
  widthOf,
} from '../../agents/network/network.js';
import { PLAYER_FORMAT, type PlayerLadder, type PlayerMeta } from '../../agents/player-file/player-module.js';
import type { PlayerTraining } from '../../agents/player-file/provenance-schema.js';
import { type Advisor, policyObserver } from '../../agents/policy/advice.js';
import { checkAdvisor } from '../../agents/policy/advisor.js';
import { shapesOf } from '../../agents/policy/pieces.js';
import { type Afterstates, NO_PROBABILITIES } from '../../agents/policy/policy.js';
import { evaluationProblem, type LookaheadStrength, lookaheadProblem } from '../../agents/search/lookahead.js';
import type { Agent } from '../../env/agent.js';
import { SeededChance } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import { parseOptions } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';
import { bundlePlayer } from '../player/bundle.js';
import { placeFiles, playerPath, tryPlayer } from '../player/place.js';
import { playerTypes, typesPath } from '../player/player-types.js';
import { trueProvenance } from '../player/provenance.js';
import { recordAfterstates, recordGames } from '../player/record.js';
import { roundingError, type Verified, verifyLayersModel, verifyOnnx, verifyPacked } from '../player/verify.js';
import { packPolicy } from './msgpack.js';
import { encodeWeights, roundWeights, type WeightFormat } from './network-data.js';
import { onnxModel } from './onnx.js';
import { layersModel, WEIGHTS_FILE } from './tfjs.js';

/** What can be made of a policy. */
export const exportFormats = ['js', 'msgpack', 'tfjs', 'onnx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** How to export. */
export interface ExportSettings {
  /**
   * `js`: one ES module that plays; `msgpack`: one file for any language; `tfjs`: a folder with a LayersModel; `onnx`:
   * an ONNX model.
   */
  format: ExportFormat;
  /** The file (`.mjs`, `.msgpack`, `.onnx`), or for `tfjs` the folder. Replaced when it is there. */
  out: string;
  /** Default `float16`: half the size; `float32` for scripted players with trained weights, which have few. */
  weights?: WeightFormat;
  /** Divides the logits at full strength; default 1, the policy as it was trained. */
  temperature?: number;
  /** Format `onnx`: the version of ONNX's operators, 9 to 17; default 15. */
  opset?: number | undefined;
  /** Format `js`: the player looks ahead at full strength (agents/search/lookahead.ts). */
  lookahead?: LookaheadStrength | undefined;
  /** Format `js`: what its levels are (`playerLadder`). */
  ladder?: PlayerLadder | undefined;
  /** Options of the game: games it starts have them. Default: those it was trained with. */
  options?: unknown;
  /** Numbers of players that it was trained with, where there were several. */
  players?: readonly number[] | undefined;
  /** Of a network that values positions: how it judges actions by those that they lead to. */
  afterstates?: Afterstates | undefined;
  /**
   * Stated in the file: training, measured strength (export/player/provenance.ts), command, seeds, whatever else. Plain
   * JSON. Facts that the export derives itself (scripted player inside, lookahead) are added and must not contradict
   * it.
   */
  provenance?: Record<string, unknown>;
}

/** What was written. */
export interface ExportResult {
  format: ExportFormat;
  /** The path to import, load or hand on: `out`, made absolute. */
  path: string;
  files: { path: string; bytes: number }[];
  /** Size of all files. */
  bytes: number;
  /** Positions on which the files agree with the policy, and the largest difference there. */
  checked: Verified;
  /** Largest change of a probability, or of a value where there are none, by storing the weights with fewer bits. */
  roundingError: number;
  /** What is inside, as it stands in the file. */
  training: PlayerTraining;
}

/**
 * @param gamePath absolute path of the module that exports the game
 * @param advisor whose choice the policy is shown
 * @param opponents the bots that looking ahead names, by name (`opponentBots`)
 * @throws UserError when the game has no view JSON (format `js`), or the network does not fit it, or nothing can be
 *   written
 */
export async function exportNetwork(
  game: Game,
  gamePath: string,
  shape: NetworkShape,
  exact: Weights,
  settings: ExportSettings,
  advisor?: Advisor,
  opponents: Readonly<Record<string, () => Agent>> = {},
): Promise<ExportResult> {
  const observer = policyObserver(game, shape, advisor);
  const { format, out, weights: stored = 'float16', temperature = 1, opset, lookahead, ladder, afterstates } = settings;
  if (!exportFormats.includes(format))
    throw new UserError(`unknown export format ${format}: use one of ${exportFormats.join(', ')}`);
  const path = format === 'js' ? playerPath(out) : resolve(out);
  if (!(temperature > 0)) throw new UserError(`temperature is ${temperature}, wanted a number above 0`);
  checkOpset(opset, format);
  if (lookahead && format !== 'js')
    throw new UserError(`looking ahead needs the rules, which format ${format} does not hold: use format js`);
  if (ladder && format !== 'js')
    throw new UserError(`levels belong to players, and format ${format} holds the network only: use format js`);
  const unfit = lookahead && (lookaheadProblem(lookahead) ?? evaluationProblem(lookahead, advisor));
  if (unfit) throw new UserError(unfit);
  if (afterstates && lookahead) throw new UserError(`${NO_PROBABILITIES}: leave out lookahead`);
  if (afterstates && format !== 'js' && temperature !== 1)
    throw new UserError(
      `this policy values positions, and format ${format} holds the values only: leave out temperature`,
    );
  const actions = afterstates ? game.actions : widthOf(shape, POLICY);
  if (shape.inputs !== observer.size || actions !== game.actions)
    throw new UserError(
      `this policy takes ${shape.inputs} inputs and ${actions} actions, ${game.id} version ${game.version} has ` +
        `${observer.size} and ${game.actions}: train one for these rules`,
    );
  const read = featureSize(shape);
  if (read !== (observer.actions?.size ?? 0))
    throw new UserError(
      `this policy reads ${read} features of each action, ${game.id} version ${game.version} gives ${observer.actions?.size ?? 0}: train one for these rules`,
    );
  const provenance = trueProvenance(settings.provenance ?? {}, advisor?.spec, lookahead);
  const problem = weightsProblem(shape, exact);
  if (problem) throw new UserError(`this policy cannot be exported: ${problem}`);
  const options = parseOptions(game, settings.options);
  if (advisor) checkAdvisor(game, options, advisor);
  const weights = roundWeights(exact, stored);
  if (format === 'js') requireViews(game, options);
  const recorded = afterstates
    ? recordAfterstates(game, options, shape, weights, afterstates)
    : { ...recordGames(game, options, shape, weights, observer), spread: 0 };
  const { vectors, positions, spread } = recorded;
  const meta: PlayerMeta = {
    format: 'tabletop-player',
    formatVersion: PLAYER_FORMAT,
    game: { id: game.id, version: game.version, title: game.title },
    network: structuredClone(shape),
    observation: shapesOf(observer.pieces),
    parameters: countWeights(shape),
    weights: stored,
    temperature,
    options,
    ...(settings.players && { players: [...settings.players] }),
    provenance,
    ...(advisor && { advisor: advisor.spec }),
    ...(advisor?.tuned && { advisorWeights: toldWeights(advisor.tuned) }),
    ...(afterstates && { afterstates: { ...structuredClone(afterstates), spread } }),
    ...(lookahead && { lookahead }),
    ...(ladder && { ladder }),
  };
  const told = { id: game.id, observation: observer.pieces, features: observer.actions?.pieces, prompts: game.prompts };
  let contents: [file: string, content: Uint8Array | string][];
  let checked: Verified;
  if (format === 'js') {
    const tuned = advisor?.tuned;
    const text = await bundlePlayer(
      {
        path: gamePath,
        inside: advisor?.spec,
        opponents: Object.keys(opponents),
        evaluates: advisor?.evaluate !== undefined,
      },
      {
        meta,
        weights: packedWeights(shape, weights, stored),
        ...(tuned && { advisorWeights: packedWeights(tuned.shape, tuned.weights, 'float32') }),
        vectors,
      },
    );
    checked = await tryPlayer(path, text);
    contents = [
      [path, text],
      [typesPath(path), playerTypes(game)],
    ];
  } else if (format === 'msgpack') {
    const bytes = packPolicy(told, meta, weights, positions);
    checked = verifyPacked(bytes, positions);
    contents = [[path, bytes]];
  } else if (format === 'onnx') {
    const bytes = onnxModel(told, meta, weights, opset);
    checked = await verifyOnnx(bytes, shape, positions, temperature);
    contents = [[path, bytes]];
  } else {
    const files = layersModel(meta, weights);
    checked = verifyLayersModel(files, shape, positions);
    contents = [
      [join(path, WEIGHTS_FILE), files.weights],
      [join(path, 'model.json'), `${JSON.stringify(files.model, null, 1)}\n`],
    ];
  }
  return {
    format,
    path,
    ...placeFiles(contents),
    checked,
    roundingError: roundingError(shape, exact, positions),
    training: provenance.training!,
  };
}

function checkOpset(opset: number | undefined, format: ExportFormat): void {
  if (opset === undefined) return;
  if (format !== 'onnx') throw new UserError(`opset is for format onnx, not ${format}: leave it out`);
  if (!Number.isInteger(opset) || opset < OLDEST_OPSET || opset > NEWEST_OPSET)
    throw new UserError(`opset is ${opset}, wanted a whole number from ${OLDEST_OPSET} to ${NEWEST_OPSET}`);
}

/** Description of an advisor's trained weights in a file, without the numbers. */
const toldWeights = ({ features, parameters, shape }: Tuned) => ({
  features: [...features],
  parameters: parameters.map((one) => ({ ...one })),
  network: structuredClone(shape),
});

/** Weights as they stand in a player's file. */
export const packedWeights = (shape: NetworkShape, weights: Weights, format: WeightFormat): string =>
  Buffer.from(encodeWeights(shape, weights, format)).toString('base64');

/**
 * A player file lives on the view JSON.
 * @param options checked
 * @param others formats that do without
 * @throws UserError when the game has none
 */
export function requireViews(game: Game, options: unknown, others = 'msgpack, tfjs or onnx'): void {
  const state = game.newState(options, new SeededChance('export', game.streams));
  if (game.parseView && state.view) return;
  throw new UserError(
    `${game.id} has no ${game.parseView ? 'State.view' : 'Game.parseView'}, which a player file needs: ` +
      'add it (docs/add-your-game.md), or export with format ' +
      others,
  );
}
