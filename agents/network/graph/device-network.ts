/**
 * A network on a device, such as a graphics card, forward: its weights lie there, and the rows of a call go there at once.
 */
import type { Tensor } from 'onnxruntime-common';
import type { ActionFeatures } from '../action-head.js';
import type { BatchPolicy } from '../batch-policy.js';
import type { Device } from '../engines/device.js';
import type { OnnxSession } from '../engines/onnx.js';
import { checkWeights, copyWeights, type NetworkShape, type Outputs, type Weights } from '../network.js';
import { NormalisedInput } from '../normalised-input.js';
import { forwardGraph, headsWanted, seen } from './forward-graph.js';
import { learnedTensors } from './tape-network.js';

/** One network on a device. Calls may not overlap. */
export class DeviceNetwork implements BatchPolicy {
  private readonly input: NormalisedInput | undefined;
  private weights: Weights | undefined;
  /** What lies on the device, by tensor; undefined: `weights` are yet to go there. */
  private there: Record<string, Tensor> | undefined;
  /** By the heads that are wanted; opened when first needed. */
  private readonly sessions = new Map<string, Promise<OnnxSession>>();

  constructor(
    private readonly device: Device,
    readonly shape: NetworkShape,
  ) {
    this.input = NormalisedInput.of(shape);
  }

  setWeights(weights: Weights): void {
    checkWeights(this.shape, weights);
    this.weights = copyWeights(weights);
    this.forget();
  }

  /** @throws UserError in one line when the device fails, or is lost */
  async run(
    rows: number,
    given: Float32Array,
    out: Outputs,
    mask?: Uint8Array,
    features?: ActionFeatures,
  ): Promise<void> {
    const { device, weights, shape } = this;
    if (!weights) throw new RangeError('the network has no weights yet: call setWeights first');
    const wanted = headsWanted(shape, out, mask, features);
    const observation = this.input?.read(weights, rows, given) ?? given.subarray(0, rows * shape.inputs);
    const there = (this.there ??= await this.send(weights));
    const session = await this.opened(wanted);
    const shown = seen(shape, rows, observation, mask, features);
    const feeds = Object.fromEntries(
      session.inputNames.map((name) => [name, there[name] ?? device.tensor(shown[name]!.data, shown[name]!.dims)]),
    );
    const outputs = await device.run(session, feeds);
    for (const name of wanted) out[name]!.set(outputs[`out.${name}`]!.data as Float32Array);
  }

  dispose(): void {
    this.forget();
    for (const opening of this.sessions.values()) opening.then((session) => session.release()).catch(() => {});
    this.sessions.clear();
  }

  private async send(weights: Weights): Promise<Record<string, Tensor>> {
    const there: Record<string, Tensor> = {};
    for (const { name, shape } of learnedTensors(this.shape)) there[name] = await this.device.up(weights[name]!, shape);
    return there;
  }

  private forget(): void {
    for (const tensor of Object.values(this.there ?? {})) tensor.dispose();
    this.there = undefined;
  }

  private opened(wanted: readonly string[]): Promise<OnnxSession> {
    const key = wanted.join();
    let opening = this.sessions.get(key);
    if (!opening) this.sessions.set(key, (opening = this.device.open(forwardGraph(this.shape, wanted), 'here')));
    return opening;
  }
}
