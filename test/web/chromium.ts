/** The browser that pages are tested in, and pages of one file looked at there. */
import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';

const chromium = '/usr/bin/chromium';
export const missing = !existsSync(chromium);
if (missing) console.log(`pages are not tested: there is no ${chromium} (npm run setup:browser)`);

/** To be closed. @param adapter what WebGPU computes on: `swiftshader` is the processor; without it there is none */
export async function launchBrowser(adapter?: 'swiftshader'): Promise<Browser> {
  const { chromium: launcher } = await import('playwright-core');
  return launcher.launch({
    executablePath: chromium,
    args: [
      ...['--no-sandbox', '--headless', '--no-first-run', '--disable-background-networking'],
      ...(adapter ? ['--enable-unsafe-webgpu', `--use-webgpu-adapter=${adapter}`] : ['--disable-gpu']),
    ],
  });
}

/** How wide the page is and each of its charts, and the labels that leave their chart. */
interface Layout {
  wide: number;
  charts: number[];
  clipped: string[];
}
const layout = `({
  wide: document.documentElement.scrollWidth,
  charts: [...document.querySelectorAll('figure > svg')].map((svg) => svg.getBoundingClientRect().width).filter((width) => width > 0),
  clipped: [...document.querySelectorAll('svg')].flatMap((svg) => {
    const box = svg.getBoundingClientRect();
    return [...svg.querySelectorAll('text')].filter((text) => {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      return left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1;
    }).map((text) => text.textContent);
  }),
})`;

/** Looks at a page on such screens, one after the other. */
export async function lookAt(
  html: string,
  screens: readonly { width: number; colorScheme?: 'light' | 'dark' }[],
  look: (layout: Layout, width: number, page: Page) => void | Promise<void>,
): Promise<void> {
  const browser = await launchBrowser();
  try {
    for (const { width, ...scheme } of screens) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, ...scheme });
      await page.setContent(html);
      await look((await page.evaluate(layout)) as Layout, width, page);
      await page.close();
    }
  } finally {
    await browser.close();
  }
}
