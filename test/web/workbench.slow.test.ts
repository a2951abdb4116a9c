/** The workbench in a real browser: a changed number, games of both sets in workers, and a game behind a figure. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { accessible, browsing, lines, onEachScreen } from './browsing.js';
import { missing } from './chromium.js';

const pig = path.resolve('docs/examples/pig.ts');

describe.skipIf(missing)('the workbench', () => {
  const { visit } = browsing();

  it('compares two sets of options, and walks through a game behind a figure', async () => {
    await visit(pig, async (page) => {
      const button = (name: string | RegExp) => page.getByRole('button', { name });
      await button('Workbench').click();
      await page.getByText('Nothing is changed yet').waitFor();
      const play = page.getByRole('button', { name: 'Play', exact: true });
      await page.getByLabel('Target').fill('-1');
      await page.getByRole('alert').waitFor();
      expect(await play.isDisabled()).toBe(true);
      await page.getByLabel('Target').fill('30');
      await page.getByLabel('Who plays, in every seat').selectOption({ label: 'Random' });
      await page.getByLabel('Games of each').fill('60');
      await play.click();
      await page.getByText('60 of 60 deals.').waitFor();
      const row = page.getByRole('row', { name: /^decisions / });
      await row.waitFor();
      expect(await row.getByRole('cell').last().textContent()).toBe('yes');
      await onEachScreen(page);
      await row.getByRole('button', { name: /walk through such a game, decisions, after$/ }).click();
      await button('One move forward').waitFor();
      await page.keyboard.press('End');
      await expect.poll(() => lines(page).count()).toBeGreaterThan(2);
      await accessible(page);
    });
  });

  it('is not there where nothing can be changed or luck has no part', async () => {
    await visit('connect-four', async (page) => {
      await page.getByRole('button', { name: 'Begin' }).waitFor();
      expect(await page.getByRole('button', { name: 'Workbench' }).count()).toBe(0);
    });
  });
});
