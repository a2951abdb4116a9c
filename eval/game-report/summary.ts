/** What many games between agents of one kind say about the game itself: length, seats, endings, kinds of decision. */
import { firstShares } from '../../env/returns.js';
import { countEach } from '../evaluate.js';
import type { Outcome } from '../outcome.js';
import type { Seating } from '../seats.js';
import { blockMean, type Estimate, mean, quantile, type Spread, spread, wilson } from '../statistics.js';

/** What it is worth to sit somewhere. */
export interface Worth {
  /** Share of all games won there at the rules' own end. */
  winShare: Estimate;
  /** Share of all games in which who sat there came first, capped games included. */
  firstShare: Estimate;
  meanReturn: Estimate;
}

/** What sitting in a seat is worth. */
interface SeatReport extends Worth {
  seat: number;
}

/** What a place in the turn order at the start of the game is worth. */
interface OrderReport extends Worth {
  /** From 1: whose turn was first. */
  place: number;
}

/** One way of ending. */
interface EndingReport {
  ending: string;
  games: number;
  share: Estimate;
  truncated: boolean;
  /** Mean rounds of the games that ended so. */
  rounds: number;
  /** First places by seat in the games that ended so; ties shared. */
  firsts: number[];
}

/** One kind of decision. */
interface PromptReport {
  prompt: string;
  decisions: number;
  /** Share of all decisions. */
  share: number;
  /** Mean number of legal actions. */
  options: number;
}

/** Games with one agent in every seat, each with a deal of its own. */
export interface GamesSummary {
  game: string;
  version: string;
  /** The agent in every seat. */
  agent: string;
  players: number;
  games: number;
  /** Decisions a game. */
  decisions: Spread;
  rounds: Spread;
  /** Mean number of legal actions of a decision. */
  options: number;
  truncatedShare: Estimate;
  seats: SeatReport[];
  /** By place in the turn order at the start; the same as `seats` where seats have their turns by number. */
  byOrder: OrderReport[];
  /** How often a side that the rules play came out before every seat; null where there is none. */
  rivalAhead: Estimate | null;
  /** Number of games by how they ended. */
  endings: Record<string, number>;
  ways: EndingReport[];
  prompts: PromptReport[];
  /** Games by number of rounds, from..to inclusive. */
  lengths: { from: number; to: number; games: number }[];
}

/** Bars that a histogram has at most. */
const bars = 12;

/** Counts whole numbers in intervals of equal width. */
export function histogram(values: readonly number[]): { from: number; to: number; games: number }[] {
  const sorted = Float64Array.from(values).sort();
  if (sorted.length === 0) return [];
  const low = sorted[0]!;
  // A few very long games must not squeeze all others into one bar.
  const high = Math.max(low, Math.min(sorted[sorted.length - 1]!, Math.ceil(quantile(sorted, 0.99))));
  const width = Math.max(1, Math.ceil((high - low + 1) / bars));
  const list: { from: number; to: number; games: number }[] = [];
  for (let from = low; from <= high; from += width) list.push({ from, to: from + width - 1, games: 0 });
  const last = list[list.length - 1]!;
  last.to = Math.max(last.to, sorted[sorted.length - 1]!);
  for (const value of sorted) list[Math.min(list.length - 1, Math.floor((value - low) / width))]!.games++;
  return list;
}

/** Sums games up. @param outcomes of games with detail, one agent in every seat, each with a deal of its own */
export function sumUpGames(
  { game, seats: players }: Pick<Seating, 'game' | 'seats'>,
  agent: string,
  outcomes: readonly Outcome[],
): GamesSummary {
  const games = outcomes.length;
  const firsts = outcomes.map((outcome) => firstShares(outcome.places));
  const decided = outcomes.map((outcome) => (outcome.truncated ? 0 : 1));
  const sum = (value: (game: number) => number) => outcomes.reduce((total, _, i) => total + value(i), 0);

  const orders = outcomes.map((outcome) => outcome.order!);
  const meanOf = (returns: readonly number[]) => blockMean(returns, games, game.scoring !== 'rewards');
  /** @param seatIn the seat that it is about in a game */
  const worth = (seatIn: (game: number) => number): Worth => ({
    winShare: wilson(
      sum((i) => decided[i]! * firsts[i]![seatIn(i)]!),
      games,
    ),
    firstShare: wilson(
      sum((i) => firsts[i]![seatIn(i)]!),
      games,
    ),
    meanReturn: meanOf(outcomes.map((outcome, i) => outcome.returns[seatIn(i)]!)),
  });

  const ways = new Map<string, number[]>();
  outcomes.forEach((outcome, i) => {
    const list = ways.get(outcome.ending);
    if (list) list.push(i);
    else ways.set(outcome.ending, [i]);
  });
  const endings = countEach(outcomes.map(({ ending }) => ending));

  const asked = game.prompts.map(() => ({ decisions: 0, options: 0 }));
  for (const { prompts = [] } of outcomes)
    for (const [prompt, decisions, legal] of prompts) {
      asked[prompt]!.decisions += decisions;
      asked[prompt]!.options += legal;
    }
  const allDecisions = asked.reduce((total, prompt) => total + prompt.decisions, 0);
  const allOptions = asked.reduce((total, prompt) => total + prompt.options, 0);

  return {
    game: game.id,
    version: game.version,
    agent,
    players,
    games,
    decisions: spread(outcomes.map((outcome) => outcome.decisions)),
    rounds: spread(outcomes.map((outcome) => outcome.rounds)),
    options: allDecisions > 0 ? allOptions / allDecisions : 0,
    truncatedShare: wilson(games - sum((i) => decided[i]!), games),
    seats: Array.from({ length: players }, (_, seat) => ({ seat, ...worth(() => seat) })),
    byOrder: Array.from({ length: players }, (_, i) => ({ place: i + 1, ...worth((game) => orders[game]![i]!) })),
    rivalAhead: outcomes.some(({ rivalAhead }) => rivalAhead !== undefined)
      ? wilson(
          sum((i) => (outcomes[i]!.rivalAhead ? 1 : 0)),
          games,
        )
      : null,
    endings,
    ways: Object.keys(endings).map((ending) => {
      const list = ways.get(ending)!;
      return {
        ending,
        games: list.length,
        share: wilson(list.length, games),
        truncated: outcomes[list[0]!]!.truncated,
        rounds: mean(list.map((i) => outcomes[i]!.rounds)),
        firsts: Array.from({ length: players }, (_, seat) => list.reduce((total, i) => total + firsts[i]![seat]!, 0)),
      };
    }),
    prompts: asked
      .map(({ decisions, options: legal }, i) => ({
        prompt: game.prompts[i]!,
        decisions,
        share: allDecisions > 0 ? decisions / allDecisions : 0,
        options: decisions > 0 ? legal / decisions : 0,
      }))
      .filter((prompt) => prompt.decisions > 0)
      .sort((a, b) => b.decisions - a.decisions || (a.prompt < b.prompt ? -1 : 1)),
    lengths: histogram(outcomes.map((outcome) => outcome.rounds)),
  };
}
