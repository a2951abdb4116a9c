/**
 * The built program as real processes: commands, and workers that run until they are stopped. Each is the head of a
 * process group of its own, so that signals reach its child processes too, as they do from a terminal.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { main, root } from '../paths.js';
import { groupOf } from './machine.js';

/** Seconds that anything may take: far more than it does, for machines have much else to do. */
const PATIENCE = 200;

/** How a process ended, and all that it printed. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  out: string;
  err: string;
}

export interface ProgramSettings {
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  /** Another build's `cli/main.js`. */
  program?: string;
}

const running = new Set<Program>();
process.on('exit', () => running.forEach((program) => program.signal('SIGKILL')));

export class Program {
  out = '';
  err = '';
  readonly ended: Promise<Ended>;
  private over = false;
  private readonly child: ChildProcess;

  /** @param words after `tabletop` */
  constructor(
    private readonly words: readonly string[],
    // Not that of this process, in which commands of other tests may run.
    { cwd = root, env, program = main }: ProgramSettings = {},
  ) {
    const { TABLETOP_QUEUE_PASSWORD: _, ...rest } = process.env;
    this.child = spawn(process.execPath, [program, ...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd,
      env: { ...rest, ...env },
      detached: true,
    });
    running.add(this);
    this.child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      this.out += text;
    });
    this.child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.err += text;
    });
    this.ended = new Promise((resolve, reject) => {
      this.child.on('error', reject);
      this.child.on('close', (code, signal) => {
        this.over = true;
        running.delete(this);
        resolve({ code, signal, out: this.out, err: this.err });
      });
    });
  }

  get pid(): number {
    return this.child.pid!;
  }

  get isOver(): boolean {
    return this.over;
  }

  /** @param whom the process and its children, or the process alone */
  signal(signal: NodeJS.Signals, whom: 'group' | 'alone' = 'group'): void {
    try {
      process.kill(whom === 'group' ? -this.pid : this.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

  /** Processes that it started, and that still run; it may be gone itself. */
  children(): number[] {
    return groupOf(this.pid).filter((pid) => pid !== this.pid);
  }

  /** SIGKILL for all of it; returns when it is gone. */
  async kill(): Promise<Ended> {
    this.signal('SIGKILL');
    return this.ended;
  }

  /**
   * Waits until it has printed something.
   * @param times how often
   * @param from characters of its output that do not count
   * @throws Error when it ends or time runs out before
   */
  async says(pattern: RegExp, { times = 1, seconds = PATIENCE, from = 0 } = {}): Promise<RegExpMatchArray> {
    const all = new RegExp(pattern, `${pattern.flags.replace('g', '')}g`);
    const found = () => [...`${this.out}\n${this.err}`.slice(from).matchAll(all)];
    await until(() => found().length >= times || this.over, `${this.name} to say ${pattern}`, { seconds, of: this });
    const match = found()[times - 1];
    if (!match) throw new Error(`${this.name} ended and did not say ${pattern}\n${this.printed}`);
    return match;
  }

  /** Waits for its end; one that takes longer is killed. @throws Error with what it printed */
  async end(seconds = PATIENCE): Promise<Ended> {
    await until(() => this.over, `${this.name} to end`, { seconds, of: this });
    return this.ended;
  }

  get name(): string {
    return `tabletop ${this.words.join(' ')}`;
  }
  get printed(): string {
    return `--- standard output\n${this.out.slice(-3000)}\n--- standard error\n${this.err.slice(-3000)}`;
  }
}

/** A command from its start to its end. */
export function run(words: readonly string[], settings: ProgramSettings & { seconds?: number } = {}): Promise<Ended> {
  return new Program(words, settings).end(settings.seconds);
}

/** Kills all that still run. */
export async function killAll(): Promise<void> {
  await Promise.all([...running].map((program) => program.kill()));
}

export const wait = (seconds: number) => new Promise<void>((done) => setTimeout(done, seconds * 1000));

/**
 * Waits until something is true.
 * @param what to say when it is not true in time
 * @param of killed then, and its output told
 */
export async function until(
  true_: () => boolean | Promise<boolean>,
  what: string,
  { seconds = PATIENCE, of }: { seconds?: number; of?: Program } = {},
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await true_())) {
    if (performance.now() > end) {
      await of?.kill();
      throw new Error(`waited ${seconds} s for ${what}${of ? `\n${of.printed}` : ''}`);
    }
    await wait(0.05);
  }
}
