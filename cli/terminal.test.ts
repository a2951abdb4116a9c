import { expect, it, vi } from 'vitest';
import { columnsOf, fitFacts, ProgressLine, rewritesLines, Thinking, timeLeft, wrapped } from './terminal.js';

it('leaves out the last facts where a line is too long, never the first', () => {
  const line = '5m10s left | ppo 12% | 1000 games';
  expect(fitFacts(line, 80)).toBe(line);
  expect(fitFacts(line, line.length)).toBe(line);
  expect(fitFacts(line, line.length - 1)).toBe('5m10s left | ppo 12%');
  expect(fitFacts(line, 12)).toBe('5m10s left');
  expect(fitFacts(line, 4)).toBe('5m10');
});

it('says how long it takes only where that is known', () => {
  expect(timeLeft(70)).toBe('1m10s left | ');
  expect(timeLeft(Number.NaN) + timeLeft(Number.POSITIVE_INFINITY)).toBe('');
});

/** What a progress line writes to a stream. */
function written(stream: { isTTY?: boolean; columns?: number }, env: NodeJS.ProcessEnv): string {
  let all = '';
  const to = { ...stream, write: (text: string) => (all += text) } as unknown as NodeJS.WriteStream;
  const line = new ProgressLine(15, to, env);
  for (const seconds of [1, 2, 20]) line.update(`${seconds}s left | something`, seconds * 1000);
  line.clear();
  return all;
}

it('rewrites a line on a terminal, and prints one now and then elsewhere', () => {
  const erase = '\r\x1b[2K';
  expect(written({ isTTY: true, columns: 12 }, { TERM: 'xterm' })).toBe(
    `${erase}1s left${erase}2s left${erase}20s left${erase}`,
  );
  const plain = '1s left | something\n20s left | something\n';
  expect(written({}, { TERM: 'xterm' })).toBe(plain);
  expect(written({ isTTY: true }, { TERM: 'dumb' })).toBe(plain);
  expect(written({ isTTY: true }, { TERM: 'xterm', NO_COLOR: '1' })).toBe(plain);
  expect(rewritesLines({ isTTY: true } as NodeJS.WriteStream, { NO_COLOR: '' })).toBe(true);
});

it('says who is thinking on a terminal, and nothing elsewhere', () => {
  for (const isTTY of [true, false]) {
    let all = '';
    const stream = { isTTY, columns: 80, write: (text: string) => (all += text) } as unknown as NodeJS.WriteStream;
    expect(new Thinking(stream, { TERM: 'xterm' }).of('seat 1 (search)', () => 5)).toBe(5);
    expect(all).toBe(isTTY ? '\r\x1b[2Kseat 1 (search) is thinking ...\r\x1b[2K' : '');
  }
});

it('says it elsewhere now and then of an agent that takes long', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    let all = '';
    const stream = { write: (text: string) => (all += text) } as unknown as NodeJS.WriteStream;
    const thinking = new Thinking(stream, {});
    const think = (who: string, ms: number) => thinking.of(who, () => vi.advanceTimersByTime(ms));
    think('a', 3000);
    think('b', 100);
    think('b', 100);
    expect(all).toBe('');
    think('a', 3000);
    think('a', 3000);
    expect(all).toBe('a is thinking ...\n');
    think('a', 12_000);
    think('a', 1);
    expect(all).toBe('a is thinking ...\na is thinking ...\n');
  } finally {
    vi.useRealTimers();
  }
});

it('breaks lines at spaces, and words that are too long', () => {
  expect(wrapped('one two three', 20)).toEqual(['one two three']);
  expect(wrapped('  1  one two three', 10, 5)).toEqual(['  1  one', '     two', '     three']);
  expect(wrapped('x'.repeat(25), 10, 2)).toEqual(['x'.repeat(10), `  ${'x'.repeat(8)}`, `  ${'x'.repeat(7)}`]);
});

it('puts items beside each other, downwards first', () => {
  expect(columnsOf(['aa', 'b', 'c', 'd', 'e'], 8)).toEqual(['aa  d', 'b   e', 'c']);
  expect(columnsOf(['a long item', 'b'], 12)).toEqual(['a long item', 'b']);
});
