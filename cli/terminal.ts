/** What a person sees while a command runs: one progress line, rewritten in place on a terminal. */
import process from 'node:process';

/** `75` -> `1m15s`. @param seconds >= 0 */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return '?';
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return `${s}s`;
  if (s < 3600) return `${Math.floor(s / 60)}m${String(s % 60).padStart(2, '0')}s`;
  return `${Math.floor(s / 3600)}h${String(Math.floor((s % 3600) / 60)).padStart(2, '0')}m`;
}

/** The first fact of a progress line: `1m15s left | `; nothing while the time left is not known. */
export function timeLeft(seconds: number): string {
  return Number.isFinite(seconds) ? `${formatDuration(seconds)} left | ` : '';
}

/** `1234567` -> `1.23M`. */
export function formatCount(n: number): string {
  if (n >= 1e6) return `${(n / 1e6).toFixed(2)}M`;
  if (n >= 1e4) return `${(n / 1e3).toFixed(1)}k`;
  return String(Math.round(n));
}

/** Whether a line may be rewritten in place there: on a terminal, unless it or its user wants plain text. */
export function rewritesLines(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv = process.env): boolean {
  return stream.isTTY === true && env.TERM !== 'dumb' && !env.NO_COLOR;
}

/** Erases a line that was written without an end. */
const eraseLine = '\r\x1b[2K';

/** As many of the facts `a | b | c` as fit into so many columns, from the first, which is never left out. */
export function fitFacts(text: string, columns: number): string {
  const facts = text.split(' | ');
  while (facts.length > 1 && facts.join(' | ').length > columns) facts.pop();
  return facts.join(' | ').slice(0, columns);
}

/**
 * A progress line on standard error, so that standard output stays clean for results. On a terminal it is rewritten in
 * place; elsewhere (a log file, CI, a terminal with NO_COLOR) a new line is printed every `quietSeconds`.
 */
export class ProgressLine {
  private lastPrint = 0;
  private shown = false;
  private readonly rewrites: boolean;

  constructor(
    private readonly quietSeconds = 15,
    private readonly stream: NodeJS.WriteStream = process.stderr,
    env: NodeJS.ProcessEnv = process.env,
  ) {
    this.rewrites = rewritesLines(stream, env);
  }

  /** @param text facts, `a | b | c`, the most wanted first: on a narrow terminal the last are left out */
  update(text: string, now = performance.now()): void {
    const gap = now - this.lastPrint;
    if (this.rewrites) {
      if (gap < 100) return;
      this.stream.write(`${eraseLine}${fitFacts(text, (this.stream.columns || 80) - 1)}`);
      this.shown = true;
    } else {
      if (this.lastPrint > 0 && gap < this.quietSeconds * 1000) return;
      this.stream.write(`${text}\n`);
    }
    this.lastPrint = now;
  }

  /** Removes the line, so that what follows starts on a clean one. */
  clear(): void {
    if (this.shown) this.stream.write(eraseLine);
    this.shown = false;
    this.lastPrint = 0;
  }
}

/** Thoughts of so many milliseconds are told off a terminal too: before the next one of the same agent. */
const LONG_THOUGHT = 2000;

/**
 * Says on a terminal who is thinking while somebody does: agents think without a pause, so it is said beforehand. Elsewhere
 * a line now and then says it of those that take long.
 */
export class Thinking {
  private readonly shows: boolean;
  private readonly slow = new Set<string>();
  private lastPrint = -Infinity;

  constructor(
    private readonly stream: NodeJS.WriteStream = process.stderr,
    env: NodeJS.ProcessEnv = process.env,
  ) {
    this.shows = rewritesLines(stream, env);
  }

  /** @returns what the thought gives */
  of<T>(who: string, think: () => T): T {
    if (!this.shows) return this.plainly(who, think);
    this.stream.write(`${eraseLine}${`${who} is thinking ...`.slice(0, (this.stream.columns || 80) - 1)}`);
    try {
      return think();
    } finally {
      this.stream.write(eraseLine);
    }
  }

  private plainly<T>(who: string, think: () => T): T {
    const began = performance.now();
    if (this.slow.has(who) && began - this.lastPrint > 15_000) {
      this.stream.write(`${who} is thinking ...\n`);
      this.lastPrint = began;
    }
    const thought = think();
    if (performance.now() - began > LONG_THOUGHT) this.slow.add(who);
    return thought;
  }
}

/** Breaks a line at its spaces. @param indent of all lines but the first */
export function wrapped(text: string, columns: number, indent = 0): string[] {
  const lines: string[] = [];
  let rest = text.trimEnd();
  while (rest.length > columns) {
    const at = rest.lastIndexOf(' ', columns);
    // A word that is longer than the line is cut.
    const end = at > indent && rest.slice(0, at).trim() !== '' ? at : columns;
    lines.push(rest.slice(0, end).trimEnd());
    rest = ' '.repeat(indent) + rest.slice(end).trimStart();
  }
  return [...lines, rest];
}

/** Items beside each other, downwards first, in as many columns as fit; one below the other where only one does. */
export function columnsOf(items: readonly string[], columns: number): string[] {
  const gap = 2;
  const width = Math.max(...items.map((item) => item.length)) + gap;
  const across = Math.max(1, Math.floor((columns + gap) / width));
  if (across === 1) return items.flatMap((item) => wrapped(item, columns, 6));
  const down = Math.ceil(items.length / across);
  return Array.from({ length: down }, (_, row) =>
    items
      .filter((_, i) => i % down === row)
      .map((item) => item.padEnd(width))
      .join('')
      .trimEnd(),
  );
}

/** Progress of what is counted: `1m10s left | 1200 of 4000 games`; without the time while it cannot be told. */
export function countProgress(unit: string): {
  /** Of `part`, if the work has several. */
  update: (progress: { done: number; total: number; secondsLeft: number; part?: string }) => void;
  clear: () => void;
} {
  const line = new ProgressLine();
  const began = performance.now();
  return {
    // What is over within two seconds needs no progress.
    update: ({ done, total, secondsLeft, part }) => {
      if (performance.now() - began > 2000)
        line.update(`${timeLeft(secondsLeft)}${part ? `${part} | ` : ''}${done} of ${total} ${unit}`);
    },
    clear: () => line.clear(),
  };
}

export const gamesProgress = () => countProgress('games');
