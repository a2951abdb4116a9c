/**
 * A process that does jobs (child.ts), as its worker sees it: begun when it is needed, begun anew when it has ended.
 */
import { type ChildProcess, fork } from 'node:child_process';
import process from 'node:process';
import { ownModule } from '../env/own-module.js';
import type { JobSettings, Said, Task } from './job.js';

/** What came of a task. */
export type Done = Exclude<Said, { begun: number }>;

/** The process ended over a task. */
export class ProcessEnded extends Error {
  /** @param call the last reported beginning of a call */
  constructor(
    readonly why: string,
    readonly call: number,
  ) {
    super(why);
  }
}

/** Does jobs in a child process, which begins with the first job and again after it has ended. */
export class JobProcess {
  private child: ChildProcess | undefined;
  /** Why it was ended by us; undefined: it was not. */
  private ended: string | undefined;
  /** Why no further task is done; undefined: they are. */
  private closed: string | undefined;

  constructor(private readonly start: JobSettings) {}

  /** Does one task; not two at a time. @throws ProcessEnded */
  async do(task: Task): Promise<Done> {
    if (this.closed !== undefined) throw new ProcessEnded(this.closed, 0);
    const child = (this.child ??= this.begin());
    this.ended = undefined;
    let call = 0;
    return new Promise<Done>((resolve, reject) => {
      const settle = () => {
        child.off('message', heard);
        child.off('exit', exited);
      };
      const heard = (said: Said) => {
        if ('begun' in said) {
          call = said.begun;
          return;
        }
        settle();
        resolve(said);
      };
      const exited = (code: number | null, signal: string | null) => {
        settle();
        reject(new ProcessEnded(this.ended ?? (signal ? `signal ${signal}` : `exit code ${code}`), call));
      };
      child.on('message', heard);
      child.on('exit', exited);
      child.send(task);
    });
  }

  /** Ends it at once; the next task begins another. @param why for those who wait */
  kill(why: string): void {
    this.ended = why;
    this.child?.kill('SIGKILL');
  }

  /** Ends it at once and for good. @param why for those who wait, and those who come later with a task */
  close(why: string): void {
    this.closed = why;
    this.kill(why);
  }

  private begin(): ChildProcess {
    const source = import.meta.url.endsWith('.ts');
    const { TABLETOP_QUEUE_PASSWORD: _, ...env } = process.env;
    const child = fork(ownModule('./child.js', import.meta.url), {
      serialization: 'advanced',
      // What a game prints goes to standard error, as in a command.
      stdio: ['ignore', 2, 'inherit', 'ipc'],
      env,
      execArgv: source ? ['--import', 'tsx'] : [],
    });
    child.once('exit', () => {
      if (this.child === child) this.child = undefined;
    });
    // A message to a process that has just ended: its exit is reported.
    child.on('error', () => {});
    child.send(this.start);
    return child;
  }
}
