/**
 * A network that another thread computes, which has the only device: rows go there through shared memory, and this thread,
 * which has nothing else to do, sleeps until the answer is there.
 */
import type { ActionFeatures } from '../../agents/network/action-head.js';
import type { BatchPolicy } from '../../agents/network/batch-policy.js';
import type { NetworkShape, Outputs } from '../../agents/network/network.js';

/** A call on its way. Its arrays lie in shared memory. */
export interface NetworkCall {
  rows: number;
  observation: Float32Array;
  mask: Uint8Array | undefined;
  features: ActionFeatures | undefined;
  out: Outputs;
  /** One number: see `State`. */
  state: Int32Array;
}

/** How far a call is. */
const State = { asked: 0, answered: 1, failed: 2 } as const;

/** What a part tells when it asks. */
interface Asking {
  network: NetworkCall;
}

/** The call in a note of a part, if it is one. */
export const networkCall = (note: unknown): NetworkCall | undefined =>
  typeof note === 'object' && note !== null && 'network' in note ? (note as Asking).network : undefined;

/** The side that asks. Its weights are set on the other side. */
export class AskedNetwork implements BatchPolicy {
  private readonly state = new Int32Array(new SharedArrayBuffer(4));
  private readonly memory = new Map<string, SharedArrayBuffer>();

  /** @param tell sends a note to the other thread */
  constructor(
    readonly shape: NetworkShape,
    private readonly tell: (note: Asking) => void,
  ) {}

  setWeights(): void {}

  run(rows: number, observation: Float32Array, out: Outputs, mask?: Uint8Array, features?: ActionFeatures): void {
    const { shape, state } = this;
    const written = Object.fromEntries(
      shape.heads.flatMap(({ name, width }) =>
        out[name] ? [[name, new Float32Array(this.shared(name, 4 * rows * width), 0, rows * width)]] : [],
      ),
    );
    const network: NetworkCall = {
      ...{ rows, state, out: written },
      observation: this.floats('in observation', observation.subarray(0, rows * shape.inputs)),
      mask: mask && this.bytes('in mask', mask),
      features: features && {
        values: this.floats('in features', features.values),
        first: features.first.slice(0, rows),
      },
    };
    Atomics.store(state, 0, State.asked);
    this.tell({ network });
    Atomics.wait(state, 0, State.asked);
    if (Atomics.load(state, 0) === State.failed) throw new Error('the network that was asked has failed');
    for (const [name, answer] of Object.entries(written)) out[name]!.set(answer);
  }

  dispose(): void {}

  private floats(name: string, given: Float32Array): Float32Array {
    const own = new Float32Array(this.shared(name, given.byteLength), 0, given.length);
    own.set(given);
    return own;
  }

  private bytes(name: string, given: Uint8Array): Uint8Array {
    const own = new Uint8Array(this.shared(name, given.byteLength), 0, given.length);
    own.set(given);
    return own;
  }

  /** Memory that is used again, as long as it is large enough. */
  private shared(name: string, bytes: number): SharedArrayBuffer {
    let memory = this.memory.get(name);
    if (!memory || memory.byteLength < bytes) this.memory.set(name, (memory = new SharedArrayBuffer(bytes)));
    return memory;
  }
}

/** The side that answers, one call after the other. */
export class AnsweringNetwork {
  /** Why a call failed, the first that did. */
  error: unknown;
  private running: Promise<void> = Promise.resolve();

  /** @param network its weights are set, and it is disposed of, by whoever has it */
  constructor(private readonly network: BatchPolicy) {}

  answer(call: NetworkCall): void {
    this.running = this.running.then(async () => {
      const { rows, observation, mask, features, out, state } = call;
      let end: number = State.answered;
      try {
        await this.network.run(rows, observation, out, mask, features);
      } catch (error) {
        this.error ??= error;
        end = State.failed;
      }
      Atomics.store(state, 0, end);
      Atomics.notify(state, 0);
    });
  }

  /** The same network for a part in this thread. */
  here(): BatchPolicy {
    const { network } = this;
    return { shape: network.shape, run: network.run.bind(network), setWeights() {}, dispose() {} };
  }
}
