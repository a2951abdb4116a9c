/** Scripted players by their spec, for whoever needs the player itself and not any agent (agents/spec/). */
import type { Agent } from '../../env/agent.js';
import type { Game } from '../../env/game.js';
import { botMakers, type GamePackage } from '../../env/game-package.js';
import { nearest } from '../../env/spelling.js';
import { UserError } from '../../env/user-error.js';
import { scriptedSpec } from '../bots/scripted-spec.js';

/** The function that makes each scripted player of a game, by its spec. */
export function scriptedPlayers(pack: GamePackage): Record<string, () => Agent> {
  return Object.fromEntries(Object.entries(botMakers(pack)).map(([name, create]) => [scriptedSpec(name), create]));
}

/**
 * @param known as `scriptedPlayers` gives them
 * @param what it is to be, for the error: `advisor`
 * @param why it has to be one, for the error where the game has none
 * @throws UserError when it is no scripted player of the game
 */
export function scriptedNamed(
  spec: string,
  game: Pick<Game, 'id'>,
  known: Readonly<Record<string, () => Agent>>,
  what: string,
  why: string,
): () => Agent {
  if (Object.hasOwn(known, spec)) return known[spec]!;
  const specs = Object.keys(known);
  const meant = nearest(spec, specs);
  throw new UserError(
    `${what} ${spec}: ${game.id} has ${specs.length === 0 ? 'no scripted players' : 'no such scripted player'}` +
      (meant ? `, did you mean ${meant}?` : '') +
      (specs.length > 0 ? `${meant ? ' It' : '; it'} has ${specs.join(', ')}` : `; ${why}`),
  );
}
