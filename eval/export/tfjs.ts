/**
 * A policy as a TensorFlow.js LayersModel: model.json and weights.bin, written by hand, so that exporting needs no
 * TensorFlow.js. Input `observation` [rows, inputs]; outputs `policy` (logits of all actions: mask them, then softmax)
 * and `value` [rows, seats], acting seat first.
 */
import { layers, type NetworkShape, type Weights } from '../../agents/network.js';
import type { PlayerMeta } from '../../agents/player-module.js';
import { encodeWeights } from './network-data.js';

/** The two files' contents. */
export interface LayersModelFiles {
  /** model.json. */
  model: object;
  /** weights.bin. */
  weights: Uint8Array;
}

/** Name of the weights' file inside the model's folder. */
export const WEIGHTS_FILE = 'weights.bin';

/** @param weights already rounded to the format in `meta.weights` */
export function layersModel(meta: PlayerMeta, weights: Weights): LayersModelFiles {
  const shape = meta.network as NetworkShape;
  const stack = layers(shape);
  const quantization =
    meta.weights === 'float16' ? { quantization: { dtype: 'float16', original_dtype: 'float32' } } : {};
  const layerName = (name: string) => name.replace('.', '_');
  let below = 'observation';
  const dense = stack.map(({ name, outputs }) => {
    const head = name === 'policy' || name === 'value';
    const layer = {
      name: layerName(name),
      class_name: 'Dense',
      config: {
        name: layerName(name),
        units: outputs,
        activation: head ? 'linear' : shape.activation,
        use_bias: true,
        dtype: 'float32',
        trainable: true,
      },
      inbound_nodes: [[[below, 0, 0, {}]]],
    };
    if (!head) below = layer.name;
    return layer;
  });
  const model = {
    format: 'layers-model',
    generatedBy: 'tabletop-gym',
    convertedBy: null,
    modelTopology: {
      keras_version: '2.1.6',
      backend: 'tensor_flow.js',
      model_config: {
        class_name: 'Model',
        config: {
          name: 'policy',
          layers: [
            {
              name: 'observation',
              class_name: 'InputLayer',
              config: { name: 'observation', batch_input_shape: [null, shape.inputs], dtype: 'float32', sparse: false },
              inbound_nodes: [],
            },
            ...dense,
          ],
          input_layers: [['observation', 0, 0]],
          output_layers: [
            ['policy', 0, 0],
            ['value', 0, 0],
          ],
        },
      },
    },
    weightsManifest: [
      {
        paths: [WEIGHTS_FILE],
        weights: stack.flatMap(({ name, inputs, outputs }) => [
          { name: `${layerName(name)}/kernel`, shape: [inputs, outputs], dtype: 'float32', ...quantization },
          { name: `${layerName(name)}/bias`, shape: [outputs], dtype: 'float32', ...quantization },
        ]),
      },
    ],
    userDefinedMetadata: meta,
  };
  return { model, weights: encodeWeights(shape, weights, meta.weights) };
}
