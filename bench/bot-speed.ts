/**
 * Time a decision of every scripted bot of Doomspire, through a view with a fresh sample a decision, as environments and
 * matches ask it. Decisions with one legal answer do not come up.
 *
 *   npx tsx bench/bot-speed.ts --games 40
 */
import { doomspirePlayers } from '../agents/doomspire/index.js';
import { SeededChance } from '../env/chance.js';
import { game } from '../env/games/doomspire/game.js';
import { LiveView } from '../env/view.js';
import { commandLine, wholeNumber } from './command-line.js';

const { values: flags } = commandLine(import.meta.url, { games: { type: 'string', default: '40' } });
const games = wholeNumber('games', flags.games);
const view = new LiveView(game);
for (const [name, { create }] of Object.entries(doomspirePlayers.bots)) {
  const times: number[] = [];
  const bots = [0, 1, 2, 3].map(create);
  for (let i = 0; i < games; i++) {
    const chance = new SeededChance(`speed/${i}`, game.streams);
    const state = game.newState(game.options.parse({}), chance);
    while (!state.over) {
      view.show(state);
      const before = performance.now();
      const action = bots[state.actor]!.act(view);
      times.push(performance.now() - before);
      state.apply(action, chance);
    }
  }
  // The first tenth warms the compiler up.
  const warm = times.slice(times.length / 10).sort((a, b) => a - b);
  const mean = warm.reduce((sum, t) => sum + t, 0) / warm.length;
  const at = (q: number) => (1000 * warm[Math.floor(q * warm.length)]!).toFixed(1);
  console.log(
    `${name.padEnd(10)} mean ${(1000 * mean).toFixed(1)} us, median ${at(0.5)}, 90 % below ${at(0.9)} (${warm.length} decisions)`,
  );
}
