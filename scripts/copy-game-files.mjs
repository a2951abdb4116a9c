/**
 * Part of the build: puts what games read from their folders beside their built modules: the list of games (also for the
 * Python package), shipped players, and ladders. The types of the players are made of their games, beside the players
 * too, where tests find them. Run again it changes nothing.
 */
import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadGame } from '../dist/env/load-game.js';
import { playerTypes, typesPath } from '../dist/export/player/player-types.js';

const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const from = join(root, 'games');
const to = join(root, 'dist/games');

for (const folder of [to, join(root, 'python/tabletop_gym')])
  copyFileSync(join(from, 'games.json'), join(folder, 'games.json'));
for (const game of readdirSync(from, { withFileTypes: true })) {
  if (!game.isDirectory()) continue;
  for (const file of readdirSync(join(from, game.name))) {
    if (/^player.*\.mjs$|^ladder\.json$/.test(file))
      copyFileSync(join(from, game.name, file), join(to, game.name, file));
    if (!/^player.*\.mjs$/.test(file)) continue;
    const types =
      file === 'player.mjs' ? playerTypes((await loadGame(game.name)).game) : "export * from './player.mjs';\n";
    for (const folder of [from, to]) writeFileSync(join(folder, game.name, typesPath(file)), types);
  }
}
