/** Numbers that move in a straight line over a stretch of training, and the pieces of which schemas of settings are made. */
import { z } from 'zod';

/** A number that moves in a straight line from `from` to `to` while progress goes from 0 to `until`, and stays there. */
export interface Schedule {
  from: number;
  to: number;
  /** Progress (0..1) at which `to` is reached. */
  until: number;
}

/** A schedule in a config: a plain number stays as it is. */
export function schedule(low: number, high: number) {
  const value = z.number().min(low).max(high);
  return z
    .union([value, z.strictObject({ from: value, to: value, until: z.number().gt(0).max(1).default(1) })], {
      error: `a number from ${low} to ${high} wanted, or {"from": ..., "to": ..., "until": ...}`,
    })
    .transform((v): Schedule => (typeof v === 'number' ? { from: v, to: v, until: 1 } : v));
}

/** Value of a schedule at a progress of 0..1. */
export function scheduled(line: Schedule, progress: number): number {
  return line.from + (line.to - line.from) * Math.min(1, Math.max(0, progress) / line.until);
}

/** Whether a schedule is above 0 at some time. */
export const everAbove0 = ({ from, to }: Schedule): boolean => Math.max(from, to) > 0;

/** A whole number. */
export const whole = (low: number) => z.number().int().min(low);

/** How many of something there are. */
export const count = whole(0);

/** A share, 0..1. */
export const share = z.number().min(0).max(1);

/** Finite numbers of 32 bits. */
export const floats: z.ZodType<Float32Array> = z
  .instanceof(Float32Array, { error: 'wanted 32-bit numbers' })
  .refine((numbers) => numbers.every(Number.isFinite), 'wanted finite numbers');
