/** Exact facts about a small game and a policy in it: counts, values, and how far the policy is from an equilibrium. */

import { settleGame } from '../../agents/settle.js';
import { loadAgent } from '../../agents/spec.js';
import { alignTable } from '../report.js';
import type { Repeat } from '../seats.js';
import { exploitation, tabulate } from './best-response.js';
import { perft } from './perft.js';
import { solve } from './solve.js';
import { type Histories, walkTree } from './tree.js';

/**
 * What to solve.
 * @inline
 */
export interface ExactRequest {
  /** Id of a game, or path of a module that exports one. */
  game: string;
  /** Options of the game, laid over those the policy was trained with, else over the game's own. */
  options?: Record<string, unknown>;
  /** A trained policy may be made to play options that are not its own; default: that is refused. */
  otherOptions?: boolean;
  /** Spec of the agent to judge, such as `policy:<run>?argmax`; default `random`. */
  policy?: string;
  /** Only count histories of up to so many decisions, for games too large to walk. */
  depth?: number;
}

/** All but the first fields and `perft` are null where `depth` was given. */
export interface ExactResult {
  game: string;
  version: string;
  players: number;
  policy: string;
  histories: Histories | null;
  /** Distinct positions. */
  positions: number | null;
  informationStates: number | null;
  /** What the game is worth to seat 0 when both play best; null but for zero-sum games of two. */
  value: number | null;
  /** How far `value` may be off: 0 where it is exact. */
  valueWithin: number | null;
  /** Expected return of each seat when all play the policy. */
  returns: number[] | null;
  /** Expected return of each seat when it alone answers the policy best. */
  bestResponse: number[] | null;
  /** Sum over the seats of what answering best gains; 0 in an equilibrium. */
  nashConv: number | null;
  /** Histories of 1, 2, ... decisions; null without `depth`. */
  perft: number[] | null;
  /** What asks for the same again, as far as it is about the game. */
  repeat: Repeat;
}

/**
 * Counts a small game, solves it where it is zero-sum for two, and measures how far a policy is from an equilibrium.
 * @throws UserError when the game is too large, the agent has no probabilities, or a name is unknown
 */
export async function exact(request: ExactRequest): Promise<ExactResult> {
  const { depth, policy = 'random', otherOptions } = request;
  const settled = await settleGame({ ...request, agents: [policy] });
  const { game, source, whole: options } = settled;
  const repeat = { game: source === game.id ? game.id : request.game, options: settled.options };
  const base = { game: game.id, version: game.version, policy, repeat };
  if (depth !== undefined)
    return {
      ...base,
      players: game.players(options),
      histories: null,
      positions: null,
      informationStates: null,
      value: null,
      valueWithin: null,
      returns: null,
      bestResponse: null,
      nashConv: null,
      perft: perft(game, options, depth),
    };
  const agent = (await loadAgent(policy, { ...settled, options, otherOptions }))();
  const tree = walkTree(game, options);
  const { nashConv, returns, bestResponse } = exploitation(tree, tabulate(tree, agent));
  const solved = solve(tree);
  return {
    ...base,
    players: tree.players,
    histories: tree.histories,
    positions: tree.positions,
    informationStates: tree.informationStates.length,
    value: solved?.value ?? null,
    valueWithin: solved?.within ?? null,
    returns,
    bestResponse,
    nashConv,
    perft: null,
  };
}

const count = (n: number) => n.toLocaleString('en-US');
const number = (x: number) => (Object.is(Math.round(x * 1e6), -0) ? '0.000000' : x.toFixed(6));

/** The result for people. */
export function exactText(result: ExactResult): string {
  const { histories, perft: counts } = result;
  const title = `${result.game} ${result.version}, ${result.players} ${result.players === 1 ? 'player' : 'players'}`;
  if (counts)
    return [
      `${title}: histories by number of decisions`,
      '',
      alignTable([['decisions', 'histories'], ...counts.map((n, i) => [String(i + 1), count(n)])]),
    ].join('\n');
  const within = result.valueWithin! > 0 ? ` (within ${result.valueWithin!.toExponential(1)})` : '';
  return [
    title,
    '',
    alignTable(
      [
        ['chance histories', count(histories!.chance)],
        ['decision histories', count(histories!.decision)],
        ['terminal histories', count(histories!.terminal)],
        ['positions', count(result.positions!)],
        ['information states', count(result.informationStates!)],
        ['value for seat 0, both playing best', result.value === null ? 'not defined' : number(result.value) + within],
        [`NashConv of ${result.policy}`, number(result.nashConv!)],
      ],
      [0, 1],
    ),
    '',
    alignTable([
      ['seat', `all play ${result.policy}`, 'best response'],
      ...result.returns!.map((value, seat) => [String(seat), number(value), number(result.bestResponse![seat]!)]),
    ]),
  ].join('\n');
}
