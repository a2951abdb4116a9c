/**
 * One agent against each member of a panel: opponents of several kinds and strengths, each in turn in all other seats, on
 * the same deals. Opponents that are part of the agent are marked: whoever knows exactly how the others play looks
 * stronger than it is (docs/training.md, "How to read strength").
 */
import { type PanelMember, panelOf } from '../agents/panel.js';
import type { PlayerPanel } from '../agents/player-file/provenance-schema.js';
import { agentParts } from '../agents/spec/load.js';
import { listOf } from '../env/list.js';
import { UserError } from '../env/user-error.js';
import { differentGames, joinVarieties, type Variety } from './different-games.js';
import { reportEffort } from './effort.js';
import { blockOf, blocksOf, type EvaluateRequest, type EvaluateResult, matchUp, samplesOf, sumUp } from './evaluate.js';
import { playSaved } from './saved-games.js';
import { findSeats, type Repeat, repeatOf } from './seats.js';
import { blockRate, type Estimate, mean } from './statistics.js';
import { blocksOfGames } from './table.js';

/**
 * What to measure.
 * @inline
 */
export interface PanelRequest extends Omit<EvaluateRequest, 'against' | 'sprt'> {
  /** The opponents. Default: the panel of the game. */
  panel?: readonly PanelMember[];
}

/** The agent against one of the panel: what `evaluate` gives for it, with the same deals. */
interface PanelRow extends EvaluateResult {
  /** Its spec. */
  opponent: string;
  /** What it is, in one sentence. */
  about: string;
  /** How it is part of the agent, which it flatters then; null: it is not. */
  inside: string | null;
}

export interface PanelResult extends Variety {
  game: string;
  version: string;
  agent: string;
  players: number;
  /** Share of first places if all were equally strong. */
  parity: number;
  /** Deals, each played against every opponent. */
  blocks: number;
  /** Games of the agent in all. */
  games: number;
  seed: string;
  /** In the order of the panel, from weak to strong. */
  rows: PanelRow[];
  /** Share of games won, each opponent with the same weight; the interval is over deals. */
  mean: Estimate;
  /** The same over the opponents that are no part of the agent; null: all are. */
  outside: Estimate | null;
  /** The opponent that it wins least against. */
  worst: { opponent: string; winRate: Estimate };
  /** What asks for the same again, as far as it is about the game. */
  repeat: Repeat;
}

/**
 * Plays the agent against each opponent and sums up. Same request, same result but for times, whatever the number of
 * workers and interruptions.
 * @throws UserError as `evaluate`, and for an empty panel
 */
export async function evaluatePanel(request: PanelRequest): Promise<PanelResult> {
  const { agent, seed = 1, otherOptions } = request;
  const seating = await findSeats({ ...request, agents: [agent, ...(request.panel ?? []).map((one) => one.agent)] });
  const { game, seats: players, options, whole } = seating;
  const panel = request.panel ?? panelOf(seating);
  if (panel.length === 0) throw new UserError('a panel needs at least one opponent');
  const parts = await agentParts(agent, { ...seating, options: whole, otherOptions });

  const agents = [agent, ...panel.map((member) => member.agent)];
  const tables = panel.map((member, i) => matchUp(seating, agent, [member.agent], seed, () => i + 1));
  const deals = blocksOf(request, seating);
  // Deal by deal: what is cut short has met all of them, and more deals go on from fewer.
  const plan = blocksOfGames(deals * tables.length, tables[0]!.seatings.length, (i) =>
    blockOf(tables[i % tables.length]!, Math.floor(i / tables.length)),
  );
  const { blocks: played, efforts } = await playSaved(
    { game: seating.source, options, otherOptions, agents, effort: true },
    plan,
    {
      ...request,
      settings: {
        kind: 'panel',
        game: game.id,
        version: game.version,
        options: whole,
        agent,
        panel: panel.map((member) => member.agent),
        seed: String(seed),
      },
    },
  );

  const ofMember = <T>(all: readonly T[], i: number) => all.filter((_, index) => index % panel.length === i);
  const rows = panel.map((member, i): PanelRow => {
    // Of the whole table only these two have played.
    const effort = ofMember(efforts, i).map((block) => block && [block[0]!, block[i + 1]!]);
    const both = [agent, member.agent];
    return {
      opponent: member.agent,
      about: member.about,
      inside: parts.find((part) => part.agent === member.agent)?.how ?? null,
      ...sumUp(tables[i]!, ofMember(played, i), reportEffort(both, effort), request),
    };
  });
  // A deal counts where it gave a new game with any of them.
  const counting = tables.map(
    (_, i) =>
      new Set(
        differentGames(
          listOf(deals, (n) => plan.at(n * panel.length + i)!),
          ofMember(played, i),
        ).kept,
      ),
  );
  const wins = tables.map((table, i) =>
    ofMember(played, i).map((outcomes) => mean(samplesOf(table, outcomes).map((sample) => sample.win))),
  );
  const over = (chosen: readonly number[]): Estimate => {
    const kept = Array.from({ length: deals }, (_, n) => n).filter((n) => chosen.some((i) => counting[i]!.has(n)));
    const byDeal = kept.map((n) => mean(chosen.map((i) => wins[i]![n]!)));
    const games = chosen.reduce((sum, i) => sum + (rows[i]!.different ?? rows[i]!.games), 0);
    const { method: _method, ...estimate } = blockRate(byDeal, games);
    return estimate;
  };
  const everybody = [...rows.keys()];
  const strangers = everybody.filter((i) => rows[i]!.inside === null);
  const worst = rows.reduce((least, row) => (row.winRate.mean < least.winRate.mean ? row : least));
  return {
    game: game.id,
    version: game.version,
    agent,
    players,
    parity: rows[0]!.parity,
    blocks: deals,
    games: rows.reduce((sum, row) => sum + row.games, 0),
    ...joinVarieties(rows),
    seed: String(seed),
    rows,
    mean: over(everybody),
    outside: strangers.length > 0 ? over(strangers) : null,
    worst: { opponent: worst.opponent, winRate: worst.winRate },
    repeat: repeatOf(seating, request),
  };
}

/**
 * What a player's file states of its panel: `provenance.panel`.
 * @param command makes the result again
 * @param options of the game that are not its defaults
 */
export function panelRecord(result: PanelResult, command: string, options?: Record<string, unknown>): PlayerPanel {
  const { seed, parity, rows, mean, worst } = result;
  return {
    ...(options && { options }),
    seed,
    parity,
    rows: rows.map(({ opponent, games, different, winRate, truncatedShare, inside }) => ({
      opponent,
      games: different ?? games,
      winRate,
      truncatedShare: truncatedShare.mean,
      inside,
    })),
    mean,
    worst,
    command,
  };
}
