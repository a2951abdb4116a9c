/** Finds a policy's advisor (advice.ts) by its spec. */
import type { Agent } from '../../env/agent.js';
import type { Game } from '../../env/game.js';
import { UserError } from '../../env/user-error.js';
import { gamePlayers, scriptedBots } from '../bots/index.js';
import { nearest } from '../nearest.js';
import type { Advisor } from './advice.js';

/**
 * @param bots those that came with the game's module
 * @throws UserError when it is no scripted player of the game
 */
export function advisorNamed(
  spec: string,
  game: Pick<Game, 'id'>,
  bots: Readonly<Record<string, () => Agent>> = {},
): Advisor {
  const known: Record<string, () => Agent> = { ...bots, ...scriptedBots(game.id) };
  const specs = Object.keys(known).map((name) => `scripted:${name}`);
  if (specs.includes(spec))
    return { spec, create: known[spec.slice('scripted:'.length)]!, evaluate: gamePlayers(game.id).evaluate };
  const meant = nearest(spec, specs);
  throw new UserError(
    `advisor ${spec}: ${game.id} has ${specs.length === 0 ? 'no scripted players' : 'no such scripted player'}` +
      (meant ? `, did you mean ${meant}?` : '') +
      (specs.length > 0 ? ` ${meant ? 'It' : 'it'} has ${specs.join(', ')}` : '; an advisor must be one'),
  );
}
