/** The moves that were made at a table, and what a seat may be told of them. */
import type { State } from '../../env/game.js';
import { type Forced, onlyChoice } from './forced.js';
import type { LogLine } from './protocol.js';

/** One move that was made. */
export interface Made {
  seat: number;
  action: number;
  text: string;
  byPerson: boolean;
  /** The position it was chosen in, where a person had a choice just now. */
  position: State | null;
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

/** A choice that a person has made, and where. */
export interface OwnChoice {
  /** Moves before it. */
  at: number;
  position: State;
  action: number;
}

/**
 * The choices of a person that can be taken back: those of the latest turn.
 * @param blind where something is hidden, what others did since tells of it, so that nothing is taken back
 */
export function regrettable(made: readonly Made[], blind: boolean): OwnChoice[] {
  const choices: OwnChoice[] = [];
  let whose = -1;
  for (let at = made.length - 1; at >= 0; at--) {
    const { byPerson, final, seat, position, action } = made[at]!;
    if (final || (blind && !byPerson) || (whose >= 0 && seat !== whose)) break;
    if (!byPerson) continue;
    whose = seat;
    if (position) choices.unshift({ at, position, action });
  }
  return choices;
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
    const only = forced.flatMap((one) => (hidden(one.hiddenFrom) ? [] : [onlyChoice(one)]));
    return {
      seat: by,
      text: hidden(hiddenFrom) ? null : text,
      tells: seat === null || i < from ? [] : [...only, ...(tells.get(seat) ?? [])],
    };
  });
}
