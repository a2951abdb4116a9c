/**
 * Measures the shipped players, and searches beside them, with the time of each decision. shipped-players.json lists
 * the rows: agents, opponents and numbers of deals. The machine must do nothing else.
 *
 *   npx tsx bench/shipped-players.ts
 *   npx tsx bench/shipped-players.ts --scale 0.01 --rows islebound
 *
 * A stopped run continues from runs/shipped-players/. At the end it writes bench/results/shipped-players.md and .json,
 * the records in games/<id>/provenance/ and in the files of the players, and the tables in README.md and
 * docs/training.md. `--scale 0.01` plays a hundredth of the blocks, to try the script out; `--rows` plays only rows
 * whose name contains the text. Then nothing is written, unless `--out` names a folder for the two result files.
 */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { EffortReport, PlayerMeasurement } from '../agents/player-file/provenance-schema.js';
import { evaluateCommand, panelCommand } from '../cli/repeat.js';
import { UserError } from '../env/user-error.js';
import { type EvaluateResult, evaluate } from '../eval/evaluate.js';
import { evaluatePanel, panelRecord } from '../eval/panel.js';
import { effortText, rateText } from '../eval/report.js';
import { commandLine, positiveNumber, wholeNumber } from './command-line.js';
import {
  carryRecords,
  config,
  type MeasuredRow,
  recordFile,
  remeasured,
  root,
  shippedRecords,
  tablePages,
} from './players-table.js';

const { rows } = config;
const SEED = 1;

/** A measured row, as it is kept. */
type Kept = Pick<EvaluateResult, 'agent' | 'game' | 'against' | 'games' | 'seed' | 'winRate' | 'parity'> & {
  command: string;
  truncatedShare: number;
  options?: Record<string, unknown>;
  effort: EffortReport[];
};

/** What a player made of a panel, as it is kept. */
type KeptPanel = ReturnType<typeof panelRecord>;

function table(
  results: Readonly<Record<string, Kept>>,
  panels: Readonly<Record<string, KeptPanel>>,
  machine: string,
): string {
  const lines = [
    '# Shipped players and searches, and what a decision costs them',
    '',
    `\`npx tsx bench/shipped-players.ts\` on ${machine}.`,
    '',
    'Games won with 95 % intervals. Times are of the same games; decisions with one legal action are left out.',
    'What is inside the players: [docs/training.md](../../docs/training.md#the-shipped-players).',
    '',
  ];
  for (const [name, kept] of Object.entries(results)) {
    lines.push(
      `## ${name}`,
      '',
      `Won ${rateText(kept.winRate)} of ${kept.games} games:`,
      '',
      `    ${kept.command}`,
      '',
    );
    lines.push('```', effortText(kept.effort), '```', '');
    const panel = panels[name];
    if (!panel) continue;
    const inside = (row: KeptPanel['rows'][number]) => (row.inside === null ? '' : `: ${row.inside}`);
    lines.push(`Against the panel, ${rateText(panel.mean)} in the mean:`, '', `    ${panel.command}`, '');
    lines.push(
      ...panel.rows.map((row) => `- \`${row.opponent}\` ${rateText(row.winRate)} of ${row.games}${inside(row)}`),
    );
    lines.push('');
  }
  return lines.join('\n');
}

async function measure(name: string, row: MeasuredRow, scale: number, workers: number | undefined, states: string) {
  const blocks = Math.max(1, Math.round(row.blocks * scale));
  process.stderr.write(`${name}: ${blocks} blocks\n`);
  const result = await evaluate({
    game: row.game,
    options: row.options,
    agent: row.agent,
    against: row.against,
    blocks,
    seed: SEED,
    workers,
    state: path.join(states, `${name.replaceAll(/[^\w-]+/g, '-')}.json`),
  });
  const { agent, game, against, seed, winRate, parity, effort, truncatedShare } = result;
  // The same game counts once.
  const games = result.different ?? result.games;
  const command = evaluateCommand(result);
  const shown = { agent, game, against, ...(row.options && { options: row.options }), games, seed, winRate, parity };
  return { ...shown, truncatedShare: truncatedShare.mean, command, effort } satisfies Kept;
}

