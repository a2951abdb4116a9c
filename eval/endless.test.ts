/** More games than memory holds: each begins at once, and ends when it is told to. */
import { expect, it } from 'vitest';
import { evaluate } from './evaluate.js';
import { fullReport, gameReport } from './game-report/report.js';
import { measureLadder } from './ladder/ladder.js';
import { evaluatePanel } from './panel.js';
import type { PoolSettings } from './pool.js';
import { missingOf } from './saved-games.js';
import { tournament } from './tournament.js';

const blocks = 3e9;
const game = 'tic-tac-toe';
const agents = ['random', 'scripted:simple', 'scripted:perfect'];
const [agent, ...against] = ['scripted:perfect', 'random'] as const;
const analysis = { looks: 2, playouts: 2, effects: 0 };

const works: [string, (pool: PoolSettings) => Promise<unknown>][] = [
  ['an evaluation', (pool) => evaluate({ ...pool, game, agent, against, blocks })],
  ['a panel', (pool) => evaluatePanel({ ...pool, game, agent, blocks })],
  ['a tournament', (pool) => tournament({ ...pool, game, agents, blocks })],
  [
    'a tournament of one seat',
    (pool) => tournament({ ...pool, game: 'cartpole', agents: agents.slice(0, 1).concat('scripted:balance'), blocks }),
  ],
  ['a ladder', (pool) => measureLadder({ ...pool, game, agents, blocks })],
  ['a report', (pool) => gameReport({ ...pool, game, games: blocks })],
  [
    'a report with its analysis',
    (pool) => fullReport({ ...pool, ...analysis, game, agents: ['random'], games: blocks }),
  ],
];

it.each(works)('%s', async (_, work) => {
  const stop = new AbortController();
  let most = 0;
  const onProgress = ({ done, total }: { done: number; total: number }) => {
    most = total;
    if (done >= 20) stop.abort();
  };
  await expect(work({ workers: 0, signal: stop.signal, onProgress })).rejects.toThrow(/^stopped /);
  expect(most).toBeGreaterThan(1e8);
});

it('the numbers that are missing are found without a list of them', () => {
  const known = [7, 0, 1, 5];
  const missing = missingOf(9, known);
  expect(Array.from({ length: missing.length }, (_, at) => missing.at(at))).toEqual([2, 3, 4, 6, 8]);
  expect(missingOf(blocks, known).at(1e9)).toBe(1e9 + 4);
});
