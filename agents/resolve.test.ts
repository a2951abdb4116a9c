import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { trust } from '../checkpoints/own-runs.js';
import { game as pig } from '../docs/examples/pig.js';
import { createRng } from '../env/chance.js';
import type { Game } from '../env/game.js';
import { game as kuhn } from '../games/kuhn/game.js';
import { scratch } from '../test/scratch.js';
import { initialWeights } from './network/network.js';
import { networkFor, policyFor, savePolicy } from './policy/policy.js';
import { resolveGame } from './resolve.js';

const folder = scratch('resolve');

/** A policy that was trained with these options. @returns its spec */
function policy(name: string, game: Game, options: unknown): string {
  const shape = networkFor(game, [4]);
  const file = join(folder, name);
  savePolicy(file, policyFor(game, shape, initialWeights(shape, createRng(1)), { options }));
  return `policy:${file}`;
}
const two = policy('two.tgym', kuhn as Game, {});
const three = policy('three.tgym', kuhn as Game, { players: 3 });

describe('which game and options are meant', () => {
  it('those an agent was trained for, else those that were said, else the usual ones', async () => {
    expect(await resolveGame({ agents: ['random', three] })).toMatchObject({
      name: 'kuhn',
      options: { players: 3 },
      whole: { players: 3, askForced: false },
      trained: true,
      warnings: [],
    });
    expect(await resolveGame({ agents: [`${three}?argmax`, three] })).toMatchObject({ options: { players: 3 } });
    expect(await resolveGame({ agents: ['random'], game: 'kuhn' })).toMatchObject({ options: {}, trained: false });
    await expect(resolveGame({ agents: ['random'] })).rejects.toThrow(/^which game\? .*--game \(ids: doomspire, /);
  });

  it('options that were asked for are laid over them, with a warning where they differ', async () => {
    const asked = { agents: [three], options: { askForced: true }, otherOptions: true };
    expect(await resolveGame(asked)).toMatchObject({ options: { players: 3, askForced: true }, warnings: [] });
    expect((await resolveGame({ ...asked, options: { players: 2 } })).warnings).toEqual([
      `${three} was trained with players=3, not with players=2, and may play worse`,
    ]);
    await expect(resolveGame({ agents: [three], options: { players: 2 } })).rejects.toThrow(/not with players=2/);
  });

  it('agents that want different ones are named with what they want', async () => {
    await expect(resolveGame({ agents: [two, three] })).rejects.toThrow(
      `the agents were trained with different options of kuhn: ${two} with players=2; ${three} with players=3; choose with --options`,
    );
    const asked = await resolveGame({ agents: [two, three], options: { players: 3 }, otherOptions: true });
    expect(asked.warnings).toEqual([expect.stringContaining(`${two} was trained with players=2`)]);
    const bold = policy('pig.tgym', pig as Game, {});
    await expect(resolveGame({ agents: [bold, two] })).rejects.toThrow(/plays pig, a game of a module of its own/);
    await expect(resolveGame({ agents: [two], game: 'leduc' })).rejects.toThrow(/two\.tgym plays kuhn, not leduc/);
  });

  it('the player shipped for a game follows the options, and is the one trained with them', async () => {
    const options = { edition: 'airef' };
    const resolved = await resolveGame({ agents: ['player'], game: 'doomspire', options });
    expect(resolved).toMatchObject({ options, warnings: [], trained: true });
    await expect(resolveGame({ agents: ['player'], game: 'doomspire', options: { trackMax: 30 } })).rejects.toThrow(
      'player was trained with trackMax=20, not with trackMax=30',
    );
  });

  it('the game of a run is found beside it, relative to it or by an absolute path', async () => {
    const module = resolve('docs/examples/pig.ts');
    writeFileSync(join(folder, 'my-pig.ts'), `export { bots, game } from '${module}';\n`);
    mkdirSync(join(folder, 'runs/a/checkpoints'), { recursive: true });
    const agents = [policy('runs/a/checkpoints/best.tgym', pig as Game, { players: 3 })];
    writeFileSync(join(folder, 'runs/a/config.json'), JSON.stringify({ game: module }));
    await expect(resolveGame({ agents })).rejects.toThrow(/was not made by you.*tabletop runs trust/);
    trust(join(folder, 'runs/a'));
    for (const game of ['../../my-pig.ts', module]) {
      writeFileSync(join(folder, 'runs/a/config.json'), JSON.stringify({ game }));
      expect(await resolveGame({ agents })).toMatchObject({ game: { id: 'pig' }, options: { players: 3 } });
      expect(await resolveGame({ agents: [`policy:${join(folder, 'runs/a')}`] })).toMatchObject({
        game: { id: 'pig' },
      });
    }
    writeFileSync(join(folder, 'runs/a/config.json'), JSON.stringify({ game: '../gone.ts' }));
    await expect(resolveGame({ agents })).rejects.toThrow(
      /gone\.ts of the run .* does not exist: name it with --game$/,
    );
  });
});
