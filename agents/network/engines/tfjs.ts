/**
 * Loads TensorFlow.js with the fastest backend there is: the native one (`@tensorflow/tfjs-node`, an optional peer) or
 * WebAssembly (`@tensorflow/tfjs-core` and its backend, optional too). Once a thread; worker threads load their own.
 * Silent: no start-up banners.
 */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import util from 'node:util';
import type * as tfjs from '@tensorflow/tfjs-core';
import { UserError } from '../../../env/user-error.js';

export type Tf = typeof tfjs;

/** TensorFlow.js, ready to use. */
export interface TfjsBackend {
  tf: Tf;
  /** `tensorflow`: the native library; `wasm`: WebAssembly with SIMD, one thread. */
  backend: 'tensorflow' | 'wasm';
}

/** One backend in the report of `tabletop doctor`. */
export interface TfjsLine {
  name: 'tfjs';
  backend: TfjsBackend['backend'];
  available: boolean;
  /** Why not, or what it is. */
  reason: string;
}

// Read by the native library when it is loaded, also from a worker thread, whose own environment it does not see.
process.env.TF_CPP_MIN_LOG_LEVEL ??= '2';

const require = createRequire(import.meta.url);
const loaded = new Map<string, Promise<TfjsBackend>>();
let inUse: TfjsBackend | undefined;

/** In one line why no backend of TensorFlow.js can be loaded; undefined when one is installed. Loads nothing. */
export function findTfjs(): string | undefined {
  return installed('@tensorflow/tfjs-node') ? undefined : wasmMissing();
}

function wasmMissing(): string | undefined {
  const missing = ['@tensorflow/tfjs-core', '@tensorflow/tfjs-backend-wasm'].find((name) => !installed(name));
  return missing && `${missing} is not installed`;
}

function installed(name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param forced `node` or `wasm` instead of the fastest; by default the environment variable TABLETOP_TFJS
 * @throws UserError when a forced backend cannot be loaded
 */
export async function loadTfjs(forced = process.env.TABLETOP_TFJS ?? ''): Promise<TfjsBackend> {
  let engine = loaded.get(forced);
  if (!engine) loaded.set(forced, (engine = load(forced)));
  inUse = await engine;
  await activate(inUse);
  return inUse;
}

/**
 * TensorFlow.js with the gradients of its operations, for automatic differentiation. Its core comes without them;
 * `@tensorflow/tfjs-layers` brings them.
 * @throws UserError when that does not load
 */
export async function loadDifferentiable(): Promise<TfjsBackend> {
  const backend = await loadTfjs();
  if (!installed('@tensorflow/tfjs-layers'))
    throw new UserError('automatic differentiation needs gradients: npm install @tensorflow/tfjs-layers');
  require('@tensorflow/tfjs-layers');
  return backend;
}

/** TensorFlow.js has one active backend a thread, and loading another changes it. */
async function activate({ tf, backend }: TfjsBackend): Promise<void> {
  if (tf.getBackend() !== backend) await tf.setBackend(backend);
}

async function load(forced: string): Promise<TfjsBackend> {
  if (forced === 'wasm') return loadWasm();
  if (forced !== '' && forced !== 'node')
    throw new UserError(`TABLETOP_TFJS is '${forced}'; it may be 'node', 'wasm' or unset`);
  const native = await loadNative();
  if (typeof native !== 'string') return native;
  if (forced === 'node') throw new UserError(`TABLETOP_TFJS=node, but the native backend does not load: ${native}`);
  return loadWasm();
}

/** The native backend, or in one line why it cannot be loaded. */
async function loadNative(): Promise<TfjsBackend | string> {
  if (!installed('@tensorflow/tfjs-node'))
    return '@tensorflow/tfjs-node is not installed (optional; npm run setup:tfjs-node in the clone, Linux x64)';
  // tfjs-node 4.22 calls two functions that Node 23 removed (tensorflow/tfjs #8425, merged but never released).
  const old = util as unknown as Record<string, (x: unknown) => boolean>;
  old.isNullOrUndefined ??= (x) => x === null || x === undefined;
  old.isArray ??= Array.isArray;
  try {
    const tf = require('@tensorflow/tfjs-node') as Tf;
    await tf.setBackend('tensorflow');
    await tf.ready();
    return { tf, backend: 'tensorflow' };
  } catch (error) {
    return `@tensorflow/tfjs-node is installed but fails: ${String((error as Error).message).split('\n', 1)[0]}`;
  }
}

async function loadWasm(): Promise<TfjsBackend> {
  const missing = wasmMissing();
  if (missing)
    throw new UserError(`the tfjs engine does not load: ${missing}; \`npx tabletop setup tfjs\` installs it`);
  const tf = require('@tensorflow/tfjs-core') as Tf;
  const wasm = require('@tensorflow/tfjs-backend-wasm') as { setWasmPaths(folder: string): void };
  wasm.setWasmPaths(`${dirname(require.resolve('@tensorflow/tfjs-backend-wasm'))}/`);
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  const before = events.map((event) => process.rawListeners(event));
  if (!(await tf.setBackend('wasm'))) throw new UserError('the WebAssembly backend of TensorFlow.js does not start');
  // Its loader listens for every uncaught error of the process, only to throw it again from a line of 60 kB.
  for (const [i, event] of events.entries())
    for (const listener of process.rawListeners(event))
      if (!before[i]!.includes(listener)) process.removeListener(event, listener as () => void);
  await tf.ready();
  return { tf, backend: 'wasm' };
}

/** What could be loaded here, fastest first, and why not the others. Loads the native library to find out. */
export async function tfjsReport(): Promise<TfjsLine[]> {
  const native = await loadNative();
  if (inUse) await activate(inUse);
  const lines: TfjsLine[] = [
    typeof native === 'string'
      ? { name: 'tfjs', backend: 'tensorflow', available: false, reason: native }
      : { name: 'tfjs', backend: 'tensorflow', available: true, reason: 'native library' },
  ];
  const missing = wasmMissing();
  const reason = missing ?? 'WebAssembly SIMD, one thread';
  lines.push({ name: 'tfjs', backend: 'wasm', available: missing === undefined, reason });
  return lines;
}
