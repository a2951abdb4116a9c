/**
 * How fast the page of a game is in Chromium: from the address to the first board, and how long the strongest level thinks. Run it
 * alone on a quiet machine. How it was run: bench/runs.md.
 *
 *   npx tsx bench/page-load.ts [--seconds 20] [--times 5] [game ...]
 *
 * `--seconds`: for which level 10 is timed, on positions of games between fast players. `--times`: openings of the page, each in a new
 * browser context; the median counts. `npm run setup:browser` brings the browser.
 */
import { cpus, loadavg } from 'node:os';
import { gzipSync } from 'node:zlib';
import { chromium, type Page } from 'playwright-core';
import { serve } from '../cli/page-server.js';
import { makeSite } from '../export/web/index.js';
import type { About, Pace } from '../export/web/protocol.js';
import { contentPolicy } from '../export/web/site.js';
import games from '../games/games.json' with { type: 'json' };
import { commandLine, wholeNumber } from './command-line.js';

const { values, positionals } = commandLine(
  import.meta.url,
  { seconds: { type: 'string', default: '20' }, times: { type: 'string', default: '5' } },
  100,
);
const seconds = wholeNumber('seconds', values.seconds, 1);
const times = wholeNumber('times', values.times, 1);
const args = ['--no-sandbox', '--headless', '--disable-gpu', '--no-first-run'];
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args });

/** Asks a worker of the page something, in the browser. */
const asked = <T>(page: Page, name: string, ask: unknown): Promise<T> =>
  page.evaluate<T>(`new Promise((resolve, reject) => {
    globalThis.asked ??= new Worker(new URL('worker.js', document.baseURI), { type: 'module' });
    asked.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data.value));
    asked.postMessage(${JSON.stringify({ id: 1, name, ask })});
  })`);

console.log('| game | own code, gzip | first board | level 10 | decisions | median | 95 % |');
console.log('|---|---:|---:|---|---:|---:|---:|');
for (const game of positionals.length > 0 ? positionals : games) {
  const { files } = await makeSite({ game });
  const served = await serve(files, contentPolicy);
  const own = ['page.js', 'page.css', 'index.html'].reduce((sum, name) => sum + gzipSync(files.get(name)!).length, 0);
  const opened: number[] = [];
  for (let i = 0; i < times; i++) {
    const page = await (await browser.newContext()).newPage();
    const start = performance.now();
    await page.goto(served.address);
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.locator('.look svg.board, .look .sheet, .look pre').first().waitFor();
    opened.push(performance.now() - start);
    await page.context().close();
  }
  const first = opened.sort((a, b) => a - b)[times >> 1]!;
  const page = await (await browser.newContext()).newPage();
  await page.goto(served.address);
  const { offers } = await asked<About>(page, 'about', null);
  const level = offers.find(({ name }) => name.startsWith('Level 10 '));
  let pace: Pace | null = null;
  for (const end = performance.now() + 1000 * seconds; level && performance.now() < end && !pace?.finished; )
    pace = await asked<Pace>(page, 'pace', { spec: level.spec, options: {}, budget: 2000 });
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const told = pace ? [level!.name, pace.n, ms(pace.median), ms(pace.slow)] : ['none', '', '', ''];
  console.log(`| ${[game, `${(own / 1024).toFixed(0)} KB`, ms(first), ...told].join(' | ')} |`);
  await page.context().close();
  await served.close();
}
await browser.close();
console.log(`\nLoad before the end: ${loadavg()[0]!.toFixed(2)}, ${cpus().length} cores.`);
