/**
 * Adam (Kingma and Ba, 2015) over one flat array, with its state in plain arrays: what is saved is all there is, so a
 * resumed run goes on byte for byte, whichever engine computes the gradients.
 */

export const BETA1 = 0.9;
export const BETA2 = 0.999;
/** 1e-5 instead of Adam's own 1e-8, as in OpenAI's PPO code (docs/ppo.md, detail 10). */
export const EPSILON = 1e-5;
/** Moments below this are set to zero: numbers that lost their leading bit (subnormal) slow every later step down. */
export const TINY = 1e-30;

/**
 * One step on `weights[from..to)`: m and v move towards the gradient and its square, the weight by
 * -rate * (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + epsilon).
 * @param step t, from 1
 * @param scale multiplies the gradient first (gradient clipping)
 */
export function adamStep(
  weights: Float32Array,
  firstMoments: Float32Array,
  secondMoments: Float32Array,
  gradient: Float32Array,
  from: number,
  to: number,
  step: number,
  learningRate: number,
  scale: number,
): void {
  const rate = learningRate / (1 - BETA1 ** step);
  const correction = 1 / (1 - BETA2 ** step);
  for (let i = from; i < to; i++) {
    const g = gradient[i]! * scale;
    let m = BETA1 * firstMoments[i]! + (1 - BETA1) * g;
    let v = BETA2 * secondMoments[i]! + (1 - BETA2) * g * g;
    if (Math.abs(m) < TINY) m = 0;
    if (v < TINY) v = 0;
    firstMoments[i] = m;
    secondMoments[i] = v;
    weights[i]! -= (rate * m) / (Math.sqrt(v * correction) + EPSILON);
  }
}

/** What a gradient of this length is multiplied with so that it is no longer than `limit`. */
export function clipScale(length: number, limit: number): number {
  return length > limit ? limit / length : 1;
}
