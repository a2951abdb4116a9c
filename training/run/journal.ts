/** What a run records: `metrics.jsonl`, the output of sinks, and its duration. */
import { readdirSync } from 'node:fs';
import type { MetricsRecord } from '../../checkpoints/lines.js';
import type { RunDirectory } from '../../checkpoints/run.js';
import { EventWriter } from './events.js';
import { type MeasureRecord, scalars } from './metrics.js';
import type { MetricsSink } from './watch.js';

/** Writes `metrics.jsonl`, hands its lines to sinks, and counts the time that a run has taken. */
export class Journal {
  /** Reports so far, by name. */
  readonly reports: Record<string, MeasureRecord> = {};
  /** Latest known win rates, by agent. */
  readonly winRates: Record<string, number> = {};
  /** Mean returns, by agent, where nobody beats anybody: what there is to tell then. */
  readonly earned: Record<string, number> = {};
  /** The last line of an update. */
  lastUpdate: MetricsRecord = { decisions: 0 };
  private readonly began = performance.now();
  /** Seconds of the processes before this one. */
  private before = 0;
  private readonly sinks: readonly MetricsSink[];

  /**
   * @param lines so many lines of metrics are kept; what a killed process wrote after its last checkpoint goes
   * @param sinks hear every line, those of before first
   */
  constructor(
    private readonly run: RunDirectory,
    public lines: number,
    sinks: readonly MetricsSink[] = [],
  ) {
    run.keepMetrics(lines);
    const board = tensorBoard(run.eventsFolder);
    this.sinks = [board, ...sinks];
    // TensorBoard has the lines of before in files that may be open: they stay, and a new one goes on.
    const toBoard = !board.continues;
    let last: MetricsRecord | null = null;
    for (const line of run.eachMetrics()) {
      last = line;
      for (const sink of toBoard ? this.sinks : sinks) sink.write(line);
      this.note(line);
    }
    if (!toBoard && last) board.resume(last.decisions + 1);
    if (typeof last?.seconds === 'number') this.before = last.seconds;
  }

  /** Wall-clock seconds of the run, all its processes together; to the millisecond. */
  seconds(): number {
    return Math.round(1000 * this.before + performance.now() - this.began) / 1000;
  }

  /** Adds a line, with the clock time that the events have, also when they are made again. */
  write(line: MetricsRecord): void {
    const timed = { ...line, time: Date.now() / 1000 };
    this.run.appendMetrics(timed);
    this.lines++;
    for (const sink of this.sinks) sink.write(timed);
    this.note(timed);
  }

  /** Tells the sinks that no line comes any more. */
  close(): void {
    for (const sink of this.sinks) sink.close?.();
  }

  private note(line: MetricsRecord): void {
    if (line.kind === 'update') {
      this.lastUpdate = line;
      return;
    }
    const { against, name, kind } = line as MeasureRecord;
    for (const [agent, { winRate, tied, meanReturn }] of Object.entries(against)) {
      this.winRates[agent] = winRate.mean;
      if (tied) this.earned[agent] = meanReturn;
      else delete this.earned[agent];
    }
    if (kind === 'report') this.reports[name] = line as MeasureRecord;
  }
}

/** TensorBoard's files, as a sink. */
function tensorBoard(folder: string) {
  const files = readdirSync(folder).filter((name) => name.includes('tfevents')).length;
  const events = new EventWriter(folder, files);
  const timeOf = (line: MetricsRecord) => (typeof line.time === 'number' ? line.time : 0);
  return {
    /** Whether there are files of before. */
    continues: files > 0,
    write: (line: MetricsRecord) => events.add(timeOf(line), line.decisions, scalars(line)),
    resume: (step: number) => events.restartAt(step),
  };
}
