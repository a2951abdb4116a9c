/** Which tensor engines there are, which of them load here, and networks on the one that was chosen. */
import { UserError } from '../../../env/user-error.js';
import type { BatchPolicy } from '../batch-policy.js';
import type { GradientNetwork } from '../gradient-network.js';
import type { NetworkShape } from '../network.js';
import { findOnnx, loadOnnx, tryOnnx } from './onnx.js';
import { OnnxNetwork } from './onnx-network.js';
import { findTfjs, loadTfjs, type TfjsLine, tfjsReport } from './tfjs.js';
import { TfjsNetwork } from './tfjs-network.js';

/** What `engine` in a configuration may be. */
export const engineChoices = ['auto', 'onnx', 'tfjs'] as const;
export type Engine = Exclude<(typeof engineChoices)[number], 'auto'>;

/** The packages of each engine, all optional: everything but training does without them. */
export const enginePackages: Readonly<Record<Engine, readonly string[]>> = {
  onnx: ['onnxruntime-node'],
  tfjs: ['@tensorflow/tfjs-core', '@tensorflow/tfjs-backend-wasm'],
};

/** One line of `tabletop doctor`. */
export type EngineLine = TfjsLine | { name: 'onnx'; backend: 'cpu'; available: boolean; reason: string };

/**
 * The engine to use. `auto` is ONNX Runtime where it loads, else TensorFlow.js where that is installed; where the
 * environment variable TABLETOP_TFJS names a backend of TensorFlow.js, `auto` is that.
 * @throws UserError when there is no such engine, or it does not load
 */
export function chooseEngine(wanted: string): Engine {
  const choice = engineChoices.find((known) => known === wanted);
  if (!choice) throw new UserError(`engine ${wanted}: there is no such engine; use one of ${engineChoices.join(', ')}`);
  if (choice === 'onnx') loadOnnx();
  const onnx = findOnnx();
  if (choice === 'onnx' || (choice === 'auto' && !process.env.TABLETOP_TFJS && typeof onnx !== 'string')) return 'onnx';
  const missing = findTfjs();
  if (missing === undefined) return 'tfjs';
  if (choice === 'tfjs')
    throw new UserError(`the tfjs engine does not load: ${missing}; \`npx tabletop setup tfjs\` installs it`);
  if (typeof onnx !== 'string') throw new UserError(`TABLETOP_TFJS asks for TensorFlow.js, but ${missing}`);
  throw new UserError(
    `there is no engine to train with: ${onnx}, ${missing}; \`npx tabletop setup\` installs ONNX Runtime`,
  );
}

/**
 * What to say before training on the second choice, in one line: that ONNX Runtime is missing or broken, and how to get
 * it. Undefined where it loads, where TensorFlow.js was asked for, and where there is no engine at all.
 */
export function engineNotice(): string | undefined {
  const onnx = findOnnx();
  if (typeof onnx !== 'string' || process.env.TABLETOP_TFJS || findTfjs() !== undefined) return undefined;
  return `training on TensorFlow.js, which is slower: ${onnx}; \`npx tabletop setup\` installs it`;
}

/**
 * A network for many rows at once. Its weights are yet to be set.
 * @param threads that share each operation of ONNX Runtime; 1 where several workers play
 */
export async function createNetwork(engine: Engine, shape: NetworkShape, threads = 1): Promise<BatchPolicy> {
  return engine === 'onnx' ? new OnnxNetwork(loadOnnx(), shape, threads) : new TfjsNetwork(await loadTfjs(), shape);
}

/** A network for one of several threads that compute gradients, each with an engine of its own. */
export async function threadNetwork(engine: Engine, shape: NetworkShape): Promise<GradientNetwork> {
  return engine === 'onnx' ? new OnnxNetwork(loadOnnx(), shape) : new TfjsNetwork(await loadTfjs('wasm'), shape);
}

/** What computes here, the engine that `auto` takes first, and why not the others. Runs a small model on ONNX Runtime. */
export async function engineReport(): Promise<EngineLine[]> {
  const found = await tryOnnx();
  const onnx: EngineLine =
    typeof found === 'string'
      ? { name: 'onnx', backend: 'cpu', available: false, reason: found }
      : { name: 'onnx', backend: 'cpu', available: true, reason: `ONNX Runtime ${found.env.versions.node}` };
  const lines = [onnx, ...(await tfjsReport())];
  const first = process.env.TABLETOP_TFJS || !onnx.available ? 'tfjs' : 'onnx';
  return [...lines.filter((line) => line.name === first), ...lines.filter((line) => line.name !== first)];
}
