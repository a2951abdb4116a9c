import { loadModel } from '../../outside/model-agent.js';
import { needed, type ParsedSpec } from '../grammar.js';
import { playingKind } from '../kind.js';
import { drawingOf, drawingOptions } from '../policies.js';

const pathOf = (parsed: ParsedSpec): string => needed(parsed, 'the path of an ONNX model');

export const onnx = playingKind({
  kind: 'onnx',
  spec: 'onnx:<model.onnx>',
  about: 'an ONNX model of your own',
  options: drawingOptions,
  travels: 'data',
  foreign: true,
  load: (parsed, context) => loadModel(parsed.spec, pathOf(parsed), context, drawingOf(parsed)),
  parts: () => [],
  file: pathOf,
});
