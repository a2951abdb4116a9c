/** Games as rankings of the agents that played, and how often each was placed before each other. */
import type { List } from '../env/list.js';
import { soloPlaces } from './evaluate.js';
import type { Outcome } from './outcome.js';
import type { Ranking } from './ratings.js';
import { blockRate, type Estimate, mean } from './statistics.js';
import type { Block } from './table.js';

/** One ranking a game; in a game of one seat one a deal. */
export interface RankedGame extends Ranking {
  agents: readonly number[];
  places: number[];
  truncated: boolean[];
  returns: number[];
}

/** How often the row's agent was placed better than the column's, a shared place counting half. */
export interface Payoff extends Estimate {
  /** Games in which both played. */
  games: number;
}

/** @param plan who sat where. @param solo a game of one seat: the games of a block are those of all agents on one deal */
export function rankGames(
  played: readonly Outcome[][],
  plan: List<Block>,
  solo: boolean,
  byRewards: boolean,
): RankedGame[][] {
  return played.map((outcomes, b) => {
    const { seatings } = plan.at(b)!;
    if (solo)
      return [
        {
          agents: seatings.map(([agent]) => agent!),
          places: soloPlaces(outcomes, byRewards),
          truncated: outcomes.map((outcome) => outcome.truncated),
          returns: outcomes.map((outcome) => outcome.returns[0]!),
        },
      ];
    return outcomes.map((outcome, i) => ({
      agents: seatings[i]!,
      places: outcome.places,
      truncated: outcome.places.map(() => outcome.truncated),
      returns: outcome.returns,
    }));
  });
}

/** Score of a better place than the other's: 1, of the same 1/2, of a worse 0. */
function pairScore(own: number, other: number): number {
  return own < other ? 1 : own > other ? 0 : 0.5;
}

/** Agents by agents; null on the diagonal and for two who never met. @param agents how many */
export function payoffTable(rankings: readonly (readonly RankedGame[])[], agents: number): (Payoff | null)[][] {
  const everybody = Array.from({ length: agents }, (_, i) => i);
  return everybody.map((row) =>
    everybody.map((column): Payoff | null => {
      if (row === column) return null;
      const means: number[] = [];
      let games = 0;
      for (const block of rankings) {
        const scores: number[] = [];
        for (const { agents: seats, places } of block)
          for (let i = 0; i < seats.length; i++)
            for (let j = 0; j < seats.length; j++)
              if (seats[i] === row && seats[j] === column) scores.push(pairScore(places[i]!, places[j]!));
        if (scores.length === 0) continue;
        games += block.length;
        means.push(mean(scores));
      }
      if (games === 0) return null;
      const { method: _, ...estimate } = blockRate(means, games);
      return { ...estimate, games };
    }),
  );
}
