/**
 * A run: one folder that holds everything a training made, and nothing else. Safe to kill at any moment: files are
 * replaced whole, and the one that grows (`metrics.jsonl`) is cut back to the checkpoint on resume.
 *
 *     config.json                       what was asked for
 *     metrics.jsonl                     one JSON object a line, each with `decisions`
 *     events/                           TensorBoard
 *     checkpoints/ckpt-000000500000.tgym, ..., best.tgym
 *     replays/000000500000-<name>.json
 *     exports/
 */
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { UserError } from '../env/user-error.js';
import { fileError, makeFolder, temporaryEnding, writeAtomic } from './atomic.js';
import { writeCheckpoint } from './format.js';

/** One checkpoint of a run. */
export interface CheckpointEntry {
  file: string;
  /** Training decisions taken when it was written. */
  decisions: number;
}

/** One line of `metrics.jsonl`. */
export interface MetricsRecord {
  /** Training decisions taken so far. */
  decisions: number;
  [name: string]: unknown;
}

const folders = ['events', 'checkpoints', 'replays', 'exports'] as const;
const checkpointName = /^ckpt-(\d{12,})\.tgym$/;
const replayName = /^(\d{12,})-.*$/;
const padded = (decisions: number) => String(decisions).padStart(12, '0');

function attempt<T>(what: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw fileError(error, what);
  }
}

/** The folder of a training run. Knows names and order, not what is in a checkpoint. */
export class RunDirectory {
  private constructor(readonly path: string) {}

  /** Whether a run (its `config.json`) is at this path. */
  static exists(path: string): boolean {
    return existsSync(join(path, 'config.json'));
  }

  /**
   * Makes a run in a new or empty folder.
   * @param config plain JSON
   * @throws UserError when the folder holds a run or foreign files, or cannot be written
   */
  static create(path: string, config: unknown): RunDirectory {
    const there = attempt(`cannot use ${path} for a run`, () => (existsSync(path) ? readdirSync(path) : []));
    if (there.includes('config.json'))
      throw new UserError(
        `${path} already holds a run; go on with it (train --resume ${path}) or choose another folder`,
      );
    // A start that was killed leaves empty folders and temporary files: they are ours and no reason to refuse.
    const foreign = there.filter(
      (name) => !name.endsWith(temporaryEnding) && !(folders.includes(name as 'events') && isEmpty(join(path, name))),
    );
    if (foreign.length > 0)
      throw new UserError(`${path} is not empty (${listed(foreign)}); choose a new folder for the run`);
    const run = new RunDirectory(path);
    attempt(`cannot make the run ${path}`, () => {
      for (const folder of folders) makeFolder(join(path, folder));
    });
    // Last: a folder is a run from the moment its config is there.
    writeAtomic(run.configFile, `${JSON.stringify(config, null, 2)}\n`);
    return run;
  }

  /**
   * Opens a run and clears away what a killed process left half written.
   * @throws UserError when there is none; it lists the runs beside the path
   */
  static open(path: string): RunDirectory {
    if (!RunDirectory.exists(path)) {
      const found = existsSync(path)
        ? 'it has no config.json; a run is a folder with config.json, metrics.jsonl and checkpoints/'
        : 'the folder does not exist';
      const beside = runsIn(dirname(path));
      throw new UserError(
        `no run at ${path}: ${found}${beside.length > 0 ? `; runs in ${dirname(path)}: ${listed(beside)}` : ''}`,
      );
    }
    const run = new RunDirectory(path);
    attempt(`cannot open the run ${path}`, () => {
      for (const folder of folders) makeFolder(join(path, folder));
      for (const folder of ['.', ...folders])
        for (const name of readdirSync(join(path, folder)))
          if (name.startsWith('.') && name.endsWith(temporaryEnding)) rmSync(join(path, folder, name), { force: true });
    });
    return run;
  }

  get configFile(): string {
    return join(this.path, 'config.json');
  }
  get metricsFile(): string {
    return join(this.path, 'metrics.jsonl');
  }
  /** TensorBoard event files. */
  get eventsFolder(): string {
    return join(this.path, 'events');
  }
  get replaysFolder(): string {
    return join(this.path, 'replays');
  }
  get exportsFolder(): string {
    return join(this.path, 'exports');
  }
  get bestFile(): string {
    return join(this.path, 'checkpoints', 'best.tgym');
  }
  /** Where the checkpoint after so many decisions lies, or would lie. */
  checkpointFile(decisions: number): string {
    return join(this.path, 'checkpoints', `ckpt-${padded(decisions)}.tgym`);
  }
  /** Where a replay recorded after so many decisions belongs; such names are cut back on resume. */
  replayFile(decisions: number, name: string): string {
    return join(this.replaysFolder, `${padded(decisions)}-${name}.json`);
  }

