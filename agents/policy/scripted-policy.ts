/** A scripted player as the policy that it is when nothing has been trained yet, or with the weights that it came with. */
import type { Agent } from '../../env/agent.js';
import { createRng } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import { parseOptions } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';
import { firstPosition, type Planned, plannedBy, plannedShape, plannedStart, tunableBots } from './planned.js';
import type { Policy } from './policy.js';
import { scriptedPlayers } from './scripted.js';

/** Whether a spec names a scripted player. */
export const isScripted = (spec: string): boolean => spec.startsWith('scripted:');

/**
 * @param spec `scripted:<name>`
 * @param bots those that came with the game's module
 * @param options of the game; left out: its defaults
 * @throws UserError when there is no such bot, or it declares no weights
 */
export function botAsPolicy(
  spec: string,
  game: Game,
  bots: Readonly<Record<string, () => Agent>>,
  options?: unknown,
): Policy & { plan: Planned } {
  const tunable = tunableBots(game, bots);
  if (!tunable.includes(spec) && Object.hasOwn(scriptedPlayers(game, bots), spec))
    throw new UserError(
      `${spec}: a player file holds a bot by its weights, and this one declares none (planBots)` +
        (tunable.length > 0 ? `; those that do: ${tunable.join(', ')}` : ''),
    );
  const plan = plannedBy(spec, game, bots);
  const parsed = parseOptions(game, options) as Record<string, unknown>;
  const position = firstPosition(game, parsed);
  const shape = plannedShape(plan, plan.tuning.tunedFor(position)?.shape.trunk.slice() ?? []);
  // Nothing is drawn for a bot that was trained, and of one that was not the last layer is zero.
  const weights = plannedStart(plan, shape, createRng('bot'), position);
  return { game: { id: game.id, version: game.version }, options: parsed, observation: [], plan, shape, weights };
}
