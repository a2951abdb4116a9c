/** What is the same for every game: the page's script and style, and more made of its sources, here or in the built package. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SceneBoard } from '../../env/scene.js';
import { bundler } from '../player/bundler.js';

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const fromSource = import.meta.url.endsWith('.ts');

/** Scripts by their name in the package, and the sources beside the page that each is made of. */
export const scripts = { page: 'main.tsx', 'offline-worker': 'offline-worker.ts', still: 'still.tsx' } as const;

/** How a source becomes one script. scripts/bundle-page.mjs makes the package's so. */
export const pageBuild = {
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  banner: { js: '/*! The page of tabletop-gym (MIT). Contains Preact (MIT, (c) 2015-present Jason Miller). */' },
  logLevel: 'silent',
} as const;

async function script(name: keyof typeof scripts): Promise<string> {
  if (!fromSource) return readFileSync(file(`./${name}.js`), 'utf8');
  const { build } = await bundler();
  const { outputFiles } = await build({ ...pageBuild, entryPoints: [file(`./page/${scripts[name]}`)], outdir: '/' });
  return outputFiles[0]!.text;
}

export const pageScript = (): Promise<string> => script('page');

/** The service worker of a page, without what it keeps (offline.ts). */
export const offlineScript = (): Promise<string> => script('offline-worker');

/** @returns what draws a board as SVG that needs no script; its colours are the page's style */
export async function stillDrawer(): Promise<(board: SceneBoard) => string> {
  const module = `data:text/javascript;charset=utf-8,${encodeURIComponent(await script('still'))}`;
  return ((await import(/* @vite-ignore */ module)) as { still: (board: SceneBoard) => string }).still;
}

/** The style sheets beside the page's sources, in their order. */
export const styles = [
  'page.css',
  'setup.css',
  'menu.css',
  'game.css',
  'board.css',
  'walk.css',
  'analysis.css',
  'kept.css',
  'coach.css',
  'tips.css',
  'table.css',
  'phone.css',
  'ways.css',
  'workbench.css',
] as const;

/** One style sheet of them all. */
export const pageStyle = (): string =>
  fromSource
    ? styles.map((name) => readFileSync(file(`./page/${name}`), 'utf8')).join('')
    : readFileSync(file('./page.css'), 'utf8');
