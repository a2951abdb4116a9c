/** The rows of the acceptance table: what is trained, what is measured, the bar, and a baseline beside it. */
import { fileURLToPath } from 'node:url';
import { policyJudge } from '../../agents/policy/actor-critic.js';
import { actorCritic } from '../../agents/policy/policy.js';
import { RandomAgent } from '../../agents/random.js';
import { GuidedAgent } from '../../agents/search/guided-search.js';
import { createAgent } from '../../agents/spec.js';
import type { Game } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { exact } from '../../eval/exact/index.js';
import * as run from './runs.js';
import {
  type Changes,
  halfWidth,
  judge,
  learn,
  mean,
  movedTo,
  percent,
  playerOf,
  show,
  soloReturns,
  versus,
} from './runs.js';

/** One line of the table. */
export interface Result {
  what: string;
  bar: string;
  result: string;
  /** Null where the line is a baseline or a report without a bar. */
  met: boolean | null;
}

export interface Row {
  about: string;
  seeds: number[];
  measure(seeds: number[]): Promise<Result[]>;
}

const module = (name: string) => fileURLToPath(new URL(`./${name}.ts`, import.meta.url));

/** Trains once for each seed. */
async function each<T>(seeds: number[], one: (seed: number) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (const seed of seeds) all.push(await one(seed));
  return all;
}

/** NashConv of the last policy, seed by seed. */
function nashConvs(id: string, seeds: number[], over: Changes): Promise<number[]> {
  return each(seeds, async (seed) => (await judge(id, playerOf(await learn(id, { ...over, seed })))).nashConv);
}

async function exactly(
  what: string,
  request: Parameters<typeof exact>[0],
  wanted: string,
  found: (r: Awaited<ReturnType<typeof exact>>) => string,
): Promise<Result> {
  const result = found(await exact(request));
  return { what, bar: wanted, result, met: result === wanted };
}

const histories = (r: Awaited<ReturnType<typeof exact>>) =>
  `${r.histories!.chance} / ${r.histories!.decision} / ${r.histories!.terminal}`;

async function exactRows(): Promise<Result[]> {
  return [
    await exactly('Kuhn: chance / decision / terminal histories', { game: 'kuhn' }, '4 / 24 / 30', histories),
    await exactly('Kuhn: NashConv of uniform play', { game: 'kuhn' }, '0.916667', (r) => r.nashConv!.toFixed(6)),
    await exactly(
      'Kuhn: NashConv of always folding',
      { game: 'kuhn', policy: 'scripted:always-fold' },
      '2.000000',
      (r) => r.nashConv!.toFixed(6),
    ),
    await exactly('Kuhn: value of the game', { game: 'kuhn' }, (-1 / 18).toFixed(5), (r) => r.value!.toFixed(5)),
    await exactly('Kuhn: NashConv of an equilibrium', { game: 'kuhn', policy: 'scripted:nash' }, '0.000000', (r) =>
      Math.abs(r.nashConv!).toFixed(6),
    ),
    await exactly('Leduc: chance / decision / terminal histories', { game: 'leduc' }, '157 / 3780 / 5520', histories),
    await exactly('Leduc: NashConv of uniform play', { game: 'leduc' }, '4.747222', (r) => r.nashConv!.toFixed(6)),
    await exactly(
      'Leduc: NashConv of always folding',
      { game: 'leduc', policy: 'scripted:always-fold' },
      '2.000000',
      (r) => r.nashConv!.toFixed(6),
    ),
    await exactly(
      'tic-tac-toe: positions, games, value',
      { game: 'tic-tac-toe' },
      '5478, 255168, 0',
      (r) => `${r.positions}, ${r.histories!.terminal}, ${r.value}`,
    ),
    await exactly(
      'Connect Four: perft 1-7',
      { game: 'connect-four', depth: 7 },
      '7, 49, 343, 2401, 16807, 117649, 823536',
      (r) => r.perft!.join(', '),
    ),
  ];
}

