/** What a run writes down as it goes: `metrics.jsonl`, what sinks make of it, and how long it has taken. */
import { existsSync, readFileSync } from 'node:fs';
import { writeAtomic } from '../../checkpoints/atomic.js';
import type { MetricsRecord, RunDirectory } from '../../checkpoints/run.js';
import { EventWriter } from './events.js';
import { hyperparameters, sessionEnd, sessionStart } from './hparams.js';
import { type MeasureRecord, scalars } from './metrics.js';
import type { MetricsSink } from './watch.js';

/** Writes `metrics.jsonl`, hands its lines to sinks, and counts the time that a run has taken. */
export class Journal {
  /** Reports so far, by name. */
  readonly reports: Record<string, MeasureRecord> = {};
  /** Latest known win rates, by agent. */
  readonly winRates: Record<string, number> = {};
  /** The last line of an update. */
  lastUpdate: MetricsRecord = { decisions: 0 };
  private readonly began = performance.now();
  /** Seconds of the processes before this one. */
  private before = 0;
  private readonly sinks: readonly MetricsSink[];

  /**
   * @param lines so many lines of metrics are kept; what a killed process wrote after its last checkpoint goes
   * @param sinks hear every line, those of before first
   * @param config the settings, for TensorBoard's table of runs
   */
  constructor(
    private readonly run: RunDirectory,
    public lines: number,
    sinks: readonly MetricsSink[] = [],
    config?: object,
  ) {
    cutLines(run.metricsFile, lines);
    this.sinks = [tensorBoard(run.eventsFolder, config), ...sinks];
    for (const line of run.metrics()) this.note(line);
    const last = run.metrics().at(-1);
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
    this.note(timed);
  }

  /** Tells the sinks that no line comes any more. */
  close(): void {
    for (const sink of this.sinks) sink.close?.();
  }

  private note(line: MetricsRecord): void {
    for (const sink of this.sinks) sink.write(line);
    if (line.kind === 'update') {
      this.lastUpdate = line;
      return;
    }
    const { against, name, kind } = line as MeasureRecord;
    for (const [agent, { winRate }] of Object.entries(against)) this.winRates[agent] = winRate.mean;
    if (kind === 'report') this.reports[name] = line as MeasureRecord;
  }
}

/** TensorBoard's files, as a sink: scalars, and the settings beside what they led to. */
function tensorBoard(folder: string, config: object | undefined): MetricsSink {
  const events = new EventWriter(folder);
  let last: number | undefined;
  return {
    write(line) {
      const time = typeof line.time === 'number' ? line.time : 0;
      if (config && last === undefined)
        for (const message of sessionStart(time, hyperparameters(config), metricsShown)) events.append(time, message);
      last = time;
      events.add(time, line.decisions, scalars(line));
    },
    close() {
      if (config && last !== undefined) events.append(last, sessionEnd(last));
    },
  };
}

/** Curves in TensorBoard's table of runs. */
const metricsShown = ['report end/score', 'eval/score'];

/** Leaves the first lines of a file. */
function cutLines(file: string, lines: number): void {
  if (!existsSync(file)) return;
  const kept = readFileSync(file, 'utf8').split('\n').slice(0, lines);
  writeAtomic(file, kept.map((line) => `${line}\n`).join(''));
}
