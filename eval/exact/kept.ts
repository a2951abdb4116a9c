/** How often an agent keeps what a solved position is worth (`GamePackage.solved`). */

import { loadAgent } from '../../agents/spec.js';
import type { Agent } from '../../env/agent.js';
import { SeededChance } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import type { GamePackage, SolvedPosition } from '../../env/game-package.js';
import { UserError } from '../../env/user-error.js';
import { LiveView } from '../../env/view.js';
import { alignTable } from '../report.js';
import { type Estimate, wilson } from '../statistics.js';

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

/** Options of the positions: the game's own, with every decision asked where the game has that option. */
function optionsOf(game: Game): unknown {
  const options = game.options.parse({}) as Record<string, unknown>;
  return 'askForced' in options ? { ...options, askForced: true } : options;
}

/** The action of an agent that meets the position as it is. */
function actionOf(agent: Agent, game: Game, view: LiveView, actions: readonly number[], seed: string): number {
  const chance = new SeededChance(seed, game.streams);
  const state = game.newState(optionsOf(game), chance);
  for (const action of actions) state.apply(action, chance);
  agent.reset(seed);
  return agent.act(view.show(state));
}

/**
 * @param seed of the agent, which begins anew at each position
 * @param onPosition called after each
 * @returns shares of all positions, then of each group, by name
 */
export function measureKept(
  agent: Agent,
  game: Game,
  positions: readonly SolvedPosition[],
  seed: string,
  onPosition?: (done: number, of: number) => void,
): KeptShare[] {
  const view = new LiveView(game);
  const results = positions.map(({ actions, outcomes, groups }, i) => {
    const legal = outcomes.filter((outcome) => outcome !== null);
    const best = Math.max(...legal);
    const kept = outcomes[actionOf(agent, game, view, actions, `${seed}/${i}`)] === best;
    onPosition?.(i + 1, positions.length);
    return { kept, groups, chance: legal.filter((outcome) => outcome === best).length / legal.length };
  });
  const share = (name: string, of: typeof results): KeptShare => ({
    name,
    positions: of.length,
    kept: wilson(of.filter(({ kept }) => kept).length, of.length),
    chance: of.reduce((sum, { chance }) => sum + chance, 0) / of.length,
  });
  const groups = [...new Set(results.flatMap((one) => one.groups))].sort();
  return [
    share('all', results),
    ...groups.map((name) =>
      share(
        name,
        results.filter((one) => one.groups.includes(name)),
      ),
    ),
  ];
}

/** How often an agent keeps the result. */
export interface KeptResult {
  game: string;
  version: string;
  policy: string;
  /** Of all positions first, then of groups. */
  shares: KeptShare[];
}

/**
 * @param pack of a game that has solved positions
 * @param policy spec of the agent, such as `policy:<run>?argmax`
 * @param onPosition called with the number of positions that are done, and of all
 * @throws UserError when the game has none, or the agent cannot be loaded
 */
export async function keptResults(
  pack: GamePackage,
  policy: string,
  onPosition?: (done: number, of: number) => void,
): Promise<KeptResult> {
  const { game, solved } = pack;
  if (!solved) throw new UserError(`${game.id} has no solved positions`);
  const agent = (await loadAgent(policy, { ...pack, options: game.options.parse({}) }))();
  return {
    ...{ game: game.id, version: game.version, policy },
    shares: measureKept(agent, game, await solved(), policy, onPosition),
  };
}

/** The result for people. */
export function keptText({ game, version, policy, shares }: KeptResult): string {
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
  ].join('\n');
}
