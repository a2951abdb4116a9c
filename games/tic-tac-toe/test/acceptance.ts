/** Tic-tac-toe in the acceptance table: self-play never loses, and learns nothing from wrong or random results. */
import { fileURLToPath } from 'node:url';
import { RandomAgent } from '../../../agents/random.js';
import { type Acceptance, each, exactly, type Result } from '../../../bench/acceptance/row.js';
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
  untrained,
  versus,
} from '../../../bench/acceptance/runs.js';
import type { Game } from '../../../env/game.js';
import { loadGame } from '../../../env/load-game.js';

const id = 'tic-tac-toe';
const module = (name: string) => fileURLToPath(new URL(`./${name}.ts`, import.meta.url));

async function published(): Promise<Result[]> {
  return [
    await exactly(
      'tic-tac-toe: positions, games, value',
      { game: 'tic-tac-toe' },
      '5478, 255168, 0',
      (r) => `${r.positions}, ${r.histories.terminal}, ${r.value}`,
    ),
  ];
}

async function measure(seeds: number[]): Promise<Result[]> {
  const runs = await each(seeds, async (seed) => {
    const trained = await learn(id, { seed }, { size: 'standard' });
    const best = (await judge(id, playerOf(trained, { argmax: true }))).bestResponse;
    const { won } = await versus(id, playerOf(trained, { argmax: true }), new RandomAgent(), 1000);
    return { best, won, empty: (await judge(id, await untrained(id, trained))).bestResponse };
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

async function controls(seeds: number[]): Promise<Result[]> {
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
  ];
}

export default {
  about: 'tic-tac-toe, self-play',
  seeds: [1, 2, 3],
  measure,
  published,
  controls,
} satisfies Acceptance;
