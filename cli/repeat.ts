/** The commands that make results again, and how commands print results with them. */

import { commandLine } from '../env/command-line.js';
import type { EvaluateResult } from '../eval/evaluate.js';
import type { ExactResult } from '../eval/exact/index.js';
import type { OptionsComparison } from '../eval/game-report/compare.js';
import type { GameReport } from '../eval/game-report/result.js';
import type { PanelResult } from '../eval/panel.js';
import type { Repeat } from '../eval/seats.js';
import type { TemperaturesResult } from '../eval/temperatures.js';
import type { TournamentResult } from '../eval/tournament.js';
import { printResult } from './commands/shared.js';

/** `tabletop <command> <game>` with more words, and the options of the game. */
function gameCommand(command: string, { game, options }: Repeat, words: readonly (string | number)[]): string {
  return commandLine(['tabletop', command, game!, ...words], options);
}

/** What follows the seed in commands that play blocks. */
const openingWords = ({ openings, device }: Repeat): (string | number)[] => [
  ...(openings === undefined ? [] : ['--openings', openings]),
  ...(device === undefined ? [] : ['--device', device]),
];

/** @param words between the game and the deals */
function evaluateWords(
  { agent, blocks, seed, repeat }: { agent: string; blocks: number; seed: string; repeat: Repeat },
  words: readonly string[],
): string {
  const { game, options } = repeat;
  const start = ['tabletop', 'evaluate', agent, ...(game === undefined ? [] : ['--game', game]), ...words];
  return commandLine([...start, '--blocks', blocks, '--seed', seed, ...openingWords(repeat)], options);
}

export function evaluateCommand(result: EvaluateResult): string {
  return evaluateWords(result, againstWords(result));
}

export function panelCommand(result: PanelResult): string {
  return evaluateWords(result, ['--panel']);
}

const againstWords = ({ against }: { against: readonly string[] }): string[] =>
  against.length > 0 ? ['--against', against.join(',')] : [];

/** @param flags as they were given; fewer deals may have been played than the flags ask for */
export function tournamentCommand(
  { agents, seed, repeat }: TournamentResult,
  { blocks, anchor }: { blocks: number; anchor?: string | undefined },
): string {
  const words = ['--agents', agents.join(','), '--blocks', blocks, '--seed', seed, ...openingWords(repeat)];
  return gameCommand('tournament', repeat, anchor === undefined ? words : [...words, '--anchor', anchor]);
}

export function temperaturesCommand(result: TemperaturesResult): string {
  const list = result.temperatures.map(({ temperature }) => temperature).join(',');
  return evaluateWords(result, ['--temperatures', list, ...againstWords(result)]);
}

/** @param flags as they were given */
export function ladderCommand(
  { blocks, seed, repeat }: { blocks: number; seed: string; repeat: Repeat },
  {
    agents,
    run,
    player,
  }: { agents?: readonly string[] | undefined; run?: string | undefined; player?: string | undefined },
): string {
  const words: string[] = [];
  if (agents) words.push('--agents', agents.join(','));
  if (run !== undefined) words.push('--run', run);
  if (player !== undefined) words.push('--player', player);
  return gameCommand('ladder', repeat, [...words, '--blocks', blocks, '--seed', seed, ...openingWords(repeat)]);
}

export function exactCommand({ policy, repeat: { game, options } }: ExactResult): string {
  return commandLine(['tabletop', 'exploit', policy, '--game', game!], options);
}

/** @param game as it was asked for @param page of `--out` and what is analysed for it */
export function reportCommand(
  { levels, games, seed, options }: GameReport,
  game: string,
  page?: { out: string; looks: number; playouts: number; effects: number },
): string {
  const words = ['--agents', levels.map(({ agent }) => agent).join(','), '--games', games, '--seed', seed];
  for (const [flag, value] of Object.entries(page ?? {})) words.push(`--${flag}`, value);
  return gameCommand('report', { game, options }, words);
}

/** @param game as it was asked for @param out the folder of the page */
export function compareCommand(
  { agent, games, seed, otherSeed, options, others }: OptionsComparison,
  game: string,
  out?: string,
): string {
  const words = ['--agents', agent, '--games', games, '--seed', seed, '--compare', JSON.stringify(others)];
  if (otherSeed !== seed) words.push('--compare-seed', otherSeed);
  if (out !== undefined) words.push('--out', out);
  return gameCommand('report', { game, options }, words);
}

/** A result as JSON has it: with the command that makes it again. */
export function withCommand<R extends object>(result: R, command: string): Omit<R, 'repeat'> & { command: string } {
  const { repeat: _, ...rest } = result as R & { repeat?: Repeat };
  return { ...rest, command };
}

/** A panel with its command, and each of its rows with its own. */
export function withPanelCommands(result: PanelResult): Omit<PanelResult, 'repeat' | 'rows'> & {
  rows: (Omit<PanelResult['rows'][number], 'repeat'> & { command: string })[];
  command: string;
} {
  const rows = result.rows.map((row) => withCommand(row, evaluateCommand(row)));
  return withCommand({ ...result, rows }, panelCommand(result));
}

/** Prints a result: one JSON object, or a text, with the command that makes it again. */
export function printRepeatable(json: boolean | undefined, result: { command: string }, text: () => string): void {
  printResult(json, result, () => `${text().trimEnd()}\n\ncommand: ${result.command}`);
}
