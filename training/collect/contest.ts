/**
 * Whole games by which changed weights are judged (training/learn/evolution.ts): the candidate sits in one seat, others
 * play the rest. Candidates with the same deals play the same games but for what they do: deals, seats and opponents
 * follow from the seed of the deals alone, not from which thread plays them.
 */
import { z } from 'zod';
import type { ScriptedPlayer } from '../../agents/bots/scripted-player.js';
import type { Agent } from '../../env/agent.js';
import { createRng, SeededChance } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import { illegalAction } from '../../env/illegal-action.js';
import { firstShares, placeReturns, type ReturnRule } from '../../env/returns.js';
import { LiveView } from '../../env/view.js';
import { count } from '../schedule.js';
import { changed, drawChange } from './changes.js';
import { BOT, drawSeats, SNAPSHOT, seatMixSchema } from './opponents.js';

/** Changed weights, and the games they play. Plain data: the change follows from its seed. */
const candidateSchema = z.strictObject({
  /** Seed of the change (`drawChange`). */
  change: z.string().max(4000),
  /** How far along it, in units; below 0: the other way. */
  step: z.number(),
  /** Seed of the games. */
  deals: z.string().max(4000),
});

/** Changed weights, and the games they play: see `candidateSchema`. */
export type Candidate = z.infer<typeof candidateSchema>;

/** Which games to play. Plain data. */
export const contestOrderSchema = z.strictObject({
  candidates: z.array(candidateSchema).max(100_000),
  /** Games of each candidate. */
  games: z.int().positive(),
  /** Who sits in the other seats; those that learn are the centre of the changes. */
  mix: seatMixSchema,
  /** Where the snapshots of the mix are kept. */
  slots: z.array(z.strictObject({ id: count, slot: count })).max(1000),
});

/** Which games to play: see `contestOrderSchema`. */
export type ContestOrder = z.infer<typeof contestOrderSchema>;

/** Numbers that are rounded when they are added up stand apart, so that who played does not change them. */
const candidateScoreSchema = z.strictObject({
  /** Place of the candidate in the order. */
  candidate: count,
  /** Mean return. */
  score: z.number(),
  /** Games won at the rules' own end; shared wins count in part. */
  wins: z.number(),
});

/** The score of a candidate: see `candidateScoreSchema`. */
export type CandidateScore = z.infer<typeof candidateScoreSchema>;

/** What came of an order. Sums over all games. */
export const contestResultSchema = z.strictObject({
  /** One per candidate, in their order. */
  scores: z.array(candidateScoreSchema),
  games: z.number(),
  /** Decisions of the candidates, and of everybody. */
  decisions: z.number(),
  gameDecisions: z.number(),
  truncated: z.number(),
});

/** What came of an order: see `contestResultSchema`. */
export type ContestResult = z.infer<typeof contestResultSchema>;

/** What the games are played with. */
export interface ContestSetup {
  game: Game;
  /** Checked. */
  options: unknown;
  players: number;
  returns: ReturnRule;
  /** By weight; see `EvolutionStrategy`. */
  units: Float32Array;
  /** The centre of the changes. */
  centre: Float32Array;
  /** Makes a player of flat weights, which may change between two games: it looks at them anew when it is reset. */
  player(weights: Float32Array): Agent;
  /** Flat weights of a snapshot. */
  snapshot(slot: number): Float32Array;
  makeAgent(agent: number): Agent;
  /** Whether to give up. */
  stopped(): boolean;
}

/** Plays the games of candidates. Belongs to one thread. */
export class Contest {
  /** The candidate's. */
  private readonly weights: Float32Array;
  private readonly change: Float32Array;
  private readonly player: Agent;
  private readonly seats: Int32Array;
  private readonly view: LiveView;
  private readonly rewards: Float64Array;
  private readonly places: Uint8Array;
  private readonly sums: Float64Array;
  /** Opponents by who they are and where they sit. */
  private readonly others = new Map<string, Agent>();
  private readonly snapshots = new Map<number, Float32Array>();

  constructor(private readonly setup: ContestSetup) {
    const { units, players, game } = setup;
    this.weights = new Float32Array(units.length);
    this.change = new Float32Array(units.length);
    this.player = setup.player(this.weights);
    this.seats = new Int32Array(players);
    this.view = new LiveView(game);
    this.rewards = new Float64Array(players);
    this.sums = new Float64Array(players);
    this.places = new Uint8Array(players);
  }

