/** What a configuration names, found and checked: the game, the engine, the network's shape, and who plays. */

import { chooseEngine, type Engine } from '../../agents/network/engines/engines.js';
import type { NetworkShape } from '../../agents/network/network.js';
import { type Advisor, advisedObserver } from '../../agents/policy/advice.js';
import { advisorNamed, checkAdvisor } from '../../agents/policy/advisor.js';
import { networkFor } from '../../agents/policy/policy.js';
import type { Game } from '../../env/game.js';
import { type LoadedGame, loadGame } from '../../env/games/index.js';
import { parseOptions } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';
import type { CrewSetup } from '../collect/crew.js';
import { type Config, contradiction } from './config.js';
import { checkMemory } from './memory.js';
import { botSpecs } from './plan.js';

/** See the head of the file. */
export interface Prepared {
  game: Game;
  bots: LoadedGame['bots'];
  source: LoadedGame['source'];
  /** Whose choice the policy is shown. */
  advisor: Advisor | undefined;
  /** Checked, with all defaults filled in. */
  options: unknown;
  engine: Engine;
  shape: NetworkShape;
  /** For `Crew.create`. */
  crew: CrewSetup;
}

/**
 * @param seed of the games; the run's own without it
 * @throws UserError when settings contradict each other, or do not fit into memory, or the game, its options, the advisor or
 *   the engine are not there, or the advisor draws
 */
export async function prepare(config: Config, seed = `${config.seed}`): Promise<Prepared> {
  const problem = contradiction(config);
  if (problem) throw new UserError(problem);
  const { game, bots, source } = await loadGame(config.game);
  const options = parseOptions(game, config.options);
  const engine = chooseEngine(config.engine);
  const players = game.players(options);
  const advisor = config.advisor ? advisorNamed(config.advisor, game, bots) : undefined;
  if (advisor) checkAdvisor(game, options, advisor);
  const { trunk, activation, board } = config.network;
  const shape = networkFor(game, trunk, activation, board, advisedObserver(game, advisor));
  const crew: CrewSetup = {
    game: source,
    options,
    players,
    workers: config.workers,
    games: config.games,
    decisions: config.decisionsPerUpdate,
    seed,
    returns: config.returns,
    engine,
    shape,
    bots: botSpecs(config),
    teacher: config.warmStart.agent,
    advisor: config.advisor,
    poolSize: config.opponents.poolSize,
  };
  checkMemory(config, shape, players);
  return { game, bots, source, advisor, options, engine, shape, crew };
}
