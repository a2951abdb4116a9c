/** The module of a thread that computes the gradient of its part of each minibatch, in memory it shares with the learner. */
import type { NetworkShape } from '../../agents/network/network.js';
import { answerCalls } from '../../env/thread.js';
import { type GradientMemory, GradientPart } from './gradient.js';

/** What the thread can be asked. */
export type GradientThread = Pick<GradientPart, 'take' | 'compute'>;

answerCalls<GradientMemory & { shape: NetworkShape }, GradientThread>((memory) => GradientPart.onOnnx(memory));
