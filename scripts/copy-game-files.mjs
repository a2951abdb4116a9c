/**
 * Part of the build: puts what games read from their folders beside their built modules: the list of games (also for the
 * Python package), shipped players with their types, and ladders. Run again it changes nothing.
 */
import { copyFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const from = join(root, 'games');
const to = join(root, 'dist/games');

for (const folder of [to, join(root, 'python/tabletop_gym')])
  copyFileSync(join(from, 'games.json'), join(folder, 'games.json'));
for (const game of readdirSync(from, { withFileTypes: true })) {
  if (!game.isDirectory()) continue;
  for (const file of readdirSync(join(from, game.name)))
    if (/^player.*\.(mjs|d\.mts)$|^ladder\.json$/.test(file))
      copyFileSync(join(from, game.name, file), join(to, game.name, file));
}
