/** The coach and the levels in a real browser: a hint by button and by key, marked on the board; levels that play. */
import { describe, expect, it } from 'vitest';
import { accessible, begin, browsing, choose, lines, moves, over } from './browsing.js';
import { missing } from './chromium.js';

describe.skipIf(missing)('while playing', () => {
  const { visit } = browsing();

  it('a hint names the best move and why, marks it, and goes by button and by key', async () => {
    await visit('tic-tac-toe', async (page) => {
      await choose(page, 1, 'A person');
      await begin(page);
      // X in a corner: only the centre holds.
      await moves(page).filter({ hasText: 'a3' }).click();
      await expect.poll(() => lines(page).count()).toBe(1);
      const hint = page.getByRole('button', { name: 'Hint' });
      await hint.click();
      await page
        .getByText(/Chance to win 50 %\. 50 % more than the next best, "\w\d"\. Exact: both play best\./)
        .waitFor();
      expect(await page.locator('.moves button.hinted').textContent()).toMatch(/b2 hint$/);
      expect(await page.locator('.place.hinted').count()).toBe(1);
      await accessible(page);
      await page.keyboard.press('h');
      await expect.poll(() => page.locator('.place.hinted').count()).toBe(0);
      await page.keyboard.press('h');
      await page.locator('.place.hinted').waitFor();
      // A hint is for one turn.
      await page.locator('.moves button.hinted').click();
      await expect.poll(() => lines(page).count()).toBe(2);
      expect(await page.locator('.hinted').count()).toBe(0);
    });
  });

  it('an agent says how long it thinks, and the highest level plays', async () => {
    await visit({ game: 'connect-four', difficulty: 10 }, async (page) => {
      await page.getByText(/search:256; thinks [\d.]+ ms a move here, 95 % of moves at most [\d.]+ ms$/).waitFor();
      await choose(page, 0, 'Level 9 of 10');
      await page.getByLabel('Seed').fill('1');
      await begin(page);
      await over(page).waitFor({ timeout: 60_000 });
    });
  });
});