  /** Plays the games of all candidates of an order. */
  play(order: ContestOrder): ContestResult {
    const { setup, change, weights } = this;
    const { centre, units } = setup;
    this.keepSnapshots(order);
    const result: ContestResult = { scores: [], games: 0, decisions: 0, gameDecisions: 0, truncated: 0 };
    for (const [candidate, { change: seed, step, deals }] of order.candidates.entries()) {
      drawChange(seed, change);
      changed(centre, change, units, step, weights);
      const own: CandidateScore = { candidate, score: 0, wins: 0 };
      for (let game = 0; game < order.games; game++) own.score += this.playGame(order, deals, game, result, own);
      own.score /= order.games;
      result.scores.push(own);
    }
    return result;
  }

  private keepSnapshots({ slots }: ContestOrder): void {
    this.snapshots.clear();
    for (const { id, slot } of slots) this.snapshots.set(id, this.setup.snapshot(slot));
    for (const name of this.others.keys()) if (Number(name.split('/')[0]) >= SNAPSHOT) this.others.delete(name);
  }

  /**
   * One game, the candidate in the seat whose turn it is: one deal after the other, once from each seat.
   * @param score its wins are counted
   * @returns the candidate's return
   */
  private playGame(
    order: ContestOrder,
    deals: string,
    number: number,
    result: ContestResult,
    score: CandidateScore,
  ): number {
    const { setup, view, rewards, places, sums, seats } = this;
    if (setup.stopped()) throw new Error('the games were given up');
    const { game, options, players, returns } = setup;
    const deal = `${deals}/${Math.floor(number / players)}`;
    const own = number % players;
    drawSeats(order.mix, createRng(`${deal}/seats`), players, seats, 0, own);
    const table = Array.from(seats, (who, seat) => (seat === own ? this.player : this.other(who, seat)));
    const choose = table.map((agent) => (agent as ScriptedPlayer).choose?.bind(agent));
    const chance = new SeededChance(`${deal}/deal`, game.streams);
    table.forEach((agent, seat) => {
      agent.reset(`${deal}/agent ${seat}`);
    });
    const state = game.newState(options, chance);
    const byRewards = game.scoring === 'rewards';
    sums.fill(0);
    while (!state.over) {
      const seat = state.actor;
      const shown = view.show(state);
      if (seat === own) result.decisions++;
      result.gameDecisions++;
      let action: number;
      if (shown.legal === 1) action = shown.mask.indexOf(1);
      else action = choose[seat]?.(state) ?? table[seat]!.act(shown);
      if (shown.mask[action] !== 1) throw illegalAction(game, state, shown.mask, action, result.gameDecisions);
      state.apply(action, chance);
      if (!byRewards) continue;
      state.rewards(rewards);
      for (let i = 0; i < players; i++) sums[i]! += rewards[i]!;
    }
    if (!byRewards) {
      state.places(places);
      placeReturns(places, state.truncated, returns, sums);
      if (!state.truncated) score.wins += firstShares(places)[own]!;
    }
    result.games++;
    if (state.truncated) result.truncated++;
    return sums[own]!;
  }

  private other(who: number, seat: number): Agent {
    const name = `${who}/${seat}`;
    let agent = this.others.get(name);
    if (!agent) {
      const { setup } = this;
      if (who >= SNAPSHOT) agent = setup.player(this.snapshots.get(who - SNAPSHOT)!);
      else agent = who >= BOT ? setup.makeAgent(who - BOT) : setup.player(setup.centre);
      this.others.set(name, agent);
    }
    return agent;
  }
}

/** What several orders brought together. */
export interface ContestScores extends Omit<ContestResult, 'scores'> {
  /** Mean return of each candidate. */
  scores: Float64Array;
  /** Games won by all candidates. */
  wins: number;
}

/** Puts results together: scores by the candidates' places, and sums. */
export function addContests(parts: readonly ContestResult[], candidates: number): ContestScores {
  const scores = new Float64Array(candidates);
  const wins = new Float64Array(candidates);
  for (const part of parts)
    for (const one of part.scores) {
      scores[one.candidate] = one.score;
      wins[one.candidate] = one.wins;
    }
  const sum = (key: Exclude<keyof ContestResult, 'scores'>) => parts.reduce((total, part) => total + part[key], 0);
  return {
    scores,
    games: sum('games'),
    decisions: sum('decisions'),
    gameDecisions: sum('gameDecisions'),
    wins: wins.reduce((total, won) => total + won, 0),
    truncated: sum('truncated'),
  };
}
