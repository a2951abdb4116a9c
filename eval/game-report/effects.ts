/**
 * What a choice does: the same deals once more, in which one seat never makes it while there is another, or always makes
 * it where it can. All others play as before. Who is bound makes the best of what is left in its own eyes, so this is the
 * effect for this player as it is; one that was made for such rules might do better.
 */
import { type Estimate, holm, mean, pairedTest } from '../statistics.js';
import type { Association } from './associations.js';
import type { Bond } from './bound.js';
import type { ReportGames } from './report-games.js';
import { sidesOf } from './sides.js';
import type { WatchedDeal } from './watch.js';

export interface Effect {
  choice: string;
  mode: Bond['mode'];
  deals: number;
  /** Share of first places of the seat that is bound, minus what it made of the same deals unbound. */
  difference: Estimate;
  p: number;
  /** Corrected after Holm for all effects of the report. */
  corrected: number;
}

/** Deals that each effect is measured on, at most; each is played from every seat. */
const effectDeals = 100;

/** The choices whose effects are worth measuring: those that go along with winning or losing most surely. */
function candidates(found: readonly (Association & { choice: string })[], count: number): string[] {
  return [...new Set(found.flatMap(({ kind, choice }) => (kind === 'choice' ? [choice] : [])))].slice(0, count);
}

/**
 * @param watched games without bonds, whose deals are played again
 * @param count choices to look at
 */
export async function effects(
  playing: ReportGames,
  watched: readonly WatchedDeal[],
  found: readonly (Association & { choice: string })[],
  count: number,
): Promise<Effect[]> {
  const bonds = candidates(found, count).flatMap((choice) =>
    (['never', 'always'] as const).map((mode): Bond => ({ choice, mode })),
  );
  const again = watched.slice(0, effectDeals);
  const deals = again.length;
  const tasks = bonds.flatMap((bond) => again.map(({ deal }) => ({ ...deal, bond })));
  const bound = await playing.all('bind', tasks);
  const free = again.map(({ outcome }) => mean(sidesOf(outcome.places).slice(0, outcome.places.length)));
  const tests = bonds.map((_, i) =>
    pairedTest(
      bound.slice(i * deals, (i + 1) * deals).map((seats) => mean(seats)),
      free,
    ),
  );
  const corrected = holm(tests.map(({ p }) => p));
  return bonds.map(({ choice, mode }, i) => ({
    choice,
    mode,
    deals,
    difference: tests[i]!.difference,
    p: tests[i]!.p,
    corrected: corrected[i]!,
  }));
}
