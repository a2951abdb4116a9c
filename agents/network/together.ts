/**
 * A network that is asked about one position at a time by many, and answers all of them in one call: for players of games that
 * are played side by side in one thread.
 */
import type { BatchPolicy } from './batch-policy.js';
import { featureSize, type NetworkShape, type Outputs, outputsFor, POLICY, VALUE, widthOf } from './network.js';

/** Who asked, and where the answer goes. */
interface Asked {
  out: Outputs;
  done: () => void;
  failed: (error: unknown) => void;
}

/** What is asked in one call; its arrays grow with the rows. */
interface Rows {
  asked: Asked[];
  observation: Float32Array;
  mask: Uint8Array;
  features: Float32Array;
}

/** Answers with the policy and the value of its network. */
export class Together {
  /** Calls of the network, and rows of all of them. */
  calls = 0;
  rows = 0;
  private open: Rows | undefined;
  /** What was used before, to be used again. */
  private spare: Rows | undefined;
  private running: Promise<void> = Promise.resolve();
  private readonly actions: number;
  private readonly size: number;

  constructor(private readonly network: BatchPolicy) {
    this.actions = widthOf(network.shape, POLICY);
    this.size = featureSize(network.shape);
  }

  get shape(): NetworkShape {
    return this.network.shape;
  }

  /**
   * Asks about a position. What is given is read at once.
   * @param observation [inputs]
   * @param mask the legal actions
   * @param out written before the promise is settled: policy and value
   * @param features of the legal actions by ascending id, where the network reads them
   */
  ask(observation: Float32Array, mask: Uint8Array, out: Outputs, features?: Float32Array): Promise<void> {
    const { shape, actions, size } = this;
    const rows = (this.open ??= this.begin());
    const row = rows.asked.length;
    if (row * actions === rows.mask.length) grow(rows);
    rows.observation.set(observation, row * shape.inputs);
    rows.mask.set(mask, row * actions);
    if (features) rows.features.set(features, row * actions * size);
    return new Promise((done, failed) => rows.asked.push({ out, done, failed }));
  }

  private begin(): Rows {
    const { shape, actions, size, spare } = this;
    this.spare = undefined;
    // Everybody who can go on has asked by then.
    setImmediate(() => {
      this.running = this.running.then(() => this.answer());
    });
    return (
      spare ?? {
        asked: [],
        observation: new Float32Array(shape.inputs),
        mask: new Uint8Array(actions),
        features: new Float32Array(actions * size),
      }
    );
  }

  private async answer(): Promise<void> {
    const { network, actions, size } = this;
    const { asked, observation, mask, features } = this.open!;
    const used = this.open!;
    this.open = undefined;
    const count = asked.length;
    const outputs = outputsFor(network.shape, count, [POLICY, VALUE]);
    const first = Int32Array.from({ length: count }, (_, row) => row * actions);
    try {
      await network.run(count, observation, outputs, mask, size > 0 ? { values: features, first } : undefined);
      this.calls++;
      this.rows += count;
      for (const [row, { out }] of asked.entries())
        for (const [name, to] of Object.entries(out)) {
          const all = outputs[name]!;
          const width = all.length / count;
          to.set(all.subarray(row * width, (row + 1) * width));
        }
      for (const { done } of asked) done();
    } catch (error) {
      for (const { failed } of asked) failed(error);
    }
    used.asked = [];
    this.spare ??= used;
  }

  dispose(): void {
    this.network.dispose();
  }
}

function grow(rows: Rows): void {
  const doubled = <A extends Float32Array | Uint8Array>(larger: A, a: A): A => {
    larger.set(a);
    return larger;
  };
  rows.observation = doubled(new Float32Array(2 * rows.observation.length), rows.observation);
  rows.mask = doubled(new Uint8Array(2 * rows.mask.length), rows.mask);
  rows.features = doubled(new Float32Array(2 * rows.features.length), rows.features);
}
