import { expect, it } from 'vitest';
import { Trace } from './trace.js';

it('counts into the array it was handed, and nowhere without one', () => {
  const trace = new Trace();
  const card = trace.add('card a', 'card b');
  const decisions = trace.addNumbered('decision', [3, 5]);
  expect(trace.names).toEqual(['card a', 'card b', 'decision 3', 'decision 5']);
  trace.reached(card);
  const outer = new Uint32Array(4);
  const inner = new Uint32Array(4);
  expect(trace.into(outer)).toBeUndefined();
  trace.reached(card + 1);
  const before = trace.into(inner);
  trace.reached(decisions[5]!);
  trace.reached(decisions[4]!);
  expect(trace.into(before)).toBe(inner);
  trace.reached(decisions[3]!);
  trace.into(undefined);
  trace.reached(card);
  expect([...outer]).toEqual([0, 1, 1, 0]);
  expect([...inner]).toEqual([0, 0, 0, 1]);
});
