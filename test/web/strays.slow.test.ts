/** Clicks anywhere on the page: they may play badly, but they never give a game up and never leave it. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createRng } from '../../env/chance.js';
import all from '../../games/games.json' with { type: 'json' };
import { begin, browsing, choose, moves, openMenu } from './browsing.js';
import { missing } from './chromium.js';

/** The larger games, or all of them where many clicks are asked for. */
const larger = ['doomspire', 'crown-of-ash', 'islebound', 'connect-four'];
const games = process.env.STRAY_CLICKS ? all : larger;

/** Clicks a game; more by STRAY_CLICKS. */
const CLICKS = Number(process.env.STRAY_CLICKS ?? 500);
const [WIDTH, HEIGHT] = [1280, 900];
const conceding = (page: Page) => page.getByRole('button', { name: /^Concede the game/ });

describe.skipIf(missing)('stray clicks', () => {
  const { visit } = browsing();

  it('do not concede where it takes a menu, a button and an answer', async () => {
    await visit('doomspire', async (page) => {
      for (const seat of [1, 2, 3]) await choose(page, seat, 'Random');
      await page.getByLabel('Seed').fill('3');
      await begin(page);
      await moves(page).first().waitFor();
      const offered = page.getByRole('button', { name: 'concede the game' });
      for (let i = 0; i < 40; i++) {
        expect(await offered.count()).toBe(0);
        await openMenu(page);
        if ((await conceding(page).count()) > 0) break;
        await page.keyboard.press('Escape');
        const before = await page.getByRole('log').locator('li').count();
        await moves(page).first().click();
        await expect.poll(() => page.getByRole('log').locator('li').count()).toBeGreaterThan(before);
        await moves(page).first().waitFor();
      }
      await conceding(page).click();
      const question = page.getByRole('dialog', { name: 'Give the game up?' });
      await question.waitFor();
      // Enter twice is a no.
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Keep playing');
      await page.keyboard.press('Enter');
      await question.waitFor({ state: 'hidden' });
      expect(await page.getByRole('log').textContent()).not.toMatch(/NW\W* concede the game/);
      await openMenu(page);
      await conceding(page).click();
      await question.waitFor();
      await page.mouse.click(5, 5);
      await question.waitFor({ state: 'hidden' });
      await openMenu(page);
      await conceding(page).click();
      await question.getByRole('button', { name: 'Yes, concede the game' }).click();
      await expect.poll(() => page.getByRole('log').textContent()).toMatch(/NW\W* concede the game/);
    });
  });

  it.each(games)(
    `end no game of %s, ${CLICKS} of them`,
    async (game) => {
      await visit(
        game,
        async (page) => {
          const seats = await page.locator('select[id^=seat-]').count();
          for (let seat = 1; seat < seats; seat++) await choose(page, seat, 'Random');
          await begin(page);
          await moves(page).first().waitFor();
          // The one way to an end that is not the game's own is a yes in a dialog.
          await page.evaluate(`addEventListener('click', (event) => {
            if (event.target.closest('dialog .danger')) globalThis.ended++;
          }, true); globalThis.ended = 0;`);
          const rng = createRng(game);
          let made = 0;
          for (let i = 0; i < CLICKS; i++) {
            await page.mouse.click(1 + rng.int(WIDTH - 2), 1 + rng.int(HEIGHT - 2));
            if (i % 50 < 49) continue;
            expect(await page.evaluate('ended'), `after ${i} clicks`).toBe(0);
            made = Math.max(made, await page.getByRole('log').locator('li').count());
            // A game that has come to its end may be left by one click.
            await page.evaluate(
              `[...document.querySelectorAll('button')].find(({ textContent }) => /^(Rematch|Begin)$/.test(textContent))?.click()`,
            );
          }
          // They do play; some games are over after three moves.
          expect(made).toBeGreaterThan(larger.includes(game) ? 5 : 2);
        },
        { viewport: { width: WIDTH, height: HEIGHT } },
      );
    },
    240_000 + 100 * CLICKS,
  );
});
