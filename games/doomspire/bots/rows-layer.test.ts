import { expect, it } from 'vitest';
import { observations } from '../../../agents/network/engines/testing/networks.js';
import { createRng } from '../../../env/chance.js';
import { PlainRows, rowsLayer } from './rows-layer.js';

it.each([32, 64, 20])('gives the same bits with WebAssembly as without: %i wide', (width) => {
  const [rows, inputs] = [4, 50];
  const rng = createRng(width);
  const some = (n: number) => Float32Array.from({ length: n }, () => rng.uniform() - 0.5);
  const kernel = some(inputs * width);
  const layers = [rowsLayer(rows, inputs, width, kernel), new PlainRows(rows, inputs, width, kernel)] as const;
  for (const seed of ['a', 'b']) {
    const [x, bias] = [observations(rows, inputs, seed), some(width)];
    for (const layer of layers) layer.run(x, bias);
    expect(layers[0].sums).toEqual(layers[1].sums);
    // And what was meant.
    const wanted = x.slice(0, inputs).reduce((sum, value, i) => sum + value * kernel[i * width]!, bias[0]!);
    expect(layers[0].sums[0]).toBeCloseTo(wanted, 5);
  }
});
