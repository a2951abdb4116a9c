/** Spreads the games of a report over threads. What comes back does not depend on how many there are. */
import { availableParallelism } from 'node:os';
import type { RemoteService } from '../../env/fleet.js';
import { Thread, ThreadEnded } from '../../env/thread.js';
import { UserError } from '../../env/user-error.js';
import { Meter, type PoolSettings } from '../pool.js';
import { type Desk, type DeskSettings, openDesk } from './desk.js';

type Task<Method extends keyof Desk> = Parameters<Desk[Method]>[0];
type Answer<Method extends keyof Desk> = ReturnType<Desk[Method]>;

/** A desk as threads and workers have it. */
type Remote = Desk & Record<string, never>;

/** Where tasks are done, one desk or several; to be closed. */
export class Desks {
  private readonly threads: Thread<Remote>[] = [];
  private elsewhere: RemoteService<Remote> | undefined;
  private here: Desk | undefined;

  constructor(
    private readonly settings: DeskSettings,
    private readonly pool: PoolSettings,
  ) {}

  /**
   * Does tasks of one kind.
   * @returns the answers, in the order of the tasks
   * @throws UserError when the desk cannot be set up or an agent fails, or when it was interrupted
   */
  async all<Method extends keyof Desk>(method: Method, tasks: readonly Task<Method>[]): Promise<Answer<Method>[]> {
    const { workers = availableParallelism(), fleet, signal, onProgress } = this.pool;
    const answers = new Array<Answer<Method>>(tasks.length);
    const meter = new Meter(tasks.length, onProgress);
    let next = 0;
    const work = async (play: (task: Task<Method>) => Answer<Method> | Promise<Answer<Method>>) => {
      while (next < tasks.length) {
        this.check();
        const at = next++;
        answers[at] = await play(tasks[at]!);
        meter.add(1);
      }
    };
    if (fleet) {
      this.check();
      this.elsewhere ??= await fleet.open<Remote>('desk', this.settings);
      const deliver = (index: number, answer: unknown) => {
        answers[index] = answer as Answer<Method>;
        meter.add(1);
      };
      const label = (task: { seed?: string }) => `seed ${task.seed}`;
      await this.elsewhere.all(method, tasks as never[], { label, deliver, signal }).catch((error) => {
        this.check();
        throw error;
      });
    } else if (workers <= 0) {
      const desk = (this.here ??= await openDesk(this.settings));
      let pause = performance.now();
      await work(async (task) => {
        if (performance.now() - pause > 50) {
          // Lets timers and signals in.
          await new Promise((resolve) => setImmediate(resolve));
          pause = performance.now();
        }
        return (desk[method] as (task: Task<Method>) => Answer<Method>)(task);
      });
    } else {
      const wanted = Math.min(workers, Math.max(1, tasks.length));
      while (this.threads.length < wanted)
        this.threads.push(new Thread(new URL('./desk-worker.js', import.meta.url), this.settings));
      const interrupted = new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      interrupted.catch(() => {});
      const jobs = this.threads.map((thread, number) =>
        work((task) =>
          (thread.call(method, task as never) as Promise<Answer<Method>>).catch((error) => {
            if (!(error instanceof ThreadEnded)) throw error;
            throw new UserError(`worker thread ${number} died (${error.why}); try fewer with --workers`);
          }),
        ),
      );
      const done = Promise.all(jobs);
      done.catch(() => {});
      try {
        await Promise.race([done, interrupted]);
      } catch (error) {
        this.check();
        throw error;
      }
    }
    this.check();
    return answers;
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await this.elsewhere?.close();
    await Promise.all(this.threads.splice(0).map((thread) => thread.stop()));
  }

  private check(): void {
    const { signal } = this.pool;
    if (signal?.aborted)
      throw new UserError('stopped before the report was finished; nothing was written', { cause: signal.reason });
  }
}
