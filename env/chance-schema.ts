/** Generators that were saved, checked: what comes from a file may hold anything. */
import { z } from 'zod';

/** Alea's words are fractions, and a carry. */
const word = z.number().min(0).lt(1);
const carry = z
  .int()
  .min(0)
  .max(2 ** 32);

/** Schema of `RngState`. */
export const rngSchema = z.strictObject({ c: carry, s0: word, s1: word, s2: word });

/** Schema of `ChanceState`. */
export const chanceSchema = z.strictObject({ seed: z.string(), streams: z.array(rngSchema.nullable()) });
