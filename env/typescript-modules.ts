/**
 * Lets Node load modules that are written in TypeScript, for this thread; each thread sets it up for itself. Types are
 * taken out and enums, namespaces and parameter properties written out as a module is loaded; decorators are refused. A
 * relative import in such a module finds `x.ts` for `x.js` and `x`, or `x/index.ts`, and JSON with or without its attribute.
 * Folders inside packages (`boardgame.io/core`) are found as `require` finds them.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import * as nodeModule from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

type Compiler = typeof import('@swc/wasm-typescript');

/** Most commands need none, and it takes as long to load as a small game. */
let compiler: Compiler | undefined;
const ours = nodeModule.createRequire(import.meta.url);

const typescript = /\.[cm]?ts$/;
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
  const found = typescriptSource(specifier, context.parentURL) ?? packageFolder(specifier, context.parentURL);
  return next(found ?? specifier, context);
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
  if (protocol !== 'file:' || !typescript.test(pathname)) return next(url, context);
  const file = fileURLToPath(url);
  const format = pathname.endsWith('.cts') ? 'commonjs' : 'module';
  return { format, source: javascript(readFileSync(file, 'utf8'), file), shortCircuit: true };
}

/** The TypeScript file that a relative import in a TypeScript module means, if there is one: before a built file beside it. */
function typescriptSource(specifier: string, parent: string | undefined): string | undefined {
  if (!parent?.startsWith('file:') || !typescript.test(new URL(parent).pathname)) return undefined;
  if (!/^(\.{0,2}\/|\.{1,2}$)/.test(specifier)) return undefined;
  const wanted = new URL(specifier, parent);
  const { pathname } = wanted;
  let candidates: string[] = [];
  if (/\.[cm]?js$/.test(pathname)) candidates = [pathname.replace(/js$/, 'ts')];
  else if (!isFile(wanted)) candidates = [`${pathname}.ts`, pathname.replace(/\/?$/, '/index.ts')];
  for (const candidate of candidates) {
    const source = new URL(wanted);
    source.pathname = candidate;
    if (isFile(source)) return source.href;
  }
  return undefined;
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

function isFile(url: URL): boolean {
  return statSync(fileURLToPath(url), { throwIfNoEntry: false })?.isFile() ?? false;
}

// Without decorators, which it would leave for Node to stumble over. Its types do not name the option.
const options: object = { mode: 'transform', sourceMap: true, parser: { decorators: false } };

/** A module's text without its types, and where its lines come from. @throws SyntaxError that names the place */
function javascript(text: string, file: string): string {
  try {
    compiler ??= ours('@swc/wasm-typescript') as Compiler;
    const { code, map } = compiler.transformSync(text, { ...options, filename: file });
    return `${code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(map ?? '').toString('base64')}`;
  } catch (error) {
    const { message, startLine = 1, startColumn = 0 } = error as Partial<Problem>;
    const at = text.split('\n')[startLine - 1]?.slice(startColumn) ?? '';
    const what = at.startsWith('@') ? 'decorators are not supported, write the call out' : (message ?? String(error));
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
