/** The players of tic-tac-toe: one that never loses, and one that plays by the usual advice. */

import { always, RulePlayer } from '../../../agents/bots/rule-player.js';
import type { Agent, View } from '../../../env/agent.js';
import type { ScriptedBot } from '../../../env/game-package.js';
import { lines, SQUARES } from '../position.js';

const CENTRE = 4;
const advice = [CENTRE, 0, 2, 6, 8, 1, 3, 5, 7];

/** A board as its player sees it: 1 mine, -1 theirs, 0 empty. */
type Board = Int8Array;

function boardOf(view: View): Board {
  const seen = view.observation();
  return Int8Array.from({ length: SQUARES }, (_, i) => seen[i]! - seen[SQUARES + i]!);
}

/** The square that completes three of this sign; -1 where there is none. */
function completes(board: Board, sign: number): number {
  for (const line of lines) {
    const open = line.filter((i) => board[i] === 0);
    if (open.length === 1 && line.every((i) => board[i] === sign || i === open[0])) return open[0]!;
  }
  return -1;
}

/** Win, else keep the other from winning, else the centre, a corner, a side. */
function byAdvice(view: View): number {
  const board = boardOf(view);
  const win = completes(board, 1);
  if (win >= 0) return win;
  const block = completes(board, -1);
  return block >= 0 ? block : advice.find((i) => board[i] === 0)!;
}

const known = new Map<string, number>();

/** What a board is worth to the player to move, 1 to -1, when both play best. */
function worth(board: Board): number {
  if (lines.some((line) => line.every((i) => board[i] === -1))) return -1;
  if (!board.includes(0)) return 0;
  const key = board.join();
  let best = known.get(key);
  if (best !== undefined) return best;
  best = -1;
  for (let i = 0; i < SQUARES; i++) if (board[i] === 0) best = Math.max(best, -worth(after(board, i)));
  known.set(key, best);
  return best;
}

/** The board after a mark, as the other sees it. */
function after(board: Board, square: number): Board {
  const next = board.map((sign) => -sign);
  next[square] = -1;
  return next;
}

/** A move that gives nothing away; among several the one by advice. */
function perfectly(view: View): number {
  const board = boardOf(view);
  const value = worth(board);
  const win = completes(board, 1);
  if (win >= 0) return win;
  return advice.find((i) => board[i] === 0 && -worth(after(board, i)) === value)!;
}

const bot = (name: string, choose: (view: View) => number): Agent => new RulePlayer(`scripted:${name}`, always(choose));

export const bots = {
  perfect: { plan: 'looks to the end of the game and never loses', create: () => bot('perfect', perfectly) },
  simple: { plan: 'wins, blocks, else takes the centre, a corner, a side', create: () => bot('simple', byAdvice) },
} satisfies Record<string, ScriptedBot>;
