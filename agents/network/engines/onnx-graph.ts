/**
 * Writes ONNX models: nodes, inputs, outputs and constants, put down one by one and encoded at the end. Knows
 * nothing of networks, and needs no ONNX library; what an operation means is in ONNX's own list of operators.
 */
import { ProtoWriter } from '../../../env/protobuf.js';

/** Element types, by their number in ONNX's TensorProto.DataType. */
const dataTypes = { float32: 1, int32: 6, int64: 7, bool: 9, float16: 10 } as const;
export type DataType = keyof typeof dataTypes;

/** A length, or the name of one that differs from call to call. */
type Dim = number | string;

/** Attributes of a node: whole numbers, lists of whole numbers, or text. */
export type Attributes = Record<string, number | number[] | string>;

/** Name of a dimension that differs from call to call: how many rows there are. */
export const ROWS = 'rows';

/** Versions of ONNX's operators (opsets) that models can be written in. */
export const OLDEST_OPSET = 9;
export const NEWEST_OPSET = 17;

/** The version of the file format that came with each opset, from the oldest on. */
const irVersions = [4, 5, 6, 7, 7, 7, 8, 8, 8];

interface Declared {
  name: string;
  type: DataType;
  dims: readonly Dim[];
}

/** A model under construction. Values (results of nodes, inputs, constants) are known by their names. */
export class OnnxGraph {
  private readonly nodes: { kind: string; inputs: string[]; output: string; attributes: Attributes }[] = [];
  private readonly inputs: Declared[] = [];
  private readonly outputs: Declared[] = [];
  private readonly constants: (Declared & { bytes: Uint8Array })[] = [];
  /** Names of small constants, which are often the same. */
  private readonly known = new Map<string, string>();
  private count = 0;

  /** @param name of the whole graph. @param opset whose operators the nodes are */
  constructor(
    private readonly name: string,
    private readonly opset = NEWEST_OPSET,
  ) {}

  /** Declares an input of the model. @returns its name */
  input(name: string, type: DataType, dims: readonly Dim[]): string {
    this.inputs.push({ name, type, dims });
    return name;
  }

  /** Declares that the value of this name comes out of the model. */
  output(name: string, type: DataType, dims: readonly Dim[]): void {
    this.outputs.push({ name, type, dims });
  }

  /** A tensor inside the model. @param bytes little endian, row-major @returns its name */
  tensor(name: string, type: DataType, dims: readonly number[], bytes: Uint8Array): string {
    this.constants.push({ name, type, dims, bytes });
    return name;
  }

  /** A constant number. */
  float(value: number): string {
    return this.constant(`float ${value}`, 'float32', [], new Uint8Array(Float32Array.of(value).buffer));
  }

  /** A constant list of whole numbers (of these dimensions, if it is no plain list). */
  ints(values: readonly number[], dims: readonly number[] = [values.length]): string {
    const bytes = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
    return this.constant(`ints ${values} of ${dims}`, 'int64', dims, bytes);
  }

  /** Adds a node with one output. @param output its name, where others must know it @returns the output's name */
  op(kind: string, inputs: string[], attributes: Attributes = {}, output = `v_${this.count++}`): string {
    this.nodes.push({ kind, inputs, output, attributes });
    return output;
  }

  /** Columns `from` to `to` of a matrix. */
  columns(x: string, from: number, to: number): string {
    // Attributes have become inputs with opset 10.
    if (this.opset < 10) return this.op('Slice', [x], { axes: [1], starts: [from], ends: [to] });
    return this.op('Slice', [x, this.ints([from]), this.ints([to]), this.ints([1])]);
  }

  /** Another shape for the same numbers; one length may be -1. */
  reshape(x: string, dims: readonly number[], output?: string): string {
    return this.op('Reshape', [x, this.ints(dims)], {}, output);
  }

  /** The model as the bytes of an .onnx file. @param metadata kept with it (metadata_props) */
  encode(metadata: Readonly<Record<string, string>> = {}): Uint8Array {
    const model = new ProtoWriter().int(1, irVersions[this.opset - OLDEST_OPSET]!).bytes(2, 'tabletop-gym');
    model.message(7, (graph) => {
      for (const node of this.nodes) graph.message(1, (w) => writeNode(w, node));
      graph.bytes(2, this.name);
      for (const { name, type, dims, bytes } of this.constants)
        graph.message(5, (w) => {
          for (const dim of dims) w.int(1, dim as number);
          w.int(2, dataTypes[type]).bytes(8, name).bytes(9, bytes);
        });
      for (const input of this.inputs) graph.message(11, (w) => writeDeclared(w, input));
      for (const output of this.outputs) graph.message(12, (w) => writeDeclared(w, output));
    });
    model.message(8, (w) => w.bytes(1, '').int(2, this.opset));
    for (const [key, value] of Object.entries(metadata)) model.message(14, (w) => w.bytes(1, key).bytes(2, value));
    return model.finish();
  }

  /** A small tensor inside the model, put down once however often it is asked for. @param key what it is */
  constant(key: string, type: DataType, dims: readonly number[], bytes: Uint8Array): string {
    let name = this.known.get(key);
    if (name === undefined) this.known.set(key, (name = this.tensor(`c_${this.known.size}`, type, dims, bytes)));
    return name;
  }
}

function writeNode(
  w: ProtoWriter,
  { kind, inputs, output, attributes }: { kind: string; inputs: string[]; output: string; attributes: Attributes },
): void {
  for (const input of inputs) w.bytes(1, input);
  w.bytes(2, output).bytes(3, `${kind} ${output}`).bytes(4, kind);
  for (const [name, value] of Object.entries(attributes))
    w.message(5, (attribute) => {
      attribute.bytes(1, name);
      // The last number is the attribute's type: INT 2, STRING 3, INTS 7.
      if (typeof value === 'number') attribute.int(3, value).int(20, 2);
      else if (Array.isArray(value)) {
        for (const item of value) attribute.int(8, item);
        attribute.int(20, 7);
      } else attribute.bytes(4, value).int(20, 3);
    });
}

function writeDeclared(w: ProtoWriter, { name, type, dims }: Declared): void {
  w.bytes(1, name).message(2, (of) =>
    of.message(1, (tensor) =>
      tensor.int(1, dataTypes[type]).message(2, (shape) => {
        for (const dim of dims) shape.message(1, (d) => (typeof dim === 'number' ? d.int(1, dim) : d.bytes(2, dim)));
      }),
    ),
  );
}
