/** Reading whole files: a text that somebody has named, and JSON of ours. */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { UserError } from '../env/user-error.js';
import { attempt } from './atomic.js';

/** @throws UserError that names the file and the reason */
export function readText(file: string): string {
  return attempt(`cannot read ${file}`, () => readFileSync(file, 'utf8'));
}

/**
 * Reads a JSON file that this project has written.
 * @throws UserError when it cannot be read, or naming the field that is not what the schema asks for
 */
export function readJson<S extends z.ZodType>(file: string, schema: S): z.output<S> {
  const text = readText(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError(`${file} is not valid JSON (${(error as Error).message}); restore it`, { cause: error });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new UserError(`${file}: ${path.map(String).join('.') || 'the file'}: ${message}; restore it`);
}
