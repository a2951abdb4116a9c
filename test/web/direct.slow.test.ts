/** Chains of decisions by one click: the board, what is offered beside a place, and the list say the same. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessible, begin, browsing, choose, lines, moves } from './browsing.js';
import { missing } from './chromium.js';

const place = (page: Page, id: string) => page.locator(`.picture [data-id="${id}"]`);
const beside = (page: Page) => page.locator('.beside li button');
const words = (buttons: ReturnType<typeof moves>) =>
  buttons.evaluateAll((all) =>
    all.map((button) =>
      [...(button as unknown as { children: { className: string; textContent: string }[] }).children]
        .filter(({ className }) => className !== 'key')
        .map(({ textContent }) => textContent)
        .join(''),
    ),
  );

/** To the beginning of an own turn with two different dice. */
async function withTwoDice(page: Page): Promise<void> {
  for (let i = 0; i < 40; i++) {
    await moves(page).first().waitFor();
    const texts = await moves(page).allTextContents();
    if (texts.filter((text) => text.includes('spend a die of')).length > 1) return;
    const before = await lines(page).count();
    await moves(page).first().click();
    await expect.poll(() => lines(page).count()).toBeGreaterThan(before);
  }
  throw new Error('never two dice');
}

describe.skipIf(missing)('direct play', () => {
  const { visit } = browsing();

  it('moves a knight to a tile that two dice reach with two clicks, and takes all of it back at once', async () => {
    await visit({ game: 'doomspire', seed: '3', options: { conceding: 'off' } }, async (page) => {
      for (const seat of [1, 2, 3]) await choose(page, seat, 'Random');
      await begin(page);
      await withTwoDice(page);
      const asked = await page.locator('#ask').textContent();
      // The knight first: everything that it can do, for each die.
      await page.getByRole('button', { name: /^\w\d: .*knight NW 1/ }).click();
      await page.locator('.limit').waitFor();
      const groups = (await page.evaluate(
        `[...document.querySelectorAll('.moves .kind')].map(({ innerText }) => innerText)`,
      )) as string[];
      const goals = groups
        .filter((text) => /^spend a die of \d, knight 1/i.test(text))
        .map((text) => text.split('\n').filter((line) => /^go to \w\d .*[^?]$/.test(line)));
      const reached = goals[0]!.find((goal) => goals[1]!.includes(goal) && !/adventure/.test(goal))!.slice(6, 8);
      // Escape steps back: nothing is picked any more, and nothing was done.
      const before = await lines(page).count();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.locator('.limit').count()).toBe(0);
      expect(await lines(page).count()).toBe(before);

      await place(page, reached).click();
      await beside(page).first().waitFor();
      const offered = await words(beside(page));
      expect(offered).toEqual(await words(moves(page)));
      const walks = offered.filter((text) => text.includes(`, knight 1 at`) && text.includes(`, go to ${reached}`));
      expect(new Set(walks.map((text) => text.slice(0, 16))).size).toBe(2);
      await accessible(page);
      await beside(page)
        .filter({ hasText: /knight \d at \w\d, go to/ })
        .first()
        .click();
      await expect.poll(() => lines(page).count()).toBe(before + 3);
      const there = new RegExp(`^${reached}: .*knight NW 1`);
      await page
        .getByRole('img', { name: there })
        .or(page.getByRole('button', { name: there }))
        .first()
        .waitFor();
      expect(
        await lines(page)
          .nth(before + 2)
          .textContent(),
      ).toMatch(new RegExp(`go to ${reached}`));
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => lines(page).count()).toBe(before);
      expect(await page.locator('#ask').textContent()).toBe(asked);
    });
  }, 480_000);

  it('finds what takes several decisions by its words, by keys alone', async () => {
    await visit({ game: 'doomspire', seed: '3', options: { conceding: 'off' } }, async (page) => {
      for (const seat of [1, 2, 3]) await choose(page, seat, 'Random');
      await begin(page);
      await withTwoDice(page);
      await page.keyboard.press('/');
      await page.keyboard.type('knight die of 3 go to');
      await expect.poll(() => moves(page).count()).toBeGreaterThan(1);
      const found = await page
        .locator('.moves .kind')
        .evaluateAll((all) => all.map(({ textContent }) => textContent!.toLowerCase()));
      for (const text of found) for (const word of ['knight', 'die of 3', 'go']) expect(text).toContain(word);
      const before = await lines(page).count();
      await page.keyboard.press('Enter');
      await expect.poll(() => lines(page).count()).toBeGreaterThanOrEqual(before + 3);
    });
  }, 240_000);
});
