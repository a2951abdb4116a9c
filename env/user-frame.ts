/** Whose an exception is: the first line of its stack in a file that somebody wrote for a game. Needs Node. */
import { relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { packageFolder } from './package.js';
import { UserError } from './user-error.js';

/** Folders of this package with what plays and trains games; `games` has games as a user writes them. */
const engine = /^(dist\/)?(agents|checkpoints|cli|env|eval|export|queue|training)\//;
const games = /^(dist\/)?games\//;

/** Files of a stack, the innermost first, without those of Node and of installed packages. `own`: within this package. */
function* frames(error: unknown): Generator<{ own: string; text: string }> {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const folder = packageFolder();
  for (const line of stack.split('\n')) {
    const found = /^\s+at (?:(.*) \()?((?:file:\/\/)?[^()\s][^()]*):(\d+):(\d+)\)?$/.exec(line);
    if (!found || found[2]!.startsWith('node:')) continue;
    const [, called = '', place, row, column] = found;
    const caller = called.replace(/^(async |new |Array\.|Object\.)+|<anonymous>/g, '');
    const file = (place!.startsWith('file:') ? fileURLToPath(place!) : place!).replaceAll('\\', '/');
    const own = file.startsWith(folder) ? file.slice(folder.length) : '';
    if ((own || file).includes('node_modules/')) continue;
    const near = relative(process.cwd(), file);
    const at = `${near.startsWith('..') ? file : near}:${row}:${column}`;
    yield { own, text: caller ? `${caller} (${at})` : at };
  }
}

/**
 * The innermost place in a game's or bot's own file from which something was thrown: `lacks (splendor.ts:123:35)`, the file
 * relative to the working directory.
 * @returns undefined when no such file is on the stack
 */
export function gameFrame(error: unknown): string | undefined {
  for (const { own, text } of frames(error)) if (!engine.test(own)) return text;
  return undefined;
}

/** Whether the code that threw is a wrapper of this package around another program's games. */
export function fromWrapper(error: unknown): boolean {
  for (const { own } of frames(error)) return /^(dist\/)?env\/boardgame-io\//.test(own);
  return false;
}

/**
 * What to say of an exception that is no bug of this package, in one line: a `UserError`, or what the code of a user's
 * module threw.
 * @returns undefined when it is a bug of this package
 */
export function usersMistake(error: unknown): string | undefined {
  if (error instanceof UserError) return error.message;
  // Nothing of this package throws what is no error.
  if (!(error instanceof Error))
    return `a module threw ${JSON.stringify(error)}, which has no place; throw an Error, whose stack says where`;
  const { value: thrower } = frames(error).next();
  if (!thrower || engine.test(thrower.own) || games.test(thrower.own)) return undefined;
  // From a thread comes the stack with the name of the error, and an error without it.
  const [said] = error.stack!.split(/\n\s+at /, 1);
  return `${said!.replace(/\s*\n\s*/g, ' ')} at ${thrower.text}`;
}

/** What the machine refuses, and ends of threads: nobody's mistake. */
const refused = /^(ERR_WORKER_\w+|E(MFILE|NFILE|NOMEM|AGAIN|NOSPC|ACCES|ROFS|DQUOT|FBIG))$/;

/**
 * The same of what nobody awaited or caught. Where Node or an installed package gave it up, its stack has no place in a
 * module; nothing of this package is left alone so.
 */
export function strayMistake(error: unknown): string | undefined {
  const mistake = usersMistake(error);
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (mistake !== undefined || refused.test(code ?? '') || !frames(error).next().done) return mistake;
  // From a thread comes what is no error as one of Node's.
  const [, reason] = /The promise rejected with the reason (".*")\.$/s.exec(message) ?? [];
  const said = reason ?? (stack ?? message).split(/\n\s+at /, 1)[0]!;
  return `a promise of a game, a bot or a package of theirs failed, and nobody awaits it: ${said.replace(/\s*\n\s*/g, ' ')}; await it, or catch what it throws`;
}
