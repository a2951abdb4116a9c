/** The commands that make results again, and how commands print results with them. */
import type { CalibrateResult } from '../eval/calibrate.js';
import type { EvaluateResult } from '../eval/evaluate.js';
import type { ExactResult } from '../eval/exact/index.js';
import type { OptionsComparison } from '../eval/game-report/compare.js';
import type { GameReport } from '../eval/game-report/result.js';
import type { PanelResult } from '../eval/panel.js';
import type { Repeat } from '../eval/seats.js';
import type { SimulateResult } from '../eval/simulate.js';
import type { TournamentResult } from '../eval/tournament.js';
import { printResult } from './commands/shared.js';

/** A command line that a shell takes apart again into the same words. */
export function commandLine(words: readonly (string | number)[], options: Record<string, unknown> = {}): string {
  const all = words.map(String);
  if (Object.keys(options).length > 0) all.push('--options', JSON.stringify(options));
  return all.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}

/** `tabletop <command> <game>` with more words, and the options of the game. */
function gameCommand(command: string, { game, options }: Repeat, words: readonly (string | number)[]): string {
  return commandLine(['tabletop', command, game!, ...words], options);
}

function evaluateWords(agent: string, game: string | undefined): string[] {
  return ['tabletop', 'evaluate', agent, ...(game === undefined ? [] : ['--game', game])];
}

export function evaluateCommand({ agent, against, blocks, seed, repeat: { game, options } }: EvaluateResult): string {
  const words = evaluateWords(agent, game);
  if (against.length > 0) words.push('--against', against.join(','));
  return commandLine([...words, '--blocks', blocks, '--seed', seed], options);
}

export function panelCommand({ agent, blocks, seed, repeat: { game, options } }: PanelResult): string {
  return commandLine([...evaluateWords(agent, game), '--panel', '--blocks', blocks, '--seed', seed], options);
}

/** @param flags as they were given; fewer deals may have been played than the flags ask for */
export function tournamentCommand(
  { agents, seed, repeat }: TournamentResult,
  { blocks, anchor }: { blocks: number; anchor?: string | undefined },
): string {
  const words = ['--agents', agents.join(','), '--blocks', blocks, '--seed', seed];
  return gameCommand('tournament', repeat, anchor === undefined ? words : [...words, '--anchor', anchor]);
}

/** @param agents as they were given: one for all seats, or one for each */
export function simulateCommand({ games, seed, repeat }: SimulateResult, agents: readonly string[]): string {
  return gameCommand('simulate', repeat, ['--agents', agents.join(','), '--games', games, '--seed', seed]);
}

/** @param flags as they were given */
export function calibrateCommand(
  { agent, temperatures, seed, repeat }: CalibrateResult,
  { games, against }: { games: number; against: readonly string[] },
): string {
  const words = ['--agent', agent, '--temperatures', temperatures.map(({ temperature }) => temperature).join(',')];
  words.push('--games', String(games));
  if (against.length > 0) words.push('--against', against.join(','));
  return gameCommand('calibrate', repeat, [...words, '--seed', seed]);
}

/** @param flags as they were given */
export function ladderCommand(
  { blocks, seed, repeat }: { blocks: number; seed: string; repeat: Repeat },
  { agents, player }: { agents?: readonly string[] | undefined; player?: string | undefined },
): string {
  const words: string[] = [];
  if (agents) words.push('--agents', agents.join(','));
  if (player !== undefined) words.push('--player', player);
  return gameCommand('ladder', repeat, [...words, '--blocks', blocks, '--seed', seed]);
}

/** @param flags as they were given */
export function exactCommand(
  { repeat }: ExactResult,
  { policy, depth }: { policy?: string | undefined; depth?: number | undefined },
): string {
  const words: (string | number)[] = [];
  if (policy !== undefined) words.push('--policy', policy);
  if (depth !== undefined) words.push('--depth', depth);
  return gameCommand('exact', repeat, words);
}

/** @param game as it was asked for @param flags as they were given */
export function reportCommand(
  { levels, games, seed, options }: GameReport,
  game: string,
  { looks, playouts, effects }: { looks: number; playouts: number; effects: number },
): string {
  const words = ['--agents', levels.map(({ agent }) => agent).join(','), '--games', games, '--looks', looks];
  words.push('--playouts', playouts, '--effects', effects, '--seed', seed);
  return gameCommand('report', { game, options }, words);
}

/** @param game as it was asked for */
export function compareCommand(
  { agent, games, seed, otherSeed, options, others }: OptionsComparison,
  game: string,
): string {
  const words = ['--agents', agent, '--games', games, '--seed', seed, '--compare', JSON.stringify(others)];
  if (otherSeed !== seed) words.push('--compare-seed', otherSeed);
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
