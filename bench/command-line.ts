/**
 * The command lines of the scripts in this folder: `--help` prints the comment at the head of the script, bad input is
 * one line on standard error and exit code 2, and a bug keeps its stack trace and exit code 1.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UserError } from '../env/user-error.js';

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<T extends Options> = ReturnType<typeof parseArgs<{ options: T; allowPositionals: true }>>;

/**
 * Reads the arguments of the process. Ends it at `--help` and at arguments that do not parse; from then on every
 * `UserError` that nothing catches ends it in one line.
 * @param url of the script, `import.meta.url`
 * @param most positional arguments it takes
 */
export function commandLine<T extends Options>(url: string, options: T, most = 0): Parsed<T> {
  process.on('uncaughtException', fail);
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    process.stdout.write(helpText(readFileSync(fileURLToPath(url), 'utf8'), options));
    process.exit(0);
  }
  try {
    return readArguments(process.argv.slice(2), options, most);
  } catch (error) {
    return fail(error);
  }
}

/** @throws UserError for an option that is unknown or lacks its value, and for too many positional arguments */
export function readArguments<T extends Options>(args: string[], options: T, most: number): Parsed<T> {
  let parsed: Parsed<T>;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // Node's own words, without its advice on how to pass a positional that begins with a dash.
    if ((error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS'))
      throw new UserError(`${(error as Error).message.split(/\.?\n|\.? To specify/)[0]} (--help lists what there is)`);
    throw error;
  }
  const extra = parsed.positionals[most];
  if (extra !== undefined) throw new UserError(`what is '${extra}' for? (--help lists what there is)`);
  return parsed;
}

/** The comment at the head of a script, without its stars, and its options with their defaults. */
export function helpText(source: string, options: Options): string {
  const comment = /\/\*\*([\s\S]*?)\*\//.exec(source)?.[1] ?? '';
  const about = comment.replace(/^ *\* ?/gm, '').trim();
  const list = Object.entries(options).map(([name, { type, default: value }]) =>
    `  --${name}${type === 'string' ? ' <value>' : ''}`
      .padEnd(24)
      .concat(typeof value !== 'string' ? '' : `default ${value || "''"}`),
  );
  return `${[about, '', ...(list.length > 0 ? ['Options:', ...list.map((line) => line.trimEnd())] : [])].join('\n').trimEnd()}\n`;
}

/** @throws UserError when what a script needs was not given */
export function given(name: string, text: string | undefined): string {
  if (text === undefined) throw new UserError(`give ${name} (--help shows an example)`);
  return text;
}

/** @throws UserError when it is no whole number from `least` on */
export function wholeNumber(name: string, text: string, least = 1): number {
  const n = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(n) || n < least)
    throw new UserError(`--${name} ${text}: give a whole number from ${least} on`);
  return n;
}

/** @throws UserError when it is no number above 0, or more than `most` */
export function positiveNumber(name: string, text: string, most = Infinity): number {
  const n = Number(text);
  if (!(n > 0 && n <= most && Number.isFinite(n)))
    throw new UserError(`--${name} ${text}: give a number above 0${most < Infinity ? `, at most ${most}` : ''}`);
  return n;
}

function fail(error: unknown): never {
  const mistake = error instanceof UserError;
  process.stderr.write(
    `${mistake ? error.message : error instanceof Error ? (error.stack ?? error.message) : error}\n`,
  );
  process.exit(mistake ? 2 : 1);
}
