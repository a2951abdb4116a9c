/** Final places out of what a game of the framework ends with. */
import { UserError } from '../user-error.js';

/**
 * By the framework's habit: `{ winner }`, or several `winners`, before all others, who tie; `{ draw: true }`: all tie.
 * @throws UserError when it is none of these
 */
export function placesOf(game: string, gameover: unknown, players: number): number[] {
  const { winner, winners, draw } = (gameover ?? {}) as Record<string, unknown>;
  const first = (Array.isArray(winners) ? winners : winner === undefined || winner === null ? [] : [winner]).map(
    Number,
  );
  if (first.length > 0 && first.every((seat) => Number.isInteger(seat) && seat >= 0 && seat < players))
    return Array.from({ length: players }, (_, seat) => (first.includes(seat) ? 0 : first.length));
  if (draw === true) return Array(players).fill(0);
  throw new UserError(
    `${game}: the game ended with ${JSON.stringify(gameover)}, which is no { winner }, { winners } or { draw: true }: give places, or rewards (docs/boardgame.io.md)`,
  );
}

/** How it ended, in a word. */
export function endingOf(gameover: unknown): string {
  const { winner, winners, draw, won } = (gameover ?? {}) as Record<string, unknown>;
  if (winner !== undefined || winners !== undefined) return 'winner';
  if (typeof won === 'boolean') return won ? 'won' : 'lost';
  return draw === true ? 'draw' : 'end';
}

/** @throws UserError when they are no numbers, one for each player */
export function checkedRewards(game: string, rewards: readonly number[], players: number): readonly number[] {
  if (Array.isArray(rewards) && rewards.length === players && rewards.every((reward) => Number.isFinite(reward)))
    return rewards;
  throw new UserError(`${game}: rewards gave ${JSON.stringify(rewards)}, wanted ${players} finite numbers`);
}

/** @throws UserError when they are no places */
export function checkedPlaces(game: string, places: readonly number[], players: number): readonly number[] {
  if (places.length === players && places.every((place) => Number.isInteger(place) && place >= 0 && place < players))
    return places;
  throw new UserError(`${game}: places gave ${JSON.stringify(places)}, wanted ${players} whole numbers from 0`);
}
