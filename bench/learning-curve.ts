/**
 * The learning curve of a run as a table: what was measured while it trained, and the reports at its stages.
 *
 *   npx tsx bench/learning-curve.ts <run>
 */
import { RunDirectory } from '../checkpoints/index.js';
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
