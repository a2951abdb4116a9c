/** What was chosen and reached in watched games, by the names that a report uses. */
import type { Thing } from './associations.js';
import { settleNames } from './names.js';
import type { Choice } from './result.js';
import type { Watched } from './watch.js';

/** What the choices of these games are called. */
export function namesOf(watched: readonly Watched[]): Map<string, string> {
  const all = new Set<string>();
  for (const { seats } of watched)
    for (const { choices, offered = {} } of seats)
      for (const name of [...Object.keys(choices), ...Object.keys(offered)]) all.add(name);
  return settleNames([...all].sort());
}

/** Counts by the names that are used. @param until only what happened up to this round */
function renamed(
  counts: Record<string, number | readonly number[]>,
  names: ReadonlyMap<string, string>,
  until = Number.POSITIVE_INFINITY,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [name, times] of Object.entries(counts)) {
    const used = names.get(name) ?? name;
    const count = typeof times === 'number' ? times : times.filter((round) => round <= until).length;
    sums.set(used, (sums.get(used) ?? 0) + count);
  }
  return sums;
}

export function choicesOf(watched: readonly Watched[], names: ReadonlyMap<string, string>): Choice[] {
  const sums = new Map<string, { times: number; games: number; open: number; taken: number }>();
  const at = (name: string) => {
    const sum = sums.get(name) ?? { times: 0, games: 0, open: 0, taken: 0 };
    sums.set(name, sum);
    return sum;
  };
  for (const { seats } of watched) {
    const here = new Set<string>();
    for (const { choices, offered } of seats) {
      for (const [name, count] of renamed(choices, names)) {
        at(name).times += count;
        here.add(name);
        if (offered) at(name).taken += count;
      }
      // Several names of one group may be open at once: then this is an upper bound, so what was taken is at least so often.
      if (offered) for (const [name, count] of renamed(offered, names)) at(name).open += count;
    }
    for (const name of here) at(name).games++;
  }
  return [...sums]
    .map(([name, { times, games, open, taken }]) => ({
      name,
      perGame: times / watched.length,
      games: games / watched.length,
      taken: open > 0 ? Math.min(1, taken / open) : null,
    }))
    .sort((a, b) => b.perGame - a.perGame || (a.name < b.name ? -1 : 1));
}

/** A thing that seats had, with how it is chosen. */
export interface NamedThing extends Thing {
  /** Name of the choice; empty for a landmark. */
  choice: string;
  /** That name is without its numbers. */
  plain: boolean;
}

/** Above this share of the seats, having it at all says little: then how often counts. */
const nearlyAll = 0.8;

/** What seats had done and reached by a round. Later, who is ahead does more of everything. */
export function thingsOf(watched: readonly Watched[], names: ReadonlyMap<string, string>, until: number): NamedThing[] {
  const plain = new Set([...names].flatMap(([fine, used]) => (fine === used ? [] : [used])));
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
        plain: plain.has(name),
      };
    });
  });
}
