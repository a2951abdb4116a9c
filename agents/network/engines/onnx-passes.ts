/**
 * The forward and the backward pass of a policy network as two ONNX graphs, for whoever computes what is sparse outside
 * of them: the first layer's sums over columns that are mostly zeros, the board head, the loss, and (if asked for) the
 * way back through the policy layer. Only operations that any ONNX runtime has; the way back is written out.
 */
import { type LayerShape, layers, type NetworkShape, policyOutputs } from '../network.js';
import { OnnxGraph } from './onnx-graph.js';
import { ROWS } from './onnx-policy.js';

const COLUMNS = 'columns';

/** Which parts are computed outside of the graphs. */
export interface Outside {
  /** The first layer's sums over some columns of the observations. */
  first: boolean;
  /** The policy layer. */
  policy: boolean;
}

/**
 * From observations to outputs. Inputs: `x` [rows, columns], those columns of the observations that are multiplied here;
 * with a trunk, `first.kernel` [columns, width] and `first.sums`: the first layer's bias, or with `outside.first` what
 * is added to the product [rows, width]; `<layer>.kernel` and `<layer>.bias` of all other layers. Outputs: `hidden.<i>`
 * of each layer of the trunk, `values` [rows, values], and without `outside.policy` `raw` [rows, logits and context of the
 * board head].
 */
export function forwardModel(shape: NetworkShape, outside: Outside): Uint8Array {
  const g = new OnnxGraph('forward');
  const last = shape.trunk.reduce(
    (x, width, i) => {
      const sums = i === 0 ? firstSums(g, x, width, outside.first) : dense(g, shape, `trunk.${i}`, x);
      g.output(hidden(i), 'float32', [ROWS, width]);
      return g.op(shape.activation === 'relu' ? 'Relu' : 'Tanh', [sums], {}, hidden(i));
    },
    g.input('x', 'float32', [ROWS, COLUMNS]),
  );
  if (!outside.policy) {
    dense(g, shape, 'policy', last, 'raw');
    g.output('raw', 'float32', [ROWS, policyOutputs(shape)]);
  }
  dense(g, shape, 'value', last, 'values');
  g.output('values', 'float32', [ROWS, shape.values]);
  return g.encode();
}

/**
 * From the gradient at the outputs to that of the weights. Inputs: `x`, `hidden.<i>` and the kernels as above (not the
 * first); `d.values` [rows, values]; `d.raw` [rows, outputs of the policy layer], or with `outside.policy` `d.policy`
 * [rows, last width], what comes back through the policy layer. Outputs: `gradient.<layer>.kernel` and `.bias`, but with
 * a trunk `gradient.first.kernel` [columns, width] and `gradient.first.bias`; with `outside.first` also `d.first`
 * [rows, width], the gradient at the first layer's sums. With `outside.policy` nothing of the policy layer.
 */
export function backwardModel(shape: NetworkShape, outside: Outside): Uint8Array {
  const g = new OnnxGraph('backward');
  const { trunk, values } = shape;
  const widths = trunk.map((width, i) => g.input(hidden(i), 'float32', [ROWS, width]));
  const x = [g.input('x', 'float32', [ROWS, COLUMNS]), ...widths];
  const gradient = ({ name, inputs, outputs }: LayerShape, from: string, d: string) => {
    g.op('Gemm', [from, d], { transA: 1 }, `gradient.${name}.kernel`);
    g.output(`gradient.${name}.kernel`, 'float32', [name === 'first' ? COLUMNS : inputs, outputs]);
    g.op('ReduceSum', [d, g.ints([0])], { keepdims: 0 }, `gradient.${name}.bias`);
    g.output(`gradient.${name}.bias`, 'float32', [outputs]);
  };
  const back = ({ name, inputs, outputs }: LayerShape, d: string, more: string[] = []) =>
    g.op('Gemm', [d, g.input(`${name}.kernel`, 'float32', [inputs, outputs]), ...more], { transB: 1 });

  const stack = layers(shape);
  const [policy, value] = stack.slice(-2) as [LayerShape, LayerShape];
  const last = x.at(-1)!;
  const dValues = g.input('d.values', 'float32', [ROWS, values]);
  gradient(value, last, dValues);
  let dPolicy = 'd.policy';
  if (outside.policy) g.input(dPolicy, 'float32', [ROWS, policy.inputs]);
  else {
    const dRaw = g.input('d.raw', 'float32', [ROWS, policy.outputs]);
    gradient(policy, last, dRaw);
    if (trunk.length > 0) dPolicy = back(policy, dRaw);
  }
  if (trunk.length === 0) return g.encode();
  let dHidden = back(value, dValues, [dPolicy]);
  for (let i = trunk.length - 1; i > 0; i--) {
    const d = throughActivation(g, shape, x[i + 1]!, dHidden);
    gradient(stack[i]!, x[i]!, d);
    dHidden = back(stack[i]!, d);
  }
  const d = throughActivation(g, shape, x[1]!, dHidden, outside.first ? 'd.first' : undefined);
  if (outside.first) g.output('d.first', 'float32', [ROWS, trunk[0]!]);
  gradient({ ...stack[0]!, name: 'first' }, x[0]!, d);
  return g.encode();
}

const hidden = (i: number) => `hidden.${i}`;

function firstSums(g: OnnxGraph, x: string, width: number, outside: boolean): string {
  const kernel = g.input('first.kernel', 'float32', [COLUMNS, width]);
  const sums = g.input('first.sums', 'float32', outside ? [ROWS, width] : [width]);
  return g.op('Gemm', [x, kernel, sums]);
}

function dense(g: OnnxGraph, shape: NetworkShape, name: string, x: string, output?: string): string {
  const { inputs, outputs } = layers(shape).find((layer) => layer.name === name)!;
  const kernel = g.input(`${name}.kernel`, 'float32', [inputs, outputs]);
  const bias = g.input(`${name}.bias`, 'float32', [outputs]);
  return g.op('Gemm', [x, kernel, bias], {}, output);
}

/** @param y what the activation gave @param output its name, where others must know it */
function throughActivation(g: OnnxGraph, { activation }: NetworkShape, y: string, d: string, output?: string): string {
  if (activation === 'relu') return g.op('Where', [g.op('Greater', [y, g.float(0)]), d, g.float(0)], {}, output);
  return g.op('Mul', [d, g.op('Sub', [g.float(1), g.op('Mul', [y, y])])], {}, output);
}
