#!/usr/bin/env node
// Makes docs/gallery.md: every game on its page, on three screens, light and dark. Needs a build and Chromium
// (npm run setup:browser): npm run gallery
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from '../dist/cli/page-server.js';
import { gameIds, loadGame } from '../dist/env/load-game.js';
import { makeSite } from '../dist/export/web/index.js';
import { contentPolicy } from '../dist/export/web/site.js';

const browserPath = '/usr/bin/chromium';
/** Moves that are made by clicks before the pictures are taken. */
const MOVES = 12;
const screens = [
  { name: 'desktop', width: 1440, height: 900 },
  { name: 'small', width: 1024, height: 768 },
  { name: 'phone', width: 390, height: 844 },
];
const schemes = ['light', 'dark'];

if (!existsSync(browserPath)) {
  console.error(`gallery: there is no ${browserPath}: npm run setup:browser`);
  process.exit(1);
}
const docs = fileURLToPath(new URL('../docs', import.meta.url));
const folder = path.join(docs, 'gallery');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);

const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] });
const parts = [];
for (const id of gameIds()) {
  const { game } = await loadGame(id);
  const { files } = await makeSite({ game: id });
  const served = await serve(files, contentPolicy);
  const context = await browser.newContext({ viewport: screens[0] });
  context.setDefaultTimeout(60_000);
  await context.addInitScript(`localStorage.setItem('tabletop-gym/all/pace', 'at-once')`);
  const page = await context.newPage();
  await page.goto(served.address);
  await page.getByRole('button', { name: 'Begin' }).waitFor();
  const seats = await page.locator('select[id^=seat-]').count();
  for (let seat = 1; seat < seats; seat++) await page.locator(`#seat-${seat}`).selectOption({ label: 'Random' });
  await page.getByLabel('Seed').fill('3');
  await page.getByRole('button', { name: 'Begin' }).click();
  await play(page);
  for (const screen of screens) {
    await page.setViewportSize(screen);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(300);
      const file = path.join(folder, `${id}-${screen.name}-${colorScheme}.jpg`);
      await page.screenshot({ path: file, type: 'jpeg', quality: 60 });
    }
  }
  await context.close();
  await served.close();
  parts.push(section(id, game.title));
  console.log(`gallery: ${id}`);
}
await browser.close();
const head = `# Gallery

Every game on its page (\`tabletop play <game> --web\`) after some moves, against random play, seed 3: as a desktop, a small
screen and a phone show it, light and dark. \`npm run gallery\` makes the pictures.
`;
writeFileSync(path.join(docs, 'gallery.md'), `${[head, ...parts].join('\n')}`);

/** Makes moves by their buttons, another one each time, until enough are made or the game is over. */
async function play(page) {
  const moves = page.locator('.moves li button');
  const over = page.getByRole('heading', { name: 'The game is over' });
  for (let i = 0; i < MOVES; i++) {
    await moves.or(over).first().waitFor();
    if (await over.isVisible()) return;
    const count = await moves.count();
    // What answers the last click may come just now, and leave fewer moves.
    await moves
      .nth((5 * i) % count)
      .click({ timeout: 5000 })
      .catch(() => {});
    await page.waitForTimeout(150);
  }
  await moves.or(over).first().waitFor();
  await page.waitForTimeout(300);
}

function section(id, title) {
  const cell = (screen, scheme) => `![${title}, ${screen.name}, ${scheme}](gallery/${id}-${screen.name}-${scheme}.jpg)`;
  const rows = schemes.map((scheme) => `| ${[scheme, ...screens.map((screen) => cell(screen, scheme))].join(' | ')} |`);
  const names = screens.map(({ name, width, height }) => `${name}, ${width} x ${height}`);
  return `## ${title}\n\n| | ${names.join(' | ')} |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}
