/** A user's game has all that ours have, and nothing of another game that has its id. */
import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findLadder } from '../agents/ladder.js';
import { defaultOpponent, panelOf, rivals } from '../agents/panel.js';
import { shippedFiles } from '../agents/player-file/shipped.js';
import { createAgent } from '../agents/spec/load.js';
import { SeededChance } from '../env/chance.js';
import { loadGame } from '../env/load-game.js';
import { LiveView } from '../env/view.js';
import { presetConfig, presetsFor } from '../training/presets/index.js';
import { prepare } from '../training/run/prepare.js';
import { presetGame } from '../training/run/preset-game.js';
import { pigSource, root } from './paths.js';
import { scratch } from './scratch.js';

const folder = scratch('own-package');
const pig = pigSource('ts');
const whole = 'export default { game, bots } satisfies GamePackage<Position>;';

/** Writes a module. @param changes texts of the guide's game and what stands there instead */
function own(name: string, changes: Readonly<Record<string, string>>): string {
  let text = pig;
  for (const [from, to] of Object.entries(changes)) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe.each(['kuhn', 'tic-tac-toe', 'doomspire'])("the guide's game with the id %s", (id) => {
  const file = own(`as-${id}.ts`, { "id: 'pig'": `id: '${id}'` });

  it('has its own bots, presets and levels alone', async () => {
    const loaded = await loadGame(file);
    expect(loaded.game).toMatchObject({ id, title: 'Big Pig' });
    expect(Object.keys(loaded.bots)).toEqual(['cautious', 'bold']);
    expect(panelOf(loaded).map(({ agent }) => agent)).toEqual(['random', 'scripted:bold', 'scripted:cautious']);
    expect(rivals(loaded)).toEqual(['scripted:cautious', 'scripted:bold']);
    expect(defaultOpponent(loaded)).toBe('scripted:cautious');
    expect(findLadder(loaded)).toBeUndefined();
    expect(shippedFiles(loaded)).toEqual([]);
    expect(presetConfig(presetGame(loaded), 'quickstart')).toMatchObject({
      game: file,
      evaluation: { against: ['random', 'scripted:cautious', 'scripted:bold'] },
    });
    await expect(createAgent('scripted:nash', loaded)).rejects.toThrow(`${id} has no bot 'nash'`);
    await expect(createAgent('level:3', loaded)).rejects.toThrow(`no ladder is shipped for ${id}`);
    await expect(createAgent('player', loaded)).rejects.toThrow(`no player is shipped for ${id}`);
  });

  it('leaves ours as it is', async () => {
    await loadGame(file);
    expect((await loadGame(id)).game.title).not.toBe('Big Pig');
  });
});

describe("a user's package with more than rules and bots", () => {
  const file = own('rich.ts', {
    [whole]: `export default {
      game,
      bots,
      evaluate: (s, out) => out.forEach((_, seat) => (out[seat] = (2 * s.scores[seat]!) / s.options.target - 1)),
      potential: (s, seat) => s.scores[seat]! / s.options.target,
      panel: ['random', 'cautious'],
      search: { rollout: 'bold', rounds: 1 },
      presets: { mine: { minutes: 3, network: { trunk: [24] }, phases: [{ algorithm: 'ppo', decisions: 5000 }] } },
      ladder: './ladder.json',
    } satisfies GamePackage<Position>;`,
  });
  cpSync(path.join(root, 'games/tic-tac-toe/ladder.json'), path.join(folder, 'ladder.json'));

  it('searches with its evaluation', async () => {
    const loaded = await loadGame(file);
    const { game } = loaded;
    const chance = new SeededChance('search', game.streams);
    const state = game.newState(game.options.parse({}), chance);
    const view = new LiveView(game);
    for (const spec of ['search:20?rounds=2', 'search:20', 'search:20?rollout=cautious&depth=4']) {
      const agent = await createAgent(spec, loaded);
      agent.reset(1);
      view.show(state);
      expect(view.mask[agent.act(view)]).toBe(1);
    }
    const plain = await loadGame(own('plain.ts', {}));
    await expect(createAgent('search:20?rounds=2', plain)).rejects.toThrow('no evaluation of unfinished positions');
  });

  it('shapes rewards by its potential, and only where it has one', async () => {
    const shaped = (source: string) =>
      presetConfig({ id: 'pig', source, presets: undefined }, 'quickstart', {
        workers: 0,
        phases: [{ algorithm: 'ppo', decisions: 1000, shaping: 0.3 }],
      });
    await prepare(shaped(file));
    await expect(prepare(shaped(own('none.ts', {})))).rejects.toThrow('has no potential to shape by');
  });

  it('has a preset of its own beside the usual ones, a panel, and its ladder', async () => {
    const loaded = await loadGame(file);
    const known = presetGame(loaded);
    expect(presetsFor(known)).toEqual([
      ...['quickstart', 'standard', 'afterstate', 'ppo', 'evolution', 'expert-iteration', 'gpu'],
      'mine',
    ]);
    const config = presetConfig(known, 'mine');
    expect(config).toMatchObject({ preset: 'mine', minutes: 3, network: { trunk: [24] } });
    expect(panelOf(loaded).map(({ agent }) => agent)).toEqual(['random', 'scripted:cautious']);
    // It is found beside the module, and checked as any other: this one is another game's.
    expect(() => findLadder(loaded)).toThrow('ladder.json is a ladder of tic-tac-toe, not of pig');
  });
});
