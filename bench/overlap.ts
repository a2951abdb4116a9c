/**
 * What playing while learning (`overlap`) does to learning: its rows were played with weights one update old. Trains the same
 * number of decisions both ways, without a warm start, and prints how far the policy is from the one that acted, and how
 * it does in the end.
 *
 *   npx tsx bench/overlap.ts doomspire --decisions 1000000 --seeds 3
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadGame } from '../env/games/index.js';
import { UserError } from '../env/user-error.js';
import { mean, wilson } from '../eval/statistics.js';
import { applySet, presetConfig, train } from '../training/index.js';
import { commandLine, wholeNumber } from './command-line.js';

/** Updates at the beginning that are not counted: the policy is uniform there. */
const FIRST = 5;

const { values: flags, positionals } = commandLine(
  import.meta.url,
  {
    preset: { type: 'string', default: 'quickstart' },
    decisions: { type: 'string', default: '1000000' },
    seeds: { type: 'string', default: '3' },
    set: { type: 'string', multiple: true, default: [] },
  },
  1,
);
if (positionals[0] === undefined) throw new UserError('which game? npx tsx bench/overlap.ts doomspire');
const { game, source } = await loadGame(positionals[0]);
const seeds = wholeNumber('seeds', flags.seeds);

/** Numbers of a run's updates, by name, and the games it won of those it was measured with. */
async function run(seed: number, overlap: boolean) {
  let config = presetConfig(game.id, source, flags.preset, {
    seed: String(seed),
    overlap,
    decisions: wholeNumber('decisions', flags.decisions),
    minutes: 0,
    warmStart: { agent: '' },
    evaluation: { every: 0, reportBlocks: 24 },
  });
  for (const assignment of flags.set) config = applySet(config, assignment);
  const folder = mkdtempSync(path.join(tmpdir(), 'overlap-'));
  const seen: Record<string, number[]> = { kl: [], clipFraction: [], epochs: [], explainedVariance: [] };
  try {
    const { reports } = await train(config, {
      runDir: path.join(folder, 'run'),
      onProgress: ({ kind, metrics, update, progress }) => {
        if (kind !== 'update') return;
        if (update > FIRST) for (const [name, numbers] of Object.entries(seen)) numbers.push(Number(metrics![name]));
        process.stderr.write(`\rseed ${seed}${overlap ? ', overlap' : ''}: ${Math.round(100 * progress)} %   `);
      },
    });
    process.stderr.write('\n');
    const against = Object.entries(reports.end!.against);
    return { seen, won: against.map(([agent, { games, winRate }]) => ({ agent, games, wins: winRate.mean * games })) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const percent = (share: number) => (100 * share).toFixed(1);
const rows: string[][] = [];
for (const overlap of [false, true]) {
  const runs: Awaited<ReturnType<typeof run>>[] = [];
  for (let seed = 1; seed <= seeds; seed++) runs.push(await run(seed, overlap));
  const overall = (name: string) => mean(runs.flatMap(({ seen }) => seen[name]!));
  const won = runs[0]!.won.map(({ agent }, i) => {
    const total = (what: 'wins' | 'games') => runs.reduce((sum, one) => sum + one.won[i]![what], 0);
    const { mean: rate, low, high } = wilson(Math.round(total('wins')), total('games'));
    return [`won against ${agent}`, `${percent(rate)} % [${percent(low)}, ${percent(high)}] of ${total('games')}`];
  });
  const cells: [head: string, cell: string][] = [
    ['', overlap ? 'one update old' : 'of the same weights'],
    ['KL', overall('kl').toFixed(4)],
    ['clipped', `${percent(overall('clipFraction'))} %`],
    ['epochs', overall('epochs').toFixed(2)],
    ['explained variance', overall('explainedVariance').toFixed(3)],
    ...(won as [string, string][]),
  ];
  if (rows.length === 0)
    rows.push(
      cells.map(([head]) => head),
      cells.map((_, i) => (i > 0 ? '---:' : '---')),
    );
  rows.push(cells.map(([, cell]) => cell));
}
process.stdout.write(`${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`);
// ONNX Runtime's threads would keep the process.
process.exit();
