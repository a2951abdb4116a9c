/**
 * The forward and the backward pass of a network as two ONNX graphs, for callers that compute what is sparse outside of
 * them: the first layer's sums over columns that are mostly zeros, features of actions, the losses, and layers of heads of which few
 * outputs count. Only operations that any ONNX runtime has; the way back is written out.
 */
import { type LayerShape, layers, type NetworkShape } from '../network.js';
import { OnnxGraph, ROWS } from './onnx-graph.js';

const COLUMNS = 'columns';

/** Which parts are computed inside of the graphs. */
export interface Inside {
  /** All of the first layer: false where its sums over some columns of the observations are made outside. */
  first: boolean;
  /** Names of the heads whose layers are. */
  heads: readonly string[];
}

/**
 * From observations to what the layers of heads give. Inputs: `x` [rows, columns], those columns of the observations that
 * are multiplied here; with a trunk, `first.kernel` [columns, width] and `first.sums`: the first layer's bias, or without
 * `inside.first` what is added to the product [rows, width]; `<layer>.kernel` and `<layer>.bias` of all other layers that
 * are inside. Outputs: `hidden.<i>` of each layer of the trunk, `raw.<head>` [rows, outputs of its layer].
 */
export function forwardModel(shape: NetworkShape, inside: Inside): Uint8Array {
  const g = new OnnxGraph('forward');
  const { trunk, activation } = shape;
  const x = [g.input('x', 'float32', [ROWS, COLUMNS])];
  const dense = ({ name, inputs, outputs, level }: LayerShape, output?: string) => {
    const kernel = g.input(`${name}.kernel`, 'float32', [inputs, outputs]);
    return g.op('Gemm', [x[level]!, kernel, g.input(`${name}.bias`, 'float32', [outputs])], {}, output);
  };
  for (const [i, layer] of layers(shape).entries()) {
    const { name, outputs } = layer;
    if (i < trunk.length) {
      const sums = i === 0 ? firstSums(g, x[0]!, outputs, inside.first) : dense(layer);
      x.push(g.op(activation === 'relu' ? 'Relu' : 'Tanh', [sums], {}, hidden(i)));
      g.output(hidden(i), 'float32', [ROWS, outputs]);
    } else if (inside.heads.includes(name)) {
      dense(layer, `raw.${name}`);
      g.output(`raw.${name}`, 'float32', [ROWS, outputs]);
    }
  }
  return g.encode();
}

/**
 * From the gradient at what the layers of heads give to that of the weights. Inputs: `x`, `hidden.<i>` and the kernels as
 * above (not the first); of each head inside `d.<head>` [rows, outputs of its layer], of each other one what comes back
 * through its layer, `back.<head>` [rows, inputs of its layer]. Outputs: `gradient.<layer>.kernel` and `.bias` of all
 * layers inside, but with a trunk `gradient.first.kernel` [columns, width] and `gradient.first.bias`; without
 * `inside.first` also `d.first` [rows, width], the gradient at the first layer's sums.
 */
export function backwardModel(shape: NetworkShape, inside: Inside): Uint8Array {
  const g = new OnnxGraph('backward');
  const { trunk } = shape;
  const widths = trunk.map((width, i) => g.input(hidden(i), 'float32', [ROWS, width]));
  const x = [g.input('x', 'float32', [ROWS, COLUMNS]), ...widths];
  const gradient = ({ name, inputs, outputs }: LayerShape, from: string, d: string) => {
    g.op('Gemm', [from, d], { transA: 1 }, `gradient.${name}.kernel`);
    g.output(`gradient.${name}.kernel`, 'float32', [name === 'first' ? COLUMNS : inputs, outputs]);
    g.op('ReduceSum', [d, g.ints([0])], { keepdims: 0 }, `gradient.${name}.bias`);
    g.output(`gradient.${name}.bias`, 'float32', [outputs]);
  };
  /** The gradient at what each layer reads, as far as it is known; the observation's is not needed. */
  const known: (string | undefined)[] = [];
  const back = ({ name, inputs, outputs, level }: LayerShape, d: string) => {
    if (level === 0) return;
    const kernel = g.input(`${name}.kernel`, 'float32', [inputs, outputs]);
    known[level] = g.op('Gemm', [d, kernel, ...(known[level] ? [known[level]] : [])], { transB: 1 });
  };

  const stack = layers(shape);
  for (const layer of stack.slice(trunk.length)) {
    const { name, inputs, outputs, level } = layer;
    if (inside.heads.includes(name)) {
      const d = g.input(`d.${name}`, 'float32', [ROWS, outputs]);
      gradient(layer, x[level]!, d);
      back(layer, d);
    } else {
      const more = g.input(`back.${name}`, 'float32', [ROWS, inputs]);
      known[level] = known[level] ? g.op('Add', [known[level], more]) : more;
    }
  }
  for (let i = trunk.length - 1; i > 0; i--) {
    const d = throughActivation(g, shape, x[i + 1]!, known[i + 1]!);
    gradient(stack[i]!, x[i]!, d);
    back(stack[i]!, d);
  }
  if (trunk.length === 0) return g.encode();
  const d = throughActivation(g, shape, x[1]!, known[1]!, inside.first ? undefined : 'd.first');
  if (!inside.first) g.output('d.first', 'float32', [ROWS, trunk[0]!]);
  gradient({ ...stack[0]!, name: 'first' }, x[0]!, d);
  return g.encode();
}

const hidden = (i: number) => `hidden.${i}`;

function firstSums(g: OnnxGraph, x: string, width: number, whole: boolean): string {
  const kernel = g.input('first.kernel', 'float32', [COLUMNS, width]);
  const sums = g.input('first.sums', 'float32', whole ? [width] : [ROWS, width]);
  return g.op('Gemm', [x, kernel, sums]);
}

/** @param y what the activation gave @param output its name, where others must know it */
function throughActivation(g: OnnxGraph, { activation }: NetworkShape, y: string, d: string, output?: string): string {
  if (activation === 'relu') return g.op('Where', [g.op('Greater', [y, g.float(0)]), d, g.float(0)], {}, output);
  return g.op('Mul', [d, g.op('Sub', [g.float(1), g.op('Mul', [y, y])])], {}, output);
}
