/** Reading whole files: a text or JSON that somebody has named, and JSON of ours. */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { issueText } from '../env/checked.js';
import { parseJson, refuseLostNumbers } from '../env/json.js';
import { UserError } from '../env/user-error.js';
import { attempt, checkOrdinary } from './atomic.js';

/** Some editors and shells begin a file with this mark. */
const BYTE_ORDER_MARK = /^\ufeff/;

/** A text, or the first part of one, without a byte order mark. */
export function withoutMark(text: string): string {
  return text.replace(BYTE_ORDER_MARK, '');
}

/** @returns the text, without a byte order mark. @throws UserError that names the file and the reason */
export function readText(file: string): string {
  checkOrdinary(file);
  return withoutMark(attempt(`cannot read ${file}`, () => readFileSync(file, 'utf8')));
}

/**
 * What a file in JSON holds that a person may have written.
 * @throws UserError that names the file and the reason
 */
export function readGivenJson(file: string): unknown {
  const text = readText(file);
  const value = parsed(text, file);
  refuseLostNumbers(text, file);
  return value;
}

/** @param advice ends the message where it is not JSON */
function parsed(text: string, file: string, advice = ''): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new UserError(`${file} is not valid JSON (${(error as Error).message})${advice}`, { cause: error });
  }
}

/**
 * Reads a JSON file that this project has written.
 * @throws UserError when it cannot be read, or naming the field that is not what the schema asks for
 */
export function readJson<S extends z.ZodType>(file: string, schema: S): z.output<S> {
  const checked = schema.safeParse(parsed(readText(file), file, '; restore it'));
  if (checked.success) return checked.data;
  throw new UserError(`${file}: ${issueText(checked.error, 'the file')}; restore it`);
}
