/** Loads ONNX Runtime, and makes sessions of it that compute the same every time. */
import { createRequire } from 'node:module';
import type * as onnxruntime from 'onnxruntime-common';
import { ownCommand } from '../../../env/package.js';
import { UserError } from '../../../env/user-error.js';
import { OnnxGraph } from './onnx-graph.js';
import { loadWebOnnx } from './onnx-web.js';

export type Ort = typeof onnxruntime;
export type OnnxSession = onnxruntime.InferenceSession;

const require = createRequire(import.meta.url);
let loaded: Ort | string | undefined;
let missing: string | undefined;

/** ONNX Runtime, or in one line why it cannot be loaded. */
export function findOnnx(): Ort | string {
  return (loaded ??= load());
}

/** Why ONNX Runtime computes in WebAssembly, which is slower; undefined where it is native, or does not load at all. */
export function whyNotNative(): string | undefined {
  return typeof findOnnx() === 'string' ? undefined : missing;
}

/** @throws UserError when it does not load */
export function loadOnnx(): Ort {
  const found = findOnnx();
  if (typeof found === 'string')
    throw new UserError(`the onnx engine does not load: ${found}; \`${ownCommand()} doctor --install\` installs it`);
  return found;
}

/** ONNX Runtime after it has run a small model, or in one line why it cannot. */
export async function tryOnnx(): Promise<Ort | string> {
  const ort = findOnnx();
  if (typeof ort === 'string') return ort;
  try {
    const graph = new OnnxGraph('try');
    const x = graph.input('x', 'float32', [1]);
    graph.op('Add', [x, x], {}, 'y');
    graph.output('y', 'float32', [1]);
    const session = await createSession(ort, graph.encode(), 1);
    const { y } = await session.run({ x: new ort.Tensor('float32', Float32Array.of(21), [1]) });
    await session.release();
    return y?.data[0] === 42 ? ort : 'ONNX Runtime computes wrong results';
  } catch (error) {
    return broken(error);
  }
}

/** The native library, else the one in WebAssembly, which the Python package carries: it runs wherever Node does. */
function load(): Ort | string {
  const native = loadNative();
  if (typeof native !== 'string') return native;
  const web = loadWebOnnx();
  if (web) missing = native;
  return web ?? native;
}

function loadNative(): Ort | string {
  // Read when the library is loaded.
  process.env.ORT_DISABLE_TELEMETRY ??= '1';
  try {
    require.resolve('onnxruntime-node');
  } catch {
    return 'onnxruntime-node is not installed';
  }
  try {
    const ort = require('onnxruntime-node') as Ort;
    // No warnings, of devices that were not found for example.
    ort.env.logLevel = 'error';
    return ort;
  } catch (error) {
    return broken(error);
  }
}

function broken(error: unknown): string {
  return `onnxruntime-node is installed but fails: ${String((error as Error).message).split('\n', 1)[0]}`;
}

/**
 * A model, ready to run on the CPU.
 * @param model its bytes, or the path of its file, beside which may stand others with its weights
 * @param threads that share each operation; part of what makes a result repeatable to the last bit
 */
export function createSession(ort: Ort, model: Uint8Array | string, threads: number): Promise<OnnxSession> {
  const options: onnxruntime.InferenceSession.SessionOptions = {
    executionProviders: ['cpu'],
    executionMode: 'sequential',
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
    // Threads that wait by spinning are in the way of those who play: with busy cores a step takes twice as long.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  };
  if (typeof model === 'string') return ort.InferenceSession.create(model, options);
  return ort.InferenceSession.create(model, options);
}
