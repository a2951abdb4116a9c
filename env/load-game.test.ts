import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { scratch } from '../test/scratch.js';
import { gameIds, loadGame } from './load-game.js';
import { UserError } from './user-error.js';

const folder = scratch('games');

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const shortest = `id: 'x', version: '1', title: '', seats: {}, players() {}, actions: 1, observation: [], prompts: [],
  streams: [], options: {}, newState() {}`;

let packages = 0;

/** The path of a module whose package has a good game and this member. */
const beside = (member: string): string =>
  file(`nr${++packages}.mjs`, `export default { game: { ${shortest} }, ${member} };`);

describe('loadGame', () => {
  it('finds the games of this project by id', async () => {
    for (const id of gameIds()) {
      const loaded = await loadGame(id);
      expect(loaded).toMatchObject({ game: { id }, source: id });
      // A user finds the same package by its path.
      expect(await loadGame(loaded.module)).toEqual({ ...loaded, source: loaded.module });
    }
    const folders = readdirSync('games', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect([...gameIds()].sort()).toEqual(folders.map(({ name }) => name).sort());
  });

  it('loads a game and its bots from a path or an address', async () => {
    const { game, bots, source } = await loadGame('docs/examples/pig.ts');
    expect(game.id).toBe('pig');
    expect(Object.keys(bots)).toEqual(['cautious', 'bold']);
    expect(source).toBe(resolve('docs/examples/pig.ts'));
    expect((await loadGame(source)).game).toBe(game);
    expect((await loadGame(pathToFileURL(source).href)).game).toBe(game);
  });

  it('takes a default export', async () => {
    expect((await loadGame(beside('bots: { idle: () => ({}) }'))).game.id).toBe('x');
  });

  it('says in one line what is wrong', async () => {
    const wrong: [string, RegExp][] = [
      ['chess', /unknown game chess: use one of/],
      ['./no-such-file.ts', /there is no file \.\/no-such-file\.ts/],
      [file('empty.mjs', ''), /exports no game/],
      [file('half.mjs', 'export const game = { id: "half" };'), /has no member version/],
      [
        file('fixed.mjs', `export default { game: { ${shortest.replace('players() {}', 'players: 2')} } };`),
        /has no member players/,
      ],
      [beside('bots: null'), /nr\d+\.mjs: bots: .*expected record/],
      [beside('bots: [() => 1]'), /bots: .*expected record/],
      [beside('bots: { idle: 3 }'), /bots\.idle: expected a function that makes the bot, or \{ plan, create \}/],
      [beside('bots: { idle: { plan: "waits" } }'), /bots\.idle: expected a function/],
      [beside('presets: 7'), /presets: .*expected record/],
      [beside('presets: { mine: 5 }'), /presets\.mine: .*expected record/],
      [beside('ladder: 3'), /ladder: .*expected string/],
      [beside('players: "x"'), /players: .*expected array/],
      [beside('players: [{ file: "a.mjs", pace: "slow" }]'), /players\.0\.pace: .*"strong"\|"fast"/],
      [beside('search: { rollouts: "idle" }'), /search: .*"rollouts"/],
      [beside('evaluate: 5'), /evaluate: expected a function/],
      [beside('evaluat() {}'), /there is no member evaluat of a game's package; the members are game, bots, evaluate/],
      [
        file('named.mjs', `export const game = { ${shortest} }; export const panel = 'random';`),
        /panel: .*expected array/,
      ],
      [file('throws.mjs', 'throw new Error("broken\\nbadly\\nindeed");'), /cannot load .*throws\.mjs: broken badly$/],
    ];
    for (const [name, message] of wrong) {
      const error = await loadGame(name).catch((e: unknown) => e);
      expect(error).toBeInstanceOf(UserError);
      expect((error as Error).message).toMatch(message);
      expect((error as Error).message).not.toContain('\n');
    }
  });
});
