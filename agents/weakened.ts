/** A scripted player made weaker on purpose: what `?temperature=` and `?mistakes=` mean, in specs and on the levels of pages. */
import type { Agent } from '../env/agent.js';
import { UserError } from '../env/user-error.js';
import { SoftPlayer, weighs } from './bots/soft-player.js';
import { CarelessPlayer } from './careless.js';

/** How weak. */
export interface Weakness {
  /** Draws from softmax(worth / temperature). */
  temperature?: number | undefined;
  /** Share of decisions, 0 to 1, in which any legal action is as likely. */
  mistakes?: number | undefined;
}

/**
 * @param name of the weaker player
 * @param bot no other may play with it
 * @param actions number of action ids of the game
 * @throws UserError when a temperature is given to one that does not say what it makes of its actions
 */
export function weakened(name: string, bot: Agent, { temperature, mistakes }: Weakness, actions: number): Agent {
  let player = bot;
  if (temperature !== undefined) {
    if (!weighs(bot))
      throw new UserError(`agent ${name}: ${bot.name} has no action values (Agent.worths); leave out temperature`);
    player = new SoftPlayer(name, bot, temperature, actions);
  }
  return mistakes === undefined ? player : new CarelessPlayer(name, player, mistakes);
}
