/**
 * The strength setting of an exported player: how a policy's probabilities become weaker on purpose. Part of every
 * exported file, so it imports nothing but types.
 */
import type { Difficulty } from '../../agents/player-file/player-module.js';

/** The named strengths as numbers. */
const difficulties = { easy: 0.5, medium: 0.75, hard: 1 } as const;

/**
 * Below full strength, actions whose probability is under this share of the best one's are never played: a weak player
 * misjudges, but does not resign or throw its pieces away.
 */
const PLAUSIBLE = 0.005;

/** A difficulty as a number in 0..1. @throws Error on anything else */
export function strength(difficulty: Difficulty = 'hard'): number {
  const d = typeof difficulty === 'string' ? difficulties[difficulty] : difficulty;
  if (typeof d !== 'number' || !(d >= 0 && d <= 1))
    throw new Error(`difficulty: easy, medium, hard or a number from 0 to 1 wanted, not ${String(difficulty)}`);
  return d;
}

/**
 * Weakens a distribution in place. At strength d the logits are divided by 2 - d more, and a share (1 - d)^2 of the
 * choices is drawn evenly among the plausible actions. At 1 nothing changes.
 * @param p probabilities of the legal actions, at full strength
 * @param n how many of them count
 */
export function weaken(p: Float64Array, n: number, d: number): void {
  if (d === 1) return;
  let best = 0;
  for (let k = 0; k < n; k++) best = Math.max(best, p[k]!);
  let total = 0;
  let plausible = 0;
  for (let k = 0; k < n; k++) {
    if (p[k]! < PLAUSIBLE * best) p[k] = 0;
    else {
      p[k] = p[k]! ** (1 / (2 - d));
      total += p[k]!;
      plausible++;
    }
  }
  const random = (1 - d) ** 2;
  for (let k = 0; k < n; k++) if (p[k]! > 0) p[k] = ((1 - random) * p[k]!) / total + random / plausible;
}

/** Keeps the `topK` most likely actions (lower ids first among equals) and rescales, in place. */
export function keepTop(p: Float64Array, n: number, topK: number): void {
  if (!Number.isInteger(topK) || topK < 1) throw new Error(`topK: a whole number from 1 wanted, not ${String(topK)}`);
  if (topK >= n) return;
  const order = Array.from({ length: n }, (_, k) => k).sort((a, b) => p[b]! - p[a]! || a - b);
  for (const k of order.slice(topK)) p[k] = 0;
  let total = 0;
  for (let k = 0; k < n; k++) total += p[k]!;
  for (let k = 0; k < n; k++) p[k]! /= total;
}
