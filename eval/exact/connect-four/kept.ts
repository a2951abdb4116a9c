/** How often an agent keeps what a position of Connect Four is worth, where it matters what is played (positions.ts). */

import { loadAgent } from '../../../agents/index.js';
import type { Agent } from '../../../env/agent.js';
import { SeededChance } from '../../../env/chance.js';
import { LiveView } from '../../../env/view.js';
import { game } from '../../../games/connect-four/game.js';
import { alignTable } from '../../report.js';
import { commandLine } from '../../seats.js';
import { type Estimate, wilson } from '../../statistics.js';
import { type SolvedPosition, solvedPositions } from './positions.js';
import { COLUMNS, canPlay, discsAfter, winsAt } from './solver.js';

/** Of some positions. */
export interface KeptShare {
  /** Which. */
  name: string;
  positions: number;
  /** Share in which the agent's move keeps the result, and its 95 % interval. */
  kept: Estimate;
  /** What playing any legal move keeps. */
  chance: number;
}

/** Whether one side or the other could make four at once, so that one sees what to do without looking ahead. */
function near(moves: readonly number[]): boolean {
  const mine = discsAfter(moves);
  const theirs = { ...mine, mineLow: mine.mineLow ^ mine.allLow, mineHigh: mine.mineHigh ^ mine.allHigh };
  return [mine, theirs].some((at) =>
    Array.from({ length: COLUMNS }, (_, column) => canPlay(at, column) && winsAt(at, column)).includes(true),
  );
}

/** The move of an agent that meets the position as it is. */
function moveOf(agent: Agent, view: LiveView, moves: readonly number[], seed: string): number {
  const chance = new SeededChance(seed, game.streams);
  const state = game.newState(game.options.parse({ askForced: true }), chance);
  for (const column of moves) state.apply(column, chance);
  agent.reset(seed);
  return agent.act(view.show(state));
}

/**
 * @param seed of the agent, which begins anew at each position
 * @param onPosition told after each
 * @returns of all positions, then of groups of them
 */
export function measureKept(
  agent: Agent,
  {
    seed,
    positions = solvedPositions(),
    onPosition,
  }: { seed: string; positions?: SolvedPosition[]; onPosition?: ((done: number, of: number) => void) | undefined },
): KeptShare[] {
  const view = new LiveView(game);
  const results = positions.map(({ moves, outcomes }, i) => {
    const best = Math.max(...outcomes.filter((outcome) => outcome !== null));
    const legal = outcomes.filter((outcome) => outcome !== null);
    const kept = outcomes[moveOf(agent, view, moves, `${seed}/${i}`)] === best;
    onPosition?.(i + 1, positions.length);
    return {
      ...{ kept, discs: moves.length, near: near(moves) },
      chance: legal.filter((outcome) => outcome === best).length / legal.length,
    };
  });
  const share = (name: string, of: typeof results): KeptShare => ({
    name,
    positions: of.length,
    kept: wilson(of.filter(({ kept }) => kept).length, of.length),
    chance: of.reduce((sum, { chance }) => sum + chance, 0) / of.length,
  });
  const discs = (from: number, to: number) => results.filter((one) => one.discs >= from && one.discs <= to);
  return [
    share('all', results),
    share(
      'a four can be made or must be stopped at once',
      results.filter((one) => one.near),
    ),
    share(
      'no four can be made at once',
      results.filter((one) => !one.near),
    ),
    share('12 to 17 discs', discs(12, 17)),
    share('18 to 23 discs', discs(18, 23)),
    share('24 to 30 discs', discs(24, 30)),
  ].filter((one) => one.positions > 0);
}

/** How often an agent keeps the result. */
export interface KeptResult {
  game: string;
  version: string;
  policy: string;
  /** Of all positions first, then of groups. */
  shares: KeptShare[];
  /** Makes this result again. */
  command: string;
}

/**
 * @param policy spec of the agent, such as `policy:<run>?argmax`
 * @param onPosition told how many positions are done, of how many
 * @throws UserError when the agent cannot be loaded
 */
export async function keptResults(
  policy: string,
  onPosition?: (done: number, of: number) => void,
): Promise<KeptResult> {
  const agent = (await loadAgent(policy, { game, bots: {}, options: game.options.parse({}) }))();
  return {
    ...{ game: game.id, version: game.version, policy },
    shares: measureKept(agent, { seed: policy, onPosition }),
    command: commandLine(['tabletop', 'exact', game.id, '--policy', policy], {}),
  };
}

/** The result for people. */
export function keptText({ game, version, policy, shares, command }: KeptResult): string {
  const percent = (x: number) => `${(100 * x).toFixed(1)} %`;
  const rows = shares.map(({ name, positions, kept, chance }) => [
    name,
    positions.toLocaleString('en-US'),
    `${percent(kept.mean)} [${(100 * kept.low).toFixed(1)}, ${(100 * kept.high).toFixed(1)}]`,
    percent(chance),
  ]);
  return [
    `${game} ${version}: how often ${policy} keeps the result, in solved positions in which it matters what is played`,
    '',
    alignTable([['positions', 'n', 'kept', 'any move keeps'], ...rows]),
    '',
    `command: ${command}`,
  ].join('\n');
}
