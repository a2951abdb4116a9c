import { describe, expect, it } from 'vitest';
import { RandomAgent } from '../../agents/random.js';
import { loadGame } from '../../env/load-game.js';
import { recordReplay } from '../../env/replay.js';
import { TurnEnv } from '../../env/turn-env.js';
import type { Estimate } from '../../eval/statistics.js';
import { Analysis } from './analysis.js';
import { Players } from './players.js';
import { Review } from './review.js';

async function analysed(name: string, by: string | null, actions?: number[], seed = '1', exact = false) {
  const { game, bots, search, exactValues } = await loadGame(name);
  let made = actions;
  if (!made) {
    const env = new TurnEnv(game);
    env.start({ seed });
    const agent = new RandomAgent();
    for (made = []; !env.over; env.play(made.at(-1)!)) made.push(agent.act(env.view()));
  }
  const review = new Review(game, recordReplay(game, { options: {}, seed, actions: made }), String);
  const players = new Players(game, bots, { rollout: search?.rollout, exactValues });
  const whole = players.analystsFor(by ?? players.analysts()[0]!.spec, review.positions[0]!.players, review.options);
  const analysts = exact ? whole : { ...whole, exact: () => null };
  return { review, players, analysis: new Analysis(game, review, analysts) };
}

/** Goes on for so many decisions. */
const steps = (count: number) => () => count-- > 0;

describe('a position', () => {
  it('has chances that get surer, and its moves with what they lead to, the best first', async () => {
    // X threatens to fill the upper row; O is to move.
    const { analysis } = await analysed('tic-tac-toe', null, [0, 4, 1, 8, 2]);
    const early = analysis.position(3, steps(200));
    const late = analysis.position(3, steps(6000));
    const width = ({ low, high }: Estimate) => high - low;
    const [first, last] = [early.outlook!, late.outlook!];
    expect(last.n).toBeGreaterThan(first.n);
    expect(width(last.chances[0]!)).toBeLessThan(width(first.chances[0]!));
    expect(last.chances[0]!.mean + last.chances[1]!.mean).toBeCloseTo(1);
    const [best] = late.prospects;
    // The block.
    expect(best).toMatchObject({ text: 'c3', p: 1, made: false, running: true });
    const made = late.prospects.find((prospect) => prospect.made)!;
    expect(made.result!.mean).toBeLessThan(best!.result!.mean);
    expect(late.behind).toMatchObject({ better: 'c3', mistake: true });
    // The chances of the position are those of its best move.
    expect(last.chances[1]).toEqual(best!.result);
    expect(late.behind!.loss.low).toBeGreaterThan(0);
  });

  it('is certain where the game is over, and says nothing more', async () => {
    const { analysis, review } = await analysed('tic-tac-toe', null, [0, 4, 1, 8, 2]);
    const report = analysis.position(review.last, steps(100));
    expect(report).toMatchObject({ finished: true, prospects: [], behind: null });
    expect(report.outlook!.chances).toEqual([
      { mean: 1, low: 1, high: 1 },
      { mean: 0, low: 0, high: 0 },
    ]);
  });

  it('is judged by what the seat to act can know: Kuhn poker with the middle card', async () => {
    // Whoever has the queen loses against a king and wins against a jack: half of the time, whatever lies there.
    for (const seed of ['1', '2', '3', '4', '5', '6', '7', '8']) {
      const { analysis, review } = await analysed('kuhn', 'scripted:always-bet', undefined, seed);
      if (!/card Q/.test(review.look(0, null).shown.text)) continue;
      const { prospects, outlook, earns } = analysis.position(0, steps(4000));
      expect(earns).toBe(true);
      const bet = prospects.find(({ text }) => /bet/.test(text))!;
      expect(bet.result!.low).toBeLessThan(0.1);
      expect(bet.result!.high).toBeGreaterThan(-0.1);
      // So are the chances of the position: not those of the cards that lie there.
      expect(Math.abs(outlook!.chances[0]!.mean - 0.5)).toBeLessThan(0.2);
      return;
    }
    throw new Error('nobody got the queen');
  });

  it('refuses players that are not there', async () => {
    const { players } = await analysed('kuhn', null);
    expect(() => players.analystsFor('scripted:nobody', 2, {})).toThrow(
      'there is no agent scripted:nobody for playouts',
    );
    expect(players.analysts().map(({ spec }) => spec)).toEqual([
      ...['scripted:nash', 'scripted:honest', 'scripted:always-bet', 'scripted:always-fold', 'random'],
    ]);
  });
});

describe('a whole game', () => {
  it('has a curve of chances, and its mistakes', async () => {
    const { analysis, review } = await analysed('tic-tac-toe', null, [0, 4, 1, 8, 2]);
    let report = analysis.survey(steps(50));
    expect(report.done).toBeLessThan(1);
    for (let i = 0; i < 200 && !report.finished; i++) report = analysis.survey(steps(2000));
    expect(report).toMatchObject({ finished: true, done: 1 });
    expect(report.outlooks.map(({ at }) => at)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(report.mistakes).toContainEqual(
      expect.objectContaining({ at: 3, seat: 1, text: review.moves[3]!.text, better: 'c3' }),
    );
    const lost = report.outlooks.map(({ chances }) => chances[0]!.mean);
    expect(lost[4]!).toBeGreaterThan(lost[3]!);
    expect(lost[5]).toBe(1);
  });

  it('is exact at once where the game is solved', async () => {
    const { analysis } = await analysed('tic-tac-toe', null, [0, 4, 1, 8, 2], '1', true);
    const report = analysis.survey(steps(1));
    expect(report).toMatchObject({ finished: true, done: 1, playOuts: 0, compared: 5 });
    // O takes a corner without a threat, then does not stop X.
    expect(report.mistakes.map(({ at, loss }) => [at, loss.mean])).toEqual([[3, 0.5]]);
    expect(report.outlooks.map(({ exact }) => exact)).toEqual([true, true, true, true, true, false]);
    expect(report.outlooks.map(({ chances }) => chances[0]!.mean)).toEqual([0.5, 0.5, 0.5, 0.5, 1, 1]);
    expect(analysis.position(3, steps(1))).toMatchObject({ finished: true, behind: { mistake: true, better: 'c3' } });
  });

  it('looks at a long game here and there first', async () => {
    const { analysis, review } = await analysed('doomspire', 'random');
    const report = analysis.survey(steps(40_000));
    expect(review.last).toBeGreaterThan(500);
    expect(report.outlooks.length).toBeGreaterThan(2);
    for (const { chances } of report.outlooks) {
      expect(chances).toHaveLength(4);
      expect(chances.reduce((sum, { mean }) => sum + mean, 0)).toBeCloseTo(1);
    }
  });
});
