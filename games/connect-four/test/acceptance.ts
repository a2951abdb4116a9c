/**
 * Connect Four in the acceptance table: self-play beats random play, and a search that it guides beats one without it.
 */

import { policyJudge } from '../../../agents/policy/actor-critic.js';
import { actorCritic } from '../../../agents/policy/policy.js';
import { RandomAgent } from '../../../agents/random.js';
import { GuidedAgent } from '../../../agents/search/guided-search.js';
import { createAgent } from '../../../agents/spec/load.js';
import { type Acceptance, each, type Result } from '../../../bench/acceptance/row.js';
import { halfWidth, learn, percent, playerOf, scale, versus } from '../../../bench/acceptance/runs.js';
import { loadGame } from '../../../env/load-game.js';
import { perft } from '../../../eval/exact/perft.js';

async function published(): Promise<Result[]> {
  const { game } = await loadGame('connect-four');
  const bar = '7, 49, 343, 2401, 16807, 117649, 823536';
  const result = perft(game, game.options.parse({}), 7).join(', ');
  return [{ what: 'Connect Four: perft 1-7', bar, result, met: result === bar }];
}

async function measure(seeds: number[]): Promise<Result[]> {
  const id = 'connect-four';
  const games = Math.max(4, Math.round(400 * Math.min(1, scale)));
  const pack = await loadGame(id);
  const runs = await each(seeds, async (seed) => {
    const trained = await learn(id, { decisions: 2_000_000, seed }, { size: 'ppo' });
    const random = await versus(id, playerOf(trained), new RandomAgent(), games);
    // What `policy+search:200:<run>` makes.
    const search = new GuidedAgent('policy+search:200', {
      simulations: 200,
      judge: () => policyJudge(actorCritic(trained.game, trained.policy)),
    });
    const plain = await versus(id, search, await createAgent('search:200', pack), games);
    const bot = await versus(id, playerOf(trained), await createAgent('scripted:tactical', pack), games);
    return { random, plain, bot };
  });
  const parity = await versus(id, new RandomAgent(), await createAgent('search:200', pack), games);
  const share = ({ won, tied, lost }: typeof parity) =>
    `${percent(won)} (± ${percent(halfWidth(won, games))}), tied ${percent(tied)}, lost ${percent(lost)}`;
  return [
    {
      what: `won against random, ${games} games`,
      bar: '>= 95 %',
      result: runs.map((r) => share(r.random)).join('; '),
      met: runs.every((r) => r.random.won >= 0.95),
    },
    {
      what: `policy+search:200 won against search:200, ${games} games`,
      bar: '>= 60 %',
      result: runs.map((r) => share(r.plain)).join('; '),
      met: runs.every((r) => r.plain.won >= 0.6),
    },
    {
      what: 'won against scripted:tactical',
      bar: 'reported',
      result: runs.map((r) => share(r.bot)).join('; '),
      met: null,
    },
    { what: 'random against search:200', bar: 'reported', result: share(parity), met: null },
  ];
}

export default { about: 'Connect Four, self-play', seeds: [1], measure, published } satisfies Acceptance;
