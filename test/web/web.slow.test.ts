/**
 * Games played in a real browser by clicking: whole games, undo, saving, hot seat, watching; no error in the console, nothing
 * asked of anybody but the folder's own server, nothing serious for axe-core, on phones and desktops, light and dark.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { initialWeights } from '../../agents/network/network.js';
import { networkFor } from '../../agents/policy/policy.js';
import { valueNetworkFor } from '../../agents/policy/value-shape.js';
import { createRng } from '../../env/chance.js';
import { loadGame } from '../../env/load-game.js';
import { exportNetwork } from '../../export/network/export-network.js';
import {
  accessible,
  begin,
  browsing,
  choose,
  lines,
  MOST_BYTES,
  moves,
  onEachScreen,
  openMenu,
  over,
  playOn,
  playOnBoard,
} from './browsing.js';
import { missing } from './chromium.js';

const pig = path.resolve('docs/examples/pig.ts');

describe.skipIf(missing)('in a browser', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tabletop-page-'));
  const { site, visit } = browsing();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['tic-tac-toe', 'connect-four', 'kuhn', 'leduc', pig])('plays %s to its end by clicking', async (game) => {
    expect((await site({ game })).bytes).toBeLessThan(MOST_BYTES);
    await visit(game, async (page) => {
      await begin(page);
      await playOn(page);
      await expect.poll(() => lines(page).count()).toBeGreaterThan(2);
      expect(await page.locator('.places li').count()).toBe(2);
      await page.getByRole('button', { name: 'Rematch' }).click();
      await moves(page).first().waitFor();
    });
  });

  it.each(['tic-tac-toe', 'connect-four'])('plays %s to its end on the board', async (game) => {
    await visit(game, async (page) => {
      await begin(page);
      await accessible(page);
      await playOnBoard(page, 30);
      await over(page).waitFor();
      await accessible(page);
    });
  });

  it('is played on the board by keys alone', async () => {
    await visit('tic-tac-toe', async (page) => {
      await choose(page, 1, 'A person');
      await begin(page);
      const square = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}: empty`) });
      await square('a3').focus();
      // One stop for the whole board: arrows go over it, from one open square to the next.
      expect(await page.locator('.board [tabindex="0"]').count()).toBe(1);
      for (const key of ['ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
      await expect.poll(() => page.getByRole('img', { name: 'b2: X' }).count()).toBe(1);
      await square('b3').focus();
      for (const key of ['ArrowDown', ' ']) await page.keyboard.press(key);
      await expect.poll(() => page.getByRole('img', { name: 'b1: O' }).count()).toBe(1);
    });
  });

  it.each([
    ['doomspire', 4],
    ['crown-of-ash', 4],
    ['fuzzy-knights', 4],
    ['islebound', 1],
  ] as const)('plays %s with its trained player, and bots play it to its end', async (game, seats) => {
    expect((await site({ game })).bytes).toBeLessThan(MOST_BYTES);
    await visit(game, async (page) => {
      for (let seat = 2; seat < seats; seat++) await choose(page, seat, 'Random');
      await page.getByLabel('Seed').fill('3');
      await begin(page);
      await playOnBoard(page, 8);
      await accessible(page);
      await openMenu(page);
      for (let seat = 0; seat < Math.min(2, seats); seat++) await choose(page, seat, 'Random');
      await over(page).waitFor();
      expect(await page.locator('.places li:not(.rival)').count()).toBe(seats);
      // All is told at the end.
      expect(await page.getByText('chooses in secret').count()).toBe(0);
    });
  });

  it('says who won and by what, and goes on with the same seats or the next ones', async () => {
    await visit('islebound', async (page) => {
      await choose(page, 0, 'Random');
      await begin(page);
      await over(page).waitFor();
      const winner = page.locator('.winner');
      expect(await winner.textContent()).toMatch(/^The rival wins, \d+ to \d+\.$/);
      expect(await page.getByRole('log').textContent()).toContain((await winner.textContent())!);
      expect(await page.locator('.places li').allTextContents()).toEqual([
        expect.stringMatching(/^ ?Captain.*score \d+coins \d+ ?renown \d+ ?tokens \d+ ?buildings \d+/),
        expect.stringMatching(/^Rival.*score \d+coins/),
      ]);
      expect(await page.getByRole('button', { name: 'Next seat' }).count()).toBe(0);
    });
    await visit('connect-four', async (page) => {
      const seated = async () => {
        await openMenu(page);
        return page
          .locator('select[id^=seat-]')
          .evaluateAll((all) => all.map((one) => (one as { value?: string }).value));
      };
      await page.getByLabel('Seed').fill('7');
      await begin(page);
      await playOn(page);
      expect(await page.locator('.winner').textContent()).toMatch(/^(Red X|Yellow O) wins\.$/);
      await accessible(page);
      await page.getByRole('button', { name: 'Rematch' }).click();
      await moves(page).first().waitFor();
      const [person, bot] = await seated();
      expect(person).toBe('person');
      await page.keyboard.press('Escape');
      await playOn(page);
      await page.getByRole('button', { name: 'Next seat' }).click();
      await moves(page).first().waitFor();
      expect(await seated()).toEqual([bot, 'person']);
    });
  });

  it('takes back, saves, and continues from the browser and from a file', async () => {
    await visit('connect-four', async (page) => {
      await page.getByLabel('Seed').fill('7');
      await begin(page);
      const undo = page.getByRole('button', { name: 'Undo' });
      expect(await undo.isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'column 4', exact: true }).click();
      await expect.poll(() => lines(page).count()).toBe(2);
      const position = await page.locator('pre').textContent();
      await undo.click();
      await expect.poll(() => lines(page).count()).toBe(0);
      await page.getByRole('button', { name: 'column 4', exact: true }).click();
      await expect.poll(() => page.locator('pre').textContent()).toBe(position);
      await openMenu(page);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export' }).click(),
      ]);
      const file = await download.path();
      expect(download.suggestedFilename()).toBe('connect-four-7.json');

      await page.waitForTimeout(400);
      await page.reload();
      await expect.poll(() => page.locator('pre').textContent()).toBe(position);

      await openMenu(page);
      await page.getByLabel('Save as').fill('my try');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Saved as my try').waitFor();
      await page.getByRole('button', { name: 'New game' }).click();
      await page.getByRole('button', { name: 'Leave it' }).click();
      await page.reload();
      await page.getByRole('button', { name: 'Continue my try' }).click();
      await expect.poll(() => page.locator('pre').textContent()).toBe(position);
      await moves(page).first().click();
      await expect.poll(() => lines(page).count()).toBeGreaterThan(2);
      await openMenu(page);
      await page.getByRole('button', { name: 'New game' }).click();
      await page.getByRole('button', { name: 'Leave it' }).click();
      // What has a name stays as it was saved; what was played from it is kept beside it.
      await accessible(page);
      expect(await page.locator('.saved li').filter({ hasText: 'my try' }).textContent()).toMatch(/my try 2 moves/);
      const kept = await page.locator('.saved li').count();
      await page
        .getByLabel('Game to import')
        .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
      expect(await page.getByRole('alert').textContent()).toMatch(/^x.json is no saved game/);
      await page.getByLabel('Game to import').setInputFiles(file);
      await expect.poll(() => page.locator('.saved li').count()).toBe(kept + 1);
      await page.getByRole('button', { name: 'Delete my try' }).click();
      await expect.poll(() => page.locator('.saved li').count()).toBe(kept);
      await page.getByRole('button', { name: 'Close' }).click();
      const input = page.getByLabel('Saved game');
      await input.setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{"format":1}') });
      expect(await page.getByRole('alert').textContent()).toMatch(/^the saved game is not a replay: its format/);
      const saved = readFileSync(file, 'utf8');
      await input.setInputFiles({ name: 'b.json', mimeType: 'application/json', buffer: Buffer.from(saved) });
      await expect.poll(() => page.locator('pre').textContent()).toBe(position);
      expect(await page.getByRole('alert').count()).toBe(0);
      await playOn(page);
    });
  });

  it('makes again what was taken back, and lets a turn wait to be confirmed, by keys as well', async () => {
    await visit('connect-four', async (page) => {
      await page.getByLabel('Seed').fill('7');
      await begin(page);
      await page.getByRole('button', { name: 'column 4', exact: true }).click();
      await expect.poll(() => lines(page).count()).toBe(2);
      expect(await page.getByText('Since your last turn').count()).toBe(1);
      const position = await page.locator('pre').textContent();
      await page.keyboard.press('Control+z');
      await expect.poll(() => lines(page).count()).toBe(0);
      await page.keyboard.press('Control+y');
      await expect.poll(() => lines(page).count()).toBe(2);
      expect(await page.locator('pre').textContent()).toBe(position);
      await openMenu(page);
      await page.getByLabel('Confirm each turn').check();
      await page.keyboard.press('Escape');
      await page.keyboard.press('1');
      const confirm = page.getByRole('button', { name: 'Confirm turn' });
      await confirm.waitFor();
      await accessible(page);
      expect(await lines(page).count()).toBe(3);
      await page.keyboard.press('Escape');
      await expect.poll(() => lines(page).count()).toBe(2);
      await page.keyboard.press('2');
      await confirm.waitFor();
      await page.keyboard.press('1');
      await expect.poll(() => lines(page).count()).toBe(4);
      // The setting is kept for the next game.
      await page.waitForTimeout(400);
      await page.reload();
      await moves(page).first().click();
      await confirm.waitFor();
    });
  });

  it('skips to the next decision by one key', async () => {
    await visit(
      'doomspire',
      async (page) => {
        for (const seat of [1, 2, 3]) await choose(page, seat, 'Random');
        await page.getByLabel('Seed').fill('3');
        await begin(page);
        const skip = page.getByRole('button', { name: 'Skip to the next decision' });
        for (let i = 0; i < 20 && (await skip.count()) === 0; i++) {
          await moves(page).or(skip).first().waitFor();
          if ((await moves(page).count()) > 0) await moves(page).last().click();
          await page.waitForTimeout(300);
        }
        await skip.waitFor();
        await page.keyboard.press('s');
        // At this pace each move of the others takes two seconds.
        await moves(page).first().waitFor({ timeout: 8000 });
      },
      { pace: 'slow' },
    );
  });

  it('calls seats as one likes, and goes on from a link; one that is damaged is one line', async () => {
    await visit('connect-four', async (page) => {
      await page.getByText('Names', { exact: true }).click();
      await page.getByLabel('Name of Red X').fill('Anna');
      await begin(page);
      await moves(page).first().click();
      await expect.poll(() => lines(page).count()).toBe(2);
      expect(await lines(page).first().textContent()).toMatch(/^Anna \(Red X\)/);
      await openMenu(page);
      await page.getByRole('button', { name: 'Link to this position' }).click();
      const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
      expect(link.length).toBeLessThan(1000);
      await accessible(page);
      const position = await page.locator('pre').textContent();

      await page.goto('about:blank');
      await page.goto(link);
      await expect.poll(() => page.locator('pre').textContent()).toBe(position);
      expect(await lines(page).first().textContent()).toMatch(/^Anna \(Red X\)/);
      // The game moves on: the address does not hold the old one any more.
      expect(new URL(page.url()).hash).toBe('');

      for (const [damaged, line] of [
        [link.slice(0, -9), /^the game in this link cannot be read/],
        [link.replace(/#.*/, '#game=@'), /^the game in this link cannot be read/],
        [link.replace(/#.*/, '#game=AwA'), /^the saved game is not a replay/],
      ] as const) {
        await page.goto('about:blank');
        await page.goto(damaged);
        await page.getByRole('alert').waitFor();
        expect(await page.getByRole('alert').locator('p').textContent()).toMatch(line);
        expect(await page.getByRole('button', { name: 'Begin' }).isEnabled()).toBe(true);
      }
    });
  });

  it('says that what it remembered is damaged, and begins anew all the same', async () => {
    await visit('tic-tac-toe', async (page) => {
      const left = JSON.stringify({ name: 'old', text: '{"format":"tabletop-gym replay"}', at: 1, moves: 2 });
      await page.evaluate(`localStorage.setItem('tabletop-gym/tic-tac-toe/save/1', ${JSON.stringify(left)})`);
      await page.evaluate(`localStorage.setItem('tabletop-gym/tic-tac-toe/save/2', '{')`);
      await page.reload();
      await page.getByRole('button', { name: 'Continue old' }).click();
      expect(await page.getByRole('alert').textContent()).toMatch(/^the saved game is a damaged replay/);
      await begin(page);
      await moves(page).first().waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    });
  });

  it.each(['a policy', 'values'])('plays a game of somebody else against its trained player: %s', async (of) => {
    const { game } = await loadGame(pig);
    const shape = of === 'values' ? valueNetworkFor(game, [8]) : networkFor(game, [8], 'relu', 0);
    const outcomes = { winWeight: 0.5, capped: 'half', lead: null } as const;
    const afterstates = of === 'values' ? { samples: 2, beam: 2, outcomes } : undefined;
    const file = path.join(folder, `pig ${of}.mjs`);
    const weights = initialWeights(shape, createRng('page'));
    await exportNetwork(game, pig, shape, weights, { format: 'js', out: file, afterstates });
    await visit({ game: pig, policy: file }, async (page) => {
      for (const seat of [0, 1]) await choose(page, seat, ['Trained player, hard', 'Trained player, easy'][seat]!);
      await begin(page);
      await over(page).waitFor();
      expect(await page.locator('.places').textContent()).toContain('Trained player, easy');
    });
  });

  it('is played by keys alone', async () => {
    await visit('tic-tac-toe', async (page) => {
      await page.getByRole('button', { name: 'Begin' }).focus();
      await page.keyboard.press('Enter');
      for (let i = 0; i < 5; i++) {
        await moves(page).or(over(page)).first().waitFor();
        if (await over(page).isVisible()) break;
        await page.keyboard.press('1');
        await expect.poll(() => lines(page).count()).toBeGreaterThan(2 * i);
      }
      await over(page).waitFor();
      // The keyboard goes on where the page does, not from the top.
      expect(await page.evaluate('document.activeElement.id')).toBe('ask');
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Rematch');
    });
  });

  it('hands the device over where something is hidden', async () => {
    await visit('kuhn', async (page) => {
      await choose(page, 1, 'A person');
      await begin(page);
      const take = page.getByRole('button', { name: /^I am (Blue|Orange)/ });
      await take.waitFor();
      expect(await page.locator('pre').count()).toBe(0);
      await accessible(page);
      for (let i = 0; i < 3; i++) {
        await take.or(over(page)).first().waitFor();
        if (await over(page).isVisible()) break;
        await take.click();
        await moves(page).first().click();
      }
      await over(page).waitFor();
    });
  });

  it('lets one watch, pause, and see the position as another seat does', async () => {
    await visit(
      pig,
      async (page) => {
        await page.getByLabel('Number of players').or(page.getByLabel('Players')).first().fill('3');
        await page.getByLabel('Green', { exact: true }).waitFor();
        for (const seat of [0, 1, 2]) await choose(page, seat, 'Random');
        await page.getByText('Variants of the game').click();
        await page.getByLabel('Rounds').fill('200');
        await page.getByLabel('Target').fill('100');
        await begin(page);
        await page.getByRole('button', { name: 'Pause' }).click();
        await openMenu(page);
        await page.getByLabel('Position as seen by').selectOption('2');
        await expect.poll(() => page.locator('pre').textContent()).toContain('Green (you)');
        await page.keyboard.press('Escape');
        const before = await lines(page).count();
        await page.getByRole('button', { name: 'One move' }).click();
        await expect.poll(() => lines(page).count()).toBe(before + 1);
        await openMenu(page);
        await page.getByLabel('Pace of the others').selectOption('at-once');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Go on' }).click();
        await over(page).waitFor();
      },
      { pace: 'slow' },
    );
  });

  it('says what is wrong with an option, and begins when it is right', async () => {
    await visit('doomspire', async (page) => {
      await page.getByText('For designers').click();
      const start = page.getByRole('button', { name: 'Begin' });
      const components = page.getByLabel('Components');
      await components.fill('{');
      expect(await page.getByRole('alert').textContent()).toBe('this is not JSON');
      expect(await start.isDisabled()).toBe(true);
      await components.fill('{"nothing": 1}');
      await expect.poll(() => page.getByRole('alert').textContent()).toContain('nothing');
      await components.fill('{}');
      await page.getByLabel('Round cap').fill('0');
      await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/>=1/);
      await page.getByLabel('Round cap').fill('5');
      await expect.poll(() => start.isEnabled()).toBe(true);
    });
  });

  it('is accessible and does not run over, on a phone and a desktop, dark and light', async () => {
    await visit('doomspire', async (page) => {
      await page.getByText('Variants of the game').click();
      await onEachScreen(page);
      await choose(page, 1, 'Random');
      await begin(page);
      await moves(page).first().waitFor();
      await openMenu(page);
      await onEachScreen(page);
    });
  });
});
