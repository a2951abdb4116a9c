/** Where a game has a solver, or is small, an analysis is exact: value, best move and mistakes. */
import { describe, expect, it } from 'vitest';
import { SeededChance } from '../../env/chance.js';
import type { GamePackage } from '../../env/game-package.js';
import { loadGame } from '../../env/load-game.js';
import { exactValuesOf } from './exact-values.js';
import { PositionAnalysis } from './position.js';
import { mistakesOf } from './race.js';

/** What analyses positions of a game that begin with some actions. */
function analyses(pack: GamePackage, seed = '1') {
  const { game } = pack;
  const options = game.options.parse({});
  const exact = exactValuesOf(pack, options);
  return (actions: readonly number[]) => {
    const chance = new SeededChance(seed, game.streams);
    const state = game.newState(options, chance);
    for (const action of actions) state.apply(action, chance);
    return new PositionAnalysis(game, { state, gained: [0, 0] }, { exact, opinion: (_, out) => out.fill(0.1) }, 1);
  };
}

describe('Connect Four', () => {
  it('is exact in 200 positions of the solver: value, best move, mistakes', async () => {
    const pack = await loadGame('connect-four');
    const positions = await pack.solved!();
    const late = positions.filter(({ actions }) => actions.length >= 20).slice(0, 190);
    const analysed = analyses(pack);
    const chosen = [...late, ...positions.filter(({ actions }) => actions.length < 16).slice(0, 10)];
    expect(chosen).toHaveLength(200);
    for (const { actions, outcomes } of chosen) {
      const found = analysed(actions);
      expect(found.next).toBeUndefined();
      const best = Math.max(...outcomes.filter((outcome) => outcome !== null));
      const mover = actions.length % 2;
      expect(found.chances()![mover]).toEqual({ mean: (1 + best) / 2, low: (1 + best) / 2, high: (1 + best) / 2 });
      const told = found.actions();
      expect(outcomes[told[0]!.action]).toBe(best);
      for (const { action, result } of told) {
        expect(result!.mean).toBe((1 + outcomes[action]!) / 2);
        expect(mistakesOf([found.behind(action), null, null])[0]).toBe(outcomes[action]! < best);
      }
    }
  });

  it('is solved from the first disc on', async () => {
    const found = analyses(await loadGame('connect-four'))([3, 3]);
    expect(found.chances()!.map(({ mean }) => mean)).toEqual([1, 0]);
    // Only the middle goes on winning (Allis 1988).
    expect(found.actions()[0]).toMatchObject({ action: 3, result: { mean: 1, low: 1 } });
    expect(found.actions().filter(({ action }) => mistakesOf([found.behind(action)])[0])).toHaveLength(6);
  });
});

it('solves tic-tac-toe from its tree', async () => {
  const analysed = analyses(await loadGame('tic-tac-toe'));
  expect(
    analysed([])
      .chances()!
      .map(({ mean }) => mean),
  ).toEqual([0.5, 0.5]);
  // After a corner only the centre holds.
  const found = analysed([0]);
  expect(found.actions()[0]).toMatchObject({ action: 4, result: { mean: 0.5, low: 0.5 } });
  expect(found.actions().filter(({ action }) => mistakesOf([found.behind(action)])[0])).toHaveLength(7);
});

it('knows what Kuhn poker is worth to who holds each card, and what betting is worth', async () => {
  const pack = await loadGame('kuhn');
  const seen = new Map<string, PositionAnalysis>();
  for (let seed = 0; seen.size < 3; seed++) {
    const found = analyses(pack, String(seed))([]);
    seen.set(/card ([JQK])/.exec(found.beginning.state.text(0))![1]!, found);
  }
  const earns = (card: string) => seen.get(card)!.earned()![0]!.mean;
  // The game is worth -1/18 to the first seat.
  expect((earns('J') + earns('Q') + earns('K')) / 3).toBeCloseTo(-1 / 18, 4);
  // Betting with the queen is called by the king alone.
  const queen = seen.get('Q')!;
  const bet = queen.actions().find(({ action }) => /bet/.test(queen.beginning.state.actionText(action)))!;
  expect(mistakesOf([queen.behind(bet.action)])).toEqual([true]);
});

it('knows what Leduc poker is worth', async () => {
  const pack = await loadGame('leduc');
  const found = analyses(pack)([]);
  expect(found.exact!.within).toBeLessThan(1e-3);
  expect(found.earned()![0]!.mean).toBeCloseTo(-found.earned()![1]!.mean, 9);
});

it('is no more than playouts in a game of more seats, or one too large', async () => {
  for (const id of ['doomspire', 'fuzzy-knights']) expect(analyses(await loadGame(id))([]).exact).toBeNull();
});
