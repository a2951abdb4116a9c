/** The players that are shipped: each tests itself, is small enough, and plays; that of a game's usual rules as `player`. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { PlayerLadder } from '../agents/player-file/player-module.js';
import { shippedFiles } from '../agents/player-file/shipped.js';
import { loadGame } from '../env/load-game.js';
import { evaluate } from '../eval/evaluate.js';

const folder = fileURLToPath(new URL('../games', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^[^/]+\/player[^/]*\.mjs$/.test(file),
);
/** What is shipped for the usual rules of a game, by the file's name. */
const usual: Readonly<Record<string, string>> = { 'player.mjs': 'player', 'player-fast.mjs': 'player:fast' };

it.each(['doomspire', 'fuzzy-knights', 'crown-of-ash', 'islebound'])('one of %s is fast', async (id) => {
  const game = await loadGame(id);
  const [strong, fast] = [shippedFiles(game, 'strong'), shippedFiles(game, 'fast')];
  expect(strong.length).toBeGreaterThan(0);
  expect(fast).toHaveLength(strong.length);
  for (const file of fast) expect((await import(file)).meta.lookahead).toBeUndefined();
});

describe.each(files)('%s', (file) => {
  const at = path.join(folder, file);

  it('is one file of at most 3.5 MB that agrees with its golden vectors', () => {
    expect(statSync(at).size).toBeLessThan(3.5e6);
    const result = JSON.parse(execFileSync(process.execPath, [at, '--self-test', '--json'], { encoding: 'utf8' }));
    expect(result).toMatchObject({ passed: true });
    expect(result.maxError).toBeLessThan(1e-5);
  });

  it('carries its provenance', async () => {
    const { meta } = await import(at);
    expect(meta.provenance).toMatchObject({
      command: expect.any(String),
      training: { scriptedPlayerInside: meta.advisor ?? meta.plan?.bot, search: meta.lookahead ?? null },
      measured: expect.arrayContaining([expect.objectContaining({ games: expect.any(Number) })]),
    });
  });

  it('has levels that rise to full strength, where they were measured', async () => {
    const { meta, describe: told } = await import(at);
    if (!meta.ladder) return expect(told().levels).toEqual([]);
    const { levels, command } = meta.ladder as PlayerLadder;
    expect(levels.map(({ level }) => level)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(levels.at(-1)!.settings).toEqual({});
    for (const [i, { rating }] of levels.entries())
      expect(rating.mean).toBeGreaterThanOrEqual(levels[Math.max(0, i - 1)]!.rating.mean);
    const options = meta.options.edition === 'airef' ? ` --options '{"edition":"airef"}'` : '';
    // As it was typed then: shipped players lay in a folder of their own.
    const then = `players/${meta.game.id}${path.basename(file).replace('player', '')}`;
    expect(command).toBe(`tabletop ladder ${meta.game.id} --player ${then} --blocks 20 --seed 27${options}`);
  });

  it('plays, and beats random play', async () => {
    const { meta } = await import(at);
    const game: string = meta.game.id;
    const seats = (await loadGame(game)).game.players(meta.options);
    const games = seats > 1 ? 4 : 8;
    const measured = await evaluate({
      game,
      agent: usual[path.basename(file)] ?? `file:${at}`,
      against: seats > 1 ? ['random'] : [],
      options: meta.options,
      blocks: games / seats,
      seed: 5,
      workers: 0,
    });
    expect(measured.games).toBe(games);
    // First at the cap counts too: who was trained before that was a loss does not hurry where nobody presses. Behind a
    // rival of the rules alone 4 of 8 is far below what it wins, and far above random play, which wins nothing.
    const { firstRate, winRate } = measured;
    expect((seats > 1 ? firstRate : winRate).mean).toBeGreaterThanOrEqual(seats > 1 ? 0.75 : 0.5);
    // Players that look ahead take up to a minute here, more while other tests run beside them.
  }, 600_000);
});
