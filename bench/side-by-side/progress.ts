/** What whoever waits sees: what is done, what is under way, and how long the rest takes. */
import process from 'node:process';
import { formatDuration, ProgressLine } from '../../cli/terminal.js';

/** How long measuring takes is known once something was measured. */
export class Progress {
  private readonly line = new ProgressLine(30);
  private measuredSeconds = 0;
  private measuredCount = 0;

  constructor(
    private trainingsLeft: number,
    private readonly secondsEach: number,
    /** Trainings under way at once. */
    private readonly atOnce: number,
    private measurementsLeft: number,
  ) {}

  /** @param seconds of the training under way */
  train(name: string, seconds: number, decisions: number): void {
    const rest = this.left(this.training() - seconds);
    const per = seconds > 0 ? Math.round(decisions / seconds) : 0;
    this.line.update(
      `${rest} left | ${name}: ${formatDuration(seconds)} of ${formatDuration(this.secondsEach)} | ${per} decisions/s`,
    );
  }

  trained(): void {
    this.trainingsLeft--;
  }

  /** @param seconds that one evaluation took; 0: it was there already */
  measured(name: string, seconds: number): void {
    this.measurementsLeft--;
    if (seconds === 0) return;
    this.measuredSeconds += seconds;
    this.measuredCount++;
    this.line.update(`${this.left(this.training())} left | measuring ${name}`);
  }

  say(text: string): void {
    this.line.clear();
    process.stderr.write(`${text}\n`);
  }

  /** Seconds that all trainings take which are not finished. */
  private training(): number {
    return Math.ceil(this.trainingsLeft / this.atOnce) * this.secondsEach;
  }

  private left(training: number): string {
    const each = this.measuredCount > 0 ? this.measuredSeconds / this.measuredCount : Number.NaN;
    const all = training + this.measurementsLeft * each;
    return Number.isNaN(all) ? `${formatDuration(training)} and measuring` : formatDuration(all);
  }
}
