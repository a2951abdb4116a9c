import { describe, expect, it } from 'vitest';
import { wrap } from './wrap.js';

describe('wrap', () => {
  it('leaves what fits as it is', () => {
    expect(wrap('  a, b', 6)).toEqual(['  a, b']);
    expect(wrap('', 6)).toEqual(['']);
  });

  it('breaks between the parts of a list, and indents what follows', () => {
    expect(wrap('  hand: bone 4 #20, ash 1 #3, blood 2 #5', 24)).toEqual([
      '  hand: bone 4 #20,',
      '      ash 1 #3,',
      '      blood 2 #5',
    ]);
  });

  it('breaks at a space where no list is, and never inside a word', () => {
    expect(wrap('one two three', 8)).toEqual(['one two', '    three']);
    expect(wrap('unbreakable words', 5)).toEqual(['unbreakable', '    words']);
    expect(wrap('unbreakable', 5)).toEqual(['unbreakable']);
  });

  it('loses and repeats nothing', () => {
    for (let columns = 1; columns < 60; columns++) {
      const line = '   A line: with several, parts; and a few more words. Then another sentence of it.';
      const words = (text: string) => text.split(/\s+/).filter(Boolean);
      expect(words(wrap(line, columns).join(' '))).toEqual(words(line));
    }
  });
});
