/** Lines of a stream, however they arrive; what is too long is dropped, so that no sender can fill the memory. */

import { StringDecoder } from 'node:string_decoder';
import { withoutMark } from '../../checkpoints/read-text.js';

/**
 * @param most characters of a line
 * @yields each line; null for one that was too long
 */
export async function* linesOf(stream: AsyncIterable<Buffer | string>, most: number): AsyncGenerator<string | null> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let dropping = false;
  let first = true;
  for await (const chunk of stream) {
    const text = typeof chunk === 'string' ? chunk : decoder.write(chunk);
    const parts = (first ? withoutMark(text) : text).split('\n');
    first &&= text === '';
    for (const [i, part] of parts.entries()) {
      if (!dropping) rest += part;
      if (rest.length > most) {
        dropping = true;
        rest = '';
      }
      if (i === parts.length - 1) continue;
      yield dropping ? null : rest;
      rest = '';
      dropping = false;
    }
  }
  if (dropping) yield null;
  else if (rest !== '') yield rest;
}
