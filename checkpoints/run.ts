/**
 * A run: one folder that holds everything a training made, and nothing else. Safe to kill at any moment: files are
 * replaced whole, and the one that grows (`metrics.jsonl`) is cut back to the checkpoint on resume. One process writes
 * it (lock.ts); opened to read it needs no lock, and nothing in it changes.
 *
 *     config.json                       what was asked for; the module of a user's own game, relative to the run
 *     history.json                      what was changed on the way (training/run/segments.ts)
 *     metrics.jsonl                     one JSON object a line, each with `decisions`
 *     ratings.jsonl                     what `tabletop runs rate` measured of checkpoints, in the same form
 *     sample-game.json                  one game in words, from the report at the end
 *     events/                           TensorBoard
 *     checkpoints/ckpt-000000500000.tgym, ..., best.tgym
 *                                       ckpt-000000500000.tgym.damaged: could not be read, and was kept
 *     replays/000000500000-<name>.json
 *     exports/
 *     bot/                              a run of its own: the weights of the advisor, trained before the policy
 *     set-aside/<n>/                    what came after a checkpoint to which somebody went back
 *     lock-<n>.json                     while a process writes the run
 */
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { commandLine } from '../env/command-line.js';
import { gameIds } from '../env/load-game.js';
import { UserError } from '../env/user-error.js';
import { printable } from '../env/words.js';
import { attempt, makeFolder, temporaryEnding, writeAtomic } from './atomic.js';
import { CheckpointError, readCheckpoint, writeCheckpoint } from './format.js';
import { appendLine, endAfter, type MetricsRecord, recordsOf, syncLines } from './lines.js';
import { isLock, RunLock } from './lock.js';
import { markOwn, refuseUnlessOwn } from './own-runs.js';
import { readJson } from './read-text.js';

/** One checkpoint of a run. */
export interface CheckpointEntry {
  file: string;
  /** Training decisions taken when it was written. */
  decisions: number;
}

/** Updates at the end of the metrics of which none is left out. */
const LATEST = 100;

const folders = ['events', 'checkpoints', 'replays', 'exports'] as const;
const checkpointName = /^ckpt-(\d{12,})\.tgym$/;
const replayName = /^(\d{12,})-.*$/;
const padded = (decisions: number) => String(decisions).padStart(12, '0');

/** The run in which the weights of a policy's advisor are trained first. @param runDir of the run of the policy */
export const botRun = (runDir: string): string => join(runDir, 'bot');

/**
 * The folder of a training run: its config, checkpoints, metrics and lock, by name and in order. What a checkpoint
 * contains is up to the caller.
 */
export class RunDirectory {
  /** @param lock null: opened to read */
  private constructor(
    readonly path: string,
    private readonly lock: RunLock | null,
  ) {}

  /** Whether a run (its `config.json`) is at this path. */
  static exists(path: string): boolean {
    return existsSync(join(path, 'config.json'));
  }

  /** @throws UserError unless commands can name what lies at this path */
  static refuseUnnameable(path: string): void {
    refuseUnnameable(path);
  }

  /** @throws UserError unless a run can be made here: the folder holds a run or foreign files, or cannot be read */
  static checkFree(path: string): void {
    refuseUnnameable(path);
    const there = attempt(`cannot use ${path} for a run`, () => (existsSync(path) ? readdirSync(path) : []));
    refuseRun(path);
    // A start that was killed leaves empty folders and temporary files: they are ours and no reason to refuse.
    const foreign = there.filter(
      (name) =>
        !name.endsWith(temporaryEnding) &&
        !isLock(name) &&
        !(folders.includes(name as 'events') && isEmpty(join(path, name))),
    );
    if (foreign.length > 0)
      throw new UserError(`${path} is not empty (${listed(foreign)}); choose a new folder for the run`);
  }

