/** Exact facts about a small game and a policy in it: counts, values, and how far the policy is from an equilibrium. */

import { resolveGame } from '../../agents/resolve.js';
import { loadAgent } from '../../agents/spec/load.js';
import { alignTable } from '../report.js';
import type { Repeat } from '../seats.js';
import { exploitation, tabulate } from './best-response.js';
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
}

/** What is known exactly of a game, and of a policy in it. */
export interface ExactResult {
  game: string;
  version: string;
  players: number;
  policy: string;
  histories: Histories;
  /** Distinct positions. */
  positions: number;
  informationStates: number;
  /** What the game is worth to seat 0 when both play best; null but for zero-sum games of two. */
  value: number | null;
  /** How far `value` may be off: 0 where it is exact. */
  valueWithin: number | null;
  /** Expected return of each seat when all play the policy. */
  returns: number[];
  /** Expected return of each seat when it alone answers the policy best. */
  bestResponse: number[];
  /** Sum over the seats of what answering best gains; 0 in an equilibrium. */
  nashConv: number;
  /** What asks for the same again, as far as it is about the game. */
  repeat: Repeat;
}

/**
 * Counts a small game, solves it where it is zero-sum for two, and measures how far a policy is from an equilibrium.
 * @throws UserError when the game is too large, the agent has no probabilities, or a name is unknown
 */
export async function exact(request: ExactRequest): Promise<ExactResult> {
  const { policy = 'random', otherOptions } = request;
  const resolved = await resolveGame({ ...request, agents: [policy] });
  const { game, source, whole: options } = resolved;
  const repeat = { game: source === game.id ? game.id : request.game, options: resolved.options };
  const base = { game: game.id, version: game.version, policy, repeat };
  const agent = (await loadAgent(policy, { ...resolved, options, otherOptions }))();
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
  };
}

const count = (n: number) => n.toLocaleString('en-US');
const number = (x: number) => (Object.is(Math.round(x * 1e6), -0) ? '0.000000' : x.toFixed(6));

/** The result for people. */
export function exactText(result: ExactResult): string {
  const { histories } = result;
  const title = `${result.game} ${result.version}, ${result.players} ${result.players === 1 ? 'player' : 'players'}`;
  const within = result.valueWithin! > 0 ? ` (within ${result.valueWithin!.toExponential(1)})` : '';
  return [
    title,
    '',
    alignTable(
      [
        ['chance histories', count(histories.chance)],
        ['decision histories', count(histories.decision)],
        ['terminal histories', count(histories.terminal)],
        ['positions', count(result.positions)],
        ['information states', count(result.informationStates)],
        ['value for seat 0, both playing best', result.value === null ? 'not defined' : number(result.value) + within],
        [`NashConv of ${result.policy}`, number(result.nashConv)],
      ],
      [0, 1],
    ),
    '',
    alignTable([
      ['seat', `all play ${result.policy}`, 'best response'],
      ...result.returns.map((value, seat) => [String(seat), number(value), number(result.bestResponse[seat]!)]),
    ]),
  ].join('\n');
}
