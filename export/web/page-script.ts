/** The page's own script and style, which are the same for every game: made of the sources here, or in the built package. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundler } from '../player/bundler.js';

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const fromSource = import.meta.url.endsWith('.ts');

/** How `page/main.tsx` becomes one script. scripts/bundle-page.mjs makes the package's so. */
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

export async function pageScript(): Promise<string> {
  if (!fromSource) return readFileSync(file('./page.js'), 'utf8');
  const { build } = await bundler();
  const { outputFiles } = await build({ ...pageBuild, entryPoints: [file('./page/main.tsx')], outdir: '/' });
  return outputFiles[0]!.text;
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