  /**
   * Makes a run in a new or empty folder, to write it; `close` it.
   * @param config plain JSON
   * @param takeLock as for `write`
   * @throws UserError as `checkFree`, or when it cannot be written
   */
  static create(path: string, config: unknown, takeLock = false): RunDirectory {
    RunDirectory.checkFree(path);
    attempt(`cannot make the run ${path}`, () => makeFolder(path));
    const run = new RunDirectory(path, RunLock.take(path, takeLock));
    try {
      // Another start may have been quicker, and be over.
      refuseRun(path);
      run.prepare();
      // Last: a folder is a run from the moment its config is there.
      run.writeConfig(config);
      markOwn(path);
      return run;
    } catch (error) {
      run.close();
      throw error;
    }
  }

  /**
   * Opens a run to read it: another process may be writing it, and the disk may be read-only.
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
    return new RunDirectory(path, null);
  }

  /**
   * Opens a run to go on writing it, locks it, and clears away what a killed process left half written; `close` it.
   * @param takeLock take the lock from a process of which nobody here can say whether it is alive
   * @throws UserError as `open`, and when another process is writing the run
   */
  static write(path: string, takeLock = false): RunDirectory {
    RunDirectory.open(path);
    const run = new RunDirectory(path, RunLock.take(path, takeLock));
    try {
      run.prepare();
      return run;
    } catch (error) {
      run.close();
      throw error;
    }
  }

  /** Gives the lock back. */
  close(): void {
    this.lock?.release();
  }

  private prepare(): void {
    attempt(`cannot open the run ${this.path} for writing`, () => {
      for (const folder of folders) makeFolder(join(this.path, folder));
      for (const folder of ['.', ...folders])
        for (const name of readdirSync(join(this.path, folder)))
          if (name.startsWith('.') && name.endsWith(temporaryEnding))
            rmSync(join(this.path, folder, name), { force: true });
    });
  }

  /** Asked before anything is changed. */
  private mayWrite(): void {
    if (!this.lock) throw new Error(`${this.path} was opened to read`);
    this.lock.check();
  }

