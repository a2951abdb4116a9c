/**
 * Two processes that want to write one run, at random moments of its life: one must be refused, the other end as a run
 * that was left alone. Used by a short test and by the long run in bench/.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { createRng } from '../../env/chance.js';
import { main, pig } from '../paths.js';
import { config, made } from './kill.js';

/** How they meet. */
const ways = ['a run is resumed while it trains', 'a run is begun twice', 'a killed run is resumed twice'] as const;

/** What came of it. */
export interface WritersReport {
  /** Meetings by way. */
  met: Record<string, number>;
  /** Tries in which one had ended before the other looked. */
  missed: number;
  /** What went wrong; empty when all is well. */
  problems: string[];
}

/**
 * @param moments meetings
 * @param folder an empty one
 */
export async function twoWriters(
  { moments, seed }: { moments: number; seed: string },
  folder: string,
): Promise<WritersReport> {
  const file = path.join(folder, 'config.json');
  writeFileSync(file, JSON.stringify({ ...config, workers: 0 }));
  const begin = (run: string) => ['train', pig, '--config', file, '--decisions', '24000', '--run', run];
  const resume = (run: string) => ['train', '--resume', run];
  const alone = path.join(folder, 'alone');
  const began = performance.now();
  await start(begin(alone)).ended;
  const milliseconds = performance.now() - began;
  const wanted = made(alone);

  const rng = createRng(seed);
  const report: WritersReport = { met: Object.fromEntries(ways.map((way) => [way, 0])), missed: 0, problems: [] };
  for (let met = 0, tries = 0; met < moments; tries++) {
    const way = ways[met % ways.length]!;
    const run = path.join(folder, `run-${tries}`);
    const wait = (share: number) => new Promise((done) => setTimeout(done, milliseconds * share * rng.uniform()));
    let two: Writer[];
    if (way === 'a killed run is resumed twice') {
      const first = start(begin(run));
      await until(() => existsSync(path.join(run, 'config.json')));
      await wait(0.5);
      first.child.kill('SIGKILL');
      await first.ended;
      two = [start(resume(run)), start(resume(run))];
    } else {
      const first = start(begin(run));
      const resumed = way === 'a run is resumed while it trains';
      if (resumed) await until(() => existsSync(path.join(run, 'config.json')));
      await wait(resumed ? 0.4 : 0.1);
      two = [first, start(resumed ? resume(run) : begin(run))];
    }
    const ends = await Promise.all(two.map((writer) => writer.ended));
    // Who finds the run finished has nothing to do or to tell: they did not meet.
    if (ends.every(({ code }) => code === 0) && ends.some(({ errors }) => errors === '')) {
      report.missed++;
      continue;
    }
    met++;
    report.met[way]!++;
    const problem = (what: string) => report.problems.push(`${way}, try ${tries}: ${what}`);
    const refused = ends.filter(({ code }) => code === 2);
    const others = ends.filter(({ code }) => code === 0);
    if (refused.length !== 1 || others.length !== 1)
      problem(
        `exit codes ${ends.map(({ code }) => code).join(' and ')}: ${ends.map(({ errors }) => errors).join(' / ')}`,
      );
    for (const { errors } of refused)
      if (!/^tabletop: .+ is being written by process \d+ on \S+ since [^\n]+\n$/m.test(errors)) problem(errors);
    if (!existsSync(path.join(run, 'config.json'))) continue;
    const got = made(run);
    for (const [name, value] of Object.entries(wanted)) if (got[name] !== value) problem(`${name} differ`);
    const left = readdirSync(run).filter((name) => name.startsWith('lock') || name.endsWith('.tmp'));
    if (left.length > 0) problem(`${left.join(', ')} left behind`);
  }
  return report;
}

interface Writer {
  child: ChildProcess;
  ended: Promise<{ code: number | null; errors: string }>;
}

function start(args: string[]): Writer {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  const ended = new Promise<Awaited<Writer['ended']>>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, errors: errors.slice(-1000) }));
  });
  return { child, ended };
}

async function until(there: () => boolean): Promise<void> {
  for (let i = 0; !there() && i < 2000; i++) await new Promise((done) => setTimeout(done, 10));
}
