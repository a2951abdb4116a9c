import { UserError } from './user-error.js';

/**
 * Reads JSON from elsewhere. A key `__proto__` is refused: code that copies or checks objects loses it without a word.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  // It may be written with escapes. Looking at every key takes time, so only where one may be there.
  if (!/__proto__|\\u/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (key, value) => {
    if (key === '__proto__') throw new SyntaxError('it has the key __proto__');
    return value;
  });
}

/** Whether a decimal number is lost in reading: `1e-400` becomes 0. */
export const vanishes = (number: string): boolean => Number(number) === 0 && /[1-9]/.test(number.split(/e/i, 1)[0]!);

/**
 * `JSON.parse` takes 1e400 for infinity and 1e-400 for 0, without a word.
 * @param json valid JSON
 * @param where begins the message
 * @throws UserError that names the first such number
 */
export function refuseLostNumbers(json: string, where: string): void {
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g)) {
    if (token.startsWith('"')) continue;
    if (!Number.isFinite(Number(token))) throw new UserError(`${where}: ${token} is larger than any number can be`);
    if (vanishes(token))
      throw new UserError(`${where}: ${token} is too close to 0 to be told from it; write 0 or a larger number`);
  }
}
