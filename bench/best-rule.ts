/**
 * Which checkpoint should a run call its best? Trains small runs, measures all their checkpoints on the deals that pick
 * and on many fresh ones, and says how strong the checkpoint is that each rule ends with (`evaluation.confidence`).
 *
 *     npx tsx bench/best-rule.ts [--game tic-tac-toe] [--seeds 6] [--fresh 500]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunDirectory } from '../checkpoints/index.js';
import { UserError } from '../env/user-error.js';
import { playDeals, reportSeed, strengthOf } from '../eval/index.js';
import { alignTable } from '../eval/report.js';
import { mean, pairedTest, student95, variance } from '../eval/statistics.js';
import { applySet, parseConfig, presetConfig, train } from '../training/index.js';
import { replaces } from '../training/run/evaluator.js';
import { commandLine, wholeNumber } from './command-line.js';

/** For each game: settings over its quickstart that make small runs with many evaluations, and who they are measured against. */
const games: Record<string, { sets: string[]; against: string[] }> = {
  'tic-tac-toe': {
    sets: ['ppo.decisions=120000', 'decisionsPerUpdate=2048', 'evaluation.every=4', 'evaluation.blocks=50'],
    against: ['random', 'scripted:perfect'],
  },
  'connect-four': {
    sets: ['ppo.decisions=160000', 'decisionsPerUpdate=4096', 'evaluation.every=3', 'evaluation.blocks=50'],
    against: ['random', 'scripted:tactical'],
  },
  kuhn: { sets: ['ppo.decisions=60000', 'evaluation.every=5', 'evaluation.blocks=50'], against: ['scripted:nash'] },
};

/** Confidences to compare; -1: the last checkpoint, whatever was measured. */
const rules = [-1, 0, 0.5, 0.8, 0.95];

const { values } = commandLine(import.meta.url, {
  game: { type: 'string' },
  seeds: { type: 'string', default: '6' },
  fresh: { type: 'string', default: '500' },
});
const [seeds, fresh] = [wholeNumber('--seeds', values.seeds, 2), wholeNumber('--fresh', values.fresh)];
if (values.game !== undefined && !Object.hasOwn(games, values.game))
  throw new UserError(`--game ${values.game}: use one of ${Object.keys(games).join(', ')}`);
const folder = mkdtempSync(join(tmpdir(), 'best-rule-'));

/** Strength on each deal, a mean over the opponents. */
async function scores(game: string, agent: string, against: readonly string[], seed: string, deals: number) {
  const all: number[][] = [];
  for (const other of against)
    all.push(strengthOf(await playDeals({ game, agent, against: other, deals, seed, workers: 0 })));
  return Array.from({ length: deals }, (_, deal) => mean(all.map((one) => one[deal]!)));
}

/** What each rule ends with, on fresh deals. */
async function oneRun(game: string, seed: number): Promise<number[]> {
  const { sets, against } = games[game]!;
  let config = parseConfig({
    ...presetConfig({ id: game, source: game }, 'quickstart'),
    seed,
    workers: 0,
    learnerThreads: 1,
  });
  for (const set of [...sets, 'evaluation.reportBlocks=0', 'checkpointEvery=1000']) config = applySet(config, set);
  const { every, blocks } = config.evaluation;
  config = { ...config, keepEvery: every, evaluation: { ...config.evaluation, every: 0 } };
  const runDir = join(folder, `${game}-${seed}`);
  await train(config, { runDir });
  const run = RunDirectory.open(runDir);
  const last = run.latest()!.decisions;
  const lines = run.metrics();
  const updateOf = (decisions: number) =>
    lines.filter((line) => line.kind === 'update' && line.decisions <= decisions).length;
  const candidates: { decisions: number; deals: number[]; score: number; fresh: number }[] = [];
  for (const { decisions } of run.checkpoints()) {
    if (decisions === 0 || (updateOf(decisions) % every !== 0 && decisions !== last)) continue;
    const agent = `policy:${runDir}@${decisions}`;
    const deals = await scores(game, agent, against, `${seed}/measure`, blocks);
    const strength = mean(await scores(game, agent, against, reportSeed(`best rule ${seed}`), fresh));
    candidates.push({ decisions, deals, score: mean(deals), fresh: strength });
  }
  return rules.map((confidence) => {
    if (confidence < 0) return candidates.at(-1)!.fresh;
    let best = candidates[0]!;
    for (const one of candidates.slice(1)) {
      const line = { score: one.score } as Parameters<typeof replaces>[0]['line'];
      if (replaces({ line, deals: one.deals }, best, confidence)) best = one;
    }
    return best.fresh;
  });
}

try {
  for (const game of values.game === undefined ? Object.keys(games) : [values.game]) {
    const runs: number[][] = [];
    for (let seed = 1; seed <= seeds; seed++) runs.push(await oneRun(game, seed));
    const today = runs.map((run) => run[rules.indexOf(0)]!);
    const rows = rules.map((confidence, i) => {
      const own = runs.map((run) => run[i]!);
      const half = student95(own.length - 1) * Math.sqrt(variance(own) / own.length);
      const { difference } = pairedTest(own, today);
      return [
        confidence < 0 ? 'the last one' : `confidence ${confidence}`,
        `${mean(own).toFixed(4)} ± ${half.toFixed(4)}`,
        `${difference.mean.toFixed(4)} [${difference.low.toFixed(4)}, ${difference.high.toFixed(4)}]`,
      ];
    });
    console.log(
      `${game}, ${runs.length} runs, against ${games[game]!.against.join(' and ')}, ${fresh} fresh deals a checkpoint`,
    );
    console.log(`${alignTable([['rule', 'strength of the best', 'paired with confidence 0'], ...rows])}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
