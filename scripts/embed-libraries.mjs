/**
 * Part of the build: puts libraries into dist, each as one file of plain JavaScript with the licences of all that is in
 * it at the top, and lets the built modules import that file. As dependencies of the package, msgpackr would bring a
 * native addon into every project that installs it, with an install script that npm asks about, and Observable Plot
 * forty packages for the few functions that draw our charts. Run again it changes nothing.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const dist = join(root, 'dist');

const libraries = [
  { name: 'msgpackr', file: 'msgpackr.js', contents: "export { Packr } from 'msgpackr';" },
  {
    name: '@observablehq/plot',
    file: 'plot.js',
    contents: "export { areaY, barY, dot, gridX, gridY, lineY, link, plot, ruleX, ruleY } from '@observablehq/plot';",
  },
  { name: 'marked', file: 'marked.js', contents: "export { Marked } from 'marked';" },
];

/** The licences of the packages that these files are of, each text once. @param own its package comes first */
function licences(files, own) {
  const packages = new Set(files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]).filter(Boolean));
  const names = [...packages].sort((a, b) => Number(b.endsWith(own)) - Number(a.endsWith(own)) || (a < b ? -1 : 1));
  const texts = new Map();
  for (const folder of names) {
    const about = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const file = ['LICENSE', 'LICENSE.md', 'UNLICENSE', 'LICENCE']
      .map((one) => join(root, folder, one))
      .find(existsSync);
    const text = file ? readFileSync(file, 'utf8').trim() : `Licence: ${about.license}`;
    texts.set(text, [...(texts.get(text) ?? []), `${about.name} ${about.version}`]);
  }
  return [...texts].map(([text, of]) => `${of.join(', ')}\n\n${text.replaceAll('*/', '* /')}`).join('\n\n');
}

for (const { name, file, contents } of libraries) {
  const options = {
    stdin: { contents, resolveDir: root },
    absWorkingDir: root,
    outfile: join(dist, file),
    bundle: true,
    minify: name !== 'msgpackr',
    legalComments: 'none',
    // The entry of msgpackr for browsers is the one without the addon.
    platform: 'browser',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  };
  const { metafile } = await build({ ...options, write: false, metafile: true });
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  await build({ ...options, banner: { js: `/*! ${licences(used, name)}\n*/` } });
}

for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.js') || libraries.some((library) => library.file === file)) continue;
  const path = join(dist, file);
  const text = readFileSync(path, 'utf8');
  let embedded = text;
  for (const library of libraries) {
    const place = relative(dirname(path), join(dist, library.file)).replaceAll('\\', '/');
    embedded = embedded.replaceAll(
      ` from '${library.name}';`,
      ` from '${place.startsWith('.') ? place : `./${place}`}';`,
    );
  }
  if (embedded !== text) writeFileSync(path, embedded);
}
