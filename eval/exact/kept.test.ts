import { describe, expect, it } from 'vitest';
import { createAgent } from '../../agents/spec.js';
import { loadGame } from '../../env/load-game.js';
import { ConnectFourSolver, discsAfter } from '../../games/connect-four/exact/solver.js';
import { keptText, measureKept } from './kept.js';

const pack = await loadGame('connect-four');
const { game } = pack;
const positions = await pack.solved!();
const near = 'a four can be made or must be stopped at once';

describe('keeping the result', () => {
  it('is always done by a perfect player, and by any as often as chance where it plays by chance', async () => {
    const some = positions.filter(({ actions }) => actions.length >= 20).slice(0, 400);
    const solver = new ConnectFourSolver(18);
    let at = 0;
    const perfect = {
      name: 'perfect',
      reset: () => {},
      act: () => {
        const outcomes = solver.moves(discsAfter(some[at++]!.actions));
        return outcomes.indexOf(Math.max(...outcomes.filter((outcome) => outcome !== null)) as 1);
      },
    };
    expect(measureKept(perfect, game, some, 'a')[0]).toMatchObject({
      positions: 400,
      kept: { mean: 1 },
    });
    const shares = measureKept(await createAgent('random', pack), game, some, 'b');
    const [all] = shares;
    expect(all!.kept.low).toBeLessThan(all!.chance);
    expect(all!.kept.high).toBeGreaterThan(all!.chance);
    const of = (name: string) => shares.find((one) => one.name === name)!.positions;
    expect(of(near) + of('no four can be made at once')).toBe(400);
  });

  it('is done by a player that sees one move ahead wherever a four can be made at once', async () => {
    const tactical = await createAgent('scripted:tactical', pack);
    const shares = measureKept(tactical, game, positions, 'c');
    const kept = (name: string) => shares.find((one) => one.name === name)!.kept.mean;
    expect(kept(near)).toBe(1);
    expect(kept('no four can be made at once')).toBeLessThan(0.7);
    const result = {
      game: 'connect-four',
      version: '2',
      policy: 'scripted:tactical',
      shares,
    };
    expect(keptText(result)).toMatch(/^all +2,000 +\d\d\.\d % \[\d\d\.\d, \d\d\.\d\] +\d\d\.\d %$/m);
  });
});
