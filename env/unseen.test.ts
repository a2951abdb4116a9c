/** What no seat knows is drawn again, uniformly, and every seat keeps what it holds. */
import { expect, it } from 'vitest';
import deck from '../games/leduc/test/deck.js';
import { createRng, SeededChance } from './chance.js';
import type { Game, State } from './game.js';
import { loadGame } from './load-game.js';
import { redrawUnseen } from './unseen.js';

const game = deck.game as Game;
type Cards = State & { hands: Uint8Array; deck: Uint8Array };
const dealt = () => game.newState(game.options.parse({}), new SeededChance('1', game.streams)) as Cards;

/** How often each deck came up. */
function decks(redraw: (s: Cards, n: number) => void, times: number): Map<string, number> {
  const counts = new Map<string, number>();
  const first = dealt();
  for (let n = 0; n < times; n++) {
    const s = first.clone();
    redraw(s, n);
    expect(s.hands).toEqual(first.hands);
    const key = s.deck.join(' ');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Pearson's statistic against equal counts. */
const chiSquare = (counts: Map<string, number>, times: number, kinds: number) =>
  [...counts.values()].reduce((sum, n) => sum + (n - times / kinds) ** 2 / (times / kinds), 0);

it('follows from the fields: all orders of the deck are equally likely, and both hands stay', () => {
  const rng = createRng('unseen');
  const counts = decks((s) => redrawUnseen(game, s, rng), 2400);
  expect(counts.size).toBe(24);
  // 99.9 % of chi-square with 23 degrees of freedom.
  expect(chiSquare(counts, 2400, 24)).toBeLessThan(49.7);
});

it('is found by trying where a game does not say it', () => {
  const rng = createRng('tried');
  const counts = decks((s) => {
    s.resampleUnseen = undefined;
    redrawUnseen(game, s, rng);
  }, 600);
  expect(counts.size).toBe(24);
  expect(chiSquare(counts, 600, 24)).toBeLessThan(49.7);
});

it.each(['doomspire', 'crown-of-ash', 'islebound', 'kuhn', 'leduc'])('leaves what the seats see in %s', async (id) => {
  const { game } = await loadGame(id);
  const state = game.newState(game.options.parse({}), new SeededChance('1', game.streams));
  const seen = Array.from({ length: state.players }, (_, seat) => [state.text(seat), state.view?.(seat)]);
  const hash = state.hash();
  redrawUnseen(game, state, createRng('7'));
  expect(Array.from({ length: state.players }, (_, seat) => [state.text(seat), state.view?.(seat)])).toEqual(seen);
  expect(state.hash() === hash).toBe(['kuhn', 'leduc'].includes(id));
});
