/**
 * Lets Node load modules that are written in TypeScript: types are taken out as they are loaded, and a relative import
 * of `x.js` finds `x.ts` where there is no `x.js`. For this thread; each thread sets it up for itself.
 */
import { existsSync, readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/wasm-typescript';

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
}

/** A loader hook of Node: where a module is. */
export function resolve<T>(specifier: string, context: Context, next: (specifier: string, context: Context) => T): T {
  return next(typescriptSource(specifier, context.parentURL) ?? specifier, context);
}

/** A loader hook of Node: what is in a module. */
export function load<T>(
  url: string,
  context: Context,
  next: (url: string, context: Context) => T,
): T | { format: string; source: string; shortCircuit: true } {
  const path = url.split('?', 1)[0]!;
  if (!path.startsWith('file:') || !typescript.test(path)) return next(url, context);
  const file = fileURLToPath(path);
  const format = path.endsWith('.cts') ? 'commonjs' : 'module';
  return { format, source: javascript(readFileSync(file, 'utf8'), file), shortCircuit: true };
}

/** The `.ts` that a relative import in a TypeScript module means, if it does not mean a file that is there. */
function typescriptSource(specifier: string, parent: string | undefined): string | undefined {
  if (!parent || !typescript.test(parent) || !/^\.{0,2}\//.test(specifier)) return undefined;
  const wanted = new URL(specifier, parent);
  if (existsSync(fileURLToPath(wanted)) && /\.\w+$/.test(wanted.pathname)) return undefined;
  const source = new URL(wanted);
  source.pathname = /\.[cm]?js$/.test(wanted.pathname) ? wanted.pathname.replace(/js$/, 'ts') : `${wanted.pathname}.ts`;
  return existsSync(fileURLToPath(source)) ? source.href : undefined;
}

/** A module's text without its types, and where its lines come from. @throws SyntaxError that names the place */
function javascript(text: string, file: string): string {
  try {
    const { code, map } = transformSync(text, { mode: 'transform', sourceMap: true, filename: file });
    return `${code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(map ?? '').toString('base64')}`;
  } catch (error) {
    const { message, startLine } = error as { message?: string; startLine?: number };
    throw new SyntaxError(`${file}:${startLine ?? 1}: ${message ?? String(error)}`, { cause: error });
  }
}
