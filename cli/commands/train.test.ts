import { describe, expect, it } from 'vitest';
import { trainText } from './train.js';

describe('what train says in the end', () => {
  const result = {
    game: 'fuzzy-knights',
    options: {},
    from: null,
    segments: [],
    runDir: 'runs/a',
    finished: true,
    decisions: 1000,
    games: 3,
    updates: 2,
    reports: {},
    best: null,
  };
  it.each([
    [0, 2, ['evaluate policy:runs/a', 'export runs/a']],
    [8, 2, ['evaluate policy+lookahead:8:runs/a', 'export runs/a --lookahead 8']],
    [4, 1, ["evaluate 'policy+lookahead:4:runs/a?rounds=1'", 'export runs/a --lookahead 4 --rounds 1']],
  ])('is what to do next, as it was measured: %i samples, %i rounds', (lookahead, rounds, commands) => {
    const next = trainText({ ...result, lookahead, rounds })
      .split('\n')
      .slice(-2);
    expect(next.map((line) => line.slice(line.indexOf('tabletop') + 'tabletop '.length))).toEqual(commands);
  });
});
