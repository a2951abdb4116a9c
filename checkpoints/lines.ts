/**
 * Files of one JSON object a line, such as `metrics.jsonl`: added to line by line, read line by line however long they
 * have become, and cut in place, so that what follows them (`tail -f`) goes on.
 */
import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readSync, statSync, truncateSync } from 'node:fs';
import { UserError } from '../env/user-error.js';
import { attempt, checkOrdinary } from './atomic.js';
import { withoutMark } from './read-text.js';

/** A line of metrics. */
export interface MetricsRecord {
  /** Environment decisions so far. */
  decisions: number;
  [key: string]: unknown;
}

/** Bytes read at once. */
const CHUNK = 1 << 20;
/** No line of ours comes near this; a longer one is damage, and reading it would fill the memory. */
const LONGEST_LINE = 1 << 24;
const NEWLINE = 10;

/** One line of a file. */
export interface TextLine {
  text: string;
  /** Bytes of the file up to here, its line end included. */
  end: number;
  /** False for a last line that was torn by a kill: it has no line end. */
  whole: boolean;
}

/**
 * The lines of a file; none where it is not there. Holds one line at a time.
 * @throws UserError where the file cannot be read, or a line is longer than any of ours
 */
export function* textLines(file: string): Generator<TextLine> {
  if (!existsSync(file)) return;
  checkOrdinary(file);
  const descriptor = attempt(`cannot read ${file}`, () => openSync(file, 'r'));
  try {
    const chunk = Buffer.alloc(CHUNK);
    let rest = Buffer.alloc(0);
    let end = 0;
    const refuseLong = (number: number, length: number) => {
      if (length > LONGEST_LINE)
        throw new UserError(`${file}: line ${number} is longer than ${LONGEST_LINE >> 20} MiB; delete that line`);
    };
    for (let number = 1; ; ) {
      const read = attempt(`cannot read ${file}`, () => readSync(descriptor, chunk));
      if (read === 0) break;
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0 && at < read; at = chunk.indexOf(NEWLINE, from)) {
        const bytes = Buffer.concat([rest, chunk.subarray(from, at)]);
        refuseLong(number, bytes.length);
        rest = Buffer.alloc(0);
        from = at + 1;
        end += bytes.length + 1;
        const text = bytes.toString();
        yield { text: number === 1 ? withoutMark(text) : text, end, whole: true };
        number++;
      }
      rest = Buffer.concat([rest, chunk.subarray(from, read)]);
      refuseLong(number, rest.length);
    }
    if (rest.length > 0) yield { text: rest.toString(), end: end + rest.length, whole: false };
  } finally {
    closeSync(descriptor);
  }
}

/** The records of such a file. @throws UserError that names the line, where one is no record */
export function* recordsOf(file: string): Generator<{ record: MetricsRecord; end: number }> {
  let number = 0;
  for (const { text, end, whole } of textLines(file)) {
    number++;
    if (text.trim() === '') continue;
    let record: unknown;
    try {
      record = JSON.parse(text);
    } catch {
      // Only the last line can be torn; anywhere else it is damage.
      if (!whole) return;
    }
    if (!isRecord(record))
      throw new UserError(`${file}: line ${number} is not a JSON object with a number "decisions"; delete that line`);
    yield { record, end };
  }
}

const isRecord = (value: unknown): value is MetricsRecord =>
  typeof value === 'object' && value !== null && 'decisions' in value && typeof value.decisions === 'number';

/** Adds a line, whole or not at all. */
export function appendLine(file: string, record: MetricsRecord): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  attempt(`cannot write ${file}`, () => {
    try {
      appendFileSync(file, `${JSON.stringify(record)}\n`);
    } catch (error) {
      // A full disk takes what still fits.
      if (existsSync(file)) truncateSync(file, size);
      throw error;
    }
  });
}

/** Ends a file after so many bytes, in place. */
export function endAfter(file: string, bytes: number): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > bytes)
    attempt(`cannot write ${file}`, () => truncateSync(file, bytes));
}

/** Waits until what was added has reached the disk. */
export function syncLines(file: string): void {
  if (!existsSync(file)) return;
  attempt(`cannot write ${file}`, () => {
    const descriptor = openSync(file, 'r+');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  });
}
