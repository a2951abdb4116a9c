/**
 * The large games, played to their end by clicking on the board, each choice of one seat; scripted bots have the others. Some
 * end sooner than is usual; WHOLE_GAMES=1 plays them in full.
 */
import process from 'node:process';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessible, begin, browsing, choose, lines, moves, over } from './browsing.js';
import { missing } from './chromium.js';

const whole = process.env.WHOLE_GAMES !== undefined;
/** Options under which these end sooner. */
const doomspire = { conceding: 'off', ...(whole ? {} : { roundCap: 8 }) };
const fuzzyKnights = { players: 2, ...(whole ? {} : { maxDays: 12 }) };

/** Moves in the log, those that it does not show included. */
const made = (page: Page): Promise<number> =>
  page.evaluate(`(() => {
    const list = document.querySelector('[role=log] ol');
    return list.start - 1 + list.children.length;
  })()`);

describe.skipIf(missing)('a whole game by clicking', () => {
  const { visit } = browsing();

  /** Clicks on something that can be clicked, another thing each time, until a move is made; in the list where several are left. */
  async function playByClicking(page: Page, most: number): Promise<number> {
    const can = page.locator('.picture .can');
    for (let clicks = 0; clicks < most; ) {
      await moves(page).or(over(page)).first().waitFor({ timeout: 60_000 });
      if (await over(page).isVisible()) return clicks;
      const before = await made(page);
      const changed = async () =>
        (await over(page).isVisible()) || (await made(page)) > before || (await page.locator('.limit').count()) > 0;
      const things = await can.count();
      if (things > 0) {
        await can.nth((7 * clicks) % things).click();
        clicks++;
        await expect.poll(changed, { timeout: 20_000, interval: 10 }).toBe(true);
        if ((await made(page)) > before) continue;
      }
      const left = moves(page);
      await left.nth((5 * clicks) % (await left.count())).click();
      clicks++;
      const moved = async () => (await over(page).isVisible()) || (await made(page)) > before;
      await expect.poll(moved, { timeout: 20_000, interval: 10 }).toBe(true);
    }
    throw new Error(`not over after ${most} clicks`);
  }

  it.each([
    { game: 'doomspire', options: doomspire, others: ['merchant', 'merchant', 'merchant'] },
    {
      game: 'doomspire',
      options: { ...doomspire, edition: 'airef' },
      others: ['merchant', 'merchant', 'merchant'],
    },
    { game: 'crown-of-ash', options: { players: 2 }, others: ['necromancer'] },
    { game: 'islebound', options: {}, others: [] },
    { game: 'fuzzy-knights', options: fuzzyKnights, others: ['raider'] },
  ])(
    'plays $game $options to its end',
    async ({ game, options, others }) => {
      await visit({ game, options, seed: '3' }, async (page) => {
        for (const [i, bot] of others.entries()) await choose(page, i + 1, `Bot: ${bot}`);
        await begin(page);
        const start = performance.now();
        const clicks = await playByClicking(page, 2000);
        console.log(
          `${game} ${JSON.stringify(options)}: ${clicks} clicks, ${await made(page)} moves, ${Math.round((performance.now() - start) / 1000)} s`,
        );
        expect(clicks).toBeGreaterThan(15);
        expect(await page.locator('.places li:not(.rival)').count()).toBe(others.length + 1);
        // All is told at the end, in the log too.
        expect(await page.getByText('chooses in secret').count()).toBe(0);
        expect(await lines(page).last().textContent()).toMatch(/^The game is over/);
        await accessible(page);
      });
    },
    480_000,
  );

  it.each([
    { game: 'doomspire', options: doomspire, others: ['merchant', 'merchant', 'merchant'] },
    { game: 'connect-four', options: {}, others: [] },
  ])(
    'plays $game $options to its end by keys alone',
    async ({ game, options, others }) => {
      await visit({ game, options, seed: '3' }, async (page) => {
        for (const [i, bot] of others.entries()) await choose(page, i + 1, `Bot: ${bot}`);
        if (others.length === 0) await choose(page, 1, 'Random');
        await page.getByRole('button', { name: 'Begin' }).focus();
        await page.keyboard.press('Enter');
        let keys = 0;
        for (; keys < 2000; keys++) {
          await moves(page).or(over(page)).first().waitFor({ timeout: 60_000 });
          if (await over(page).isVisible()) break;
          const before = await made(page);
          const moved = async () => (await over(page).isVisible()) || (await made(page)) !== before;
          // Now and then something of the picture is chosen, and let go again; what can be done with it in one way only is done.
          if (keys % 10 === 9 && (await page.locator('.board [tabindex="0"]').count()) > 0) {
            const limit = page.locator('.limit');
            await page.locator('.board [tabindex="0"]').first().focus();
            await page.keyboard.press('Enter');
            const taken = async () => (await moved()) || (await limit.count()) > 0;
            await expect.poll(taken, { timeout: 20_000, interval: 10 }).toBe(true);
            if (await moved()) continue;
            await page.keyboard.press('Escape');
            await limit.waitFor({ state: 'detached' });
          }
          await page.keyboard.press(`${1 + ((5 * keys) % Math.min(9, Math.max(1, await moves(page).count())))}`);
          await expect.poll(moved, { timeout: 20_000, interval: 10 }).toBe(true);
        }
        await over(page).waitFor();
        console.log(`${game}: ${keys} keys, ${await made(page)} moves`);
        await accessible(page);
      });
    },
    480_000,
  );
});
