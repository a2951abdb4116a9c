/**
 * Measures a policy while it trains: blocks of games (one deal, the policy once in every seat) against one agent in all
 * other seats. Small and quick, for choosing the best checkpoint and for progress; published numbers come from eval/.
 */

import type { Agent } from '../../env/agent.js';
import { endingOf } from '../../env/finished.js';
import type { Game } from '../../env/game.js';
import { TurnEnv } from '../../env/turn-env.js';
import { playMatch } from '../../eval/match.js';
import type { Outcome } from '../../eval/outcome.js';

/** Results of some games. */
export interface MeasuredGames {
  /** By deal, and in it by the seat of the policy. */
  outcomes: Outcome[];
  /** The first game in words, a decision a line; only where it was asked for. */
  told?: string[];
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
  /** How wide a policy of afterstates searches its own turn; absent: as the spec of the run says. */
  beam?: number | undefined;
  /** Samples with which it looks ahead instead; 0: it does not. */
  lookahead: number;
  /** How far. */
  rounds: number;
  /** Deals. */
  blocks: number;
  /** Random first moves. */
  opening?: number | undefined;
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
): MeasuredGames {
  const env = new TurnEnv(game, { options });
  const players = game.players(env.options);
  const played: MeasuredGames = { outcomes: [] };
  const others = Array.from({ length: players - 1 }, makeOther);
  for (let number = job.part; number < job.blocks * players; number += job.parts) {
    const seat = number % players;
    const agents = [...others.slice(0, seat), candidate, ...others.slice(seat)];
    const told = job.tell && number === 0 ? new Teller(seat) : undefined;
    const witness = told && ((now: TurnEnv, action: number) => told.note(now, action));
    const { agents: _, ...outcome } = playMatch(env, agents, `${job.seed}/${Math.floor(number / players)}`, {
      witness,
      opening: job.opening,
    });
    if (told) played.told = told.end(env);
    played.outcomes.push(outcome);
    onGame();
  }
  return played;
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
      `over (${endingOf(env.state)}): ${places.join(', ')}`,
    ];
  }
}

/** The games of a job whose parts these are, in order. */
export function joinParts(parts: readonly MeasuredGames[]): MeasuredGames {
  const outcomes: Outcome[] = [];
  for (const [part, one] of parts.entries())
    one.outcomes.forEach((outcome, i) => {
      outcomes[part + i * parts.length] = outcome;
    });
  return { outcomes, ...(parts[0]!.told && { told: parts[0]!.told }) };
}
