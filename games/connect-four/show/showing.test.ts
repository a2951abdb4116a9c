import { describe, expect, it } from 'vitest';
import { createRng, SeededChance } from '../../../env/chance.js';
import { game } from '../game.js';
import { COLUMNS, lines, makesFour, SQUARES } from '../position.js';

describe('what a seat of Connect Four is shown', () => {
  it('knows all 69 lines', () => {
    const seen = new Set<string>();
    for (let i = 0; i < lines.length; i += 4) seen.add([...lines.subarray(i, i + 4)].sort((a, b) => a - b).join(' '));
    expect(seen.size).toBe(69);
    expect(lines.length).toBe(69 * 4);
  });

  it('shows discs, and the free squares where a disc would make four, of both sides', () => {
    const rng = createRng('fours');
    const chance = new SeededChance('fours', []);
    const shown = new Float32Array(4 * SQUARES);
    const mask = new Uint8Array(COLUMNS);
    let fours = 0;
    for (let n = 0; n < 100; n++) {
      const state = game.newState(game.options.parse({}), chance);
      while (!state.over) {
        for (const seat of [0, 1]) {
          shown.fill(0);
          state.observe(seat, shown, 0);
          const wanted = [1, 2].flatMap((nth) =>
            Array.from(state.board, (sign) => (sign === (seat === 0 ? nth : 3 - nth) ? 1 : 0)),
          );
          for (const sign of [seat + 1, 2 - seat])
            for (let square = 0; square < SQUARES; square++) {
              const [column, row] = [square % COLUMNS, Math.floor(square / COLUMNS)];
              const four = state.board[square] === 0 && makesFour(state.board, column, row, sign);
              wanted.push(four ? 1 : 0);
              if (four) fours++;
            }
          expect([...shown]).toEqual(wanted);
        }
        state.legal(mask);
        let column = rng.int(COLUMNS);
        while (mask[column] === 0) column = rng.int(COLUMNS);
        state.apply(column, chance);
      }
    }
    expect(fours).toBeGreaterThan(1000);
  });
});
