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

/** `1234567` -> `1.23M`. */
export function formatCount(n: number): string {
  if (n >= 1e6) return `${(n / 1e6).toFixed(2)}M`;
  if (n >= 1e4) return `${(n / 1e3).toFixed(1)}k`;
  return String(Math.round(n));
}

/**
 * A progress line on standard error, so that standard output stays clean for results. On a terminal it is rewritten in
 * place; elsewhere (a log file, CI) a new line is printed every `quietSeconds`.
 */
export class ProgressLine {
  private lastPrint = 0;
  private shown = false;

  constructor(
    private readonly quietSeconds = 15,
    private readonly stream: NodeJS.WriteStream = process.stderr,
  ) {}

  update(text: string, now = performance.now()): void {
    const gap = now - this.lastPrint;
    if (this.stream.isTTY) {
      if (gap < 100) return;
      this.stream.write(`\r\x1b[2K${text.slice(0, (this.stream.columns || 120) - 1)}`);
      this.shown = true;
    } else {
      if (this.lastPrint > 0 && gap < this.quietSeconds * 1000) return;
      this.stream.write(`${text}\n`);
    }
    this.lastPrint = now;
  }

  /** Removes the line, so that what follows starts on a clean one. */
  clear(): void {
    if (this.shown) this.stream.write('\r\x1b[2K');
    this.shown = false;
    this.lastPrint = 0;
  }
}

/** Text with columns lined up: words to the left, columns of numbers to the right. The first row is the heading. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  const numbers = widths.map((_, i) => i > 0 && rows.slice(1).every((row) => /^([-+]?\d.*)?$/.test(row[i] ?? '')));
  return rows
    .map((row) =>
      row
        .map((cell, i) => (numbers[i] ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Progress of many games: `1,200 of 4,000 games, 1m10s left`. */
export function gamesProgress(): {
  update: (progress: { done: number; total: number; secondsLeft: number }) => void;
  clear: () => void;
} {
  const line = new ProgressLine();
  const began = performance.now();
  return {
    // What is over within two seconds needs no progress.
    update: ({ done, total, secondsLeft }) => {
      if (performance.now() - began > 2000)
        line.update(`${done} of ${total} games, ${formatDuration(secondsLeft)} left`);
    },
    clear: () => line.clear(),
  };
}
