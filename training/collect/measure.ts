/**
 * Measures a policy while it trains: blocks of games (one deal, the policy once in every seat) against one agent in all
 * other seats. Small and quick, for choosing the best checkpoint and for progress; published numbers come from eval/.
 */

import type { Agent } from '../../env/agent.js';
import type { Game } from '../../env/game.js';
import { firstShares } from '../../env/returns.js';
import { TurnEnv } from '../../env/turn-env.js';
import { playMatch } from '../../eval/match.js';

/** Results of some games. Sums, so that those of several threads add up. */
export interface Tally {
  games: number;
  /** By deal: games won at the rules' own end (a win shared by two counts half for each) and games played. */
  wins: number[];
  played: number[];
  /** First places, games truncated by the round cap included. */
  firsts: number;
  truncated: number;
  /** How each ended. */
  endings: string[];
  /** The first game in words, a decision a line; only where it was asked for. */
  told?: string[];
  /** By deal, of the policy: rewards, or what its places are worth. */
  returns: number[];
}

/** Which games to play. Plain data. */
export interface MeasureJob {
  /** Which options of the game (`RunSpec.variants`). */
  variant: number;
  /** Spec of the agent in all other seats. */
  against: string;
  seed: string;
  /** How the policy plays: its logits are divided by this; 0: always its likeliest action. */
  temperature: number;
  /** Samples with which it looks ahead instead; 0: it does not. */
  lookahead: number;
  /** How far. */
  rounds: number;
  /** Deals. */
  blocks: number;
  /** Tell the first game in words too. */
  tell?: boolean;
  /** This thread's part of the games, 0..parts-1. */
  part: number;
  parts: number;
}

/**
 * Plays this thread's part of a job. Which games there are does not depend on the number of parts.
 * @param onGame called after each game
 */
export function measure(
  game: Game,
  options: unknown,
  candidate: Agent,
  makeOther: () => Agent,
  job: MeasureJob,
  onGame: () => void = () => {},
): Tally {
  const env = new TurnEnv(game, { options });
  const players = game.players(env.options);
  const zeros = () => new Array<number>(job.blocks).fill(0);
  const tally: Tally = {
    games: 0,
    wins: zeros(),
    played: zeros(),
    firsts: 0,
    truncated: 0,
    endings: [],
    returns: zeros(),
  };
  const others = Array.from({ length: players - 1 }, makeOther);
  for (let number = job.part; number < job.blocks * players; number += job.parts) {
    const block = Math.floor(number / players);
    const seat = number % players;
    const agents = [...others.slice(0, seat), candidate, ...others.slice(seat)];
    const told = job.tell && number === 0 ? new Teller(seat) : undefined;
    const witness = told && ((now: TurnEnv, action: number) => told.note(now, action));
    const seed = `${job.seed}/${block}`;
    const { places, returns, truncated, ending } = playMatch(env, agents, seed, false, undefined, witness);
    if (told) tally.told = told.end(env);
    tally.endings.push(ending);
    const first = firstShares(places)[seat]!;
    tally.games++;
    tally.played[block]!++;
    tally.firsts += first;
    tally.returns[block]! += returns[seat]!;
    if (truncated) tally.truncated++;
    else tally.wins[block]! += first;
    onGame();
  }
  return tally;
}

/** Longest game that is sent whole, in decisions. */
const longestTold = 600;

/** Tells a game, a decision a line. */
class Teller {
  private readonly lines: string[] = [];
  private round = -1;
  private decisions = 0;

  /** @param own seat of the policy */
  constructor(private readonly own: number) {}

  note({ state, actor }: TurnEnv, action: number): void {
    if (this.decisions++ >= longestTold) return;
    if (state.round !== this.round) this.lines.push(`round ${state.round}`);
    this.round = state.round;
    this.lines.push(`  seat ${actor}${actor === this.own ? ' (policy)' : ''}: ${state.actionText(action)}`);
  }

  end(env: TurnEnv): string[] {
    const left = this.decisions - longestTold;
    const places = [...env.places()].map((place, seat) => `seat ${seat} place ${place + 1}`);
    return [
      ...this.lines,
      ...(left > 0 ? [`  ... ${left} more decisions`] : []),
      `over (${env.state.ending()}): ${places.join(', ')}`,
    ];
  }
}

/** Adds the games of one part to those of others of the same job. */
export function addTally(sum: Tally, more: Tally): Tally {
  for (const key of ['games', 'firsts', 'truncated'] as const) sum[key] += more[key];
  sum.endings.push(...more.endings);
  if (more.told) sum.told = more.told;
  for (const key of ['wins', 'played', 'returns'] as const)
    more[key].forEach((count, block) => {
      sum[key][block]! += count;
    });
  return sum;
}
