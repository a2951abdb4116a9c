import { describe, expect, it } from 'vitest';
import { createSession, findOnnx, type Ort } from './onnx.js';
import { OnnxGraph } from './onnx-graph.js';

const ort = findOnnx() as Ort;

describe.skipIf(typeof ort === 'string')('a graph', () => {
  it('runs in ONNX Runtime: inputs, constants, attributes of every kind, several rows', async () => {
    const graph = new OnnxGraph('test');
    const x = graph.input('x', 'float32', ['rows', 3]);
    const scaled = graph.op('Mul', [graph.columns(x, 1, 3), graph.float(-2)]);
    const turned = graph.op('Transpose', [scaled], { perm: [1, 0] });
    const zeros = graph.op('ConstantOfShape', [graph.op('Shape', [turned])]);
    const at = graph.ints([1, 0], [2, 1]);
    const picked = graph.op('GatherElements', [turned, at], { axis: 1 });
    graph.op('ScatterElements', [zeros, at, picked], { axis: 1, reduction: 'add' }, 'y');
    graph.output('y', 'float32', [2, 'rows']);
    const session = await createSession(ort, graph.encode({ 'a key': 'ä value' }), 1);
    expect([...session.inputNames, ...session.outputNames]).toEqual(['x', 'y']);
    const { y } = await session.run({ x: new ort.Tensor('float32', Float32Array.of(1, 2, 3, 4, 5, 6), [2, 3]) });
    expect(y!.dims).toEqual([2, 2]);
    expect([...(y!.data as Float32Array)]).toEqual([0, -10, -6, 0]);
    await session.release();
  });

  it('keeps equal constants once, and different ones apart', () => {
    const graph = new OnnxGraph('test');
    expect(graph.ints([1, 2])).toBe(graph.ints([1, 2]));
    expect(graph.ints([1, 2])).not.toBe(graph.ints([1, 2], [2, 1]));
    expect(graph.ints([1])).not.toBe(graph.ints([1], []));
    expect(graph.float(1)).toBe(graph.float(1));
    expect(graph.float(0)).not.toBe(graph.float(1));
  });
});
