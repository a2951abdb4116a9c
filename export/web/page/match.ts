/** Hands of a game that is scored by what is earned, one after the other, as a match: what each player has won in all. */
import { useEffect, useState } from 'preact/hooks';
import type { About, TableView } from '../protocol.js';
import { type Match, storedMatch, storeMatch } from './storage.js';

/** @returns null where there is no match: one player, or a game that is scored by places */
export function useMatch(about: About, shown: TableView | null): Match | null {
  const [match, setMatch] = useState<Match | null>(null);
  useEffect(() => {
    if (!shown?.earned || shown.seats.length < 2) return setMatch(null);
    const { seed, earned, over } = shown;
    const kept = storedMatch(about.id, seed);
    const begun = { seed, bank: earned.map(() => 0), hands: 0, counted: false };
    const now = kept?.bank.length === earned.length ? kept : begun;
    const next = over && !now.counted ? counting(now, earned) : now;
    storeMatch(about.id, next);
    setMatch(next);
  }, [shown?.seed, shown?.over === null]);
  return match;
}

const counting = (match: Match, earned: readonly number[]): Match => ({
  ...match,
  bank: match.bank.map((chips, seat) => chips + earned[seat]!),
  hands: match.hands + 1,
  counted: true,
});

/** The next hand belongs to the same match. @param moved puts what belongs to players where they sit then */
export const continueMatch = (
  game: string,
  match: Match,
  seed: string,
  moved: (list: readonly number[]) => number[],
): void => storeMatch(game, { ...match, seed, bank: moved(match.bank), counted: false });
