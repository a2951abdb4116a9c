/** The coach and the levels in a real browser: a hint by button and by key, marked on the board; levels that play. */
import { describe, expect, it } from 'vitest';
import { accessible, begin, browsing, choose, lines, moves, openMenu, over, playOn } from './browsing.js';
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

  it('offers to take back what costs much, where that is wanted', async () => {
    await visit('tic-tac-toe', async (page) => {
      await choose(page, 1, 'Random');
      await page.getByLabel('Seed').fill('1');
      await begin(page);
      const offer = page.getByText(/^X, take back "/);
      const takesACorner = async (answers: number) => {
        await moves(page).filter({ hasText: 'a3' }).click();
        await expect.poll(() => lines(page).count()).toBe(answers);
      };
      // Off at first.
      await takesACorner(2);
      await openMenu(page);
      await page.getByLabel('Offer to take back costly moves').check();
      await page.keyboard.press('Escape');
      // Any move that gives up half of the chances is told, and goes back with its answer.
      for (let i = 0; (await offer.count()) === 0; i++) {
        expect(i).toBeLessThan(4);
        await moves(page).last().click();
        await moves(page).or(over(page)).first().waitFor();
        await page.waitForTimeout(1000);
      }
      await page.getByText(/Of 100 such games it wins \d+ fewer\. Exact: all play best\./).waitFor();
      await accessible(page);
      const before = await lines(page).count();
      await page.getByRole('button', { name: 'Take it back' }).click();
      await expect.poll(() => lines(page).count()).toBeLessThan(before);
      expect(await offer.count()).toBe(0);
      // The same move again is told again, unless it is meant.
      await moves(page).last().click();
      await offer.waitFor();
      await page.getByRole('button', { name: 'Leave it' }).click();
      await offer.waitFor({ state: 'detached' });
    });
  });

  it('an opponent adapts after a game, once, and says so', async () => {
    await visit({ game: 'connect-four' }, async (page) => {
      await choose(page, 1, 'One that adapts to you');
      await page.getByText(/^now Level 3 of 10: Cleo, rating .*a level up after each game that you win/).waitFor();
      await page.getByLabel('Seed').fill('2');
      await begin(page);
      // Column by column from the left is no way to win.
      await playOn(page);
      const won = (await page.locator('.winner').textContent())!.startsWith('Red');
      const next = won ? 'Level 4 of 10: Dan' : 'Level 2 of 10: Bo';
      await page.getByText(`The one that adapts to you plays as ${next} next time.`).waitFor();
      await accessible(page);
      // The same game is over once.
      await page.reload();
      await page.getByText(`The one that adapts to you plays as ${next} next time.`).waitFor();
      await page.getByRole('button', { name: 'Rematch' }).click();
      await moves(page).first().waitFor();
      await openMenu(page);
      expect(await page.locator('#seat-1').inputValue()).toBe(won ? 'adapts:4' : 'adapts:2');
    });
  });

  it('hands of poker are a match: chips won add up, and move with the players', async () => {
    await visit('kuhn', async (page) => {
      await choose(page, 1, 'Random');
      await begin(page);
      const bank = page.locator('.bank');
      /** Chips of Blue and Orange after so many hands. */
      const chips = async (hands: number): Promise<number[]> => {
        await page.getByText(`After ${hands} ${hands === 1 ? 'hand' : 'hands'}:`).waitFor();
        return (await bank.locator('b').allTextContents()).map(Number);
      };
      const hand = async () =>
        (await page.locator('.panels .score b').allTextContents()).map((text) => Number(text.replace('+', '')));
      await playOn(page);
      const first = await chips(1);
      expect(first).toEqual(await hand());
      expect(Math.abs(first[0]!)).toBeGreaterThan(0);
      await accessible(page);
      await page.getByRole('button', { name: 'Next seat' }).click();
      await moves(page).first().waitFor();
      // Who sat on Blue has Orange now, with the chips.
      expect(await chips(1)).toEqual([first[1], first[0]]);
      await playOn(page);
      const second = await hand();
      expect(await chips(2)).toEqual([first[1]! + second[0]!, first[0]! + second[1]!]);
      // What is played is kept a moment later.
      await page.waitForTimeout(1000);
      await page.reload();
      expect(await chips(2)).toEqual([first[1]! + second[0]!, first[0]! + second[1]!]);
      await page.getByRole('button', { name: 'Other game' }).click();
      await begin(page);
      await moves(page).first().waitFor();
      expect(await bank.count()).toBe(0);
    });
  });

  it('shows around in the first game, by what is asked there, and only as long as one wants', async () => {
    await visit('connect-four', async (page) => {
      const around = page.getByRole('button', { name: 'Show me around' });
      const next = page.getByRole('button', { name: 'Next', exact: true });
      await choose(page, 1, 'Random');
      await begin(page);
      await around.click();
      const question = await page.locator('#ask').textContent();
      await page.getByText(`The game asks: "${question}" 7 answers are in the list below; what has a thick`).waitFor();
      await accessible(page);
      await moves(page).first().click();
      await expect.poll(() => lines(page).count()).toBe(2);
      await next.click();
      await page
        .getByText('What was done stands under "What happened". Your last move can be taken back: Undo.')
        .waitFor();
      // Discs are no score: of what places are decided by nothing is told.
      await next.click();
      await page.getByText('"Hint", or the key h, says what seems best').waitFor();
      await next.click();
      expect(await next.count()).toBe(0);
      await page.getByRole('button', { name: 'Leave the tour' }).click();
      await around.waitFor();
      await page.waitForTimeout(1000);
      await page.reload();
      // Who has played before knows.
      await moves(page).first().waitFor();
      expect(await around.count()).toBe(0);
    });
  });

  it('an agent says how long it thinks, and the highest level plays', async () => {
    await visit({ game: 'connect-four', difficulty: 10 }, async (page) => {
      await page
        .getByText(
          /rating 1255 \[.*\]; knows what every position is worth, and never gives it away; thinks [\d.]+ ms a move here, 95 % of moves at most [\d.]+ ms$/,
        )
        .waitFor();
      await choose(page, 0, 'Level 9 of 10: Iris');
      await page.getByLabel('Seed').fill('1');
      await begin(page);
      await over(page).waitFor({ timeout: 60_000 });
    });
  });
});
