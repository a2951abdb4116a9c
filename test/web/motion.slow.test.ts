/** Pieces that glide on the board in a real browser, and do not where that is not wanted. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessible, begin, browsing, choose, moves } from './browsing.js';
import { missing } from './chromium.js';

/** Notes all animations from now on: from what to what. */
const note = (page: Page) =>
  page.evaluate(`(() => {
    window.noted = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function ([from, to], ...rest) {
      const [name] = Object.keys(from);
      window.noted.push([name, from[name], to[name]]);
      return animate.call(this, [from, to], ...rest);
    };
  })()`);
const noted = (page: Page) => page.evaluate('window.noted') as Promise<[string, unknown, unknown][]>;

describe.skipIf(missing)('pieces on the board', () => {
  const { visit } = browsing();

  async function start(page: Page) {
    await choose(page, 1, 'A person');
    await begin(page);
    await moves(page).first().waitFor();
    await note(page);
  }

  it('fade in where they come and out where they are taken back, and nobody waits for them', async () => {
    await visit(
      'tic-tac-toe',
      async (page) => {
        await start(page);
        await page.getByRole('button', { name: /^b2: empty/ }).click();
        await page.getByRole('img', { name: 'b2: X' }).waitFor();
        await page.getByRole('button', { name: 'Undo' }).click();
        await page.getByRole('button', { name: /^b2: empty/ }).waitFor();
        await accessible(page);
        await page.getByRole('button', { name: /^a1: empty/ }).click();
        await page.getByRole('img', { name: 'a1: X' }).waitFor();
        expect(await noted(page)).toEqual([
          ['opacity', 0, 1],
          ['opacity', 1, 0],
          ['opacity', 0, 1],
        ]);
        await expect.poll(() => page.locator('.flying .token').count(), { timeout: 3000 }).toBe(0);
      },
      { pace: 'slow' },
    );
  });

  it('glide from where they stood to where they stand', async () => {
    await visit(
      { game: 'islebound', seed: '3' },
      async (page) => {
        await begin(page);
        await note(page);
        const flights = async () => (await noted(page)).filter(([name]) => name === 'transform');
        for (let i = 0; (await flights()).length === 0; i++) {
          expect(i).toBeLessThan(60);
          await moves(page).first().waitFor();
          const left = moves(page);
          await left.nth((5 * i) % (await left.count())).click();
          await page.waitForTimeout(50);
        }
        const [[, from, to]] = (await flights()) as [[string, string, string]];
        expect(from).toMatch(/^translate\([\d.]+px, [\d.]+px\) scale\([\d.]+\)$/);
        expect(to).not.toBe(from);
      },
      { pace: 'quick' },
    );
  });

  it.each([
    ['where less motion is wanted', { pace: 'slow', reducedMotion: 'reduce' }],
    ['at the fastest pace', { pace: 'at-once' }],
  ] as const)('are there at once %s', async (_, setting) => {
    await visit(
      'tic-tac-toe',
      async (page) => {
        await start(page);
        await page.getByRole('button', { name: /^b2: empty/ }).click();
        await page.getByRole('img', { name: 'b2: X' }).waitFor();
        expect(await noted(page)).toEqual([]);
      },
      setting,
    );
  });
});
