/** The games of a report, played here, in threads or on other machines. What comes back does not depend on where. */
import type { Answer, Call, OpenService } from '../../env/fleet.js';
import type { List } from '../../env/list.js';
import { fleetOf } from '../../env/local-fleet.js';
import { UserError } from '../../env/user-error.js';
import { Meter, type PoolSettings } from '../pool.js';
import reportService, { type ReportService, type ReportSetup } from './report-service.js';

/** Plays games of one agent in every seat; to be closed. */
export class ReportGames {
  private service: OpenService<ReportService> | undefined;

  constructor(
    private readonly setup: ReportSetup,
    private readonly pool: PoolSettings,
  ) {}

  /**
   * Does tasks of one kind.
   * @returns the answers, in the order of the tasks
   * @throws UserError when the setup is wrong or an agent fails, or when it was interrupted
   */
  async all<Method extends keyof ReportService>(
    method: Method,
    tasks: List<Call<ReportService, Method>>,
  ): Promise<Answer<ReportService, Method>[]> {
    const { signal, onProgress } = this.pool;
    this.check();
    this.service ??= await fleetOf(this.pool).open(reportService, this.setup);
    const answers: Answer<ReportService, Method>[] = [];
    const meter = new Meter(tasks.length, onProgress);
    try {
      await this.service.all(method, tasks, {
        label: ({ seed }) => `seed ${seed}`,
        deliver(index, answer) {
          answers[index] = answer;
          meter.add(1);
        },
        signal,
      });
    } catch (error) {
      this.check();
      throw error;
    }
    this.check();
    return answers;
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    await this.service?.close();
  }

  private check(): void {
    const { signal } = this.pool;
    if (signal?.aborted)
      throw new UserError('stopped before the report was finished; nothing was written', { cause: signal.reason });
  }
}
