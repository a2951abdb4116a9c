/**
 * Automatic differentiation of TensorFlow.js, which tests hold our own gradients against: its core alone comes without
 * the gradients of operations, and importing its layers registers them.
 */
import '@tensorflow/tfjs-layers';
