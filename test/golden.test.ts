/**
 * Golden playthroughs: the first rounds of a seeded game as a person would read them. Any change of rules, texts, board
 * or chance shows here as a readable difference. To write them anew: npx vitest run test/golden.test.ts -u
 */
import { expect, it } from 'vitest';
import { createRng, SeededChance } from '../env/chance.js';
import type { Game, State } from '../env/game.js';
import { DONE as DONE_CROWN } from '../games/crown-of-ash/actions.js';
import { game as crownOfAsh } from '../games/crown-of-ash/game.js';
import { lords } from '../games/crown-of-ash/names.js';
import { DONE } from '../games/doomspire/actions.js';
import { game as doomspire } from '../games/doomspire/game.js';
import { seatNames } from '../games/doomspire/terms.js';
import { END as END_FUZZY } from '../games/fuzzy-knights/actions.js';
import { game as fuzzyKnights } from '../games/fuzzy-knights/game.js';
import { seatNames as fuzzySeats } from '../games/fuzzy-knights/terms.js';
import { END } from '../games/islebound/actions.js';
import { game as islebound } from '../games/islebound/game.js';

/** Plays at random, but ends a turn only on a second thought; tells each decision, and the board as each round begins. */
function tell<O, S extends State>(
  game: Game<O, S>,
  options: O,
  seed: string,
  rounds: number,
  names: readonly string[] = seatNames,
  end = DONE,
): string {
  const chance = new SeededChance(seed, game.streams);
  const rng = createRng(seed);
  const s = game.newState(options, chance);
  const mask = new Uint8Array(game.actions);
  const out = [`${game.title}, version ${game.version}, seed ${seed}`];
  let round = 0;
  let told = 0;
  let decisions = 0;
  while (!s.over) {
    const telling = s.round <= rounds;
    if (telling && s.round !== round) {
      round = s.round;
      out.push('', `=== Round ${round} ===`, '', s.text(s.actor).trimEnd(), '');
    }
    const n = s.legal(mask);
    const legal = [...mask.keys()].filter((a) => mask[a] === 1);
    let action = legal[rng.int(n)]!;
    if (action === end) action = legal[rng.int(n)]!;
    if (telling) {
      out.push(`${names[s.actor]} ${game.prompts[s.prompt]}: ${s.actionText(action)} (1 of ${n})`);
      told++;
    }
    s.apply(action, chance);
    decisions++;
  }
  const places = new Uint8Array(s.players);
  s.places(places);
  out.push(
    '',
    `... told ${told} of ${decisions} decisions`,
    `The game ended in round ${s.round}: ${s.ending()}. Places: ${[...places].map((p, i) => `${names[i]} ${p + 1}`).join(', ')}`,
    `Hash of the last position: ${s.hash()}`,
  );
  return `${out.join('\n')}\n`;
}

it('Lords of Doomspire plays as before', async () => {
  const numbers = { numbers: { startResources: [3, 3, 3, 3] as [number, number, number, number] } };
  const options = doomspire.options.parse({ components: numbers });
  await expect(tell(doomspire, options, 'golden', 4)).toMatchFileSnapshot('../games/doomspire/golden.txt');
});

it('Lords of Doomspire plays edition airef as before', async () => {
  const numbers = { numbers: { startResources: [3, 3, 3, 3] as [number, number, number, number] } };
  const options = doomspire.options.parse({ edition: 'airef', components: numbers });
  await expect(tell(doomspire, options, 'golden', 4)).toMatchFileSnapshot('../games/doomspire/golden-airef.txt');
});

it('Islebound plays as before', async () => {
  const numbers = { humanCoins: 20 };
  const options = islebound.options.parse({ components: { numbers } });
  await expect(tell(islebound, options, 'golden', 9, ['You'], END)).toMatchFileSnapshot(
    '../games/islebound/golden.txt',
  );
});

it('Fuzzy Knights plays as before', async () => {
  const options = fuzzyKnights.options.parse({ players: 3, maxDays: 20, components: { setup: { startCoins: 20 } } });
  const told = tell(fuzzyKnights, options, 'golden', 4, fuzzySeats, END_FUZZY);
  await expect(told).toMatchFileSnapshot('../games/fuzzy-knights/golden.txt');
});

it('Crown of Ash plays as before', async () => {
  const options = crownOfAsh.options.parse({ players: 3, components: { numbers: { startGold: 3 } } });
  const told = tell(crownOfAsh, options, 'golden', 2, lords, DONE_CROWN);
  await expect(told).toMatchFileSnapshot('../games/crown-of-ash/golden.txt');
});

it('Crown of Ash with its AI plays as before', async () => {
  const options = crownOfAsh.options.parse({ players: 2, ai: 'medium' });
  const told = tell(crownOfAsh, options, 'golden', 2, ['Visio', 'Nox', 'AI'], DONE_CROWN);
  await expect(told).toMatchFileSnapshot('../games/crown-of-ash/golden-ai.txt');
});
