import { describe, expect, it } from 'vitest';
import { actorCriticShape } from '../../agents/network/network.js';
import type { Batch } from '../collect/batch.js';
import { cut, Minibatch } from './minibatches.js';

describe('minibatches', () => {
  it('cuts evenly', () => {
    const sizes = (n: number, minibatch: number) => cut(new Int32Array(n), minibatch).map((part) => part.length);
    expect(sizes(10, 5)).toEqual([5, 5]);
    expect(sizes(11, 5)).toEqual([3, 4, 4]);
    expect(sizes(3, 100)).toEqual([3]);
  });

  it('gather rows of whatever the batch has, and nothing of the batch before', () => {
    const left = { name: 'left', width: 1, loss: 'squared-error' } as const;
    const shape = actorCriticShape({ inputs: 1, actions: 2, values: 9, trunk: [], activation: 'relu' }, [left]);
    const batch: Batch = {
      rows: 4,
      observation: new Float32Array(4),
      mask: Uint8Array.of(1, 0, 0, 1, 1, 1, 0, 1),
      action: Int32Array.of(0, 1, 0, 1),
      logProb: Float32Array.of(-1, -2, -3, -4),
      advantage: Float32Array.of(1, 2, 3, 4),
      targets: { value: Float32Array.from({ length: 36 }, (_, i) => i), left: Float32Array.of(5, 6, 7, 8) },
    };
    const minibatch = new Minibatch(shape);
    minibatch.take(batch);
    minibatch.gather(Int32Array.of(3, 1, 0));
    const { rows, mask, action, logProb, advantage, targets } = minibatch;
    expect(rows).toBe(3);
    expect([...mask]).toEqual([0, 1, 0, 1, 1, 0]);
    expect([...action]).toEqual([1, 1, 0]);
    expect([...logProb, ...advantage]).toEqual([-4, -2, -1, 4, 2, 1]);
    expect([...targets.left!]).toEqual([8, 6, 5]);
    expect([...targets.value!.subarray(0, 9)]).toEqual([27, 28, 29, 30, 31, 32, 33, 34, 35]);
    minibatch.take({ ...batch, targets: {} });
    minibatch.gather(Int32Array.of(2));
    expect([minibatch.rows, minibatch.targets]).toEqual([1, {}]);
  });
});
