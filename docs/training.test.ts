import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { RunDirectory } from '../checkpoints/run.js';
import { parseConfig } from '../training/run/config.js';
import { metricMeanings } from '../training/run/metrics.js';
import { resume } from '../training/run/resume.js';
import { train } from '../training/run/train.js';
import { csvSink } from './examples/metrics-csv.js';

const folder = mkdtempSync(join(tmpdir(), 'tabletop-docs-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('lists every metric with its meaning', () => {
  const page = readFileSync(new URL('./training.md', import.meta.url), 'utf8');
  for (const [name, meaning] of Object.entries(metricMeanings)) expect(page).toContain(`| \`${name}\` | ${meaning} |`);
});

it('shows a sink that has every update once, also of a run that was stopped and goes on', async () => {
  const [runDir, file] = [join(folder, 'run'), join(folder, 'metrics.csv')];
  const config = parseConfig({
    ...{ game: 'kuhn', workers: 0, learnerThreads: 1, games: 8, decisionsPerUpdate: 200, network: { trunk: [8] } },
    ...{ evaluation: { every: 0, reportBlocks: 1 }, checkpointEvery: 1 },
    phases: [
      { algorithm: 'imitation', agent: 'scripted:nash', decisions: 400 },
      { algorithm: 'ppo', decisions: 600 },
    ],
  });
  const stop = new AbortController();
  const onUpdate = ({ decisions }: { decisions: number }) => {
    if (decisions > 700) stop.abort();
  };
  await train(config, { runDir, sinks: [csvSink(file)], callbacks: { onUpdate }, signal: stop.signal });
  const { finished } = await resume(runDir, { sinks: [csvSink(file)] });
  expect(finished).toBe(true);
  const [head, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const column = (name: string) => rows.map((row) => row.split(',')[head!.split(',').indexOf(name)]!);
  const updates = RunDirectory.open(runDir)
    .metrics()
    .filter(({ kind }) => kind === 'update');
  expect(column('decisions').map(Number)).toEqual(updates.map(({ decisions }) => decisions));
  expect(new Set(column('phase'))).toEqual(new Set(['imitation', 'ppo']));
  expect(column('approx_kl').at(-1)).toBe(String(updates.at(-1)!.approx_kl));
  // Imitation has none.
  expect(column('approx_kl')[0]).toBe('');
});
