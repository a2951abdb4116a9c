/**
 * Part of the build: puts msgpackr into dist as one file of plain JavaScript, its licence at the top, and lets the built
 * modules import that file. As a dependency of the package it would bring a native addon into every project that installs
 * it, with an install script that npm asks about. Run again it changes nothing.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const dist = join(root, 'dist');
const name = 'msgpackr.js';
const from = join(root, 'node_modules/msgpackr');
const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
const licence = readFileSync(join(from, 'LICENSE'), 'utf8').trim();

await build({
  stdin: { contents: "export { Packr } from 'msgpackr';", resolveDir: root },
  outfile: join(dist, name),
  bundle: true,
  // Its entry for browsers is the one without the addon.
  platform: 'browser',
  format: 'esm',
  target: 'node20',
  banner: { js: `/*! msgpackr ${version}\n\n${licence}\n*/` },
  logLevel: 'error',
});

for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.js') || file === name) continue;
  const path = join(dist, file);
  const text = readFileSync(path, 'utf8');
  const place = relative(dirname(path), join(dist, name)).replaceAll('\\', '/');
  const embedded = text.replace(/ from 'msgpackr';/g, ` from '${place.startsWith('.') ? place : `./${place}`}';`);
  if (embedded !== text) writeFileSync(path, embedded);
}
