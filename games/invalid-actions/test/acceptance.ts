/** The invalid-action test in the acceptance table: masks make it easy. */
import { RandomAgent } from '../../../agents/random.js';
import { type Acceptance, each, type Result } from '../../../bench/acceptance/row.js';
import { type Changes, learn, mean, playerOf, show, soloReturns } from '../../../bench/acceptance/runs.js';

async function measure(seeds: number[]): Promise<Result[]> {
  const id = 'invalid-actions';
  const games = 20;
  const scores = (over: Partial<Changes>, options: object) =>
    each(seeds, async (seed) => {
      const player = playerOf(await learn(id, { ...over, decisions: 2048, seed }), { argmax: true });
      return mean(await soloReturns(id, player, games, options));
    });
  const masked = await scores({}, {});
  const open = { masked: false };
  const unmasked = await scores({ options: open }, open);
  const random = mean(await soloReturns(id, new RandomAgent(), 50));
  const randomOpen = mean(await soloReturns(id, new RandomAgent(), 50, open));
  const worst = Math.min(...masked);
  return [
    {
      what: `masked, 2,048 steps, best action, ${games} games`,
      bar: 'worst >= 80',
      result: show(masked, 1),
      met: worst >= 80,
    },
    { what: 'the same without masks', bar: 'reported', result: show(unmasked, 1), met: null },
    { what: 'random, with and without masks', bar: 'reported', result: show([random, randomOpen], 1), met: null },
  ];
}

export default { about: 'action masks', seeds: [1, 2, 3, 4, 5], measure } satisfies Acceptance;
