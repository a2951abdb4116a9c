/** What several commands read in the same way: the game and its options, numbers, and how results are printed. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { resolveGame } from '../../agents/resolve.js';
import type { Game } from '../../env/game.js';
import { parseJson, refuseLostNumbers, vanishes } from '../../env/json.js';
import type { LoadedGame } from '../../env/load-game.js';
import { UserError } from '../../env/user-error.js';
import { printable } from '../../env/words.js';
import { MAX_WORKERS } from '../../training/run/config.js';
import { write } from '../output.js';

/** A game as commands use it. */
export interface ChosenGame extends LoadedGame {
  /** What was typed: an id or a path; worker threads load the game by it. */
  name: string;
  /** Checked, with all defaults filled in. */
  options: unknown;
  /** Only what was typed or an agent brings: what is derived from the number of agents named stays open. */
  typed: Record<string, unknown>;
  /** Options were typed: they hold even where agents were trained with others. */
  otherOptions: boolean;
}

/**
 * Resolves the game and its options (agents/resolve.ts), and warns of agents that play what they were not trained for.
 * @param name id of a game or path of a module; undefined: the one the agents were trained for, else the first of ours
 * @param optionsText JSON object or `key=value,key=value`; undefined: those of the agents, else the game's own
 * @param agents specs of those who will play
 */
export async function chooseGame(
  name: string | undefined,
  optionsText?: string,
  agents: readonly string[] = [],
): Promise<ChosenGame> {
  const otherOptions = optionsText !== undefined;
  const resolved = await resolveGame({ game: name, options: readOptions(optionsText), agents, otherOptions });
  for (const warning of resolved.warnings) process.stderr.write(`warning: ${warning}\n`);
  return { ...resolved, options: resolved.whole, typed: resolved.options, otherOptions };
}

/** @throws UserError where a record is of another version of its game, and that was not asked for */
export function requireVersion(
  file: string,
  record: { game: string; version: string },
  game: Game,
  anyVersion = false,
): void {
  if (record.game !== game.id || record.version === game.version || anyVersion) return;
  const version = printable(record.version, 20);
  throw new UserError(
    `${file} was recorded with version ${version} of ${game.id}, here is ${game.version}: use that one, or try this one with --any-version`,
  );
}

/** Checks options typed on the command line against the game's own schema. */
export function parseGameOptions(game: Game, text?: string): unknown {
  const result = game.options.safeParse(readOptions(text));
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const where = issue.path.length > 0 ? `option ${issue.path.join('.')}` : 'options';
  const known = Object.keys(optionFields(game)).join(', ');
  throw new UserError(`${game.id}: ${where}: ${issue.message}${known ? `; the options are: ${known}` : ''}`);
}

/**
 * Options as they were typed.
 * @param flag where
 * @param lists a number may be several: `players=2,3`
 * @throws UserError when they cannot be read, or one is given twice
 */
export function readOptions(text?: string, flag = '--options', lists = false): Record<string, unknown> {
  if (text === undefined) return {};
  if (!text.trimStart().startsWith('{')) {
    const parts = lists ? text.split(/,(?!\d+(?:,|$))/) : text.split(',');
    const pairs = parts.filter(Boolean).map((pair) => parsePair(pair, flag));
    givenOnce(
      flag,
      pairs.map(([key]) => key),
    );
    return Object.fromEntries(pairs);
  }
  let options: Record<string, unknown>;
  try {
    options = parseJson(text) as Record<string, unknown>;
  } catch (error) {
    throw new UserError(`${flag} is not valid JSON: ${(error as Error).message}`);
  }
  keysOnce(text, flag);
  refuseLostNumbers(text, flag);
  return options;
}

/** Of keys that an object has twice, `JSON.parse` takes the last without a word. @param json valid JSON */
function keysOnce(json: string, flag: string): void {
  const open: string[][] = [];
  for (const [token, key] of json.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') open.push([]);
    else if (token === '}') givenOnce(flag, open.pop()!);
    else if (key !== undefined) open.at(-1)!.push(JSON.parse(key) as string);
  }
}

