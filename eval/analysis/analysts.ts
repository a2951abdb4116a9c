/** The agents that analyse positions. */
import { FilePlayer } from '../../agents/player-file/file-player.js';
import type { Agent, View } from '../../env/agent.js';
import type { Game } from '../../env/game.js';
import type { GamePackage } from '../../env/game-package.js';
import type { Evaluate } from '../../env/judges.js';
import type { ExactValues } from './exact-values.js';

/** The agents that play a position on, and the one whose opinion of its actions is shown. */
export interface Analysts {
  /** One for each seat. */
  agents: readonly Agent[];
  /** Whose opinion it is. */
  thinker: string;
  /** How likely the thinker takes each action. @param out length `game.actions`, all written */
  opinion(view: View, out: Float32Array): void;
  /** What is known exactly of a position: then nothing is played on. */
  exact: ExactValues;
  /** Where play-outs are cut and judged; null: they are played to the end. */
  cut: Cut | null;
}

/** Play-outs end before the game does, and what they have led to is judged. */
export interface Cut {
  /** When so many rounds have gone by. */
  rounds: number;
  evaluate: Evaluate;
  /** A smaller difference of chances is none: what judges errs by as much. */
  error: number;
}

/** Of an evaluation whose package does not say how far its chances are off. */
const UNKNOWN_ERROR = 0.2;

/** How play-outs of a game are cut where nobody says otherwise. @param rounds instead of the game's own; Infinity: never */
export function cutOf({ analysis, evaluate }: Pick<GamePackage, 'analysis' | 'evaluate'>, rounds = analysis?.rounds) {
  return evaluate && rounds !== undefined && rounds < Infinity
    ? { rounds, evaluate: evaluate as Evaluate, error: analysis?.error ?? UNKNOWN_ERROR }
    : null;
}

/** Simulations a decision of a search that plays positions on. */
export const SEARCHES = 100;

/** Nothing is left to luck or hidden: of players that always do the same, one play-out says all, so that a search plays on. */
export const isSure = ({ information, streams }: Game): boolean => information === 'perfect' && streams.length === 0;

/** How likely an agent takes each action, before it looks ahead where it is exported; where it does not say that, 1 for its choice. */
export function opinionOf(agent: Agent, seed: string): Analysts['opinion'] {
  return (view, out) => {
    agent.reset(seed);
    if (agent instanceof FilePlayer) agent.leanings(view, out);
    else if (agent.probabilities) agent.probabilities(view, out);
    else {
      out.fill(0);
      out[agent.act(view)] = 1;
    }
  };
}
