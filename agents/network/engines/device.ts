/**
 * Models of ONNX Runtime on a graphics card, through WebGPU: tensors that stay there between calls, and their way there
 * and back. Any card with a driver for Vulkan, Metal or Direct3D 12 will do.
 */
import type { InferenceSession, Tensor } from 'onnxruntime-common';
import { UserError } from '../../../env/user-error.js';
import type { OnnxSession, Ort } from './onnx.js';
import { type DataType, OnnxGraph } from './onnx-graph.js';

/** Where models run. `cpu` is for tests of what is the same on both. */
export type Provider = 'webgpu' | 'cpu';

/** Arrays that tensors are made of. */
type Numbers = Float32Array | Int32Array;

/** A device fails, or was lost. */
export class DeviceLost extends UserError {}

/** What to do when a device is lost, by what it was used for. */
const LEARNING = '`train --resume <run>` goes on from the last checkpoint, with --device cpu on the processor';
export const PLAYING = 'the same command goes on with the games that are kept, with --device cpu on the processor';

/** Opens models on a device, and moves tensors there and back. */
export class Device {
  private readonly copies = new Map<string, Promise<OnnxSession>>();

  /** @param advice what to do when it is lost, in a few words */
  constructor(
    readonly ort: Ort,
    readonly provider: Provider = 'webgpu',
    private readonly advice = LEARNING,
  ) {}

  /** A model whose inputs and outputs may lie on the device. @param outputs where its outputs stay */
  open(model: Uint8Array, outputs: 'device' | 'here'): Promise<OnnxSession> {
    const options: InferenceSession.SessionOptions = {
      executionProviders: [this.provider],
      executionMode: 'sequential',
      interOpNumThreads: 1,
      intraOpNumThreads: 1,
      graphOptimizationLevel: 'all',
      logSeverityLevel: 3,
      ...(this.provider === 'webgpu' && outputs === 'device' && { preferredOutputLocation: 'gpu-buffer' as const }),
    };
    return this.ort.InferenceSession.create(model, options);
  }

  /** Runs a model. @throws DeviceLost in one line when the device fails, or is lost */
  async run(session: OnnxSession, feeds: Record<string, Tensor>): Promise<Record<string, Tensor>> {
    try {
      return (await session.run(feeds)) as Record<string, Tensor>;
    } catch (error) {
      if (this.provider === 'cpu') throw error;
      throw new DeviceLost(`the graphics card fails: ${reasonOf(error)}; ${this.advice}`);
    }
  }

  /** A tensor here. */
  tensor(data: Numbers, dims: readonly number[]): Tensor {
    // ONNX Runtime does not read shared memory.
    const own = data.buffer instanceof ArrayBuffer ? data : data.slice();
    return new this.ort.Tensor(own instanceof Float32Array ? 'float32' : 'int32', own as Float32Array, dims);
  }

  /** A copy of it on the device. The caller disposes of it. */
  async up(data: Numbers, dims: readonly number[]): Promise<Tensor> {
    const tensor = this.tensor(data, dims);
    if (this.provider === 'cpu') return this.tensor(data.slice(), dims);
    return this.copy(tensor, 'device');
  }

  /** The numbers of a tensor on the device. */
  async down(tensor: Tensor): Promise<Numbers> {
    const here = this.provider === 'cpu' ? tensor : await this.copy(tensor, 'here');
    return here.data as Numbers;
  }

  async dispose(): Promise<void> {
    const opened = [...this.copies.values()];
    this.copies.clear();
    // One that never opened has nothing to give back, and was told where it was asked for.
    await Promise.allSettled(opened.map(async (opening) => (await opening).release()));
  }

  private async copy(tensor: Tensor, to: 'device' | 'here'): Promise<Tensor> {
    const rank = tensor.dims.length;
    const key = `${tensor.type} ${rank} ${to}`;
    let opening = this.copies.get(key);
    if (!opening) this.copies.set(key, (opening = this.open(copyModel(tensor.type as DataType, rank), to)));
    const { y } = await this.run(await opening, { x: tensor });
    return y!;
  }
}

/** The first line of a message, without the place in ONNX Runtime's sources where it was made. */
function reasonOf(error: unknown): string {
  const [line] = String((error as Error).message).split('\n', 1);
  return line!.slice(line!.lastIndexOf(' was false. ') + 1).replace(/^was false\. /, '');
}

/** A model that gives what it is given. */
function copyModel(type: DataType, rank: number): Uint8Array {
  const graph = new OnnxGraph('copy');
  const dims = Array.from({ length: rank }, (_, i) => `d${i}`);
  const x = graph.input('x', type, dims);
  graph.op('Identity', [x], {}, 'y');
  graph.output('y', type, dims);
  return graph.encode();
}

/** There is no graphics card to learn on. */
export class NoDevice extends UserError {
  /** @param why after `none`: `none that works (it computes wrong results)` */
  constructor(readonly why: string) {
    super(`there is no graphics card ${why}: use --device cpu`);
  }
}

/** Those with which a small model has run on the graphics card in this process. */
const tried = new WeakSet<Ort>();

/**
 * The graphics card, after a small model has run on it once.
 * @param advice as of `Device`
 * @throws NoDevice in one line why there is none
 */
export async function findDevice(ort: Ort, advice?: string): Promise<Device> {
  const backends = (ort as Ort & { listSupportedBackends?(): { name: string }[] }).listSupportedBackends?.() ?? [];
  if (!backends.some(({ name }) => name === 'webgpu'))
    throw new NoDevice('that this ONNX Runtime can use (it has no WebGPU)');
  return tryDevice(ort, advice);
}

/** The same of an ONNX Runtime that has WebGPU, such as that of a browser. */
export async function tryDevice(ort: Ort, advice?: string): Promise<Device> {
  const device = new Device(ort, 'webgpu', advice);
  if (tried.has(ort)) return device;
  try {
    const there = await device.up(Float32Array.of(21, 2), [2]);
    const back = await device.down(there);
    there.dispose();
    if (back[0] !== 21 || back[1] !== 2) throw new Error('it computes wrong results');
  } catch (error) {
    throw new NoDevice(`that WebGPU can use (${reasonOf(error)})`);
  }
  tried.add(ort);
  return device;
}
