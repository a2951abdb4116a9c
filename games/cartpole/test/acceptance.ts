/** CartPole in the acceptance table: a learner reaches the limit. */
import { RandomAgent } from '../../../agents/random.js';
import { type Acceptance, each, type Result } from '../../../bench/acceptance/row.js';
import { learn, mean, playerOf, show, soloReturns } from '../../../bench/acceptance/runs.js';

async function measure(seeds: number[]): Promise<Result[]> {
  const id = 'cartpole';
  const runs = await each(seeds, async (seed) => {
    const updates: { games: number; sum: number }[] = [];
    let reached = Number.POSITIVE_INFINITY;
    const trained = await learn(
      id,
      { decisions: 100_000, seed },
      {
        onUpdate: ({ games: _, metrics, decisions }) => {
          const games = metrics.games as number;
          if (games > 0) updates.push({ games, sum: games * (metrics.episode_return_mean as number) });
          // The mean over the latest updates with at least 100 games between them.
          let [count, sum] = [0, 0];
          for (let i = updates.length - 1; i >= 0 && count < 100; i--) {
            count += updates[i]!.games;
            sum += updates[i]!.sum;
          }
          if (count >= 100 && sum / count >= 475) reached = Math.min(reached, decisions);
        },
      },
    );
    const final = await soloReturns(id, playerOf(trained, { argmax: true }), 20);
    return { reached, final: mean(final), seconds: trained.seconds };
  });
  const random = mean(await soloReturns(id, new RandomAgent(), 200));
  return [
    {
      what: 'steps until the mean of 100 games is 475, of 100,000',
      bar: 'all seeds',
      result: runs.map((r) => (Number.isFinite(r.reached) ? String(r.reached) : 'never')).join(', '),
      met: runs.every((r) => Number.isFinite(r.reached)),
    },
    {
      what: 'final evaluation, best action, 20 games',
      bar: '500',
      result: show(
        runs.map((r) => r.final),
        1,
      ),
      met: runs.every((r) => r.final === 500),
    },
    { what: 'random, 200 games', bar: 'reported', result: random.toFixed(1), met: null },
    {
      what: 'seconds a run',
      bar: 'reported',
      result: show(
        runs.map((r) => r.seconds),
        0,
      ),
      met: null,
    },
  ];
}

export default { about: 'CartPole-v1', seeds: [1, 2, 3, 4, 5], measure } satisfies Acceptance;
