/** The small games through the conformance kit, at every number of players, and what the kit reached. */
import { describe, expect, it } from 'vitest';
import { checkGame } from '../../env/conformance/index.js';
import { loadGame } from '../../env/load-game.js';

describe.each(['kuhn', 'leduc', 'tic-tac-toe', 'connect-four', 'cartpole', 'invalid-actions'])('%s', (id) => {
  it('keeps every promise of the contract', async () => {
    const { game, bots, module } = await loadGame(id);
    const report = await checkGame(game, { games: 48, states: 600, bots, module });
    expect(report.checks.filter((check) => !check.passed)).toEqual([]);
    expect(report.reached.never).toEqual({ prompts: [], actions: [], landmarks: [], ends: [] });
  });
});
