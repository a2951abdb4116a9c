import { describe, expect, it } from 'vitest';
import { findOnnx } from '../../agents/network/engines/onnx.js';
import { answering, learned, pairQuestion } from './testing/questions.js';

describe.skipIf(typeof findOnnx() === 'string')('whether two of four cards are equal', () => {
  const question = pairQuestion(4, 5);

  it('is learned by things that look at each other, and guessed from what each is alone', async () => {
    const attention = { heads: 4, blocks: 1 };
    const at = { steps: 400, seed: 1 };
    const [attended, pooled] = [{ layers: [32], attention }, { layers: [32, 32] }];
    expect((await learned(question, answering(question, [64], { entities: attended }), at)).right).toBeGreaterThan(
      0.85,
    );
    expect((await learned(question, answering(question, [64], { entities: pooled }), at)).right).toBeLessThan(0.6);
  });
});