  /** @throws UserError naming the field when `config.json` is not what the schema asks for */
  config<S extends z.ZodType>(schema: S): z.output<S> {
    const text = attempt(`cannot read ${this.configFile}`, () => readFileSync(this.configFile, 'utf8'));
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      throw new UserError(`${this.configFile} is not valid JSON (${(error as Error).message}); restore it`, {
        cause: error,
      });
    }
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0]!;
    throw new UserError(`${this.configFile}: ${issue.path.map(String).join('.') || 'config'}: ${issue.message}`);
  }

  /** Replaces `config.json`. */
  writeConfig(config: unknown): void {
    writeAtomic(this.configFile, `${JSON.stringify(config, null, 2)}\n`);
  }

  /** All numbered checkpoints, fewest decisions first. */
  checkpoints(): CheckpointEntry[] {
    const folder = join(this.path, 'checkpoints');
    const names = attempt(`cannot read ${folder}`, () => readdirSync(folder));
    return names
      .flatMap((name) => {
        const match = checkpointName.exec(name);
        return match ? [{ file: join(folder, name), decisions: Number(match[1]) }] : [];
      })
      .sort((a, b) => a.decisions - b.decisions);
  }

  /** The checkpoint with the most decisions; null before the first. */
  latest(): CheckpointEntry | null {
    return this.checkpoints().at(-1) ?? null;
  }

  /** The file of the best checkpoint; null when none was picked yet. */
  best(): string | null {
    return existsSync(this.bestFile) ? this.bestFile : null;
  }

  /**
   * The checkpoint to play with: the best, else the latest.
   * @throws UserError when there is none
   */
  preferred(): string {
    const file = this.best() ?? this.latest()?.file;
    if (!file) throw new UserError(`the run ${this.path} has no checkpoint yet; train it further first`);
    return file;
  }

  /** Writes the checkpoint after so many decisions. @returns its file */
  save(decisions: number, value: unknown): string {
    const file = this.checkpointFile(decisions);
    writeCheckpoint(file, value);
    return file;
  }

  /** Makes an existing checkpoint the best one, as a copy, so that pruning cannot take it away. */
  markBest(decisions: number): void {
    const file = this.checkpointFile(decisions);
    writeAtomic(
      this.bestFile,
      attempt(`cannot read ${file}`, () => readFileSync(file)),
    );
  }

  /** Deletes all numbered checkpoints but the `keep` latest ones (and those `wanted` says to keep). */
  prune(keep: number, wanted: (decisions: number) => boolean = () => false): void {
    const all = this.checkpoints();
    for (const entry of all.slice(0, Math.max(0, all.length - Math.max(1, keep))))
      if (!wanted(entry.decisions)) attempt(`cannot delete ${entry.file}`, () => rmSync(entry.file, { force: true }));
  }

  /** Adds one line to `metrics.jsonl`. Numbers that JSON cannot hold become null. */
  appendMetrics(record: MetricsRecord): void {
    attempt(`cannot write ${this.metricsFile}`, () => appendFileSync(this.metricsFile, `${JSON.stringify(record)}\n`));
  }

  /** All metrics so far; a last line torn by a kill is left out. */
  metrics(): MetricsRecord[] {
    return this.metricLines().map((line) => line.record);
  }

  private metricLines(): { text: string; record: MetricsRecord }[] {
    if (!existsSync(this.metricsFile)) return [];
    const lines = attempt(`cannot read ${this.metricsFile}`, () => readFileSync(this.metricsFile, 'utf8')).split('\n');
    return lines.flatMap((text, i) => {
      if (text === '') return [];
      try {
        const record: unknown = JSON.parse(text);
        if (
          typeof record === 'object' &&
          record !== null &&
          'decisions' in record &&
          typeof record.decisions === 'number'
        )
          return [{ text, record: record as MetricsRecord }];
      } catch {
        // Only the last line can be torn; anywhere else it is damage.
        if (i === lines.length - 1) return [];
      }
      throw new UserError(
        `${this.metricsFile}: line ${i + 1} is not a JSON object with a number "decisions"; delete that line`,
      );
    });
  }

  /** Drops every metrics line past so many decisions, and a torn last one. */
  cutMetrics(decisions: number): void {
    if (!existsSync(this.metricsFile)) return;
    const kept = this.metricLines().filter((line) => line.record.decisions <= decisions);
    writeAtomic(this.metricsFile, kept.map((line) => `${line.text}\n`).join(''));
  }

  /**
   * Undoes what was written after a checkpoint, so that going on from it makes the same files as never having stopped:
   * metrics, replays and later checkpoints. Events are rewritten by their writer from the metrics that are left.
   */
  cutBack(decisions: number): void {
    this.cutMetrics(decisions);
    attempt(`cannot clear ${this.path}`, () => {
      for (const entry of this.checkpoints()) if (entry.decisions > decisions) rmSync(entry.file, { force: true });
      for (const name of readdirSync(this.replaysFolder)) {
        const match = replayName.exec(name);
        if (match && Number(match[1]) > decisions) rmSync(join(this.replaysFolder, name), { force: true });
      }
    });
  }
}

function isEmpty(path: string): boolean {
  return statSync(path).isDirectory() && readdirSync(path).length === 0;
}

function runsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => RunDirectory.exists(join(folder, name)))
      .sort();
  } catch {
    return [];
  }
}

function listed(names: readonly string[]): string {
  return names.length > 8 ? `${names.slice(0, 8).join(', ')}, ...` : names.join(', ');
}
