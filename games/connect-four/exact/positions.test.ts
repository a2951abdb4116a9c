import { describe, expect, it } from 'vitest';
import { positionText, readPosition, solvedPositions } from './positions.js';
import stored from './positions.json' with { type: 'json' };
import { ConnectFourSolver, discsAfter } from './solver.js';

const positions = stored.positions.map(readPosition);

describe('the solved positions', () => {
  it('are 2,000, of 12 to 30 discs, and matter', () => {
    expect(positions).toHaveLength(2000);
    expect(new Set(positions.map(positionText)).size).toBe(2000);
    for (const { moves, outcomes } of positions) {
      expect(moves.length).toBeGreaterThanOrEqual(12);
      expect(moves.length).toBeLessThanOrEqual(30);
      expect(new Set(outcomes.filter((outcome) => outcome !== null)).size).toBeGreaterThan(1);
    }
  });

  it('are worth what the solver says', () => {
    const solver = new ConnectFourSolver(18);
    const late = positions.filter(({ moves }) => moves.length >= 22);
    expect(late.length).toBeGreaterThan(800);
    for (const { moves, outcomes } of late)
      expect({ moves, outcomes: solver.moves(discsAfter(moves)) }).toEqual({ moves, outcomes });
  });

  it('are read as they are written, and nothing else is read', () => {
    for (const position of positions.slice(0, 50)) expect(readPosition(positionText(position))).toEqual(position);
    for (const text of ['', '3342', '3342 wdl', '3842 wdl-lll', '33 wdlxlll'])
      expect(() => readPosition(text)).toThrow(`not a solved position: ${text}`);
  });

  it('are grouped by how far the game has gone, and by what is seen at once', () => {
    for (const { actions, groups } of solvedPositions()) {
      expect(groups).toHaveLength(2);
      expect(groups[1]).toBe(
        `${actions.length < 18 ? '12 to 17' : actions.length < 24 ? '18 to 23' : '24 to 30'} discs`,
      );
    }
  });
});
