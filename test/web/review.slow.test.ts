/** Walking through a game in a real browser: by clicking and by keys, from a file and after a game, and on from a position. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { loadGame } from '../../env/load-game.js';
import { formatReplay, recordReplay } from '../../env/replay.js';
import {
  accessible,
  begin,
  browsing,
  choose,
  lines,
  moves,
  onEachScreen,
  openMenu,
  over,
  playOn,
  sideways,
} from './browsing.js';
import { missing } from './chromium.js';

/** O does not see that X is about to fill the upper row. */
const { game: ticTacToe } = await loadGame('tic-tac-toe');
const replay = recordReplay(ticTacToe, { options: {}, seed: '1', actions: [0, 4, 1, 8, 2] });
const blunder = { name: 'blunder.json', mimeType: 'application/json', buffer: Buffer.from(formatReplay(replay)) };

describe.skipIf(missing)('a game that is walked through', () => {
  const { visit } = browsing();
  const words = (page: Page) => page.locator('pre').textContent();
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const turn = (page: Page) => page.locator('.walk .turn');

  /** Plays a game between bots to its end. */
  async function watched(page: Page, seed = '3') {
    for (const seat of [0, 1]) await choose(page, seat, 'Random');
    await page.getByLabel('Seed').fill(seed);
    await begin(page);
    await over(page).waitFor();
  }

  it('is stepped through with buttons, keys and a slider; board, log and words follow', async () => {
    await visit('connect-four', async (page) => {
      await watched(page);
      const end = await words(page);
      const made = (await lines(page).count()) - 1;
      await button(page, 'Walk through it').click();
      await expect.poll(() => turn(page).textContent()).toContain(`${made} of ${made} moves. The game is over.`);
      expect(await button(page, 'Go on from here').isDisabled()).toBe(true);
      await button(page, 'First position').click();
      await expect.poll(() => turn(page).textContent()).toMatch(/^0 of \d+ moves\. Round 1\. Then Red X: column \d$/);
      expect(await lines(page).count()).toBe(0);
      expect(await page.getByRole('img', { name: /: [XO]$/ }).count()).toBe(0);
      await button(page, 'One move forward').click();
      await expect.poll(() => lines(page).count()).toBe(1);
      expect(await page.getByRole('img', { name: /: X$/ }).count()).toBe(1);
      // Keys are faster than the worker: none is lost.
      for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
      await expect.poll(() => lines(page).count()).toBe(5);
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => lines(page).count()).toBe(4);
      const slider = page.getByRole('slider', { name: 'Moves so far' });
      await slider.fill('2');
      await expect.poll(() => lines(page).count()).toBe(2);
      expect(await slider.getAttribute('aria-valuetext')).toMatch(/^2 of \d+ moves, then Red X: column \d$/);
      await page.keyboard.press('Tab');
      await page.keyboard.press('End');
      await expect.poll(() => lines(page).count()).toBe(made + 1);
      await page.getByLabel('Position as seen by').selectOption({ label: 'Red X' });
      await expect.poll(() => words(page)).toBe(end);
      await button(page, 'Back to the game').click();
      await over(page).waitFor();
    });
  });

  it('is gone on with from any position, with free undo, and gone back to', async () => {
    await visit('connect-four', async (page) => {
      await watched(page);
      await button(page, 'Walk through it').click();
      await button(page, 'First position').click();
      for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
      await expect.poll(() => turn(page).textContent()).toMatch(/^4 of/);
      const there = await words(page);
      await button(page, 'Go on from here').click();
      await moves(page).first().waitFor();
      expect(await words(page)).toBe(there);
      await moves(page).first().click();
      await expect.poll(() => lines(page).count()).toBe(6);
      await button(page, 'Undo').click();
      await expect.poll(() => lines(page).count()).toBe(4);
      expect(await button(page, 'Undo').isEnabled()).toBe(true);
      await accessible(page);
      await playOn(page);
      expect(await button(page, 'Rematch').count()).toBe(0);
      await button(page, 'Back').click();
      await expect.poll(() => turn(page).textContent()).toMatch(/^4 of/);
      // The game that was played is as it was.
      await button(page, 'Back to the game').click();
      await button(page, 'Rematch').waitFor();
    });
  });

  it('comes from a file, as it was saved there; another file is refused in one line', async () => {
    await visit('connect-four', async (page) => {
      await watched(page, '8');
      await button(page, 'Walk through it').click();
      const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save').click()]);
      expect(download.suggestedFilename()).toBe('connect-four-8.json');
      const saved = readFileSync(await download.path());
      // Otherwise the page goes on with the game that was played in this tab.
      // Cleared as it loads: what a busy page still writes would come after a clear before.
      await page.addInitScript('sessionStorage.clear()');
      await page.reload();
      const input = page.getByLabel('Replay');
      await input.setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('[]') });
      expect(await page.getByRole('alert').textContent()).toMatch(/^the file is not a replay: its format/);
      await input.setInputFiles({ name: 'b.json', mimeType: 'application/json', buffer: saved });
      await expect.poll(() => turn(page).textContent()).toMatch(/^0 of \d+ moves/);
      await button(page, 'New game').click();
      await button(page, 'Begin').waitFor();
    });
  });

  it('plays on from a position for as long as one likes', async () => {
    await visit('fuzzy-knights', async (page) => {
      for (const seat of [0, 1]) await choose(page, seat, 'Random');
      await begin(page);
      await page.getByRole('button', { name: 'Pause' }).press('Enter');
      await openMenu(page);
      await button(page, 'Analyse').click();
      const analysis = page.getByRole('region', { name: 'Analysis' });
      await button(page, 'Analyse positions').click();
      const chance = /^.+ wins \d+ % \[\d+, \d+\]$/;
      await expect.poll(() => analysis.getByRole('listitem').first().textContent()).toMatch(chance);
      const playOuts = async () => Number(/played on (\d+) times/.exec((await analysis.textContent())!)?.[1]);
      const some = await playOuts();
      await expect.poll(playOuts, { timeout: 30_000 }).toBeGreaterThan(some);
      await analysis.getByRole('button', { name: 'Stop' }).click();
      await page.waitForTimeout(300);
      const stopped = await playOuts();
      await page.waitForTimeout(300);
      expect(await playOuts()).toBe(stopped);
    });
  });

  it('tells perfect play where it is known, from the empty board on', async () => {
    await visit('connect-four', async (page) => {
      await watched(page);
      await button(page, 'Walk through it').click();
      await button(page, 'First position').click();
      await expect.poll(() => turn(page).textContent()).toMatch(/^0 of/);
      const analysis = page.getByRole('region', { name: 'Analysis' });
      await button(page, 'Analyse positions').click();
      const exact = analysis.getByText(/^Exact: both play best\./);
      await exact.waitFor();
      expect(await analysis.getByRole('listitem').first().textContent()).toBe('Red X wins 100 %');
      for (let i = 0; i < 14; i++) await page.keyboard.press('ArrowRight');
      await expect.poll(() => turn(page).textContent()).toMatch(/^14 of/);
      // It looks at each position that is stepped to.
      await exact.waitFor();
    });
  });

  it('says what moves lead to, and which were mistakes, exactly in a small game', async () => {
    await visit('tic-tac-toe', async (page) => {
      await page.getByLabel('Replay').setInputFiles(blunder);
      await turn(page).waitFor();
      const analysis = page.getByRole('region', { name: 'Analysis' });
      const game = page.getByRole('region', { name: 'The whole game' });
      for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
      await expect.poll(() => turn(page).textContent()).toMatch(/^3 of 5/);
      await button(page, 'Analyse positions').click();
      await analysis.getByText('A mistake: it loses 50 % against c3.').waitFor();
      expect(await analysis.getByRole('row').nth(1).textContent()).toMatch(/^c350 %.*exact$/);
      expect(await analysis.getByRole('row', { name: /^c1 \(made\)/ }).count()).toBe(1);

      await button(page, 'Analyse the whole game').click();
      await game.getByRole('button', { name: 'Done' }).waitFor({ timeout: 90_000 });
      expect(await game.locator('.mistakes li').allTextContents()).toEqual([
        'Move 4, O: c1loses 50 %, exactFind the better moveThe answerc3',
      ]);
      const drawn = game.getByRole('img', {
        name: /^Chances to win by move\. X: 50 % after 0 moves, 100 % after 5\./,
      });
      await drawn.waitFor();
      await accessible(page);
      // A click into the chart, or on a mistake, goes there.
      await drawn.click({ position: { x: 45, y: 60 } });
      await expect.poll(() => turn(page).textContent()).toMatch(/^0 of 5/);
      await game.locator('.mistakes button').first().click();
      await expect.poll(() => turn(page).textContent()).toMatch(/^3 of 5/);
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => lines(page).last().textContent()).toMatch(/A mistake$/);

      // As a puzzle: a worse move is told so, the best one too; on the board as well.
      await button(page, 'Find the better move').click();
      const puzzle = page.getByRole('region', { name: 'Find the better move' });
      await expect.poll(() => turn(page).textContent()).toMatch(/^3 of 5/);
      await puzzle.getByRole('button', { name: 'b1' }).click();
      await puzzle.getByText('Not yet: c3 is better.').waitFor();
      await accessible(page);
      await puzzle.getByRole('button', { name: 'Try another' }).click();
      await page
        .locator('[data-id]')
        .filter({ visible: true })
        .and(page.getByRole('button', { name: /^c3/ }))
        .click();
      await puzzle.getByText('Yes: this is the best move.').waitFor();
      await puzzle.getByText(/Exact: both play best/).waitFor();
      await button(page, 'Close the puzzle').click();
      expect(await puzzle.count()).toBe(0);
      await game.getByRole('row', { name: /^O/ }).first().waitFor();
    });
  });

  it('is accessible with its analysis and does not run over, on a phone and a desktop, dark and light', async () => {
    await visit('doomspire', async (page) => {
      for (let seat = 0; seat < 4; seat++) await choose(page, seat, 'Bot: merchant');
      await begin(page);
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      await expect.poll(() => lines(page).count(), { timeout: 60_000 }).toBeGreaterThan(20);
      // By keyboard: the bots play on, and the button moves with every line of the log.
      await page.getByRole('button', { name: 'Pause' }).press('Enter');
      await openMenu(page);
      await button(page, 'Analyse').click();
      // Nothing is hidden any more where the bots were faster than the keyboard.
      const all = button(page, 'Show everything');
      await all.or(button(page, 'Analyse positions')).first().waitFor();
      if (await all.isVisible()) await all.click();
      await button(page, 'Analyse positions').click();
      await button(page, 'Analyse the whole game').click();
      await page.locator('.curve').waitFor({ timeout: 60_000 });
      await page.locator('.chances').waitFor();
      await page.getByText('The same in numbers').click();
      await onEachScreen(page);
    });
  });

  it('asks before it shows what is hidden in a game that goes on', async () => {
    await visit('kuhn', async (page) => {
      await page.getByLabel('Seed').fill('2');
      await choose(page, 1, 'Bot: always-bet');
      await begin(page);
      await moves(page).first().click();
      await page.waitForTimeout(300);
      if (await over(page).isVisible()) throw new Error('this seed ends at once');
      await openMenu(page);
      await button(page, 'Analyse').click();
      await button(page, 'Keep playing').click();
      expect(await turn(page).count()).toBe(0);
      await openMenu(page);
      await button(page, 'Analyse').click();
      await button(page, 'Show everything').click();
      await turn(page).waitFor();
      await page.getByLabel('Position as seen by').selectOption('1');
      await expect.poll(() => words(page)).toContain('Orange (you)');
      expect(await sideways(page)).toBe(0);
    });
  });
});
