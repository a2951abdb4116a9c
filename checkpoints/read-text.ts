/** Reading a whole text file that somebody has named. */
import { readFileSync } from 'node:fs';
import { fileError } from './atomic.js';

/** @throws UserError that names the file and the reason */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw fileError(error, `cannot read ${file}`);
  }
}
