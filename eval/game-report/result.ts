/** What a report holds. Plain data: it is printed as JSON too. */
import type { Variety } from '../different-games.js';
import type { Estimate } from '../statistics.js';
import type { Association } from './associations.js';
import type { Decided } from './decided.js';
import type { Effect } from './effects.js';
import type { HeatMap } from './heat.js';
import type { GamesSummary } from './summary.js';

/** A place in the turn order against an equal share. */
interface PlaceTest {
  place: number;
  /** Of an equal share, corrected after Holm for the places of a level. */
  corrected: number;
}

/** A seat against an equal share. */
interface SeatTest {
  seat: number;
  /** Of an equal share, corrected after Holm for the seats of a level. */
  corrected: number;
}

/** How the game goes among players of one strength. */
export interface Level extends GamesSummary, Variety {
  /** Empty in games of one seat. */
  placeTests: PlaceTest[];
  /** Empty in games of one seat. */
  seatTests: SeatTest[];
}

/** A choice, by its name. */
export interface Choice {
  name: string;
  /** How often it was made, a game. */
  perGame: number;
  /** Share of the games in which somebody made it. */
  games: number;
  /** Share of the seats that made it. */
  seats: number;
  /** In how many decisions it was open, in the games in which that was noted. */
  open: number;
  /** How often it was made where it was open; null where it was never open in the games in which that was noted. */
  taken: number | null;
}

/** The strongest level among players of another. */
export interface Skill extends Variety {
  /** In one seat, each seat in turn. */
  agent: string;
  /** In all others; in a game of one seat it plays the same deals. */
  against: string;
  games: number;
  /** Of `agent`: its share of first places; its mean return in a game of several seats that is scored by rewards. */
  result: Estimate;
  /** The same if both were equally strong: an equal share, or the mean return of the others among themselves. */
  equal: number;
}

/** The games of all levels, summed up. */
export interface GameReport {
  game: string;
  title: string;
  version: string;
  players: number;
  /** Those that are not the game's own. */
  options: Record<string, unknown>;
  seed: string;
  games: number;
  /** The game is scored by rewards: first places say who won, not who played better. */
  byRewards: boolean;
  /** Share of wins if all seats were equal. */
  parity: number;
  levels: Level[];
  /** The strongest level against each weaker one; empty where random play is the only level. */
  skill: Skill[];
  /** What to look at first: a sentence each. */
  first: string[];
}

/** What is measured besides at the strongest level. */
export interface Analysis {
  /** When games are decided; null where that was not asked for. */
  decided: Decided | null;
  /** The most frequent first. */
  choices: Choice[];
  /** Where on its board the first games happened; null where its picture has no board. */
  heat: HeatMap | null;
  /** Associations are of what seats had done and reached by this round, the middle of the median game. */
  until: number;
  associations: Association[];
  effects: Effect[];
}

/** A report with its analysis: what the page shows. */
export interface FullReport extends GameReport, Analysis {}
