/** A comparison of trainings as one HTML page: the table, and strength while training, variant by variant. */
import { RunDirectory } from '../../checkpoints/run.js';
import { lineChart } from '../../eval/charts/chart.js';
import { type Markup, markup } from '../../eval/charts/markup.js';
import { grid, page } from '../../eval/charts/page.js';
import { varietyText } from '../../eval/different-games.js';
import { percent } from '../../eval/report.js';
import { seedBand } from '../seed-band.js';
import type { RunsComparison, VariantResult } from './comparison.js';

/** One evaluation during a training. */
interface CurvePoint {
  decisions: number;
  minutes: number;
  score: number;
}

/** @param runs by variant, the directories of its runs; a run that has not begun yet has no curve. @param note in the head */
export function comparisonPage(
  title: string,
  result: RunsComparison,
  runs: readonly (readonly string[])[],
  note = '',
): string {
  const { against, deals, games, seed, byRewards, parity, variants } = result;
  const drawn = variants.map(({ name }, i) => ({ name, runs: runs[i]!.flatMap(curveOf) }));
  const shares = !byRewards;
  const reference = shares && parity < 1 ? { y: parity, label: `parity: ${percent(parity)}` } : null;
  const chart = (title: string, xLabel: string, x: (point: CurvePoint) => number) =>
    lineChart(
      drawn.map(({ name, runs }) =>
        seedBand(
          name,
          runs.map((run) => run.map((point) => ({ x: x(point), y: point.score }))),
        ),
      ),
      { title, xLabel, shares, reference },
    );
  const evaluated = drawn.some(({ runs }) => runs.some((run) => run.length > 0));
  const score = (value: number) => (byRewards ? value.toFixed(3) : percent(value));
  return page(
    title,
    markup`<p>${note}Each policy played ${String(deals)} deals (seed ${seed}) against ${against.join(', ')}${shares ? markup`; parity ${percent(parity)}` : null}. ${varietyText(result, games, '').join(' ')}</p>
<h2>Strength after training</h2>
${resultTable(variants, score, byRewards)}
<p><small>Intervals at 95 %: Student's, over seeds and deals, which all policies share; with one seed over deals alone, without
the chance in training. Differences are to the first variant, on the same deals.</small></p>
${
  evaluated
    ? markup`<h2>Strength while training</h2>
<p><small>Evaluations during training (<code>evaluation.against</code>, few deals): the mean over the seeds, and the band from the lowest to the highest.</small></p>
${grid([
  chart('By decisions', 'decisions learned from', ({ decisions }) => decisions),
  chart('By time', 'minutes', ({ minutes }) => minutes),
])}`
    : markup`<p>The trainings had no evaluations (<code>evaluation.every</code>), so there are no curves.</p>`
}`,
  );
}

/** The evaluations of a run in order; nothing before it begins. */
function curveOf(runDir: string): CurvePoint[][] {
  if (!RunDirectory.exists(runDir)) return [];
  return [
    RunDirectory.open(runDir)
      .sampledMetrics()
      .flatMap(({ kind, name, decisions, seconds, score }): CurvePoint[] =>
        kind === 'evaluation' && name === 'evaluation' && typeof seconds === 'number' && typeof score === 'number'
          ? [{ decisions, minutes: seconds / 60, score }]
          : [],
      ),
  ];
}

function resultTable(variants: readonly VariantResult[], score: (value: number) => string, byRewards: boolean): Markup {
  return markup`<div class="table"><table>
<tr><th>Variant</th><th>${byRewards ? 'Mean return' : 'Won'}</th><th>To the first</th><th>Seeds</th><th>Decisions</th><th>Minutes</th></tr>
${variants.map(
  ({ name, score: own, difference, seeds, decisions, minutes }) =>
    markup`<tr><td>${name}</td><td>${own ? markup`${score(own.mean)} <small>${score(own.low)} to ${score(own.high)}</small>` : 'not trained yet'}</td><td>${difference ? markup`${score(difference.mean)} <small>${score(difference.low)} to ${score(difference.high)}</small>` : '-'}</td><td>${seeds.map((one) => score(one.score)).join(', ') || '-'}</td><td>${Math.round(decisions).toLocaleString('en-US')}</td><td>${minutes.toFixed(1)}</td></tr>`,
)}
</table></div>`;
}
