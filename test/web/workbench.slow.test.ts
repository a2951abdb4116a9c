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

  it('shows components as tables to change, and where on the board it happens', async () => {
    await visit('crown-of-ash', async (page) => {
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await button('Workbench').click();
      await page.getByText('Combat cards', { exact: true }).click();
      await page.getByRole('textbox', { name: '1, value' }).waitFor();
      await page.getByText('Numbers', { exact: true }).click();
      await page.getByRole('textbox', { name: 'numbers, startGold' }).fill('9');
      await page.getByText('Numbers changed').waitFor();
      expect(await page.getByLabel('Components', { exact: true }).inputValue()).toBe('{"numbers":{"startGold":9}}');
      await page.getByLabel('Who plays, in every seat').selectOption({ label: 'Random' });
      await page.getByLabel('Games of each').fill('4');
      await button('Play').click();
      await page.getByText('4 of 4 deals.').waitFor();
      await button('Where it happens').click();
      await page.getByText(/Before: of 100 choices, 4 games/).waitFor();
      expect(await page.getByRole('img', { name: /^Land, most at / }).count()).toBe(2);
      await page.getByLabel('Where it happens').selectOption({ label: 'Where pieces stand at the end' });
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
