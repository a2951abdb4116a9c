/** Reading a whole text file that somebody has named. */
import { readFileSync } from 'node:fs';
import { UserError } from '../env/user-error.js';
import { fileError } from './atomic.js';

/** Some editors and shells begin a file with this mark. */
const BYTE_ORDER_MARK = /^\ufeff/;

/** @returns the text, without a byte order mark. @throws UserError that names the file and the reason */
export function readText(file: string): string {
  try {
    return withoutMark(readFileSync(file, 'utf8'));
  } catch (error) {
    throw fileError(error, `cannot read ${file}`);
  }
}

/**
 * What a file in JSON holds.
 * @param advice ends the message where it is not JSON: `; restore it`
 * @throws UserError that names the file and the reason
 */
export function readJson(file: string, advice = ''): unknown {
  const text = readText(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(`${file} is not valid JSON (${(error as Error).message})${advice}`, { cause: error });
  }
}

/** A text, or the first part of one, without a byte order mark. */
export function withoutMark(text: string): string {
  return text.replace(BYTE_ORDER_MARK, '');
}
