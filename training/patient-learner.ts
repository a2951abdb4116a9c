/** The learner as the loop uses it: between gradient steps it lets other events in, and gives up at the signal. */
import type { TfjsBackend } from '../agents/engines/tfjs.js';
import type { NetworkShape, Weights } from '../agents/network.js';
import { TfjsLearner } from './learner-tfjs.js';

/** See the head of the file. Given up, it must not be used on: an update may be half done. */
export class PatientLearner extends TfjsLearner {
  constructor(
    engine: TfjsBackend,
    shape: NetworkShape,
    weights: Weights,
    threads: number,
    private readonly signal?: AbortSignal,
  ) {
    super(engine, shape, weights, threads);
  }

  override async gradient(...given: Parameters<TfjsLearner['gradient']>): ReturnType<TfjsLearner['gradient']> {
    await this.pause();
    return super.gradient(...given);
  }

  override async imitationGradient(
    ...given: Parameters<TfjsLearner['imitationGradient']>
  ): ReturnType<TfjsLearner['imitationGradient']> {
    await this.pause();
    return super.imitationGradient(...given);
  }

  private async pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.signal?.throwIfAborted();
  }
}
