/** The long games that designers wrote keep the contract, and their bots end them long before random play does. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkGame } from '../../env/conformance/index.js';
import type { Game } from '../../env/game.js';
import { makerOf } from '../../env/game-package.js';
import { loadGame } from '../../env/load-game.js';
import { TurnEnv } from '../../env/turn-env.js';
import { playMatch } from '../../eval/match.js';

describe.each([
  ['quarry-lords', 'mason', 500],
  ['salt-roads', 'trader', 300],
])('%s', (name, bot, most) => {
  const load = () => loadGame(fileURLToPath(new URL(`${name}.ts`, import.meta.url)));

  it('holds the contract', async () => {
    const { game, bots } = await load();
    const report = await checkGame(game as Game, { bots: bots!, games: 6, states: 300 });
    expect(report.checks.filter(({ passed }) => !passed)).toEqual([]);
  });

  it(`ends by its rules among ${bot}`, async () => {
    const { game, bots } = await load();
    const env = new TurnEnv(game as Game);
    const players = game.players(env.options as never);
    const agents = Array.from({ length: players }, () => makerOf(bots![bot]!)());
    for (let seed = 0; seed < 5; seed++) {
      const { decisions, truncated } = playMatch(env, agents, seed);
      expect([truncated, decisions < most]).toEqual([false, true]);
    }
  });
});
