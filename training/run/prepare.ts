/** What a configuration names, found and checked: the game, the engine, the network's shape, and who plays. */

import { chooseEngine } from '../../agents/network/engines/engines.js';
import { WORTHS } from '../../agents/policy/action-features.js';
import { checkAdvisor } from '../../agents/policy/advisor.js';
import { firstPosition, plannedShape, plannedStart } from '../../agents/policy/planned.js';
import { networkFor, policyLookaheadProblem } from '../../agents/policy/policy.js';
import { valueNetworkFor } from '../../agents/policy/value-shape.js';
import { loadAgent } from '../../agents/spec/load.js';
import { botRun } from '../../checkpoints/run.js';
import { createRng } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { parseOptions } from '../../env/options.js';
import type { ReturnRule } from '../../env/returns.js';
import { UserError } from '../../env/user-error.js';
import type { AfterstateChoice } from '../algorithms/algorithm.js';
import { algorithmOf } from '../algorithms/index.js';
import { type LoadedRun, loadRun, type RunSpec, runAgent, withRunMemory } from '../collect/run-spec.js';
import { type NamedAdvisor, namedAdvisor, TRAINED } from './advisor.js';
import { botConfig } from './bot.js';
import { advisorOfBranch, fittingWeights, readSource } from './branch.js';
import { agentsOf, type Config, contradiction } from './config.js';
import { checkMemory } from './memory.js';
import { type RandomGames, randomGames } from './random-games-thread.js';

/** Standard deviations at which a normalised input is clipped, as in VecNormalize of Stable-Baselines3. */
const NORMALISED_CLIP = 10;

/** A run's specification, and what was loaded to make it. */
export interface Prepared extends LoadedRun {
  spec: RunSpec;
}

/**
 * Turns a config into the specification of a run: loads game, agents, advisor and engine, and works out sizes.
 * @param seed of the games; the run's own without it
 * @param held the advisor, if it is not to be read from the config's path again
 * @throws UserError when settings contradict each other, or do not fit into memory, or the game, its options, an agent,
 *   the advisor or the engine are not there, or the advisor draws
 */
export async function prepare(config: Config, seed = `${config.seed}`, held?: NamedAdvisor): Promise<Prepared> {
  const problem = contradiction(config);
  if (problem) throw new UserError(problem);
  const { source } = await loadGame(config.game);
  const { spec: advisor, weights: advisorWeights } = held ?? (await advisorOf(config));
  const { agent, features } = config;
  const { actions: width, actionFeatures } = config.network;
  const judging = config.phases.map((phase) => algorithmOf(phase).afterstates?.(phase)).find(Boolean);
  const actions = width > 0 && !judging ? actionFeatures : [];
  const loaded = await loadRun({ game: source, advisor, advisorWeights, agent, features, actions });
  const { game, observer, plan } = loaded;
  const options = parseOptions(game, config.options);
  const engine = chooseEngine(config.engine);
  const variants = variantsOf(game, config);
  const players = game.players(options);
  if (loaded.advisor) checkAdvisor(game, options, loaded.advisor);
  const { trunk, activation, auxiliary } = config.network;
  const { normalise, planes, filters, blocks, memory, memoryDecisions, memoryUnits } = config.network;
  const { entities, entityUnits, entityAttention, entityHeads } = config.network;
  const reads = {
    normalise: { pieces: normalise, clip: NORMALISED_CLIP },
    planes: { pieces: planes, filters, blocks },
    entities: {
      ...{ pieces: entities, layers: entityUnits },
      ...(entityAttention > 0 && { attention: { heads: entityHeads, blocks: entityAttention } }),
    },
    memory: { pieces: memory, decisions: memoryDecisions, units: memoryUnits },
  };
  const shape = plan
    ? plannedShape(plan, trunk)
    : judging
      ? valueNetworkFor(game, trunk, activation, auxiliary)
      : networkFor(game, trunk, activation, width, observer, reads, auxiliary);
  const { returns, workers, games, decisionsPerUpdate, phases } = config;
  const found = judging && (await randomGames({ game: source, variants }, config.workers > 0));
  const searching =
    judging && found ? afterstatesFor(judging, found, shape.inputs, returns) : { afterstates: null, laterBeam: null };
  const spec: RunSpec = {
    ...{
      game: source,
      options,
      variants,
      players,
      advisor,
      advisorWeights,
      agent,
      ...searching,
      features,
      actions,
      engine,
      shape,
      returns,
      workers,
      games,
    },
    ...{
      decisionsPerUpdate,
      seed,
      choices: phases.some((phase) => algorithmOf(phase).actionValuesOf?.(phase) != null),
    },
    agents: agentsOf(config),
    snapshots: Math.max(...phases.map((phase) => algorithmOf(phase).snapshots(phase))),
  };
  if (config.network.adviceTemperature > 0 && !shape.actions?.some(({ name }) => name === WORTHS))
    throw new UserError(
      `network.adviceTemperature: ${advisor} has no action values; set it to 0, or name an advisor that has some`,
    );
  checkMemory(config, shape, players);
  await checkAgents(config, loaded, options);
  return { ...withRunMemory(loaded, shape), spec };
}

