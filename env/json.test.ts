import { expect, it } from 'vitest';
import { parseJson } from './json.js';

it('reads JSON, and refuses a key that objects would swallow, however it is written', () => {
  expect(parseJson('{"a": ["__proto__", {"b": 1}]}')).toEqual({ a: ['__proto__', { b: 1 }] });
  for (const key of ['__proto__', '\\u005f_proto__', '__pro\\u0074o__'])
    expect(() => parseJson(`{"a": [{"${key}": 1}]}`)).toThrow('it has the key __proto__');
  expect(() => parseJson('{')).toThrow(SyntaxError);
});
