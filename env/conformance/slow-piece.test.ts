import { expect, it } from 'vitest';
import { game as pig } from '../../docs/examples/pig.js';
import { game as connectFour } from '../../games/connect-four/game.js';
import { observationOf } from '../kit/pieces.js';
import { observationShare, slowObservation } from '../speed.js';
import { slowestPiece } from './slow-piece.js';

it('names the piece that takes the longest', () => {
  const sight = observationOf<{ players: number }>()((piece) => [
    piece.values('quick', [2], 'Two numbers.', (_s, _me, i) => i),
    piece.group({ slow: [[3], 'A list made anew.'], also: [[1], 'Beside it.'] }, () => (_s, seat, out, at) => {
      const list = Array.from({ length: 2000 }, (_, i) => i % 7).map((n) => n + seat);
      out[at] = list.reduce((sum, n) => sum + n, 0);
    }),
  ]);
  const game = { ...pig, observation: sight.pieces };
  const slowest = slowestPiece(game, pig.options.parse({}))!;
  expect(slowest.name).toBe('slow, also');
  expect(slowest.share).toBeGreaterThan(0.5);
  expect(slowObservation(0.744, 'the time', slowest)).toMatch(
    /^observations take 74 % of the time, \d+ % of that slow, also: /,
  );
});

it('knows nothing of games that write their observation in one piece, or themselves', () => {
  expect(slowestPiece(connectFour, connectFour.options.parse({}))).toBeNull();
  expect(slowObservation(0.6, 'the time')).toContain('60 % of the time (tabletop check names the slowest piece): ');
  expect(observationShare(pig, pig.options.parse({}))).toBeLessThan(1);
});