/** @throws UserError when a name is there twice: which one holds is nobody's guess */
export function givenOnce(where: string, names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw new UserError(`${where}: ${twice} is given twice; give it once`);
}

function parsePair(pair: string, flag: string): [string, unknown] {
  const at = pair.indexOf('=');
  if (at < 1) {
    const hint = /^\d+$/.test(pair) ? 'one number at a time: only train takes several' : 'or give a JSON object';
    throw new UserError(`${flag}: '${pair}' is not key=value (${hint})`);
  }
  const value = pair.slice(at + 1);
  if (/^\d+(,\d+)+$/.test(value)) return [pair.slice(0, at), value.split(',').map(Number)];
  let given: unknown = value;
  try {
    given = parseJson(value);
    refuseLostNumbers(value, flag);
  } catch (error) {
    if (error instanceof UserError) throw error;
  }
  return [pair.slice(0, at), given];
}

/** Fields of a game's options with their JSON schema, for help texts. */
export function optionFields(
  game: Game,
): Record<string, { description?: string; default?: unknown; enum?: unknown[] }> {
  const schema = z.toJSONSchema(game.options, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { description?: string; default?: unknown; enum?: unknown[] }>;
  };
  return schema.properties ?? {};
}

/** The first folder `runs/<name>-<n>` that is free. @param taken besides */
export function freeFolder(name: string, taken: readonly string[] = []): string {
  for (let n = 1; ; n++) {
    const folder = path.join('runs', `${name}-${n}`);
    if (!existsSync(folder) && !taken.includes(folder)) return folder;
  }
}

/** What a run's folder calls its game. @param game its id, or the path of its module */
export const folderName = (game: string): string => path.basename(game).replace(/\.[cm]?[jt]sx?$/, '');

// Digits, with `_` between them or a decimal exponent where that is shorter; nothing else that `Number` would take.
const decimal = /^\d(_?\d)*(\.\d+)?(e[+-]?\d+)?$|^\.\d+$/i;

/** @returns NaN for what is not written as `12`, `1_000`, `1e6` or `0.5` */
function readNumber(text: string): number {
  const number = text.replaceAll('_', '');
  return decimal.test(text.trim()) && !vanishes(number) ? Number(number) : Number.NaN;
}

/** Argument parser for commander: a whole number from `low` to `high`, such as `1000`, `1_000` or `1e3`. */
export function wholeNumber(low: number, high = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = readNumber(text);
    if (Number.isSafeInteger(value) && value >= low && value <= high) return value;
    const range = high < Number.MAX_SAFE_INTEGER ? `from ${low} to ${high}` : `>= ${low}`;
    throw new InvalidArgumentError(`wanted a whole number ${range}`);
  };
}

/** The flag of commands that count different games. */
export const OPENINGS = '--openings <n>';
export const OPENINGS_ABOUT =
  'random first moves, the same for all seatings of a deal (default: up to 4 where all games would be the same)';

/** Argument parser for commander: a number of threads. */
export const workerCount = wholeNumber(0, MAX_WORKERS);

/** Argument parser for commander: a number of at least 0. */
export function numberFromZero(text: string): number {
  const value = readNumber(text);
  if (!Number.isFinite(value)) throw new InvalidArgumentError('wanted a number >= 0');
  return value;
}

/** Argument parser for commander: a number above 0. */
export function positiveNumber(text: string): number {
  const value = readNumber(text);
  if (!Number.isFinite(value) || value <= 0) throw new InvalidArgumentError('wanted a number above 0');
  return value;
}

/** Argument parser for commander: a flag that may be given several times. */
export function collect(value: string, before: string[]): string[] {
  return [...before, value];
}

/** Splits `a,b,c` into agent specs. Commas inside a spec are not possible. */
export function agentList(text: string): string[] {
  return text
    .split(',')
    .map((s) => s.trim())
    .filter((s) => s.length > 0);
}

/** Prints a result: one JSON object for machines, or text for people. */
export function printResult(json: boolean | undefined, result: unknown, text: () => string): void {
  write(json ? `${JSON.stringify(result, null, 2)}\n` : `${printable(text().trimEnd())}\n`);
}
