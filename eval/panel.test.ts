import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { panelOf } from '../agents/panel.js';
import { agentParts } from '../agents/spec/load.js';
import { loadGame, loadGames } from '../env/load-game.js';
import { scratch } from '../test/scratch.js';
import { evaluate } from './evaluate.js';
import { evaluatePanel, type PanelResult } from './panel.js';
import { panelText } from './report.js';
import { mean } from './statistics.js';
import { untimed } from './testing/untimed.js';

const folder = scratch('panel');

describe('the panel of a game', () => {
  it('begins with random play and has every bot', async () => {
    for (const pack of await loadGames()) {
      const names = panelOf(pack).map(({ agent }) => agent);
      const bots = Object.keys(pack.bots).map((name) => `scripted:${name}`);
      expect(names[0]).toBe('random');
      expect([...names].sort()).toEqual(['random', ...bots].sort());
      for (const { about } of panelOf(pack)) expect(about).not.toBe('');
    }
  });

  it("of a user's own game is random play and its bots", async () => {
    const pig = await loadGame('docs/examples/pig.ts');
    const expected = [
      'random',
      ...Object.keys(pig.bots)
        .reverse()
        .map((name) => `scripted:${name}`),
    ];
    expect(panelOf(pig).map(({ agent }) => agent)).toEqual(expected);
  });
});

describe('what is part of an agent', async () => {
  const doomspire = await loadGame('doomspire');
  const parts = async (spec: string) => (await agentParts(spec, doomspire)).map(({ agent }) => agent);

  it('itself, who plays its simulations, whose choice it is shown', async () => {
    expect(await parts('random')).toEqual(['random']);
    expect(await parts('scripted:fame')).toEqual(['scripted:fame']);
    expect(await parts('search:24')).toEqual(['scripted:mixed']);
    expect(await parts('search:24?rollout=fame&opponents=mixed+warrior+random')).toEqual([
      'scripted:fame',
      'scripted:mixed',
      'scripted:warrior',
      'random',
    ]);
    expect(await parts('search:24?rollout=random')).toEqual(['random']);
    // The bot with its own weights, and who plays its rivals in simulations.
    const rivals = ['scripted:mixed', 'scripted:fame', 'scripted:warrior'];
    expect(await parts('player')).toEqual(['scripted:tuned', ...rivals]);
    // Its weights began as those of `mixed`.
    expect(await parts('player:fast')).toEqual(['scripted:tuned', 'scripted:mixed']);
  });
});

describe('an agent against a panel', () => {
  const request = { game: 'kuhn', agent: 'scripted:nash', blocks: 30, seed: 4, workers: 0 };
  const plain = (result: PanelResult) => ({ ...result, rows: result.rows.map(untimed) });

  it('plays each of them as an evaluation does, on the same deals', async () => {
    const result = await evaluatePanel(request);
    expect(result.rows.map(({ opponent }) => opponent)).toEqual(
      panelOf(await loadGame('kuhn')).map(({ agent }) => agent),
    );
    for (const { opponent, about: _about, inside, ...row } of result.rows) {
      expect(inside).toBe(opponent === 'scripted:nash' ? 'itself' : null);
      expect(untimed(row)).toEqual(untimed(await evaluate({ ...request, against: [opponent] })));
    }
    expect(result.mean.mean).toBeCloseTo(mean(result.rows.map(({ winRate }) => winRate.mean)), 12);
    expect(result.mean.low).toBeLessThan(result.mean.mean);
    const others = result.rows.filter(({ inside }) => inside === null);
    expect(result.outside!.mean).toBeCloseTo(mean(others.map(({ winRate }) => winRate.mean)), 12);
    expect(result.worst.winRate.mean).toBe(Math.min(...result.rows.map(({ winRate }) => winRate.mean)));
    expect(result.games).toBe(30 * 2 * result.rows.length);
  });

  it('goes on where it was stopped, and gives the same', async () => {
    const state = join(folder, 'panel.json');
    const whole = await evaluatePanel(request);
    const stop = new AbortController();
    const cut = evaluatePanel({
      ...request,
      state,
      signal: stop.signal,
      onProgress: ({ done }) => done > 100 && stop.abort(),
    });
    await expect(cut).rejects.toThrow(/stopped after \d+ of 300 games/);
    expect(JSON.parse(readFileSync(state, 'utf8')).blocks.length).toBeGreaterThan(20);
    expect(plain(await evaluatePanel({ ...request, state }))).toEqual(plain(whole));
    await expect(evaluatePanel({ ...request, agent: 'random', state })).rejects.toThrow(/another agent/);
  });

  it('counts games, made up to whole deals', async () => {
    const { blocks, rows } = await evaluatePanel({ ...request, blocks: undefined, games: 5 });
    expect([blocks, rows[0]!.games]).toEqual([3, 6]);
  });

  it('compares scores on the same deals where a game has one seat', async () => {
    const solo = { game: 'cartpole', agent: 'random', blocks: 4, workers: 0 };
    const { rows, parity } = await evaluatePanel(solo);
    expect(parity).toBe(0.5);
    for (const { opponent, winRate } of rows)
      expect(winRate.mean).toBe((await evaluate({ ...solo, against: [opponent] })).winRate.mean);
  });

  it('is one table', async () => {
    const text = panelText(await evaluatePanel(request));
    expect(text).toMatch(/scripted:nash +50\.0 % .* inside \(itself\): flatters/);
    expect(text).toMatch(/mean of the panel +\d/);
    expect(text).toMatch(/mean of those not inside +\d/);
    expect(text).toMatch(/worst: scripted:\w+/);
  });
});