async function invalidActions(seeds: number[]): Promise<Result[]> {
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

async function cartpole(seeds: number[]): Promise<Result[]> {
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

async function kuhn(seeds: number[]): Promise<Result[]> {
  const high = await nashConvs('kuhn', seeds, { decisions: 120_000, ppo: { entropy: 0.2 } });
  const none = await nashConvs('kuhn', seeds, { decisions: 120_000, ppo: { entropy: 0 } });
  // The schedule that games get without a preset.
  const usual = await nashConvs('kuhn', seeds, { decisions: 120_000, ppo: { entropy: { from: 0.1, to: 0.05 } } });
  const random = (await judge('kuhn', new RandomAgent())).nashConv;
  return [
    {
      what: 'NashConv, entropy 0.2, 120k decisions',
      bar: 'worst < 0.25',
      result: show(high),
      met: Math.max(...high) < 0.25,
    },
    {
      what: 'negative control: entropy 0',
      bar: `mean >= twice ${mean(high).toFixed(3)}`,
      result: `${show(none)}; mean ${mean(none).toFixed(3)}`,
      met: mean(none) >= 2 * mean(high),
    },
    { what: 'the default schedule, 0.1 to 0.05', bar: 'reported', result: show(usual), met: null },
    { what: 'uniform play', bar: 'reported', result: random.toFixed(3), met: null },
  ];
}

async function leduc(seeds: number[]): Promise<Result[]> {
  const short = await nashConvs('leduc', seeds, { decisions: 300_000, ppo: { entropy: 0.2 } });
  const long = await nashConvs('leduc', seeds, { decisions: 1_000_000, ppo: { entropy: 0.2 } });
  const none = await nashConvs('leduc', seeds.slice(0, 1), { decisions: 300_000, ppo: { entropy: 0 } });
  const random = (await judge('leduc', new RandomAgent())).nashConv;
  return [
    {
      what: 'NashConv, entropy 0.2, 300k decisions',
      bar: 'worst < 1.4',
      result: show(short),
      met: Math.max(...short) < 1.4,
    },
    { what: 'NashConv, entropy 0.2, 1M decisions', bar: 'reported', result: show(long), met: null },
    { what: 'entropy 0, 300k decisions, first seed', bar: 'reported', result: show(none), met: null },
    { what: 'uniform play', bar: 'reported', result: random.toFixed(3), met: null },
  ];
}

async function ticTacToe(seeds: number[]): Promise<Result[]> {
  const id = 'tic-tac-toe';
  const runs = await each(seeds, async (seed) => {
    const trained = await learn(id, { seed }, { size: 'standard' });
    const best = (await judge(id, playerOf(trained, { argmax: true }))).bestResponse;
    const { won } = await versus(id, playerOf(trained, { argmax: true }), new RandomAgent(), 1000);
    return { best, won, empty: (await judge(id, await run.untrained(id, trained))).bestResponse };
  });
  return [
    {
      what: 'exact best response against the best action, from each seat',
      bar: '0 and 0',
      result: runs.map((r) => r.best.join(' and ')).join('; '),
      met: runs.every((r) => r.best.every((v) => v === 0)),
    },
    {
      what: 'won against random, 1,000 games',
      bar: 'reported',
      result: runs.map((r) => percent(r.won)).join(', '),
      met: null,
    },
    { what: 'best response against the untrained network', bar: 'reported', result: show(runs[0]!.empty), met: null },
  ];
}

async function connectFour(seeds: number[]): Promise<Result[]> {
  const id = 'connect-four';
  const games = Math.max(4, Math.round(400 * Math.min(1, run.scale)));
  const pack = await loadGame(id);
  const runs = await each(seeds, async (seed) => {
    const trained = await learn(id, { decisions: 2_000_000, seed }, { size: 'standard' });
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

async function negativeControls(seeds: number[]): Promise<Result[]> {
  const id = 'tic-tac-toe';
  const { game } = await loadGame(id);
  const games = 1000;
  const over: Changes = {
    decisions: 200_000,
    ppo: { opponents: [], snapshots: { share: 0 } },
    evaluation: { every: 0, reportBlocks: 0, against: [] },
  };
  const score = ({ won, tied }: Awaited<ReturnType<typeof versus>>) => won + tied / 2;
  const against = async (source: string) =>
    each(seeds, async (seed) => {
      const trained = await learn(source, { ...over, seed }, { preset: id });
      return score(await versus(id, movedTo(game as Game, trained), new RandomAgent(), games));
    });
  const right = await against(id);
  const wrong = await against(module('wrong-seat'));
  const coin = await against(module('coin-flip'));
  // Half of what is left over for chance: two random players differ by so much.
  const noise = halfWidth(0.5, games) * 2;

  // Against an opponent that never changes a policy learns to beat that one, and nothing else.
  const frozen = { opponents: [{ agent: 'random', allSeats: 1, share: 0 }], snapshots: { share: 0 } };
  const moving = await nashConvs('kuhn', seeds, { decisions: 120_000 });
  const still = await nashConvs('kuhn', seeds, { decisions: 120_000, ppo: frozen });
  const words = 'score against random after 200k decisions of tic-tac-toe';
  return [
    { what: words, bar: 'reported', result: show(right), met: null },
    {
      what: 'the same, each seat rewarded for the other',
      bar: `< ${(0.5 - noise).toFixed(3)}`,
      result: show(wrong),
      met: Math.max(...wrong) < 0.5 - noise,
    },
    {
      what: 'the same, places drawn by a coin: advantages say nothing',
      bar: `within 0.1 of two random players (0.5), and far from ${mean(right).toFixed(3)}`,
      result: show(coin),
      met: coin.every((s) => Math.abs(s - 0.5) < 0.1 && s < mean(right) - 0.1),
    },
    { what: 'Kuhn, NashConv of self-play', bar: 'reported', result: show(moving), met: null },
    {
      what: 'Kuhn, NashConv against a frozen opponent (random)',
      bar: `worse than twice ${mean(moving).toFixed(3)}`,
      result: show(still),
      met: Math.min(...still) > 2 * mean(moving),
    },
  ];
}

export const rows: Readonly<Record<string, Row>> = {
  exact: { about: 'published values', seeds: [], measure: exactRows },
  'invalid-actions': { about: 'action masks', seeds: [1, 2, 3, 4, 5], measure: invalidActions },
  cartpole: { about: 'CartPole-v1', seeds: [1, 2, 3, 4, 5], measure: cartpole },
  kuhn: { about: 'Kuhn poker, self-play', seeds: [1, 2, 3, 4, 5], measure: kuhn },
  leduc: { about: 'Leduc poker, self-play', seeds: [1, 2, 3], measure: leduc },
  'tic-tac-toe': { about: 'tic-tac-toe, self-play', seeds: [1, 2, 3], measure: ticTacToe },
  'connect-four': { about: 'Connect Four, self-play', seeds: [1], measure: connectFour },
  controls: { about: 'negative controls', seeds: [1, 2, 3], measure: negativeControls },
};
