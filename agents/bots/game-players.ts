/** What a game's folder of bots provides. */
import type { Evaluate, Potential } from '../judges.js';
import type { ScriptedPlayer } from './scripted-player.js';

/** One scripted bot. */
export interface ScriptedBot {
  /** What it is after, in one line. */
  plan: string;
  /** Name of the bot whose weights its own were trained from (optional). */
  from?: string | undefined;
  create: () => ScriptedPlayer;
}

/** What `agents/bots/<game>/index.ts` exports as `players`. */
export interface GamePlayers {
  /** By name; the strongest first. */
  bots: Readonly<Record<string, ScriptedBot>>;
  /**
   * Opponents that players of the game are measured by, from weak to strong: names of bots, or `random`. At least one
   * should be strong and used nowhere in the making of players. Default: `random`, then all bots, the strongest last.
   */
  panel?: readonly string[];
  /** Name of the bot that plays the rollouts of a search; without it the first one. */
  rollout?: string;
  /** Judges an unfinished position, so that a search may cut its rollouts. */
  evaluate?: Evaluate;
  /** Rounds after which a search cuts its rollouts, whatever its budget, where there is `evaluate`. Default: none. */
  rounds?: number;
  /**
   * The search looks ahead (lookahead.ts) instead of growing a tree: it keeps to the rollout bot's choice unless another
   * one's expected return is so much better.
   */
  margin?: number;
  /** What training may shape rewards with. */
  potential?: Potential;
}
