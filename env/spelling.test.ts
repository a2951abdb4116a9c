import { expect, it } from 'vitest';
import { nearest } from './spelling.js';

it('finds what was meant, and nothing where nothing is close', () => {
  const known = ['merchant', 'warrior', 'opportunist', 'fame'];
  expect(nearest('mercahnt', known)).toBe('merchant');
  expect(nearest('Warrior', known)).toBe('warrior');
  expect(nearest('oportunist', known)).toBe('opportunist');
  expect(nearest('fmae', known)).toBe('fame');
  expect(nearest('dragon', known)).toBeNull();
  expect(nearest('', known)).toBeNull();
  expect(nearest('x', [])).toBeNull();
});
