/** A scripted player as the policy that it is when nothing has been trained yet, or with the weights that it came with. */
import { createRng } from '../../env/chance.js';
import type { GamePackage } from '../../env/game-package.js';
import { parseOptions } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';
import { firstPosition, type Planned, plannedBy, plannedShape, plannedStart, tunableBots } from './planned.js';
import type { Policy } from './policy.js';
import { scriptedPlayers } from './scripted.js';

/**
 * @param spec `scripted:<name>`
 * @param options of the game; left out: its defaults
 * @throws UserError when there is no such bot, or it declares no weights
 */
export function botAsPolicy(spec: string, pack: GamePackage, options?: unknown): Policy & { plan: Planned } {
  const { game } = pack;
  const tunable = tunableBots(pack);
  if (!tunable.includes(spec) && Object.hasOwn(scriptedPlayers(pack), spec))
    throw new UserError(
      `${spec}: a player file holds a bot by its weights, and this one declares none (planBots)` +
        (tunable.length > 0 ? `; those that do: ${tunable.join(', ')}` : ''),
    );
  const plan = plannedBy(spec, pack);
  const parsed = parseOptions(game, options) as Record<string, unknown>;
  const position = firstPosition(game, parsed);
  const shape = plannedShape(plan, plan.tuning.tunedFor(position)?.shape.trunk.slice() ?? []);
  // Nothing is drawn for a bot that was trained, and of one that was not the last layer is zero.
  const weights = plannedStart(plan, shape, createRng('bot'), position);
  return { game: { id: game.id, version: game.version }, options: parsed, observation: [], plan, shape, weights };
}
