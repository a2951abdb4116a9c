/**
 * What a player is made of, as facts: what was put in, what it learned from, and what it does at play time. Part of every
 * exported file (`meta.provenance`), of the list of games and of the README's table. What is not recorded is left out,
 * or null where a number is.
 */
import type { LookaheadStrength } from '../search/lookahead.js';
import { opponentsText } from '../search/opponents.js';

/** How a player came to be. */
export interface PlayerTraining {
  /**
   * Spec of the scripted player whose choice the network is shown, or whose weights were trained, and whose code is in the
   * file; null: there is none.
   */
  scriptedPlayerInside: string | null;
  /** Learning to choose as a scripted player does (warm start); null: none. */
  imitation?: {
    /** Whom. */
    of: string | null;
    /** Games of that player that were played for it. */
    games: number | null;
    /** Decisions learned from. */
    decisions: number | null;
  } | null;
  /** Self-play; null: none. */
  ppo?: { decisions: number | null; updates: number | null } | null;
  /** Evolution strategies; null: none. */
  evolution?: {
    /** The scripted player whose weights were trained; null: a network's were. */
    of: string | null;
    games: number | null;
    decisions: number | null;
    updates: number | null;
  } | null;
  /** Expert iteration, where there was any. */
  expertIteration?: { games: number | null; decisions: number | null; updates: number | null };
  /** How it looks ahead when it plays; null: it does not. */
  search: LookaheadStrength | null;
}

/** Games that it was measured by. */
export interface PlayerMeasurement {
  /** Specs of the opponents; one of them fills all other seats. Empty: alone. */
  against: string[];
  /** Options of the game that are not its defaults. */
  options?: Record<string, unknown>;
  games: number;
  seed: string;
  /** Share of games won at the rules' own end, and its 95 % interval. */
  winRate: { mean: number; low: number; high: number };
  /** Share of games truncated by the round cap. */
  truncatedShare?: number;
  /** Share of first places if all were equally strong. */
  parity: number;
  command: string;
  /** What the player and its opponents spent on a decision in these games; null: not recorded. */
  effort:
    | {
        agent: string;
        decisions: number;
        simulations: number | null;
        milliseconds: { mean: number; median: number; p90: number } | null;
      }[]
    | null;
}

/** What it made of a panel (eval/panel.ts): opponents of several kinds and strengths, each in turn in all other seats. */
export interface PlayerPanel {
  /** Options of the game that are not its defaults. */
  options?: Record<string, unknown>;
  seed: string;
  parity: number;
  rows: {
    opponent: string;
    games: number;
    /** Share of games won at the rules' own end, and its 95 % interval. */
    winRate: { mean: number; low: number; high: number };
    truncatedShare: number;
    /** How the opponent is part of the player, which that flatters; null: it is not. */
    inside: string | null;
  }[];
  /** Share of games won, each opponent with the same weight. */
  mean: { mean: number; low: number; high: number };
  /** The opponent that it wins least against. */
  worst: { opponent: string; winRate: { mean: number; low: number; high: number } };
  command: string;
}

/** `meta.provenance` of a player: these facts, and whatever else its maker states. */
export interface Provenance {
  training?: PlayerTraining;
  measured?: PlayerMeasurement[];
  panel?: PlayerPanel;
  /** Versions of its game that it was carried over from and to since then. */
  migrated?: { from: string; to: string }[];
  [name: string]: unknown;
}

const NOT_RECORDED = 'not recorded';

function counted(number: number | null, what: string): string {
  return number === null ? `${what} ${NOT_RECORDED}` : `${number.toLocaleString('en-US')} ${what}`;
}

/** `scripted:mixed, 58,000 games, 1,835,008 decisions`. */
export function imitationText({ imitation }: PlayerTraining): string {
  if (!imitation) return imitation === null ? 'none' : NOT_RECORDED;
  const { of, games, decisions } = imitation;
  return [...(of === null ? [] : [of]), counted(games, 'games'), counted(decisions, 'decisions')].join(', ');
}

/** `6,193,152 decisions (189 updates)`. */
export function ppoText({ ppo }: PlayerTraining): string {
  if (!ppo) return ppo === null ? 'none' : NOT_RECORDED;
  return `${counted(ppo.decisions, 'decisions')} (${counted(ppo.updates, 'updates')})`;
}

/** `scripted:mixed, 58,000 games, 1,835,008 decisions (120 updates)`. */
export function evolutionText({ evolution }: PlayerTraining): string {
  if (!evolution) return evolution === null ? 'none' : NOT_RECORDED;
  const { of, games, decisions, updates } = evolution;
  const what = [...(of === null ? [] : [of]), counted(games, 'games'), counted(decisions, 'decisions')];
  return `${what.join(', ')} (${counted(updates, 'updates')})`;
}

/** `25,600 games, 204,800 decisions (200 updates)`. */
function expertText({ games, decisions, updates }: NonNullable<PlayerTraining['expertIteration']>): string {
  return `${counted(games, 'games')}, ${counted(decisions, 'decisions')} (${counted(updates, 'updates')})`;
}

/** `64 samples, 3 rounds, margin 0.01, judged to 0.5 by the game's evaluation`. */
export function searchText({ search }: PlayerTraining): string {
  if (!search) return 'none';
  const { samples, rounds, margin, evaluation = 0, opponents, capped = 'half' } = search;
  const judge = evaluation > 0 ? `, judged to ${evaluation} by the game's evaluation` : '';
  const rivals = opponents ? `, against ${opponentsText(opponents)}` : '';
  const cut = capped === 'loss' ? ', truncated games lost' : '';
  return `${samples} samples, ${rounds} round${rounds === 1 ? '' : 's'}, margin ${margin}${judge}${rivals}${cut}`;
}

/** A share with its interval: `86.5 % [83.0, 90.0]`. */
export function shareText({ mean, low, high }: { mean: number; low: number; high: number }): string {
  return `${(100 * mean).toFixed(1)} % [${(100 * low).toFixed(1)}, ${(100 * high).toFixed(1)}]`;
}

/** `812 [780, 845]`; of random play, the anchor of ratings, `0`. */
export function ratingText({ mean, low, high }: { mean: number; low: number; high: number }): string {
  return low === high ? mean.toFixed(0) : `${mean.toFixed(0)} [${low.toFixed(0)}, ${high.toFixed(0)}]`;
}

/** `71.2 % [69.0, 73.4] over 7 opponents, least 44.0 % [38.1, 50.0] against scripted:stranger; inside it: scripted:mixed`. */
export function panelRecordText({ rows, mean, worst }: PlayerPanel): string {
  const inside = rows.filter((row) => row.inside !== null).map(({ opponent }) => opponent);
  return (
    `${shareText(mean)} over ${rows.length} opponents, least ${shareText(worst.winRate)} against ${worst.opponent}` +
    (inside.length > 0 ? `; inside it: ${inside.join(', ')}` : '')
  );
}

/** All of it in one line; evolution and expert iteration only where there was any. */
export function insideText(training: PlayerTraining): string {
  const { expertIteration } = training;
  return (
    `scripted player inside: ${training.scriptedPlayerInside ?? 'none'}; imitation: ${imitationText(training)}; ` +
    `PPO: ${ppoText(training)}; ${training.evolution ? `evolution: ${evolutionText(training)}; ` : ''}${expertIteration ? `expert iteration: ${expertText(expertIteration)}; ` : ''}search at play time: ${searchText(training)}`
  );
}
