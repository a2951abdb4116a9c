/** Heat maps: where on its board a game happens, in numbers and as rectangles to draw. For the report and for the page. */
import type { SceneBoard } from '../../env/scene.js';

/** Counts of one place. */
interface PlaceCounts {
  /** Choices that were about it. */
  choices: number;
  /** Pieces that stood there at the beginnings of rounds. */
  pieces: number;
  /** Pieces that stood there at the end. */
  ends: number;
}

/** Where on its board a game happened, over some games. */
export interface HeatCounts {
  games: number;
  /** Choices in all; and rounds, at whose beginnings pieces are counted. */
  choices: number;
  rounds: number;
  /** By name of the place. */
  places: Record<string, PlaceCounts>;
}

/** The same, with what it is drawn on. */
export interface HeatMap extends HeatCounts {
  /** Without what stands on it. */
  board: SceneBoard;
}

/** What can be drawn. */
export const heatMeasures = {
  choices: { title: 'What choices are about', about: 'of 100 choices' },
  pieces: { title: 'Where pieces stand', about: 'pieces at the beginning of a round' },
  ends: { title: 'Where pieces stand at the end', about: 'pieces at the end of a game' },
} as const;
export type HeatMeasure = keyof typeof heatMeasures;

/** One number of a place. */
export function heatOf({ games, choices, rounds, places }: HeatCounts, name: string, measure: HeatMeasure): number {
  const counted = Object.hasOwn(places, name) ? places[name]![measure] : 0;
  const per = { choices: choices / 100, pieces: rounds, ends: games }[measure];
  return per > 0 ? counted / per : 0;
}

/** The largest number of all places: what is drawn darkest. */
export const hottest = (counts: HeatCounts, measure: HeatMeasure): number =>
  Math.max(0, ...Object.keys(counts.places).map((name) => heatOf(counts, name, measure)));

/** Both together. */
export function addHeat<Counts extends HeatCounts>(sum: Counts | null, more: Counts): Counts {
  if (!sum) return more;
  const places = new Map(Object.entries(sum.places));
  for (const [name, { choices, pieces, ends }] of Object.entries(more.places)) {
    const before = places.get(name) ?? { choices: 0, pieces: 0, ends: 0 };
    places.set(name, { choices: before.choices + choices, pieces: before.pieces + pieces, ends: before.ends + ends });
  }
  const { games, choices, rounds } = more;
  return {
    ...sum,
    ...{ games: sum.games + games, choices: sum.choices + choices, rounds: sum.rounds + rounds },
    places: Object.fromEntries(places),
  };
}

/** A place to draw, in units of the board. */
export interface HeatPlace {
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
  round: boolean;
  /** Of the largest number, 0 to 1. */
  share: number;
  /** The number for people; empty: nothing happened there. */
  written: string;
}

/** All places of the board. @param top the number that is drawn darkest */
export function heatPlaces({ board, ...counts }: HeatMap, measure: HeatMeasure, top: number): HeatPlace[] {
  return board.places.map(({ name, at: [x, y], size: [width, height] = [1, 1], shape }) => {
    const n = heatOf(counts, name, measure);
    const place = { name, x, y, width, height, round: shape === 'round' };
    return { ...place, share: top > 0 ? n / top : 0, written: n > 0 ? told(n) : '' };
  });
}

/** How a place with this share is drawn: how opaque its colour is, and whether that makes it dark for what is written in it. */
export const shade = (share: number): { opacity: string; dark: boolean } => ({
  opacity: (0.06 + 0.84 * share).toFixed(3),
  dark: share > 0.75,
});

/** The three places with the largest numbers, in words. */
export function heatWords(places: readonly HeatPlace[]): string {
  const most = [...places].sort((a, b) => b.share - a.share).slice(0, 3);
  return most.map(({ name, written }) => `${name}: ${written || 0}`).join('; ');
}

const told = (n: number): string => (n >= 9.95 ? n.toFixed(0) : n.toFixed(n >= 0.1 ? 1 : 2));
