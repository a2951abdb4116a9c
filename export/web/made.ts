/** The moves that were made at a table, and what a seat may be told of them. */
import type { Forced } from './forced.js';
import type { LogLine } from './protocol.js';

/** One move that was made. */
export interface Made {
  seat: number;
  action: number;
  text: string;
  byPerson: boolean;
  /** Seats of people that do not know which move it was. */
  hiddenFrom: readonly number[];
  /** It cannot be taken back: luck was drawn, or something hidden was seen. */
  final: boolean;
  /** Moves before the chain that it was made in. */
  begins: number;
  /** Decisions after it that had one answer. */
  forced: readonly Forced[];
  /** What was rolled, in words. */
  dice: readonly string[];
  /** What each seat that watched saw come of it. */
  tells: ReadonlyMap<number, readonly string[]>;
}

/**
 * What happened, as one seat may be told it.
 * @param seat null: what everybody may know
 * @param open nothing is secret any more
 * @param from the number of the first move whose effects are told
 */
export function linesOf(made: readonly Made[], seat: number | null, open: boolean, from: number): LogLine[] {
  const hidden = (from: readonly number[]): boolean => !open && (seat === null ? from.length > 0 : from.includes(seat));
  return made.map(({ seat: by, text, hiddenFrom, forced, tells }, i) => {
    const only = forced.flatMap((one) =>
      hidden(one.hiddenFrom) ? [] : [`seat ${one.seat} has only one choice: ${one.text}`],
    );
    return {
      seat: by,
      text: hidden(hiddenFrom) ? null : text,
      tells: seat === null || i < from ? [] : [...only, ...(tells.get(seat) ?? [])],
    };
  });
}
