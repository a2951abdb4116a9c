/** A report's page in a browser. */
import { expect, it } from 'vitest';
import { lookAt, missing } from '../../test/web/chromium.js';
import { reportPage } from './page.js';
import { fullReport } from './report.js';

it.skipIf(missing)(
  'nothing is wider than a phone, no label leaves its chart, and axe finds nothing serious',
  async () => {
    const request = { game: 'connect-four', games: 24, looks: 6, playouts: 4, effects: 2, workers: 0 };
    const report = await fullReport(request);
    expect(report.heat!.games).toBe(report.levels.at(-1)!.games);
    await lookAt(
      reportPage(report, 'tabletop report'),
      [
        { width: 390, colorScheme: 'light' },
        { width: 1280, colorScheme: 'dark' },
      ],
      async ({ wide, clipped }, width, page) => {
        await page.addScriptTag({ path: new URL('../../node_modules/axe-core/axe.min.js', import.meta.url).pathname });
        const serious = await page.evaluate(
          `axe.run().then(({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
        );
        expect({ wide, clipped, serious }).toEqual({ wide: width, clipped: [], serious: [] });
      },
    );
  },
);
