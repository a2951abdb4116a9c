#!/usr/bin/env node
// Makes site/: the guide and the API reference, all games in games/, and in train/ a page that trains a network. Needs a build: npm run site [-- <games in a report>]
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { writeAllGames } from '../dist/cli/commands/export-all.js';
import { Markup } from '../dist/eval/charts/markup.js';
import { deadLinks, filesOf } from './dead-links.mjs';
import { makeGuide } from './guide.mjs';
import { trainPage } from './train-page.mjs';

const out = fileURLToPath(new URL('../site', import.meta.url));
const games = process.argv[2] === undefined ? undefined : Number(process.argv[2]);
if (games !== undefined && !(Number.isSafeInteger(games) && games >= 2))
  fail([`${process.argv[2]} games: wanted a whole number >= 2`], 2);

const train = await trainPage().catch((error) => fail([error.message]));

console.log('site: the guide and the API reference');
const { wrong, pages } = await makeGuide(out);
if (wrong.length > 0) fail(wrong);

console.log('site: the games');
await writeAllGames(path.join(out, 'games'), games, {
  // From the folder of a game.
  guide: (file) => {
    const [name, fragment] = file.split('#');
    const page = pages.get(name);
    return page && `../../${page}${fragment === undefined ? '' : `#${fragment}`}`;
  },
  above: new Markup(
    '<p class="ways"><a href="../index.html">tabletop-gym: guide and API reference</a> ' +
      '<a href="../train/index.html">A browser learns a game</a></p>\n',
  ),
});

console.log('site: a page that trains a network');
mkdirSync(path.join(out, 'train'));
for (const [name, content] of train) writeFileSync(path.join(out, 'train', name), content);

const files = filesOf(out);
const dead = deadLinks(files);
if (dead.length > 0) fail(dead.map((one) => `a link leads nowhere: ${one}`));
console.log(`site: ${files.size} files in ${path.relative('.', out) || out}, no dead link; put it on any static host`);

function fail(lines, code = 1) {
  for (const line of lines) console.error(`site: ${line}`);
  process.exit(code);
}
