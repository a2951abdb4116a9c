import { describe, expect, it } from 'vitest';
import { createRng } from '../../../env/chance.js';
import type { Head, LayerShape } from '../network.js';
import { MaskedLayer } from './masked-layer.js';

const rng = createRng('masked layer');
const random = (n: number) => Float32Array.from({ length: n }, () => rng.uniform() * 2 - 1);

const WIDTH = 32;
const ACTIONS = 50;
const CONTEXT = 4;
const head: Head = { name: 'policy', width: ACTIONS, loss: 'cross-entropy', masked: true, actions: CONTEXT };
const shape: LayerShape = { name: 'policy', inputs: WIDTH, outputs: ACTIONS + CONTEXT, level: 1 };

describe('MaskedLayer', () => {
  it('computes legal actions and the context of rows that have any, forward and back', () => {
    const layer = new MaskedLayer(head, shape);
    const outputs = ACTIONS + CONTEXT;
    for (const rows of [9, 80, 5]) {
      const mask = new Uint8Array(rows * ACTIONS);
      // Two of three rows have nothing legal.
      for (let r = 0; r < rows; r += 3) for (const a of [1, 29, 49]) mask[r * ACTIONS + a] = 1;
      const [kernel, bias, x] = [random(WIDTH * outputs), random(outputs), random(rows * WIDTH)];
      expect(layer.readMask(rows, mask)).toBe(true);
      layer.load(kernel, x);
      const [logits, context] = [new Float32Array(rows * ACTIONS), new Float32Array(rows * CONTEXT)];
      layer.forward(bias, logits, context);
      const counts = (r: number, a: number) => (a < ACTIONS ? mask[r * ACTIONS + a] === 1 : r % 3 === 0);
      const [dLogits, dContext] = [random(logits.length), random(context.length)];
      const d = (r: number, a: number) =>
        counts(r, a) ? (a < ACTIONS ? dLogits[r * ACTIONS + a]! : dContext[r * CONTEXT + a - ACTIONS]!) : 0;
      const gradient = { 'policy.kernel': random(kernel.length), 'policy.bias': random(outputs) };
      layer.setGradient(dLogits, dContext);
      const back = layer.back(gradient['policy.kernel'], gradient['policy.bias']);
      for (let a = 0; a < outputs; a++) {
        let sum = 0;
        for (let r = 0; r < rows; r++) {
          let wanted = bias[a]!;
          for (let i = 0; i < WIDTH; i++) wanted += x[r * WIDTH + i]! * kernel[i * outputs + a]!;
          const got = a < ACTIONS ? logits[r * ACTIONS + a]! : context[r * CONTEXT + a - ACTIONS]!;
          expect(Math.abs(got - (counts(r, a) ? wanted : 0))).toBeLessThan(1e-5);
          sum += d(r, a);
        }
        expect(Math.abs(gradient['policy.bias'][a]! - sum)).toBeLessThan(1e-5);
      }
      for (let i = 0; i < WIDTH; i++) {
        for (let a = 0; a < outputs; a++) {
          let wanted = 0;
          for (let r = 0; r < rows; r++) wanted += x[r * WIDTH + i]! * d(r, a);
          expect(Math.abs(gradient['policy.kernel'][i * outputs + a]! - wanted)).toBeLessThan(1e-4);
        }
        for (let r = 0; r < rows; r++) {
          let wanted = 0;
          for (let a = 0; a < outputs; a++) wanted += d(r, a) * kernel[i * outputs + a]!;
          expect(Math.abs(back[r * WIDTH + i]! - wanted)).toBeLessThan(1e-5);
        }
      }
    }
  });

  it('leaves the context out of a head that reads no features', () => {
    const layer = new MaskedLayer({ ...head, width: ACTIONS + CONTEXT, actions: undefined }, shape);
    const mask = new Uint8Array(ACTIONS + CONTEXT);
    mask[3] = 1;
    layer.readMask(1, mask);
    const outputs = new Float32Array(ACTIONS + CONTEXT);
    layer.load(random(WIDTH * outputs.length), random(WIDTH));
    layer.forward(random(outputs.length), outputs, new Float32Array(0));
    expect([...outputs.keys()].filter((a) => outputs[a] !== 0)).toEqual([3]);
  });

  it('declines where many actions are legal', () => {
    expect(new MaskedLayer(head, shape).readMask(8, new Uint8Array(8 * ACTIONS).fill(1))).toBe(false);
  });
});
