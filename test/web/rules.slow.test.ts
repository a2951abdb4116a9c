/** Rules in place, in a real browser: why something cannot be chosen, and what things are. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { accessible, begin, browsing, choose, moves } from './browsing.js';
import { missing } from './chromium.js';

describe.skipIf(missing)('rules in place', () => {
  const { visit } = browsing();

  it('says why a place cannot be chosen, at the place and in the list', async () => {
    await visit('tic-tac-toe', async (page) => {
      await choose(page, 1, 'A person');
      await begin(page);
      await moves(page).first().click();
      await page.locator('.place:not(.can)').first().hover();
      await page.getByRole('tooltip').waitFor();
      expect(await page.getByRole('tooltip').textContent()).toContain('Not now: the square is taken');
      await page.keyboard.press('Escape');
      await page.getByRole('tooltip').waitFor({ state: 'hidden' });
      await page.getByText('Not possible now, and why').click();
      expect(await page.locator('details.closed li').textContent()).toContain('the square is taken');
      await accessible(page);
    });
  });

  it("tells what is what, of a game of one's own too", async () => {
    await visit(path.resolve('docs/examples/honey-fair.ts'), async (page) => {
      await begin(page);
      await moves(page).first().waitFor();
      await page.getByText('What is what').click();
      await page.getByText('Pays for any honey.').waitFor();
      await page.locator('[data-told^="royal jelly"]').first().hover();
      expect(await page.getByRole('tooltip').textContent()).toBe('royal jelly Pays for any honey.');
      await accessible(page);
    });
  });
});
