/** The rules of Connect Four by example, its observation and its bot. */
import { expect, it } from 'vitest';
import { createAgent } from '../../../agents/spec/load.js';
import { createRng, SeededChance } from '../../../env/chance.js';
import type { Game } from '../../../env/game.js';
import { loadGame } from '../../../env/load-game.js';
import { TurnEnv } from '../../../env/turn-env.js';
import { places, play } from '../../../test/by-text.js';
import { game } from '../game.js';

const drops = (columns: string) => [...columns].map((c) => `column ${c}`).join(',');

it.each([
  ['a row', '1122334', [0, 1]],
  ['a column', '1212121', [0, 1]],
  ['a rising diagonal', '12234334464', [0, 1]],
  ['a falling diagonal', '76654554424', [0, 1]],
  ['a row that ends at the edge', '7766554', [0, 1]],
  ['a column of the second player', '12324252', [1, 0]],
])('%s of four wins', (_, columns, expected) => {
  const before = play(game as Game, {}, [], drops(columns.slice(0, -1)));
  expect(before.over).toBe(false);
  const state = play(game as Game, {}, [], drops(columns));
  expect(state.ending()).toBe('four in a row');
  expect(places(state)).toEqual(expected);
});

it('a full column takes no more, a row does not go round the edge', () => {
  expect(() => play(game as Game, {}, [], drops('1111111'))).toThrow(/column 1 is not legal/);
  // Discs of X at 5, 6, 7 of the lowest row and at 1 of the next.
  expect(play(game as Game, {}, [], drops('5161723')).over).toBe(false);
});

it('shows each seat where a disc would make four: three of a line are there, and the field is empty', () => {
  const lines: number[][] = [];
  for (let x = 0; x < 7; x++)
    for (let y = 0; y < 6; y++)
      for (const [dx, dy] of [
        [1, 0],
        [0, 1],
        [1, 1],
        [1, -1],
      ] as const) {
        const line = [0, 1, 2, 3].map((k) => [x + k * dx, y + k * dy] as const);
        if (line.every(([a, b]) => a < 7 && b >= 0 && b < 6)) lines.push(line.map(([a, b]) => b * 7 + a));
      }
  expect(lines).toHaveLength(69);
  const rng = createRng('threats');
  const luck = new SeededChance(0, []);
  const mask = new Uint8Array(7);
  const seen = new Float32Array(168);
  let threats = 0;
  for (let i = 0; i < 40; i++) {
    const state = game.newState(game.options.parse({}), luck);
    while (!state.over) {
      state.legal(mask);
      const legal = [...mask.keys()].filter((column) => mask[column]);
      state.apply(legal[rng.int(legal.length)]!, luck);
      for (const seat of [0, 1]) {
        state.observe(seat, seen, 0);
        const empty = (field: number) => seen[field] === 0 && seen[42 + field] === 0;
        for (const plane of [0, 42])
          for (let field = 0; field < 42; field++) {
            const threat = lines.some(
              (line) => line.includes(field) && line.every((other) => other === field || seen[plane + other] === 1),
            );
            expect(seen[84 + plane + field]).toBe(threat && empty(field) ? 1 : 0);
            threats += seen[84 + plane + field]!;
          }
      }
    }
  }
  expect(threats).toBeGreaterThan(100);
});

it('knows the number of positions after each disc (OEIS A212693)', () => {
  const mask = new Uint8Array(7);
  const luck = new SeededChance(0, []);
  let level = new Map([['', game.newState(game.options.parse({}), luck)]]);
  const counts = [];
  for (let discs = 1; discs <= 5; discs++) {
    const next: typeof level = new Map();
    for (const state of level.values()) {
      state.legal(mask);
      for (let column = 0; column < 7; column++) {
        if (!mask[column]) continue;
        const copy = state.clone();
        copy.apply(column, luck);
        next.set(copy.bytes.join(), copy);
      }
    }
    level = next;
    counts.push(level.size);
  }
  expect(counts).toEqual([7, 49, 238, 1120, 4263]);
});

it('its bot wins, blocks, and does not prepare a win for the other', async () => {
  const answer = async (columns: string) => {
    const env = new TurnEnv(game);
    env.start();
    for (const c of columns) env.play(Number(c) - 1);
    return 1 + (await createAgent('scripted:tactical', await loadGame('connect-four'))).act(env.view());
  };
  expect(await answer('112233')).toBe(4);
  expect(await answer('11223')).toBe(4);
  expect(await answer('1717')).toBe(4);
  expect(await answer('171717')).toBe(1);
});
