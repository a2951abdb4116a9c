/**
 * The learning curve of a run as a table: what was measured while it trained, and the reports at its stages; then the
 * speed and the entropy of each phase.
 *
 *   npx tsx bench/learning-curve.ts <run>
 */
import { RunDirectory } from '../checkpoints/run.js';
import { median } from '../env/speed.js';
import { UserError } from '../env/user-error.js';
import type { Estimate } from '../eval/statistics.js';
import type { MeasureRecord } from '../training/run/metrics.js';
import { commandLine } from './command-line.js';

const [path] = commandLine(import.meta.url, {}, 1).positionals;
if (path === undefined) throw new UserError('which run? npx tsx bench/learning-curve.ts runs/<run>');
const lines = RunDirectory.open(path).metrics();
const measured = lines.filter((line) => line.kind !== 'update') as MeasureRecord[];
const agents = [...new Set(measured.flatMap((line) => Object.keys(line.against)))];
const percent = (share: number) => (100 * share).toFixed(1);
const cell = (rate: Estimate | undefined) =>
  rate ? `${percent(rate.mean)} % [${percent(rate.low)}, ${percent(rate.high)}]` : '';

const rows = measured.map((line) => [
  line.kind === 'evaluation' ? 'while it trains' : `report: ${line.name}`,
  (line.decisions / 1e6).toFixed(2),
  (Number(line.seconds) / 60).toFixed(1),
  ...agents.map((agent) => cell(line.against[agent]?.winRate)),
]);
const heads = ['measured', 'million decisions', 'minutes', ...agents.map((agent) => `won against ${agent}`)];
process.stdout.write(
  `${[heads, heads.map((_, i) => (i > 0 ? '---:' : '---')), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`,
);

const updates = lines.filter((line) => line.kind === 'update');
for (const phase of new Set(updates.map((line) => String(line.phase)))) {
  const own = updates.filter((line) => line.phase === phase);
  const numbers = (name: string) => own.map((line) => line[name]).filter((value) => typeof value === 'number');
  const middle = (name: string) => median(numbers(name)).toFixed(1);
  const entropy = numbers('entropy');
  const change = entropy.length > 0 ? `; entropy ${entropy[0]!.toFixed(2)} to ${entropy.at(-1)!.toFixed(2)} nats` : '';
  process.stdout.write(
    `\n${phase}: ${own.length} updates; medians: ${Math.round(median(numbers('sps')))} decisions/s, ` +
      `${middle('collect_seconds')} s to play, ${middle('learn_seconds')} s to learn${change}\n`,
  );
}
