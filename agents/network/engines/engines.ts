/** Which tensor engines there are, which of them load here, and networks on the one that was chosen. */
import { ownCommand } from '../../../env/package.js';
import { UserError } from '../../../env/user-error.js';
import type { BatchPolicy } from '../batch-policy.js';
import { hasEncoder } from '../encoder.js';
import type { GradientNetwork } from '../gradient-network.js';
import { GraphNetwork } from '../graph/graph-network.js';
import type { NetworkShape } from '../network.js';
import { findOnnx, loadOnnx, type Ort, tryOnnx, whyNotNative } from './onnx.js';
import { OnnxNetwork } from './onnx-network.js';
import { findTfjs, loadTfjs } from './tfjs.js';
import { TfjsNetwork } from './tfjs-network.js';

/** What `engine` in a configuration may be. */
export const engineChoices = ['auto', 'onnx', 'tfjs'] as const;
export type Engine = Exclude<(typeof engineChoices)[number], 'auto'>;

/** One line of `tabletop doctor`. */
export interface EngineLine {
  name: Engine;
  available: boolean;
  /** Whether it computes with compiled code of this machine: as fast as it gets. */
  native: boolean;
  /** What it is, or why it does not load. */
  reason: string;
}

/**
 * The engine to use. `auto` is ONNX Runtime if it loads, else TensorFlow.js.
 * @throws UserError when there is no such engine, or it does not load
 */
export function chooseEngine(wanted: string): Engine {
  const choice = engineChoices.find((known) => known === wanted);
  if (!choice) throw new UserError(`engine ${wanted}: there is no such engine; use one of ${engineChoices.join(', ')}`);
  if (choice === 'onnx') loadOnnx();
  if (choice === 'tfjs') loadTfjs();
  if (choice !== 'auto') return choice;
  const onnx = findOnnx();
  if (typeof onnx !== 'string') return 'onnx';
  if (typeof findTfjs() !== 'string') return 'tfjs';
  throw new UserError(`there is no engine to train with: ${onnx}; \`${ownCommand()} doctor --install\` installs it`);
}

/**
 * One line for a training on WebAssembly or TensorFlow.js, the second choices: that the native ONNX Runtime is missing or
 * broken, and how to get it. Undefined when it loads, and when there is no engine at all.
 */
export function engineNotice(): string | undefined {
  const onnx = findOnnx();
  const web = whyNotNative();
  if (web === undefined && (typeof onnx !== 'string' || typeof findTfjs() === 'string')) return undefined;
  const instead = web === undefined ? 'TensorFlow.js' : 'WebAssembly';
  return `training on ${instead}, which is slower: ${web ?? onnx}; \`${ownCommand()} doctor --install\` installs it`;
}

/** A network for many rows at once, on one thread. Its weights are yet to be set. */
export async function createNetwork(engine: Engine, shape: NetworkShape): Promise<BatchPolicy> {
  return engine === 'onnx' ? onnxNetwork(shape) : new TfjsNetwork(loadTfjs(), shape);
}

/** A network on ONNX Runtime, forward and back, on one thread. @throws UserError when it does not load */
export function onnxNetwork(shape: NetworkShape): BatchPolicy & GradientNetwork {
  return hasEncoder(shape) ? new GraphNetwork(loadOnnx(), shape) : new OnnxNetwork(loadOnnx(), shape);
}

/** What computes here, in the order in which `auto` tries it. Runs a small model on ONNX Runtime. */
export async function engineReport(): Promise<EngineLine[]> {
  const onnx = await tryOnnx();
  const tfjs = findTfjs();
  const web = whyNotNative();
  const webLine = () => `ONNX Runtime ${(onnx as Ort).env.versions.web} in WebAssembly, slower than native: ${web}`;
  return [
    typeof onnx === 'string'
      ? { name: 'onnx', available: false, native: false, reason: onnx }
      : {
          name: 'onnx',
          available: true,
          native: web === undefined,
          reason: web === undefined ? `ONNX Runtime ${onnx.env.versions.node}` : webLine(),
        },
    typeof tfjs === 'string'
      ? { name: 'tfjs', available: false, native: false, reason: tfjs }
      : { name: 'tfjs', available: true, native: true, reason: `TensorFlow.js ${tfjs.version_core}, native library` },
  ];
}
