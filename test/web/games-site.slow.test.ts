/** The site of several games in a real browser: its pages, their links, its example games, and no network. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeGames } from '../../export/site/index.js';
import { deadLinks } from '../links.js';
import { begin, lines, moves, onEachScreen } from './browsing.js';
import { launchBrowser, missing } from './chromium.js';
import { type StaticHost, staticHost } from './static-host.js';

const games = ['connect-four', 'kuhn', 'invalid-actions'];
let site: ReadonlyMap<string, string>;
const asked: string[] = [];
beforeAll(async () => {
  site = await makeGames({
    games,
    report: async (game) => `<!doctype html><html lang="en"><title>Report on ${game}</title></html>`,
    guide: (file) => {
      asked.push(file);
      return undefined;
    },
  });
});

it('has all pages of each game, what they share once, and no dead link', () => {
  for (const game of games)
    for (const page of ['index.html', 'about.html', 'report.html', 'worker.js', 'offline.js', 'manifest.webmanifest'])
      expect(site.has(`${game}/${page}`), `${game}/${page}`).toBe(true);
  expect([...site.keys()].filter((name) => /page\.(js|css)$/.test(name)).sort()).toEqual(['page.css', 'page.js']);
  expect(deadLinks(site)).toEqual([]);
  expect(
    deadLinks(new Map([...site, ['kuhn/about.html', site.get('kuhn/about.html')!.replace('index.html"', 'x"')]])),
  ).toEqual(['kuhn/about.html: ../x']);
  // What a README links to is asked for by its path in this project.
  expect(asked).toContain('bench/results/acceptance.md');
});

it('is the same bytes each time', async () => {
  const report = async () => site.get('kuhn/report.html')!;
  const again = await makeGames({ games: ['kuhn'], report });
  for (const [name, text] of again) if (name.startsWith('kuhn/')) expect(text, name).toBe(site.get(name));
});

describe.skipIf(missing)('in a browser', () => {
  let browser: Browser;
  let host: StaticHost;
  beforeAll(async () => {
    browser = await launchBrowser();
    host = await staticHost(site, '/all/games/');
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
  });

  /** Opens the front page and says afterwards that nothing went wrong on any page that was visited. */
  async function visit(act: (page: Page) => Promise<void>) {
    const context = await browser.newContext();
    await context.addInitScript(`try { localStorage.setItem('tabletop-gym/all/pace', 'at-once'); } catch {}`);
    const page = await context.newPage();
    const wrong: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) wrong.push(message.text());
    });
    page.on('pageerror', (error) => wrong.push(String(error)));
    await page.goto(host.address);
    await act(page);
    await context.close();
    expect(wrong).toEqual([]);
  }

  it('shows every game with a picture, is accessible and fits every screen', async () => {
    await visit(async (page) => {
      expect(await page.locator('.games h2').allTextContents()).toEqual([
        'Connect Four',
        'Kuhn poker',
        'Invalid actions',
      ]);
      expect(await page.locator('.games svg.board').count()).toBe(2);
      expect(await page.locator('.games pre').textContent()).toContain('Decision');
      await onEachScreen(page);
      await page.getByRole('link', { name: 'Rules of Kuhn poker' }).click();
      await page.getByRole('heading', { name: 'Kuhn poker', level: 1 }).waitFor();
      await onEachScreen(page);
    });
  });

  it('leads to a game to play and back, and walks through an example game', async () => {
    await visit(async (page) => {
      await page.getByRole('link', { name: 'Play Connect Four' }).click();
      await begin(page);
      await moves(page).first().click();
      await expect.poll(() => lines(page).count(), { timeout: 10_000 }).toBe(2);
      await page.goto(`${host.address}connect-four/about.html`);
      await page.getByRole('link', { name: 'Game 1', exact: true }).click();
      await page.getByText(/^0 of \d+ moves/).waitFor();
      await page.getByRole('button', { name: 'New game' }).click();
      await onEachScreen(page);
      await page.getByRole('link', { name: 'All games' }).click();
      await page.getByRole('heading', { name: 'Games', exact: true }).waitFor();
    });
  });

  it('opens without a network where it was before', async () => {
    await visit(async (page) => {
      const kept = () => page.evaluate('navigator.serviceWorker.ready.then(() => true)');
      await kept();
      await page.getByRole('link', { name: 'Play Kuhn poker' }).click();
      await page.getByRole('button', { name: 'Begin' }).waitFor();
      await kept();
      await page.context().setOffline(true);
      await page.goto(host.address);
      await page.getByRole('link', { name: 'Rules of Kuhn poker' }).click();
      await page.getByRole('link', { name: 'Game 1', exact: true }).click();
      await page.getByText(/^0 of \d+ moves/).waitFor();
    });
  });
});
