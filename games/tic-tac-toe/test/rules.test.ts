/** The rules of tic-tac-toe by example. */
import { expect, it } from 'vitest';
import type { Game } from '../../../env/game.js';
import { places, play } from '../../../test/by-text.js';
import { game } from '../game.js';

it('three in a row win; a full board is a draw', () => {
  const won = play(game as Game, {}, [], 'a3, b3, a2, b2, a1');
  expect([won.ending(), places(won)]).toEqual(['three in a row', [0, 1]]);
  const lost = play(game as Game, {}, [], 'a3, b3, a2, b2, c1, b1');
  expect(places(lost)).toEqual([1, 0]);
  // The last square is filled by itself, unless asked for.
  const moves = 'b2, a3, c3, a1, a2, c2, b3, b1';
  expect(play(game as Game, {}, [], moves)).toMatchObject({ over: true });
  expect(play(game as Game, { askForced: true }, [], moves)).toMatchObject({ over: false, actor: 0 });
  const full = play(game as Game, { askForced: true }, [], `${moves}, c1`);
  expect([full.ending(), places(full)]).toEqual(['draw', [0, 0]]);
});

it('refuses boards that cannot come up', () => {
  const view = { game: 'tic-tac-toe', seat: 0, options: { askForced: false } };
  const read = (board: string) => game.parseView!({ ...view, board: [...board] });
  expect(read('XO.......').actor).toBe(0);
  expect(() => read('XX.......')).toThrow(/board: X has 2 marks more/);
  expect(() => read('XXXOOO...')).toThrow(/board/);
  expect(() => read('OOOXX....')).toThrow(/board/);
  expect(() => read('XXX...OO.')).not.toThrow();
});
