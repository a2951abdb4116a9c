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
