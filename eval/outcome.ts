/** How one game between agents went. Needs nothing of Node. */
import { z } from 'zod';

/** Numbers by seat. */
export const seatNumbers = z.array(z.number()).max(1000);

/** How one game went. Arrays by seat. */
const outcomeFields = z.strictObject({
  /** Final places, 0 first, ties share; by score where the game is scored by rewards. */
  places: z.array(z.int().nonnegative()).max(1000),
  /** Returns of the rules' rewards, or of the places (a game truncated by the round cap counts half). */
  returns: seatNumbers,
  /** In the game's words. */
  ending: z.string().max(1000),
  rounds: z.number().nonnegative(),
  /** Decisions that were asked. */
  decisions: z.int().nonnegative(),
  /** Cut at a cap that is not in the rules. */
  truncated: z.boolean(),
  /** Per kind of decision: index of the prompt, decisions, sum of their legal actions. Only when asked for. */
  prompts: z.array(z.tuple([z.number(), z.number(), z.number()])).optional(),
  /**
   * Seats in the order in which they had their first turns (`Game.turnPrompt`); who never had one comes last, by seat. Only when
   * asked for.
   */
  order: seatNumbers.optional(),
  /** Whether a side that the rules play came out before every seat. Only when asked for, and where there is one. */
  rivalAhead: z.boolean().optional(),
  /** Random legal first moves, where there were any. */
  opening: z.int().positive().max(1000).optional(),
  /** Hashes of its random first moves and of all its moves; only where the rules drew no luck (different-games.ts). */
  line: z.tuple([z.number(), z.number()]).optional(),
  /** Hash of all its moves and of its end; only where the rules drew luck. */
  course: z.number().optional(),
});

/**
 * Places as games have them: as many seats come before a seat as its place says. A single player has its place among
 * rivals that the rules play, which have no seats.
 */
function arePlaces(places: readonly number[]): boolean {
  if (places.length === 1) return true;
  return places.length > 0 && places.every((place) => places.filter((other) => other < place).length === place);
}

/**
 * How one game went, of a file or a worker: also what only a game that was never played would have is refused. Sums of
 * returns up to 1e12 lose nothing that is shown.
 */
export const outcomeSchema = outcomeFields
  .refine(({ places }) => arePlaces(places), { path: ['places'], message: 'are no places' })
  .refine(({ places, returns }) => returns.length === places.length && returns.every((sum) => Math.abs(sum) <= 1e12), {
    path: ['returns'],
    message: 'are not one for each seat, from -1e12 to 1e12',
  })
  .refine(({ places, order }) => !order || areSeats(order, places.length), {
    path: ['order'],
    message: 'is not each seat once',
  });

/** Whether each of so many seats is there once. */
function areSeats(order: readonly number[], seats: number): boolean {
  return order.length === seats && [...order].sort((a, b) => a - b).every((seat, i) => seat === i);
}

/** How one game went: see `outcomeSchema`. */
export type Outcome = z.infer<typeof outcomeSchema>;

/** How one game went and who sat where. */
export interface MatchResult extends Outcome {
  /** The agents' spec strings, by seat. */
  agents: string[];
}
