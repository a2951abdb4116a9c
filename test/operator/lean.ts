/** The package without its optional parts, as npm leaves it where they cannot be had: for cases about what is missing. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { root } from './operate.js';

const needed = ['@swc/wasm-typescript', 'commander', 'esbuild-wasm', 'seedrandom', 'zod'];

/** The environment as a shell has it: tests that npm or npx started inherit what those were told. */
export function typed(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^npm_/i.test(key)));
}

/** A registry that does not answer, and a cache of npm that knows nothing. */
export function offline(): Record<string, string> {
  return {
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_cache: mkdtempSync(path.join(tmpdir(), 'tabletop-cache-')),
  };
}

/** The program of a package whose `node_modules` has no optional package. */
function lean(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tabletop-lean-'));
  for (const name of ['dist', 'package.json'])
    if (existsSync(path.join(root, name))) cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  for (const name of needed) {
    const from = path.join(root, 'node_modules', name);
    const to = path.join(folder, 'node_modules', name);
    mkdirSync(path.dirname(to), { recursive: true });
    if (existsSync(from)) symlinkSync(from, to, 'junction');
  }
  return path.join(folder, 'dist/cli/main.js');
}

let withoutOnes: string | undefined;
/** No engine at all. */
export const withoutEngines = (): string => (withoutOnes ??= lean());

let withTfjs: string | undefined;
/** Native TensorFlow.js alone, where the clone has it. */
export function withTfjsAlone(): string {
  if (withTfjs) return withTfjs;
  withTfjs = lean();
  // Node looks for what it needs beside the original.
  const to = path.resolve(withTfjs, '../../../node_modules/@tensorflow/tfjs-node');
  mkdirSync(path.dirname(to), { recursive: true });
  symlinkSync(path.join(root, 'node_modules/@tensorflow/tfjs-node'), to, 'junction');
  return withTfjs;
}

let withBroken: string | undefined;
/** An ONNX Runtime for another system, whose library does not load. */
export function withBrokenOnnx(): string {
  if (withBroken) return withBroken;
  withBroken = lean();
  const folder = path.resolve(withBroken, '../../../node_modules/onnxruntime-node');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, 'package.json'),
    '{ "name": "onnxruntime-node", "version": "1.30.0", "main": "index.js" }',
  );
  writeFileSync(path.join(folder, 'index.js'), "throw new Error('invalid ELF header\\nof a library');\n");
  return withBroken;
}
