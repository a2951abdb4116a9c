/**
 * Which games the fuzz tests play in every run: the first ones of the seed `ci`, and those that reach what is rare.
 * FUZZ_GAMES=1000 plays the first so many of each game instead.
 */
import process from 'node:process';

/**
 * @param few how many of the first games
 * @param rare later games that reach something which none of those does (FUZZ_GAMES=1000 reaches it too)
 * @returns their numbers
 */
export function gamesInEveryRun(few: number, rare: readonly number[] = []): number[] {
  const asked = process.env.FUZZ_GAMES;
  const first = Array.from({ length: asked === undefined ? few : Number(asked) }, (_, number) => number);
  return asked === undefined ? [...first, ...rare] : first;
}
