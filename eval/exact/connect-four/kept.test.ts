import { describe, expect, it } from 'vitest';
import { createAgent } from '../../../agents/index.js';
import { game } from '../../../games/connect-four/game.js';
import { keptText, measureKept } from './kept.js';
import { positionText, readPosition, solvedPositions } from './positions.js';
import { ConnectFourSolver, discsAfter } from './solver.js';

const positions = solvedPositions();

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
});

describe('keeping the result', () => {
  it('is always done by a perfect player, and by any as often as chance where it plays by chance', async () => {
    const some = positions.filter(({ moves }) => moves.length >= 20).slice(0, 400);
    const solver = new ConnectFourSolver(18);
    let at = 0;
    const perfect = {
      name: 'perfect',
      reset: () => {},
      act: () => {
        const outcomes = solver.moves(discsAfter(some[at++]!.moves));
        return outcomes.indexOf(Math.max(...outcomes.filter((outcome) => outcome !== null)) as 1);
      },
    };
    expect(measureKept(perfect, { seed: 'a', positions: some })[0]).toMatchObject({
      positions: 400,
      kept: { mean: 1 },
    });
    const [all, near, far] = measureKept(await createAgent('random', { game }), { seed: 'b', positions: some });
    expect(all!.kept.low).toBeLessThan(all!.chance);
    expect(all!.kept.high).toBeGreaterThan(all!.chance);
    expect(near!.positions + far!.positions).toBe(400);
  });

  it('is done by a player that sees one move ahead wherever a four can be made at once', async () => {
    const tactical = await createAgent('scripted:tactical', { game });
    const shares = measureKept(tactical, { seed: 'c' });
    expect(shares[1]!.kept.mean).toBe(1);
    expect(shares[2]!.kept.mean).toBeLessThan(0.7);
    const result = {
      game: 'connect-four',
      version: '2',
      policy: 'scripted:tactical',
      shares,
      command: 'tabletop exact',
    };
    expect(keptText(result)).toMatch(/^all +2,000 +\d\d\.\d % \[\d\d\.\d, \d\d\.\d\] +\d\d\.\d %$/m);
  });
});
