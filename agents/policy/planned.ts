/**
 * Policies that are scripted players with other weights (agents/bots/tuning.ts): the network says what is added to each
 * weight, the bot chooses.
 */
import { z } from 'zod';
import type { Agent } from '../../env/agent.js';
import { type Rng, SeededChance } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import type { GamePackage } from '../../env/game-package.js';
import { UserError } from '../../env/user-error.js';
import type { Parameter, ScriptedPlayer, Tuned, Tuning } from '../bots/scripted-player.js';
import { PLAN, planShape, tunedProblem } from '../bots/tuning.js';
import { initialWeights, layers, type NetworkShape, type Weights } from '../network/network.js';
import { scriptedNamed, scriptedPlayers } from './scripted.js';

/** What such a policy is made of, beside its network. */
export interface Planned {
  /** Spec of the bot: `scripted:<name>`. */
  bot: string;
  /** Names of what its weights depend on. */
  features: readonly string[];
  /** All of its weights. */
  parameters: readonly Parameter[];
  /** Makes the bot with other weights. */
  tuning: Tuning;
}

const name = z.string().min(1).max(200);

/** What the weights of a bot depend on, and which there are, as it lies in files. */
export const tunedFields = {
  features: z.array(name).max(1000),
  parameters: z
    .array(z.strictObject({ name, base: z.number(), unit: z.number().gt(0) }))
    .min(1)
    .max(100_000),
};

/** `Planned` as it lies in files. */
export const plannedSchema = z.strictObject({ bot: name, ...tunedFields });

/** Stands for all features of a bot. */
const ALL_FEATURES = 'all';

/** Specs of the bots of a game whose weights can be trained. */
export function tunableBots(pack: GamePackage): string[] {
  const known = scriptedPlayers(pack);
  return Object.keys(known).filter((spec) => tuningOf(known[spec]!));
}

const tuningOf = (create: () => Agent): Tuning | undefined => (create() as ScriptedPlayer).tuning;

/**
 * The weights of a bot, to be trained.
 * @param features names of what they shall depend on, of what the bot declares; `all` for all of it
 * @throws UserError when there is no such bot, it has no weights or lacks a feature
 */
export function plannedBy(spec: string, pack: GamePackage, features: readonly string[] = [ALL_FEATURES]): Planned {
  const known = scriptedPlayers(pack);
  const tuning = tuningOf(scriptedNamed(spec, pack.game, known, 'agent', 'the weights of one are trained'));
  if (!tuning) {
    const others = Object.keys(known).filter((other) => tuningOf(known[other]!));
    throw new UserError(
      `agent ${spec}: this player declares no weights that could be trained (planBots)` +
        (others.length > 0 ? `; those that do: ${others.join(', ')}` : ''),
    );
  }
  const chosen = features.includes(ALL_FEATURES) ? tuning.features : features;
  const strange = chosen.find((feature) => !tuning.features.includes(feature));
  if (strange !== undefined) {
    const there = tuning.features.length > 0 ? `has ${tuning.features.join(', ')}` : 'declares none';
    throw new UserError(`features: ${spec} has no feature ${strange}; it ${there}`);
  }
  return { bot: spec, features: [...chosen], parameters: tuning.parameters, tuning };
}

/** The network of such a policy. @param trunk widths of hidden layers; none: weights are linear in the features */
export const plannedShape = ({ features, parameters }: Planned, trunk: number[]): NetworkShape =>
  planShape(features.length, parameters.length, trunk);

/**
 * Weights with which the bot plays as it does now: as it was trained, or, where it was not, with nothing added whatever
 * hidden layers say.
 * @param position of a game with the options that training has
 * @throws UserError when it was trained with other hidden layers, or by features that are left out
 */
export function plannedStart(
  { bot, features, tuning }: Planned,
  shape: NetworkShape,
  rng: Rng,
  position: State,
): Weights {
  const tuned = tuning.tunedFor(position);
  if (!tuned) {
    const weights = initialWeights(shape, rng);
    weights[`${PLAN}.kernel`]!.fill(0);
    return weights;
  }
  const { trunk } = tuned.shape;
  if (`${trunk}` !== `${shape.trunk}`)
    throw new UserError(
      `network.trunk: ${bot} was trained with [${trunk}], and training continues from there; set it to the same`,
    );
  const lacking = tuned.features.find((feature) => !features.includes(feature));
  if (lacking !== undefined)
    throw new UserError(`features: the weights of ${bot} depend on ${lacking}; name it too, or train another bot`);
  return withFeatures(tuned, features);
}

/** The weights of a tuned bot, for a network that reads these features: those that it did not read have no influence. */
function withFeatures({ features: read, shape, weights }: Tuned, features: readonly string[]): Weights {
  const widened = { ...weights };
  for (const { name, outputs, level } of layers(shape)) {
    if (level !== 0) continue;
    const kernel = weights[`${name}.kernel`]!;
    const rows = new Float32Array(features.length * outputs);
    features.forEach((feature, row) => {
      const from = read.indexOf(feature);
      if (from >= 0) rows.set(kernel.subarray(from * outputs, (from + 1) * outputs), row * outputs);
    });
    widened[`${name}.kernel`] = rows;
  }
  return widened;
}

/** Some position of the game with these options. @param options parsed */
export const firstPosition = (game: Game, options: unknown): State =>
  game.newState(options, new SeededChance(0, game.streams));

/** The first thing wrong with such a policy for the bot that is here, or undefined. */
export function plannedProblem(
  { bot, tuning, ...own }: Planned,
  shape: NetworkShape,
  weights: Weights,
): string | undefined {
  const problem = tunedProblem({ ...own, shape, weights }, tuning.parameters, tuning.features);
  return problem && `it is ${bot} with other weights, and ${problem}`;
}

/** The bot with these weights. @throws RangeError when they do not fit */
export function plannedPlayer(
  { features, parameters, tuning }: Planned,
  shape: NetworkShape,
  weights: Weights,
  name: string,
): ScriptedPlayer {
  const tuned: Tuned = { features, parameters, shape, weights };
  return tuning.create(tuned, name);
}
