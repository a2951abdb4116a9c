/** Exported folders in a real browser: kept after the first visit, one version at a time, and ready to be installed. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../../cli/page-server.js';
import { makeSite } from '../../export/web/index.js';
import { offlineWorker } from '../../export/web/offline.js';
import { contentPolicy } from '../../export/web/site.js';
import { begin, choose, lines, moves, openMenu } from './browsing.js';
import { launchBrowser, missing } from './chromium.js';
import { type StaticHost, staticHost } from './static-host.js';

type Files = ReadonlyMap<string, string>;
const base = '/some/where/';

describe.skipIf(missing)('an exported folder in a browser', () => {
  let browser: Browser;
  let ticTacToe: Files;
  beforeAll(async () => {
    browser = await launchBrowser();
    ticTacToe = (await makeSite({ game: 'tic-tac-toe', offline: true })).files;
  });
  afterAll(() => browser?.close());

  /** Opens the folder and says afterwards that nothing went wrong in it. */
  async function hosted(files: Files, act: (page: Page, host: StaticHost, context: BrowserContext) => Promise<void>) {
    const host = await staticHost(files, base);
    const context = await browser.newContext();
    await context.addInitScript(`try { localStorage.setItem('tabletop-gym/all/pace', 'at-once'); } catch {}`);
    const page = await context.newPage();
    const wrong: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) wrong.push(message.text());
    });
    page.on('pageerror', (error) => wrong.push(String(error)));
    try {
      await page.goto(host.address);
      await act(page, host, context);
    } finally {
      await context.close();
      await host.close();
    }
    expect(wrong).toEqual([]);
  }
  const kept = (page: Page) => page.evaluate('navigator.serviceWorker.ready.then(() => true)');

  it('is played without a network after the first visit', async () => {
    await hosted(ticTacToe, async (page, host, context) => {
      await begin(page);
      await moves(page).first().click();
      await expect.poll(() => lines(page).count(), { timeout: 10_000 }).toBe(2);
      // Games are kept a moment after a move.
      const saved = `Object.values(localStorage).some((text) => text.includes('"moves":2'))`;
      await expect.poll(() => page.evaluate(saved), { timeout: 10_000 }).toBe(true);
      await kept(page);
      await host.close();
      await context.setOffline(true);
      // What was played goes on.
      await page.reload();
      await expect.poll(() => lines(page).count(), { timeout: 10_000 }).toBe(2);
      await moves(page).first().click();
      await expect.poll(() => lines(page).count(), { timeout: 10_000 }).toBe(4);
      const again = await context.newPage();
      await again.goto(host.address);
      await begin(again);
    });
  });

  it('brings its trained player without a network', async () => {
    const { files } = await makeSite({ game: 'islebound', offline: true });
    await hosted(files, async (page, host, context) => {
      await kept(page);
      await host.close();
      await context.setOffline(true);
      await page.reload();
      await choose(page, 0, 'Trained player, easy');
      await begin(page);
      await expect.poll(() => lines(page).count(), { timeout: 10_000 }).toBeGreaterThan(3);
    });
  });

  it('is one version at a time, however a host is brought up to date', async () => {
    const marked = new Map(ticTacToe);
    marked.delete('offline.js');
    marked.set('page.js', `${ticTacToe.get('page.js')}\ndocument.documentElement.dataset.version = 'second';`);
    marked.set('index.html', ticTacToe.get('index.html')!.replace('<title>', '<title>Second '));
    const second = new Map([...marked, ['offline.js', await offlineWorker(marked)]]);
    const version = (page: Page) =>
      page.evaluate('[document.title, document.documentElement.dataset.version ?? "first"]');
    const old = ['Tic-tac-toe', 'first'];
    /** Waits for an attempt to bring the page up to date. @returns whether a new version waits to take over */
    const update = (page: Page) =>
      page.evaluate(`navigator.serviceWorker.getRegistration().then(async (registration) => {
        await registration.update().catch(() => {});
        const coming = registration.installing;
        if (coming) await new Promise((done) => coming.addEventListener('statechange', done));
        return registration.waiting !== null;
      })`);
    await hosted(ticTacToe, async (page, host, context) => {
      await kept(page);
      await page.reload();
      expect(await version(page)).toEqual(old);

      // Half of it: a file of the new version is still missing.
      host.put(new Map([...second, ['page.js', ticTacToe.get('page.js')!]]));
      expect(await update(page)).toBe(false);
      await page.reload();
      expect(await version(page)).toEqual(old);

      host.put(second);
      expect(await update(page)).toBe(true);
      const other = await context.newPage();
      await other.goto(host.address);
      expect(await version(other)).toEqual(old);
      // Two are open: both stay with what they have.
      await page.reload();
      expect(await version(page)).toEqual(old);
      await other.close();
      await page.reload();
      await expect
        .poll(() => version(page).catch(() => []), { timeout: 10_000 })
        .toEqual(['Second Tic-tac-toe', 'second']);
      await begin(page);
      expect(await page.evaluate('caches.keys().then((names) => names.length)')).toBe(1);
    });
  });

  it('can be installed', async () => {
    await hosted(ticTacToe, async (page, _, context) => {
      await kept(page);
      const client = await context.newCDPSession(page);
      const { errors, data } = await client.send('Page.getAppManifest');
      expect(errors).toEqual([]);
      expect(JSON.parse(data!)).toMatchObject({ name: 'Tic-tac-toe', display: 'standalone' });
      const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
      // A context of tests is a private window, where nothing is installed.
      expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    });
  });

  it('is not kept where it is only served for a moment', async () => {
    const { files } = await makeSite({ game: 'tic-tac-toe' });
    expect([...files.keys()].filter((name) => /offline|manifest/.test(name))).toEqual([]);
    const served = await serve(files, contentPolicy);
    const page = await browser.newPage();
    await page.goto(served.address);
    await begin(page);
    await openMenu(page);
    expect(await page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)')).toBe(0);
    await page.close();
    await served.close();
  });
});
