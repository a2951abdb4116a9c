/** Pages of games in a real browser, for tests: opened, played by clicking, and looked at for what went wrong. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Served, serve } from '../../cli/page-server.js';
import { makeSite, type SiteRequest } from '../../export/web/index.js';
import { contentPolicy } from '../../export/web/site.js';
import { launchBrowser } from './chromium.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A page of a game may be this large. */
export const MOST_BYTES = 5 * 2 ** 20;

/** A browser for the tests of a `describe`. */
export function browsing() {
  let browser: Browser;
  const sites = new Map<string, { served: Served; bytes: number }>();
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    for (const { served } of sites.values()) await served.close();
  });

  async function site(request: SiteRequest) {
    const key = JSON.stringify(request);
    const made = sites.get(key);
    if (made) return made;
    const { files } = await makeSite(request);
    const bytes = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    const site = { served: await serve(files, contentPolicy), bytes };
    sites.set(key, site);
    return site;
  }

  /** Opens the page of a game, and says afterwards that nothing went wrong in it. */
  async function visit(
    of: string | SiteRequest,
    act: (page: Page) => Promise<void>,
    { pace = 'at-once', ...settings }: BrowserContextOptions & { pace?: string } = {},
  ) {
    const { address } = (await site(typeof of === 'string' ? { game: of } : of)).served;
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...settings });
    context.setDefaultTimeout(30_000);
    // A blank page has no storage.
    await context.addInitScript(`try { localStorage.setItem('tabletop-gym/all/pace', '${pace}'); } catch {}`);
    const page = await context.newPage();
    const wrong: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) wrong.push(message.text());
    });
    page.on('pageerror', (error) => wrong.push(String(error)));
    context.on('request', (request) => {
      if (!request.url().startsWith(address) && !request.url().startsWith('blob:')) wrong.push(request.url());
    });
    await page.goto(address);
    await act(page);
    await context.close();
    expect(wrong).toEqual([]);
  }

  return { site, visit };
}

export const begin = (page: Page) => page.getByRole('button', { name: 'Begin' }).click();
/** What stands in the menu of a game can be seen and used then. */
export const openMenu = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true }).click();
export const moves = (page: Page) => page.locator('.moves li button');
export const over = (page: Page) => page.getByRole('heading', { name: 'The game is over' });
export const choose = (page: Page, seat: number, who: string) =>
  page.locator(`#seat-${seat}`).selectOption({ label: who });
export const lines = (page: Page) => page.getByRole('log').locator('li');

/** Clicks the first move whenever there is one. */
export async function playOn(page: Page, most = 300) {
  for (let i = 0; i < most; i++) {
    await moves(page).or(over(page)).first().waitFor();
    if (await over(page).isVisible()) return;
    const before = await lines(page).count();
    await moves(page).first().click();
    await expect.poll(() => lines(page).count()).toBeGreaterThan(before);
  }
  throw new Error(`not over after ${most} moves`);
}

/** Clicks on the board, on something else each time, and in the list only where several moves are left. */
export async function playOnBoard(page: Page, most: number) {
  const can = page.locator('.picture .can');
  let clicked = 0;
  for (let i = 0; i < most; i++) {
    await moves(page).or(over(page)).first().waitFor();
    if (await over(page).isVisible()) break;
    const before = await lines(page).count();
    const things = await can.count();
    if (things > 0) {
      const thing = can.nth((7 * i) % things);
      clicked++;
      await thing.click();
      await expect
        .poll(async () => (await lines(page).count()) > before || page.locator('.limit').count(), { timeout: 10_000 })
        .toBeTruthy();
    }
    if ((await lines(page).count()) === before) await moves(page).first().click();
    await expect.poll(() => lines(page).count(), { timeout: 10_000 }).toBeGreaterThan(before);
  }
  expect(clicked).toBeGreaterThan(1);
}

export async function accessible(page: Page) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run();
    return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.html).join(' ')}`);
  });
  expect(found).toEqual([]);
}
export const sideways = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Accessible and not too wide, on a phone and a desktop, dark and light. */
export async function onEachScreen(page: Page) {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 900 },
  ])
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await accessible(page);
      expect(await sideways(page), `${viewport.width} wide`).toBe(0);
    }
}
