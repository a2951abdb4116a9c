/** What a player needs is seen together, without scrolling, on a desk, a tablet and a phone held both ways. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { gameIds } from '../../env/load-game.js';
import { accessible, begin, browsing, choose, lines, moves, over, sideways } from './browsing.js';
import { missing } from './chromium.js';

const screens = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
];
/** Letters on boards are at least so high where there is room for them. */
const LETTERS = 11;

interface Seen {
  /** What of it leaves the screen, with its box. */
  outside: string[];
  /** How much of it there is. */
  counts: Record<string, number>;
  /** Pixels of the smallest letters on a board. */
  letters: number;
  boards: number[];
  names: string[];
}

/** Boxes of all that has to be seen; of what scrolls in itself, the part that shows. */
const look = `(() => {
  const phone = innerWidth < 960 || innerHeight < 600;
  const parts = {
    board: '.look svg.board, .look pre',
    turn: '.turn',
    question: '#ask',
    scores: '.panels li',
    latest: phone ? '.latest' : '.log li:last-child',
    hand: phone ? '.hand' : '.hand li, .panels .own',
    move: '.moves li:first-child button',
  };
  const outside = [], counts = {};
  for (const [name, selector] of Object.entries(parts)) {
    const found = [...document.querySelectorAll(selector)].slice(0, name === 'move' ? 1 : undefined);
    counts[name] = found.length;
    for (const element of found) {
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      // A long list begins in sight; a long line ends there.
      const from = name === 'latest' ? bottom - Math.min(height, 20) : top;
      const to = name === 'board' || name === 'latest' ? bottom : top + Math.min(height, 24);
      if (width < 10 || height < 10 || left < -1 || from < -1 || right > innerWidth + 1 || to > innerHeight + 1)
        outside.push(name + ' ' + [left, top, right, bottom].map(Math.round));
    }
  }
  const sizes = [...document.querySelectorAll('.look svg.board')].flatMap((svg) =>
    [...svg.querySelectorAll('text')].map((text) => Number(text.getAttribute('font-size')) * text.getScreenCTM().d));
  return {
    outside, counts,
    letters: Math.min(1000, ...sizes),
    boards: [...document.querySelectorAll('.look svg.board')].map((svg) => svg.getBoundingClientRect().height),
    names: [...document.querySelectorAll('.panels .name')].map(({ firstChild }) => firstChild.textContent),
  };
})()`;

describe.skipIf(missing)('one screen', () => {
  const { visit } = browsing();

  it.each(gameIds())('shows all that is needed to play %s', async (game) => {
    await visit(game, async (page) => {
      const seats = await page.locator('select[id^=seat-]').count();
      for (let seat = 1; seat < seats; seat++) await choose(page, seat, 'Random');
      await page.getByLabel('Seed').fill('3');
      await begin(page);
      for (let i = 0; i < 5 || (await over(page).isVisible()) || (await lines(page).count()) === 0; i++) {
        if (await over(page).isVisible()) await page.getByRole('button', { name: 'Rematch' }).click();
        await moveOn(page, i);
      }
      await moves(page).first().waitFor();
      let named: string[] | null = null;
      for (const viewport of screens) {
        await page.setViewportSize(viewport);
        const at = `${viewport.width}x${viewport.height}`;
        const seen = async () => (await page.evaluate(look)) as Seen;
        // Letters follow the size of the board.
        await expect.poll(async () => (await seen()).letters, { message: at }).toBeGreaterThan(6);
        if (viewport.width > 960)
          await expect.poll(async () => (await seen()).letters, { message: at }).toBeGreaterThanOrEqual(LETTERS - 0.01);
        // While the opponents move, the log grows.
        await expect.poll(async () => (await seen()).outside, { message: at }).toEqual([]);
        const { counts, names, boards } = await seen();
        expect(counts, at).toMatchObject({ turn: 1, question: 1, move: 1, latest: 1 });
        expect(counts.board, at).toBeGreaterThan(0);
        expect(counts.scores, at).toBeGreaterThanOrEqual(seats);
        for (const height of boards) expect(height, at).toBeGreaterThan(20);
        // In words for people, who are no numbers.
        const told = (await page.evaluate('document.querySelector("main").innerText')) as string;
        expect(told, at).not.toMatch(/\bseat \d|\bround 0\b|what do you do\?|\b(bone|ash|blood|sulphur) \d+ #/i);
        expect(await page.locator('.moves h3').allTextContents(), at).not.toContain('Menu');
        // The same order everywhere.
        named ??= names;
        expect(names, at).toEqual(named);
        expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight'), at).toBeLessThanOrEqual(0);
        expect(await sideways(page), at).toBe(0);
        if (viewport.width === 390) await accessible(page);
      }
    });
  });
});

async function moveOn(page: Page, i: number): Promise<void> {
  await moves(page).or(over(page)).first().waitFor();
  const left = moves(page);
  // The answer to the last click may come just now, and leave fewer moves than were counted: then once more.
  for (let tries = 3; ; tries--) {
    const count = await left.count();
    if (count === 0) break;
    const gone = await left
      .nth((7 * i) % count)
      .click({ timeout: 5000 })
      .then(() => null)
      .catch((error: Error) => error);
    if (!gone) break;
    if (tries === 0) throw gone;
  }
  await page.waitForTimeout(100);
}
