import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { gameIds, loadGame } from './load-game.js';
import { UserError } from './user-error.js';

const folder = mkdtempSync(join(tmpdir(), 'games-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

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
    const path = file(
      'default.mjs',
      `export default { game: { id: 'x', version: '1', title: '', seats: {}, players() {}, actions: 1, observation: [],
        prompts: [], streams: [], options: {}, newState() {} } };`,
    );
    expect((await loadGame(path)).game.id).toBe('x');
  });

  it('says in one line what is wrong', async () => {
    const wrong: [string, RegExp][] = [
      ['chess', /unknown game chess: use one of/],
      ['./no-such-file.ts', /there is no file \.\/no-such-file\.ts/],
      [file('empty.mjs', ''), /exports no game/],
      [file('half.mjs', 'export const game = { id: "half" };'), /has no member version/],
      [
        file(
          'fixed.mjs',
          `export default { game: { id: 'x', version: '1', title: '', seats: {}, players: 2, actions: 1, observation: [],
            prompts: [], streams: [], options: {}, newState() {} } };`,
        ),
        /has no member players/,
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
