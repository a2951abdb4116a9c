/**
 * Kills a training run for real (SIGKILL, any moment), resumes it, kills it again, and so on until it is finished; then
 * compares it with a run that was left alone. Used by a short test and by the long run in bench/.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { RunDirectory } from '../../checkpoints/run.js';
import { createRng } from '../../env/chance.js';
import type { ConfigInput } from '../../training/run/config.js';
import { main, pig } from '../paths.js';

const shared = {
  game: pig,
  options: { players: 3, rounds: 6 },
  learnerThreads: 1,
  games: 8,
  decisionsPerUpdate: 384,
  network: { trunk: [16] },
  evaluation: { against: ['random', 'scripted:bold'], every: 4, blocks: 2, reportBlocks: 2 },
  checkpointEvery: 2,
};

/** Everything a run can have: imitation, bots, snapshots, measuring, a checkpoint every other update. */
export const config: ConfigInput = {
  ...shared,
  phases: [
    {
      ...{ algorithm: 'imitation', agent: 'scripted:bold', decisions: 1200 },
      opponents: [{ agent: 'random', share: 0.1 }],
    },
    {
      ...{ algorithm: 'ppo', decisions: 6000, epochs: 3, minibatch: 64 },
      opponents: [{ agent: 'random', share: 0.2, allSeats: 0.1 }],
      snapshots: { share: 0.2, every: 3, poolSize: 3 },
    },
  ],
};

/** The same of a run that learns values of positions; its games are played while it learns. */
export const valuesConfig: ConfigInput = {
  ...shared,
  // The preset of such a game has a limit of time, with which no two runs are the same.
  minutes: 0,
  phases: [
    {
      ...{ algorithm: 'afterstate', decisions: 6000, shards: 3, beam: 2 },
      opponents: [{ agent: 'random', share: 0.2, allSeats: 0.1 }],
      snapshots: { share: 0.2, every: 3, poolSize: 3 },
    },
  ],
};

/** What came of it. */
export interface KillReport {
  kills: number;
  /** Runs that were killed, often several times each, and ended. */
  runs: number;
  /** Kills before there was a checkpoint, between the first and the end. */
  early: number;
  /** Names of what differed from the run left alone; empty when all is well. */
  differences: string[];
}

/**
 * @param kills at least so many
 * @param of the run
 * @param folder an empty one
 */
export async function killAndResume(
  { workers, kills, seed, of = config }: { workers: number; kills: number; seed: string; of?: ConfigInput },
  folder: string,
): Promise<KillReport> {
  const file = path.join(folder, 'config.json');
  writeFileSync(file, JSON.stringify({ ...of, workers }));
  const start = (run: string) => ['train', pig, '--config', file, '--run', run];
  const alone = path.join(folder, 'alone');
  const began = performance.now();
  await command(start(alone), Number.POSITIVE_INFINITY);
  const milliseconds = performance.now() - began;
  const wanted = made(alone);

  const rng = createRng(seed);
  const report: KillReport = { kills: 0, runs: 0, early: 0, differences: [] };
  while (report.kills < kills) {
    const run = path.join(folder, `killed-${report.runs++}`);
    for (let done = false; !done; ) {
      const again = existsSync(path.join(run, 'config.json'));
      // From the first moments of the process to after its end.
      const killed = await command(again ? ['train', '--resume', run] : start(run), milliseconds * 1.1 * rng.uniform());
      done = !killed;
      if (!killed) break;
      report.kills++;
      if (!again || !RunDirectory.open(run).latest()) report.early++;
    }
    const got = made(run);
    for (const [name, value] of Object.entries(wanted))
      if (got[name] !== value) report.differences.push(`run ${report.runs - 1}: ${name}`);
  }
  return report;
}

/** @returns whether it was killed before it ended by itself */
function command(args: string[], killAfter: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (text) => {
      errors = `${errors}${text}`.slice(-2000);
    });
    const timer = Number.isFinite(killAfter) ? setTimeout(() => child.kill('SIGKILL'), killAfter) : undefined;
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      if (signal === 'SIGKILL') resolve(true);
      else if (code === 0) resolve(false);
      else
        reject(
          new Error(`tabletop ${args.join(' ')} ended with ${code ?? signal}: ${errors.trim().split('\n').at(-1)}`),
        );
    });
  });
}

/** Everything a run has made that must not depend on how often it was killed. */
export function made(runDir: string): Record<string, string> {
  const run = RunDirectory.open(runDir);
  // Clock times differ from run to run, and only they.
  const lines = run.metrics().map((line) => {
    const { seconds, time, sps, collect_seconds, learn_seconds, inference_fraction, ...rest } = line;
    return JSON.stringify(rest);
  });
  return {
    'last checkpoint': readFileSync(run.latest()!.file).toString('base64'),
    'best checkpoint': readFileSync(run.best()!).toString('base64'),
    metrics: lines.join('\n'),
  };
}
