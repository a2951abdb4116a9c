/** The demonstration that a browser trains a network, in a real browser: by WebGPU, on SwiftShader, and by WebAssembly. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../paths.js';
import { onEachScreen } from './browsing.js';
import { launchBrowser, missing } from './chromium.js';
import { type StaticHost, staticHost } from './static-host.js';

const { trainPage } = (await import(pathToFileURL(path.join(root, 'scripts/train-page.mjs')).href)) as {
  trainPage: () => Promise<Map<string, string | Uint8Array>>;
};

const figure = (page: Page, name: string) =>
  page
    .locator('.figures div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');

/** A figure that counts; thousands have commas between. */
const counted = async (page: Page, name: string) =>
  Number((await figure(page, name).textContent())!.replaceAll(',', ''));

describe.skipIf(missing)('a page that learns', () => {
  let host: StaticHost;
  beforeAll(async () => {
    const files = await trainPage();
    // As a header it holds for the worker too.
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(files.get('index.html') as string)![1]!;
    host = await staticHost(files, '/some/where/train/', { 'content-security-policy': policy });
  });
  afterAll(() => host?.close());

  /** Learns tic-tac-toe until so many updates are done; says afterwards that nothing went wrong, and nobody else was asked. */
  async function learning(gpu: boolean, updates: number, act: (page: Page) => Promise<void>) {
    const browser = await launchBrowser(gpu ? 'swiftshader' : undefined);
    const page = await browser.newPage();
    page.setDefaultTimeout(90_000);
    const wrong: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) wrong.push(message.text());
    });
    page.on('pageerror', (error) => wrong.push(String(error)));
    page.context().on('request', (request) => {
      if (!request.url().startsWith(host.address) && !request.url().startsWith('blob:')) wrong.push(request.url());
    });
    try {
      await page.goto(host.address);
      await page.locator('select').first().selectOption({ label: 'Tic-tac-toe' });
      await page.getByLabel('Decisions an update').selectOption('128');
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await expect.poll(() => counted(page, 'Updates'), { timeout: 90_000 }).toBeGreaterThanOrEqual(updates);
      await act(page);
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByRole('button', { name: 'Start anew' }).waitFor();
      const reached = await figure(page, 'Updates').textContent();
      await page.waitForTimeout(500);
      expect(await figure(page, 'Updates').textContent()).toBe(reached);
    } finally {
      await browser.close();
    }
    expect(wrong).toEqual([]);
  }

  it('computes by WebGPU where there is a graphics card', async () => {
    await learning(true, 2, async (page) => {
      const computing = await page.locator('.computing').textContent();
      console.log(`the page that learns: ${computing}`);
      expect(computing).toMatch(/^WebGPU computes the gradient steps, on .*swiftshader/);
      expect(await counted(page, 'Decisions')).toBeGreaterThan(200);
      expect(Number(await figure(page, 'Loss').textContent())).toBeGreaterThan(0);
    });
  });

  it('says so where WebAssembly computes, learns, measures and plays, and is accessible on each screen', async () => {
    await learning(false, 30, async (page) => {
      const computing = await page.locator('.computing').textContent();
      console.log(`the page that learns: ${computing}`);
      expect(computing).toMatch(/^WebAssembly computes the gradient steps on the processor: this browser /);
      const decisions = await figure(page, 'Decisions').textContent();
      await expect.poll(() => figure(page, 'Decisions').textContent()).not.toBe(decisions);
      await expect.poll(() => page.locator('.won circle').count(), { timeout: 30_000 }).toBeGreaterThan(1);
      expect(await page.locator('.rivals').textContent()).toMatch(/against random: \d+ % \[\d+, \d+\]/);
      await page.getByRole('button', { name: 'It begins' }).click();
      await page.getByText('Your move.').waitFor();
      expect(await page.locator('.board .token').count()).toBe(1);
      await page.locator('.board [role=button]').first().click();
      await expect.poll(() => page.locator('.board .token').count()).toBe(3);
      await onEachScreen(page);
    });
  });
});
