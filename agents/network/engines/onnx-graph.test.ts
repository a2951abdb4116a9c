import { describe, expect, it } from 'vitest';
import { createSession, findOnnx, type Ort } from './onnx.js';
import { OnnxGraph } from './onnx-graph.js';
import { ProtoWriter } from './protobuf.js';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('the wire format', () => {
  it('is that of the examples in the documentation of Protocol Buffers', () => {
    expect(hex(new ProtoWriter().int(1, 150).finish())).toBe('089601');
    expect(hex(new ProtoWriter().bytes(2, 'testing').finish())).toBe('120774657374696e67');
    expect(hex(new ProtoWriter().message(3, (inner) => inner.int(1, 150)).finish())).toBe('1a03089601');
    expect(hex(new ProtoWriter().int(1, -2).finish())).toBe('08feffffffffffffffff01');
    // Field 16 is the first whose number takes two bytes.
    expect(hex(new ProtoWriter().int(16, 0).finish())).toBe('800100');
  });
});

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
