/**
 * Lets Node load modules as their authors write them, for this thread; each thread sets it up for itself.
 * - TypeScript, `.ts` and `.tsx` without JSX: types are taken out and enums, namespaces and parameter properties written out
 *   as a module is loaded; decorators are refused. `x.js` finds `x.ts`.
 * - ES modules named `.js` in a folder whose package.json says `"type": "commonjs"`, as `npm init` does and bundlers allow.
 * - A relative import without an ending finds `x.ts`, `x.tsx`, `x.js` or the same in `x/index`, and JSON needs no attribute.
 * - Folders inside packages (`boardgame.io/core`) are found as `require` finds them.
 * - A module that has no `tabletop-gym` and no `zod` of its own gets ours.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import * as nodeModule from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';

type Compiler = typeof import('@swc/wasm-typescript');

/** Most commands need none, and it takes as long to load as a small game. */
let compiler: Compiler | undefined;
const ours = nodeModule.createRequire(import.meta.url);

const typescript = /\.([cm]?ts|tsx)$/;
const javascript = /\.[cm]?js$/;
/** What an import without an ending may mean. */
const endings = ['.ts', '.tsx', '.js', '/index.ts', '/index.tsx', '/index.js'];
let ready = false;

/** Sets it up; a second call does nothing. */
export function loadTypescript(): void {
  if (ready) return;
  ready = true;
  process.setSourceMapsEnabled(true);
  // Node 22.15 and later load in the thread itself; before, loaders live in a thread of their own.
  const { registerHooks } = nodeModule as { registerHooks?: (hooks: object) => void };
  if (registerHooks) registerHooks({ resolve, load });
  else nodeModule.register(import.meta.url);
}

interface Context {
  parentURL?: string;
  format?: string;
  importAttributes?: Record<string, string>;
}

/** A loader hook of Node: where a module is. */
export function resolve<T>(specifier: string, context: Context, next: (specifier: string, context: Context) => T): T {
  const found = sourceOf(specifier, context.parentURL) ?? packageFolder(specifier, context.parentURL);
  return next(
    found ?? specifier,
    isLent(specifier, context.parentURL) ? { ...context, parentURL: import.meta.url } : context,
  );
}

/** Whether an import names a package that this one lends, as the module is in no project that has installed it. */
export function isLent(specifier: string, parent: string | undefined): boolean {
  const name = /^(tabletop-gym|zod)(?=\/|$)/.exec(specifier)?.[0];
  if (name === undefined || !parent?.startsWith('file:')) return false;
  const folders = nodeModule.createRequire(parent).resolve.paths(specifier) ?? [];
  return !folders.some((folder) => existsSync(path.join(folder, name)));
}

/** A loader hook of Node: what is in a module. */
export function load<T>(
  url: string,
  context: Context,
  next: (url: string, context: Context) => T,
): T | { format: string; source: string; shortCircuit: true } {
  const { protocol, pathname } = new URL(url);
  if (protocol === 'file:' && pathname.endsWith('.json'))
    return next(url, { ...context, importAttributes: { ...context.importAttributes, type: 'json' } });
  if (protocol !== 'file:') return next(url, context);
  if (context.format === 'commonjs' && pathname.endsWith('.js') && !isPackaged(pathname)) {
    const source = readFileSync(fileURLToPath(url), 'utf8');
    return isScript(source) ? next(url, context) : { format: 'module', source, shortCircuit: true };
  }
  if (!typescript.test(pathname)) return next(url, context);
  const file = fileURLToPath(url);
  const format = pathname.endsWith('.cts') ? 'commonjs' : 'module';
  return { format, source: withoutTypes(readFileSync(file, 'utf8'), file), shortCircuit: true };
}

/** The file that a relative import in a user's module means, where Node would not find it: TypeScript before a built file. */
function sourceOf(specifier: string, parent: string | undefined): string | undefined {
  if (!parent?.startsWith('file:') || !/^(\.{0,2}\/|\.{1,2}$)/.test(specifier)) return undefined;
  const from = new URL(parent).pathname;
  if (!typescript.test(from) && (!javascript.test(from) || isPackaged(from))) return undefined;
  const wanted = new URL(specifier, parent);
  const { pathname } = wanted;
  let candidates: string[] = [];
  if (javascript.test(pathname)) {
    // Beside a JavaScript module its JavaScript is meant.
    if (typescript.test(from) || !isFile(wanted)) candidates = ['ts', 'tsx'].map((end) => pathname.replace(/js$/, end));
  } else if (!isFile(wanted)) candidates = endings.map((end) => pathname.replace(/\/?$/, end));
  for (const candidate of candidates) {
    const source = new URL(wanted);
    source.pathname = candidate;
    if (isFile(source)) return source.href;
  }
  return undefined;
}

/** Whether a text is JavaScript without `import` and `export`. What is wrong either way is left for Node to say. */
function isScript(text: string): boolean {
  try {
    compileFunction(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The file that a folder inside a package stands for, as in `boardgame.io/core`: older packages have such folders, each with
 * a package.json, which Node finds for `require` alone. Bundlers find them too.
 */
function packageFolder(specifier: string, parent: string | undefined): string | undefined {
  const name = /^(?:@[^/]+\/)?[^@./:][^/:]*(?=\/[^/.])/.exec(specifier)?.[0];
  if (name === undefined || !parent?.startsWith('file:')) return undefined;
  const require = nodeModule.createRequire(parent);
  const place = require.resolve.paths(specifier)?.find((folder) => existsSync(path.join(folder, name)));
  if (place === undefined || !existsSync(path.join(place, specifier, 'package.json'))) return undefined;
  // One that says itself what its names stand for needs no help.
  if ('exports' in (JSON.parse(readFileSync(path.join(place, name, 'package.json'), 'utf8')) as object))
    return undefined;
  return pathToFileURL(require.resolve(specifier)).href;
}

/** In a package Node's own rules hold. */
const isPackaged = (pathname: string): boolean => pathname.includes('/node_modules/');

function isFile(url: URL): boolean {
  return statSync(fileURLToPath(url), { throwIfNoEntry: false })?.isFile() ?? false;
}

// Without decorators, which it would leave for Node to stumble over. Its types do not name the option.
const options: object = { mode: 'transform', sourceMap: true, parser: { decorators: false } };

/** A module's text without its types, and where its lines come from. @throws SyntaxError that names the place */
function withoutTypes(text: string, file: string): string {
  try {
    compiler ??= ours('@swc/wasm-typescript') as Compiler;
    const { code, map } = compiler.transformSync(text, { ...options, filename: file });
    return `${code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(map ?? '').toString('base64')}`;
  } catch (error) {
    const { message, startLine = 1, startColumn = 0 } = error as Partial<Problem>;
    const at = text.split('\n')[startLine - 1]?.slice(startColumn) ?? '';
    let what = message ?? String(error);
    if (at.startsWith('@')) what = 'decorators are not supported, write the call out';
    else if (file.endsWith('.tsx')) what += ' (JSX is not supported: import the rules from a file without it)';
    throw new SyntaxError(`${file}:${startLine}: ${what}`, { cause: error });
  }
}

/** What the parser throws. */
interface Problem {
  message: string;
  /** From 1. */
  startLine: number;
  /** From 0. */
  startColumn: number;
}
