/** Which game is meant, and which options: what was said, and for the rest what the agents were trained for. */
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { runOf } from '../checkpoints/run.js';
import { gameIds, type LoadedGame, loadGame } from '../env/load-game.js';
import { differentOptions, optionsText, parseOptions, spellOptions } from '../env/options.js';
import { UserError } from '../env/user-error.js';
import { otherOptionsText, trainedOptions } from './policy/trained.js';
import { type TrainedAgent, trainedAgent } from './spec/load.js';

/** What was said. */
export interface GameRequest {
  /** Id of a game, or the path of a module that exports one. Default: the one the agents were trained for. */
  game?: string | undefined;
  /**
   * Options that were asked for. They are laid over those the agents were trained with, or over the game's own where
   * these differ. Default: those the agents were trained with, else the game's own.
   */
  options?: Record<string, unknown> | undefined;
  /** Specs of the agents that will play. */
  agents: readonly string[];
  /** Trained players may be made to play `options` that are not their own; default: that is refused. */
  otherOptions?: boolean | undefined;
}

/** What is meant. */
export interface ResolvedGame extends LoadedGame {
  /** What `loadGame` finds it by: as it was said, else `source`. */
  name: string;
  /** Those options that were said or that an agent brings; all others have their default. */
  options: Record<string, unknown>;
  /** All options, checked. */
  whole: Record<string, unknown>;
  /** Names of those that an agent brings. */
  brought: string[];
  /** A trained player is there: nothing may be changed about its options in silence. */
  trained: boolean;
  /** One line for each trained player that is made to play other options than its own. */
  warnings: string[];
}

/**
 * Loads the game that is meant and resolves its options.
 * @throws UserError for an unknown game or agent, no game where no agent was trained for one, agents of different games,
 *   agents that want different options where none were asked for, and options that are not an agent's own where that is
 *   not allowed
 */
export async function resolveGame(request: GameRequest): Promise<ResolvedGame> {
  const { agents, options: given = {}, otherOptions = false } = request;
  // Who opens a trained agent's file says what is wrong with it: with any game.
  const file = agents.some((spec) => /^(policy|file|solved)\b/.test(spec));
  const name = request.game ?? (await gameOf(agents)) ?? (file ? gameIds()[0]! : undefined);
  if (name === undefined)
    throw new UserError(
      `which game? None of the agents was trained for one: name it with --game (ids: ${gameIds().join(', ')}; or the path of a module)`,
    );
  const loaded = await loadGame(name);
  const { game } = loaded;
  const trained: { agent: TrainedAgent; own: Record<string, unknown> }[] = [];
  const note = async (spec: string, options?: unknown) => {
    const agent = await trainedAgent(spec, { ...loaded, options });
    return agent && { agent, own: trainedOptions(spec, agent, game) };
  };
  const following: string[] = [];
  for (const spec of new Set(agents)) {
    const found = await note(spec);
    if (found?.agent.follows) following.push(spec);
    else if (found) trained.push(found);
  }

  const [first, ...others] = trained;
  const different = [...new Set(others.flatMap(({ own }) => differentOptions(first!.own, own)))];
  if (different.length > 0 && Object.keys(given).length === 0 && !otherOptions) {
    const wants = trained.map(({ agent, own }) => `${agent.spec} with ${optionsText(own, different)}`);
    throw new UserError(
      `the agents were trained with different options of ${game.id}: ${wants.join('; ')}; choose with --options`,
    );
  }
  const own = first && different.length === 0 ? spellOptions(game, first.own) : {};
  const options = { ...own, ...given };
  const whole = parseOptions(game, options) as Record<string, unknown>;

  for (const spec of following) {
    const found = await note(spec, whole);
    if (found) trained.push(found);
  }
  const strange = trained.flatMap(
    ({ agent, own }) => otherOptionsText(agent.spec, { ...agent, options: own }, { options: whole }) ?? [],
  );
  if (strange.length > 0 && !otherOptions)
    throw new UserError(`${strange[0]}: play its own options, or allow others (--options, otherOptions)`);
  const warnings = strange.map((text) => `${text}, and may play worse`);
  return { ...loaded, name, options, whole, brought: Object.keys(own), trained: trained.length > 0, warnings };
}

/** The game that agents were trained for, as `loadGame` finds it; undefined where none of them was trained. */
async function gameOf(specs: readonly string[]): Promise<string | undefined> {
  let found: { agent: TrainedAgent; name: string } | undefined;
  for (const spec of new Set(specs)) {
    const agent = await trainedAgent(spec);
    if (!agent) continue;
    const { id } = agent.game;
    if (found && found.agent.game.id !== id)
      throw new UserError(
        `${found.agent.spec} plays ${found.agent.game.id}, ${spec} plays ${id}: name agents of one game`,
      );
    found ??= { agent, name: gameOfFile(agent.file, id) };
  }
  return found?.name;
}

/**
 * What `loadGame` finds the game of a checkpoint or an exported player by.
 * @param id of the game, as the file says
 * @throws UserError where that is none of ours, and the file lies in no run that knows its module
 */
export function gameOfFile(file: string, id: string): string {
  if (gameIds().includes(id)) return id;
  const run = runOf(file);
  const module = run?.game();
  if (module !== undefined && isAbsolute(module)) {
    if (existsSync(module)) return module;
    throw new UserError(`the game module ${module} of the run ${run!.path} does not exist: name it with --game`);
  }
  throw new UserError(`${file} plays ${id}, a game of a module of its own: name its path with --game`);
}
