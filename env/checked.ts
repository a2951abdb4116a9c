/** Parts of schemas for what comes from elsewhere, and what they say. */
import { z } from 'zod';
import { printable } from './words.js';

/** Bytes, shared between threads or not. */
export const bytes: z.ZodType<Uint8Array> = z.instanceof(Uint8Array);

/** What a schema found wrong first, with its place, in a few words. @param whole the place where all of it is wrong */
export function issueText({ issues }: z.ZodError, whole = 'all of it'): string {
  const { path, message } = issues[0]!;
  return `${printable(path.map(String).join('.'), 100) || whole}: ${printable(message, 300)}`;
}