  get configFile(): string {
    return join(this.path, 'config.json');
  }
  /** What was changed on the way. */
  get historyFile(): string {
    return join(this.path, 'history.json');
  }
  get metricsFile(): string {
    return join(this.path, 'metrics.jsonl');
  }
  /** How strong checkpoints were found to be. */
  get ratingsFile(): string {
    return join(this.path, 'ratings.jsonl');
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
  /** Path of the checkpoint after a number of decisions, existing or not. */
  checkpointFile(decisions: number): string {
    return join(this.path, 'checkpoints', `ckpt-${padded(decisions)}.tgym`);
  }
  /** Where a replay recorded after so many decisions belongs; such names are cut back on resume. */
  replayFile(decisions: number, name: string): string {
    return join(this.replaysFolder, `${padded(decisions)}-${name}.json`);
  }

  /** @throws UserError naming the field when `config.json` does not fit the schema */
  config<S extends z.ZodType>(schema: S): z.output<S> {
    return readJson(this.configFile, schema);
  }

  /**
   * Id of the run's game, or the absolute path of the module that exports it.
   * @throws UserError when `config.json` does not say, or the run is from elsewhere and names a module
   */
  game(): string {
    const { game } = this.config(z.object({ game: z.string().min(1) }));
    if (gameIds().includes(game)) return game;
    refuseUnlessOwn(this.path, `the module ${game}`, 'name it yourself (--game), or, ');
    return isModule(game) ? resolve(this.path, game) : game;
  }

  /** Replaces `config.json`. */
  writeConfig(config: unknown): void {
    this.mayWrite();
    writeAtomic(this.configFile, `${JSON.stringify(config, null, 2)}\n`);
  }

  /** Replaces `history.json`. */
  writeHistory(history: unknown): void {
    this.mayWrite();
    writeAtomic(this.historyFile, `${JSON.stringify(history, null, 2)}\n`);
  }

  /** All numbered checkpoints, fewest decisions first. */
  checkpoints(): CheckpointEntry[] {
    const folder = join(this.path, 'checkpoints');
    const names = attempt(`cannot read ${folder}`, () => (existsSync(folder) ? readdirSync(folder) : []));
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

  /**
   * The checkpoint after a number of decisions.
   * @throws UserError when there is none; it lists those there are
   */
  at(decisions: number): CheckpointEntry {
    const all = this.checkpoints();
    const found = all.find((entry) => entry.decisions === decisions);
    if (found) return found;
    const there = all.length > 0 ? `; there are ${all.map((entry) => entry.decisions).join(', ')}` : '; it has none';
    throw new UserError(`the run ${this.path} has no checkpoint after ${decisions} decisions${there}`);
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
    if (!file) throw this.withoutCheckpoint();
    return file;
  }

  /** What to say where a checkpoint is needed and there is none. */
  withoutCheckpoint(): UserError {
    const bot = botRun(this.path);
    const first =
      RunDirectory.exists(bot) && RunDirectory.open(bot).latest() !== null
        ? `: it trains the weights of its bot first. ${bot} is a run with those`
        : '';
    const further = commandLine(['tabletop', 'train', '--resume', this.path]);
    return new UserError(`the run ${this.path} has no checkpoint yet${first}; train it further: ${further}`);
  }

  /** Writes the checkpoint after a number of decisions. @returns its file */
  save(decisions: number, value: unknown): string {
    this.mayWrite();
    const file = this.checkpointFile(decisions);
    // The checkpoint counts these lines: they must not be lost where it is not.
    syncLines(this.metricsFile);
    writeCheckpoint(file, value);
    return file;
  }

  /** Makes an existing checkpoint the best one, as a copy, so that pruning cannot take it away. */
  markBest(decisions: number): void {
    this.mayWrite();
    const file = this.checkpointFile(decisions);
    writeAtomic(
      this.bestFile,
      attempt(`cannot read ${file}`, () => readFileSync(file)),
    );
  }

  /** Says that no checkpoint is the best. */
  unmarkBest(): void {
    this.mayWrite();
    attempt(`cannot delete ${this.bestFile}`, () => rmSync(this.bestFile, { force: true }));
  }

  /** Keeps a checkpoint that cannot be read under another name, so that it counts no more. @returns its new path */
  putAway(file: string): string {
    this.mayWrite();
    let name = `${file}.damaged`;
    for (let n = 2; existsSync(name); n++) name = `${file}.damaged-${n}`;
    attempt(`cannot rename ${file}`, () => renameSync(file, name));
    return name;
  }

  /**
   * Keeps what was made after a checkpoint in `set-aside/<n>/`, before going back to it: later checkpoints and replays
   * are moved there, metrics and the best checkpoint copied.
   * @returns the folder, and how many checkpoints went there; null when none was later
   */
  setAside(decisions: number): { folder: string; checkpoints: number } | null {
    this.mayWrite();
    const later = this.checkpoints().filter((entry) => entry.decisions > decisions);
    if (later.length === 0) return null;
    let n = 1;
    while (existsSync(join(this.path, 'set-aside', String(n)))) n++;
    const folder = join(this.path, 'set-aside', String(n));
    attempt(`cannot set aside what came after ${decisions} decisions in ${folder}`, () => {
      makeFolder(folder);
      for (const file of [this.metricsFile, this.ratingsFile, this.configFile, this.historyFile, this.bestFile])
        if (existsSync(file)) copyFileSync(file, join(folder, basename(file)));
      for (const file of this.replaysAfter(decisions)) renameSync(file, join(folder, basename(file)));
      // The latest first: killed here, the run still ends with the latest of those that are left.
      for (const { file } of later.reverse()) renameSync(file, join(folder, basename(file)));
    });
    return { folder, checkpoints: later.length };
  }

  /** Deletes all numbered checkpoints but the `keep` latest ones (and those `wanted` says to keep). */
  prune(keep: number, wanted: (decisions: number) => boolean = () => false): void {
    this.mayWrite();
    const all = this.checkpoints();
    for (const entry of all.slice(0, Math.max(0, all.length - Math.max(1, keep))))
      if (!wanted(entry.decisions)) attempt(`cannot delete ${entry.file}`, () => rmSync(entry.file, { force: true }));
  }

  /** Adds one line to `metrics.jsonl`, whole or not at all. Numbers that JSON cannot hold become null. */
  appendMetrics(record: MetricsRecord): void {
    this.mayWrite();
    appendLine(this.metricsFile, record);
  }

  /** Adds one line to `ratings.jsonl`. Who measures checkpoints writes nothing else into a run, so it needs no lock. */
  appendRating(record: MetricsRecord): void {
    appendLine(this.ratingsFile, record);
  }

  /** All ratings so far, as `metrics`. */
  ratings(): MetricsRecord[] {
    return Array.from(recordsOf(this.ratingsFile), ({ record }) => record);
  }

  /** All metrics so far; a last line torn by a kill is left out. A long run has more than memory holds: see `eachMetrics`. */
  metrics(): MetricsRecord[] {
    return [...this.eachMetrics()];
  }

  /** The metrics one by one. */
  *eachMetrics(): Generator<MetricsRecord> {
    for (const { record } of recordsOf(this.metricsFile)) yield record;
  }

  /**
   * The metrics for charts and tables: every line but those of updates, of those at most `most`, evenly spread, and the
   * latest ones whole.
   * @param most updates that are kept besides the latest, >= 2
   */
  sampledMetrics(most = 20_000): MetricsRecord[] {
    let lines: { record: MetricsRecord; at: number; update: number }[] = [];
    const latest: typeof lines = [];
    let [at, every, updates] = [0, 1, 0];
    for (const record of this.eachMetrics()) {
      const line = { record, at: at++, update: record.kind === 'update' ? updates++ : -1 };
      const { update } = line;
      if (update < 0 || update % every === 0) lines.push(line);
      if (update < 0) continue;
      latest.push(line);
      if (latest.length > LATEST) latest.shift();
      if (update / every < most) continue;
      every *= 2;
      lines = lines.filter((one) => one.update < 0 || one.update % every === 0);
    }
    const whole = latest[0]?.at ?? at;
    const early = lines.filter((line) => line.update < 0 || line.at < whole);
    return [...early, ...latest].sort((a, b) => a.at - b.at).map(({ record }) => record);
  }

  /** The last of the metrics; null where there are none. */
  lastMetrics(): MetricsRecord | null {
    let last: MetricsRecord | null = null;
    for (const record of this.eachMetrics()) last = record;
    return last;
  }

  /**
   * The last of so many lines of metrics, >= 1, as a checkpoint counts them.
   * @throws UserError where there are fewer: somebody took them away
   */
  metricsAfter(lines: number): MetricsRecord {
    return this.metricsLine(lines).record;
  }

  /**
   * Ends the metrics after so many lines, in place: what a killed process wrote after its last checkpoint goes.
   * @throws UserError where there are fewer
   */
  keepMetrics(lines: number): void {
    this.mayWrite();
    endAfter(this.metricsFile, lines > 0 ? this.metricsLine(lines).end : 0);
  }

  private metricsLine(lines: number): { record: MetricsRecord; end: number } {
    let count = 0;
    for (const line of recordsOf(this.metricsFile)) if (++count === lines) return line;
    throw new UserError(
      `${this.metricsFile} has ${count} of the ${lines} lines that the checkpoint counts: restore it, or begin a new run from the weights with ${commandLine(['train', '--from', this.path])}`,
    );
  }

  /** Drops every metrics line past a number of decisions, and a torn last one. */
  cutMetrics(decisions: number): void {
    this.mayWrite();
    let end = 0;
    // In the order in which they were written: decisions never fall.
    for (const line of recordsOf(this.metricsFile)) {
      if (line.record.decisions > decisions) break;
      end = line.end;
    }
    endAfter(this.metricsFile, end);
  }

  /**
   * Undoes what was written after a checkpoint, so that going on from it makes the same files as never having stopped:
   * metrics, ratings, replays and later checkpoints. Events are rewritten by their writer from the metrics that are
   * left.
   */
  cutBack(decisions: number): void {
    this.cutMetrics(decisions);
    this.cutRatings(decisions);
    attempt(`cannot clear ${this.path}`, () => {
      for (const entry of this.checkpoints()) if (entry.decisions > decisions) rmSync(entry.file, { force: true });
      for (const file of this.replaysAfter(decisions)) rmSync(file, { force: true });
    });
  }

  /** Ratings are of any checkpoints, in any order. */
  private cutRatings(decisions: number): void {
    if (!existsSync(this.ratingsFile)) return;
    const kept = this.ratings().filter((record) => record.decisions <= decisions);
    writeAtomic(this.ratingsFile, kept.map((record) => `${JSON.stringify(record)}\n`).join(''));
  }

  private replaysAfter(decisions: number): string[] {
    return readdirSync(this.replaysFolder).flatMap((name) => {
      const match = replayName.exec(name);
      return match && Number(match[1]) > decisions ? [join(this.replaysFolder, name)] : [];
    });
  }
}

/**
 * How `config.json` names a game: an id as it is, a module by its path from the run's folder, so that a project can be
 * moved with its runs.
 * @param source id or absolute path (`loadGame`)
 */
export function gameFrom(path: string, source: string): string {
  if (!isAbsolute(source)) return source;
  const from = relative(resolve(path), source).split(sep).join('/');
  // On another drive there is no way from here to there.
  return isAbsolute(from) || from.startsWith('.') ? from : `./${from}`;
}

function isModule(game: string): boolean {
  return game.startsWith('.') || isAbsolute(game);
}

/** `<run>@<decisions>`, taken apart; a path that exists means itself. */
export function splitRunPath(text: string): { path: string; decisions: number | null } {
  const found = existsSync(text) ? null : /^(.+)@(\d{1,15})$/.exec(text);
  return found ? { path: found[1]!, decisions: Number(found[2]) } : { path: text, decisions: null };
}

/** The run that a path means or lies in: a run, `<run>@<decisions>`, a checkpoint or an export of one; null for anything else. */
export function runOf(path: string): RunDirectory | null {
  const run = splitRunPath(path).path;
  if (RunDirectory.exists(run)) return RunDirectory.open(run);
  const folder = dirname(path);
  if (!['checkpoints', 'exports'].includes(basename(resolve(folder)))) return null;
  const above = folder === '.' ? '..' : dirname(folder);
  return RunDirectory.exists(above) ? RunDirectory.open(above) : null;
}

/**
 * The checkpoint that a path means: itself; of a run the best, else the latest; of `<run>@<decisions>` that one.
 * @throws UserError when the run has none, or not that one
 */
export function checkpointFile(path: string): string {
  const { path: run, decisions } = splitRunPath(path);
  if (decisions !== null) return RunDirectory.open(run).at(decisions).file;
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? RunDirectory.open(path).preferred() : path;
}

/**
 * Reads the checkpoint that a path means (`checkpointFile`).
 * @throws UserError as `readCheckpoint`; where it is damaged and its run has another one, the message names that
 */
export function readNamedCheckpoint<S extends z.ZodType>(
  path: string,
  schema: S,
): { file: string; value: z.output<S> } {
  const file = checkpointFile(path);
  try {
    return { file, value: readCheckpoint(file, schema) };
  } catch (error) {
    if (!(error instanceof CheckpointError && error.damaged)) throw error;
    const run = runOf(file);
    const other = run
      ?.checkpoints()
      .findLast((entry) => resolve(entry.file) !== resolve(file) && isReadable(entry.file));
    throw other ? error.with(`${run!.path}@${other.decisions} can be read`) : error;
  }
}

/** Whether a checkpoint is there and undamaged. */
export function isReadable(file: string): boolean {
  try {
    readCheckpoint(file, z.unknown());
    return true;
  } catch {
    return false;
  }
}

/** @throws UserError unless commands, and the specs and lists of agents, can name this path */
function refuseUnnameable(path: string): void {
  const stray = /[?,\p{Cc}]|^-|^\s|\s$/u.exec(path);
  if (!stray) return;
  const what = /[?,]/.test(stray[0])
    ? `'${stray[0]}'`
    : stray[0] === '-'
      ? "begins with '-'"
      : 'blank or control characters';
  throw new UserError(
    `the run ${printable(path.replaceAll('\n', '?'))} could not be named later, for ${what}: choose another name`,
  );
}

/** @throws UserError when a run is here already */
function refuseRun(path: string): void {
  if (!RunDirectory.exists(path)) return;
  const holder = RunLock.holder(path);
  throw new UserError(
    holder
      ? `${path} already holds a run, and is being written by ${holder}; choose another folder`
      : `${path} already holds a run; continue it (${commandLine(['train', '--resume', path])}) or choose another folder`,
  );
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
