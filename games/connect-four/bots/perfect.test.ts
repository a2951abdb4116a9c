import { expect, it } from 'vitest';
import { makerOf } from '../../../env/game-package.js';
import { TurnEnv } from '../../../env/turn-env.js';
import { playMatch } from '../../../eval/match.js';
import { openingValue } from '../exact/openings.js';
import { readPosition } from '../exact/positions.js';
import stored from '../exact/positions.json' with { type: 'json' };
import { afterMove, canPlay, discsAfter } from '../exact/solver.js';
import { game } from '../game.js';
import { bots } from './index.js';
import { perfectMove } from './perfect.js';

const middleFirst = [3, 2, 4, 1, 5, 0, 6];

it('keeps what a position is worth, whichever move it prefers', () => {
  for (const text of stored.positions.slice(0, 100)) {
    const { moves, outcomes } = readPosition(text);
    const at = discsAfter(moves);
    const best = Math.max(...outcomes.map((outcome) => outcome ?? -1));
    for (const order of [middleFirst, middleFirst.toReversed()]) {
      const open = order.filter((column) => canPlay(at, column));
      expect([text, outcomes[perfectMove(at, open)]]).toEqual([text, best]);
    }
  }
});

it('knows openings, up to where they are told and beyond', () => {
  expect(perfectMove(discsAfter([]), [0, 1, 2, 3, 4, 5, 6])).toBe(3);
  // After seven discs its move has a known value, after eight the position has one.
  for (const moves of [
    [3, 3, 3, 3, 3, 2, 2],
    [1, 2, 3, 4, 5, 6, 0],
  ]) {
    const at = discsAfter(moves);
    const after = afterMove(at, perfectMove(at, middleFirst));
    expect(0 - openingValue(after)).toBe(openingValue(at));
  }
});

it('wins with the first move against those who do not see all, and never loses to them then', () => {
  const env = new TurnEnv(game);
  const [perfect, tactical, middle] = [bots.perfect, bots.tactical, bots.middle].map((bot) => makerOf(bot)());
  for (const other of [tactical!, middle!, perfect!])
    expect([...playMatch(env, [perfect!, other], 1).places]).toEqual([0, 1]);
});