/** Algorithms whose games each draw a number of players. */
const drawing: readonly string[] = ['afterstate', 'ppo', 'imitation'];

/**
 * The options that games of a run draw from, the fewest seats first.
 * @throws UserError where the game, or an algorithm of the run, cannot have several numbers of players
 */
function variantsOf(game: Game, { options, players, phases }: Config): unknown[] {
  if (players.length === 0) return [parseOptions(game, options)];
  const alone = phases.find(({ algorithm }) => !drawing.includes(algorithm));
  if (alone && players.length > 1)
    throw new UserError(
      `players: phase ${alone.name} (${alone.algorithm}) plays one number of players, not ${players.join(', ')}: only ${drawing.slice(0, -1).join(', ')} and ${drawing.at(-1)} draw one for each game, such as with --algorithm afterstate`,
    );
  return players.map((number) => {
    const variant = parseOptions(game, { ...options, players: number });
    if (game.players(variant) !== number)
      throw new UserError(
        `players: the option players of ${game.id} does not say how many there are: train one number of them`,
      );
    return variant;
  });
}

/**
 * Share of decisions in chains from which on a search over the own turn pays: with 0.55 it does, after equal minutes
 * (bench/results/afterstate.md, Crown of Ash).
 */
const CHAINED = 0.5;

/**
 * Numbers that a seat observes in a game of random play from which on it does not from the beginning: with 952,000 and
 * 1,436,000 the same time without it teaches more, since it brings some ten times as many games (bench/results/afterstate.md,
 * Doomspire). With 448,000, of which learned play leaves a tenth, it pays (the same page, users' games).
 */
const COSTLY = 700_000;

/** The same of games that the policy plays, below which it begins to search: as soon as it finishes them (Doomspire). */
const CHEAPER = 400_000;

/** Positions that it follows then. */
const BEAM = 8;

/** How a policy judges its actions, with what its phase leaves open found in games of random play. @param inputs of its network */
function afterstatesFor(
  { samples, beam, lead }: AfterstateChoice,
  { leads, chained, decisions }: RandomGames,
  inputs: number,
  returns: ReturnRule,
): Pick<RunSpec, 'afterstates' | 'laterBeam'> {
  const searches = beam === null && chained >= CHAINED;
  const costly = decisions * inputs >= COSTLY;
  return {
    afterstates: {
      samples,
      beam: beam ?? (searches && !costly ? BEAM : 0),
      outcomes: { ...returns, lead: leads && lead > 0 ? { weight: lead, ...leads } : null },
    },
    laterBeam: searches && costly ? { beam: BEAM, decisions: CHEAPER / inputs } : null,
  };
}

/** The advisor that a config names. @param folder that paths begin at @throws UserError as `namedAdvisor` */
export async function advisorOf(config: Pick<Config, 'game' | 'advisor'>, folder?: string): Promise<NamedAdvisor> {
  return namedAdvisor(config.advisor, await loadGame(config.game), folder);
}

/** The advisor of a run whose bot is trained (`Config.bot`). @throws UserError as `namedAdvisor` */
export const trainedAdvisor = ({ game }: Config, runDir: string): Promise<NamedAdvisor> =>
  advisorOf({ game, advisor: `${TRAINED}${botRun(runDir)}` });

/** @throws UserError when an agent is not there, the policy cannot look ahead, or the game has no potential to shape by */
async function checkAgents(config: Config, loaded: LoadedRun, options: unknown): Promise<void> {
  const { game, pack } = loaded;
  const unfit = config.evaluation.lookahead > 0 && policyLookaheadProblem(pack, loaded, {});
  if (unfit) throw new UserError(`evaluation.lookahead: ${unfit}; set it to 0`);
  const shaped = config.phases.find((phase) => algorithmOf(phase).shaped(phase));
  if (shaped && !pack.potential)
    throw new UserError(`${shaped.name}.shaping: ${game.id} has no potential to shape by; set shaping to 0`);
  for (const phase of config.phases) {
    const spec = algorithmOf(phase).actionValuesOf?.(phase);
    if (spec == null) continue;
    const agent = (await runAgent(spec, loaded, options))();
    if (!agent.actionValues)
      throw new UserError(
        `${phase.name}.temperature: ${spec} has no action values; set temperature to 0, or imitate another agent`,
      );
  }
  for (const spec of config.evaluation.against) await loadAgent(spec, { ...pack, options });
  for (const spec of agentsOf(config)) await runAgent(spec, loaded, options);
}

/**
 * Checks a new run as far as that takes no time, before anything is made: settings, game, memory, agents, weights.
 * @throws UserError as `train`
 */
export async function checkTraining(config: Config, from?: string): Promise<void> {
  const source = from === undefined ? undefined : readSource(from);
  const { game, pack, spec, plan } = await prepare(config, undefined, source && advisorOfBranch(source, config));
  if (source) fittingWeights(source, config, pack, spec);
  else if (plan) plannedStart(plan, spec.shape, createRng(0), firstPosition(game, spec.options));
  const bot = await botConfig(config);
  if (bot) await checkTraining(bot);
}
