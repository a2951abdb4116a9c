/**
 * Part of the build: makes the scripts of the page that plays games (export/web/page/), Preact inside, and puts them into
 * dist with its style. So the package needs neither Preact nor a bundler for it. Run again it changes nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const source = join(root, 'export/web/page');
const dist = join(root, 'dist/export/web');
const { pageBuild, scripts, styles } = await import(join(dist, 'page-script.js'));

for (const [name, entry] of Object.entries(scripts)) {
  const { outputFiles } = await build({ ...pageBuild, entryPoints: [join(source, entry)], outdir: '/' });
  writeFileSync(join(dist, `${name}.js`), outputFiles[0].contents);
}
writeFileSync(join(dist, 'page.css'), styles.map((name) => readFileSync(join(source, name), 'utf8')).join(''));
