/** What was chosen and reached in watched games, by the names that a report uses. */
import { enoughSeats, type Thing } from './associations.js';
import { settleNames } from './names.js';
import type { Choice } from './result.js';
import type { Watched } from './watch.js';

/** Names that each choice of these games counts under. */
export function namesOf(watched: readonly Watched[]): Map<string, string[]> {
  const all = new Map<string, number>();
  for (const { seats } of watched)
    for (const { choices, offered } of seats) {
      for (const name of Object.keys(offered?.[0] ?? {})) all.set(name, all.get(name) ?? 0);
      for (const name of Object.keys(choices)) all.set(name, (all.get(name) ?? 0) + 1);
    }
  return settleNames(all, enoughSeats);
}

/** Counts by the names that are used. @param until only what happened up to this round */
function renamed(
  counts: Record<string, readonly number[]>,
  names: ReadonlyMap<string, readonly string[]>,
  until = Number.POSITIVE_INFINITY,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [name, times] of Object.entries(counts)) {
    const count = times.filter((round) => round <= until).length;
    for (const used of names.get(name) ?? [name]) sums.set(used, (sums.get(used) ?? 0) + count);
  }
  return sums;
}

/** How often each choice was made, and how often of the times when it was open. */
export function choicesOf(watched: readonly Watched[], names: ReadonlyMap<string, readonly string[]>): Choice[] {
  const sums = new Map<string, { times: number; games: number; seats: number; open: number; taken: number }>();
  const used = new Set([...names.values()].flat());
  const at = (name: string) => {
    const sum = sums.get(name) ?? { times: 0, games: 0, seats: 0, open: 0, taken: 0 };
    sums.set(name, sum);
    return sum;
  };
  for (const { seats } of watched) {
    const here = new Set<string>();
    for (const { choices, offered } of seats) {
      for (const [name, count] of renamed(choices, names)) {
        at(name).times += count;
        at(name).seats++;
        here.add(name);
        if (offered) at(name).taken += count;
      }
      if (!offered) continue;
      for (const name of used) at(name).open += offered.find((level) => Object.hasOwn(level, name))?.[name] ?? 0;
    }
    for (const name of here) at(name).games++;
  }
  return [...sums]
    .map(([name, { times, games, seats, open, taken }]) => ({
      name,
      perGame: times / watched.length,
      games: games / watched.length,
      seats: seats / (watched.length * watched[0]!.seats.length),
      open,
      taken: open > 0 ? Math.min(1, taken / open) : null,
    }))
    .sort((a, b) => b.perGame - a.perGame || (a.name < b.name ? -1 : 1));
}

/** A thing that seats had, with how it is chosen. */
export interface NamedThing extends Thing {
  /** Name of the choice; empty for a landmark. */
  choice: string;
}

/** Above this share of the seats, having it at all says little: then how often counts. */
export const nearlyAll = 0.8;

/** What seats had done and reached by a round. Later, who is ahead does more of everything. */
export function thingsOf(
  watched: readonly Watched[],
  names: ReadonlyMap<string, readonly string[]>,
  until: number,
): NamedThing[] {
  const kinds = [
    ['choice', watched.map(({ seats }) => seats.map(({ choices }) => renamed(choices, names, until)))],
    ['landmark', watched.map(({ seats }) => seats.map(({ landmarks }) => renamed(landmarks, new Map(), until)))],
  ] as const;
  return kinds.flatMap(([kind, games]) => {
    const all = [...new Set(games.flatMap((game) => game.flatMap((seat) => [...seat.keys()])))].sort();
    return all.map((name): NamedThing => {
      const counts = games.map((game) => game.map((seat) => seat.get(name) ?? 0));
      const flat = counts.flat();
      const share = (least: number) => flat.filter((count) => count >= least).length / flat.length;
      let least = 1;
      if (share(1) > nearlyAll) while (share(least) > 0.5) least++;
      return {
        name: least === 1 ? name : `${name}, ${least}+`,
        kind,
        had: counts.map((game) => game.map((count) => count >= least)),
        choice: kind === 'choice' ? name : '',
      };
    });
  });
}