/** Plays a player against the panel of its game. */
async function measurePanel(
  name: string,
  row: MeasuredRow,
  scale: number,
  workers: number | undefined,
  states: string,
) {
  const blocks = Math.max(2, Math.round(row.panel! * scale));
  process.stderr.write(`${name}: the panel, ${blocks} blocks\n`);
  const { game, options, agent } = row;
  const state = path.join(states, `${name.replaceAll(/[^\w-]+/g, '-')}-panel.json`);
  const result = await evaluatePanel({ game, options, agent, blocks, seed: SEED, workers, state });
  return panelRecord(result, panelCommand(result), options);
}

/** Puts what was measured into the records. */
function record(results: Readonly<Record<string, Kept>>, panels: Readonly<Record<string, KeptPanel>>): void {
  for (const { name, provenance } of shippedRecords()) {
    const own = Object.entries(results).filter(([row]) => rows[row]!.player === name);
    const fresh = own.map(([, { agent: _agent, game: _game, ...measured }]): PlayerMeasurement => measured);
    const measured = remeasured(provenance.measured, fresh);
    const [panel] = Object.entries(panels).flatMap(([row, one]) => (rows[row]!.player === name ? [one] : []));
    const all = { ...provenance, measured, ...(panel && { panel }) };
    writeFileSync(recordFile(name), `${JSON.stringify(all, null, 2)}\n`);
  }
  for (const { page, wanted } of tablePages(shippedRecords())) writeFileSync(path.join(root, page), wanted);
}

/** bench/results/shipped-players.json. */
interface StoredResults {
  machine: string;
  rows: Record<string, Kept>;
  panels: Record<string, KeptPanel>;
}

const { values } = commandLine(import.meta.url, {
  scale: { type: 'string', default: '1' },
  rows: { type: 'string' },
  workers: { type: 'string' },
  out: { type: 'string' },
});
const scale = positiveNumber('scale', values.scale, 10);
const workers = values.workers === undefined ? undefined : wholeNumber('workers', values.workers, 0);
const chosen = Object.entries(rows).filter(([name]) => name.includes(values.rows ?? ''));
if (chosen.length === 0)
  throw new UserError(`--rows ${values.rows}: no row has that in its name: ${Object.keys(rows).join('; ')}`);
const whole = scale >= 1 && values.rows === undefined && values.out === undefined;
// Times of a trial must not get into the games of the real thing.
const states = path.join('runs', whole ? 'shipped-players' : `shipped-players-scale-${scale}`);
process.chdir(root);
const machine = `${os.cpus()[0]?.model ?? 'an unknown processor'}, ${os.cpus().length} cores, Node ${process.version}`;
const results: Record<string, Kept> = {};
const panels: Record<string, KeptPanel> = {};
for (const [name, row] of chosen) {
  results[name] = await measure(name, row, scale, workers, states);
  if (row.panel !== undefined) panels[name] = await measurePanel(name, row, scale, workers, states);
}
const text = table(results, panels, machine);
process.stdout.write(`${text}\n`);

const out = whole ? path.join('bench', 'results') : values.out;
if (out !== undefined) {
  mkdirSync(out, { recursive: true });
  const file = path.join(out, 'shipped-players.json');
  const before: Partial<StoredResults> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const all = whole ? results : { ...before.rows, ...results };
  const allPanels = whole ? panels : { ...before.panels, ...panels };
  writeFileSync(
    file,
    `${JSON.stringify({ machine, rows: all, panels: allPanels } satisfies StoredResults, null, 2)}\n`,
  );
  writeFileSync(path.join(out, 'shipped-players.md'), table(all, allPanels, machine));
}
if (whole) {
  record(results, panels);
  carryRecords();
}
rmSync(states, { recursive: true, force: true });
