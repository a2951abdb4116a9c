/** What a fuzz run reached, as a page of Markdown. */
import { CLOSELY, RARELY, type Subject } from './subject.js';
import type { Tally } from './tally.js';

/** 1234567 as 1,234,567. */
export const grouped = (n: number): string => n.toLocaleString('en-US');

/** @param seconds time spent on the games of the tally */
export function report(subject: Subject, tally: Tally, command: string, seconds: number): string {
  const { game, blocks = [] } = subject;
  const names = game.trace?.names ?? [];
  const block = (action: number) => blocks.find(({ offset, size }) => action >= offset && action < offset + size);
  const actionName = (action: number): string => {
    const of = block(action);
    return of ? `${action} (${of.name} ${action - of.offset})` : `${action}`;
  };
  const never = [
    ...game.prompts.filter((_, i) => tally.prompts[i] === 0).map((name) => `prompt ${name}`),
    // Ids outside all blocks only fill the list up.
    ...tally.played.flatMap((n, action) =>
      n === 0 && (blocks.length === 0 || block(action)) ? [`action ${actionName(action)}`] : [],
    ),
    ...names.filter((_, i) => tally.landmarks[i] === 0),
  ];
  const sections = [
    `# ${game.title}: robustness run and what it reached`,
    `Command: \`${command}\``,
    `${subject.about}\n
After every decision all bookkeeping is checked. Once in ${subject.deepEvery} decisions (after ${grouped(CLOSELY)} games once in
${subject.deepEvery * RARELY}) saving, loading, redrawing what is hidden, views, observations, unique texts and the slow
enumerator are checked too.`,
    table(
      ['what', 'number'],
      [
        ['games', tally.games],
        ['decisions', tally.decisions],
        ['decisions with the slow checks', tally.deep],
        ['rounds a game', (tally.rounds / Math.max(1, tally.games)).toFixed(1)],
        ['games a second', (tally.games / Math.max(1e-3, seconds)).toFixed(0)],
        ['hours', (seconds / 3600).toFixed(2)],
        ['games with a fault', tally.faulty],
      ],
    ),
    tally.faults.length > 0 ? `Faults:\n\n${list(tally.faults)}` : 'No faults.',
    '## Never reached',
    never.length > 0
      ? list(never.map((name) => (subject.directed ? `${name}: ${subject.directed(name)}` : name)))
      : 'Nothing: all of the below was reached.',
    '## Games and players',
    table(['options', 'games'], byCount(tally.variants)),
    table(['ending', 'games'], byCount(tally.endings)),
    table(['player', 'seats'], byCount(tally.players)),
    table(['first', 'games'], byCount(tally.firsts)),
    '## Prompts',
    table(
      ['prompt', 'asked'],
      game.prompts.map((name, i) => [name, tally.prompts[i]!]),
    ),
    ...(blocks.length > 0 ? ['## Blocks of actions', blockTable(blocks, tally)] : []),
    '## Actions',
    table(
      ['action', 'legal', 'played'],
      tally.played.map((n, action) => [actionName(action), tally.offered[action]!, n]),
    ),
  ];
  if (names.length > 0)
    sections.push(
      '## What the rules reached',
      table(
        ['what', 'times'],
        names.map((name, i) => [name, tally.landmarks[i]!]),
      ),
    );
  return `${sections.join('\n\n')}\n`;
}

function blockTable(blocks: NonNullable<Subject['blocks']>, tally: Tally): string {
  const rows = blocks.map(({ name, offset, size }) => {
    const offered = tally.offered.slice(offset, offset + size);
    const played = tally.played.slice(offset, offset + size);
    return [name, size, sum(offered), sum(played), Math.min(...played), played.filter((n) => n === 0).length];
  });
  return table(['block', 'ids', 'legal', 'played', 'rarest id played', 'ids never played'], rows);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');
const byCount = (counts: Record<string, number>) => Object.entries(counts).sort((a, b) => b[1] - a[1]);

/** A Markdown table; all columns but the first are numbers. */
function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => (typeof cell === 'number' ? grouped(cell) : cell)).join(' | ')} |`;
  return [line(head), `|${head.map((_, i) => (i === 0 ? '---' : '---:')).join('|')}|`, ...rows.map(line)].join('\n');
}
