/**
 * The thread behind agents/outside/programs.ts: starts programs and passes lines on. It hears the programs, their ends
 * and the clock while the thread that asks sleeps.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { answerOrders } from './blocking-thread.js';
import { type Order, oneLine, type Reply } from './programs.js';

/** A program may say this much in one line. */
const LONGEST_LINE = 65_536;
/** Of what it writes to standard error the end is kept: that is where errors say what they are. */
const LAST_WORDS = 2000;
/** After its end we wait so long (ms) for the rest of its output, which others may hold open. */
const AFTER_END = 200;

/**
 * Starts the program, and kills it, its children too, once our end of descriptor 3 is closed. That happens when we let go
 * of it, and in any death of ours, since the system closes what a process had open. A shell because it is there and small;
 * the background needs its input named again, else it gets an empty one.
 */
const GUARD = `
exec 4<&0
"$@" <&4 3<&- 4<&- &
program=$!
exec 0<&- 1>&- 4<&-
{ read -r _ <&3; kill -9 0; } 2>&- &
watch=$!
wait $program
code=$?
kill -9 $watch
exit $code
`;

/** One run of a program. It answers once to each question and is silent otherwise; anything else is its end. */
class Run {
  private readonly child: ChildProcess;
  private heard = '';
  private lastWords = '';
  private waiting = false;
  private clock: NodeJS.Timeout | undefined;
  /** Why it can no longer be asked. */
  private fault: string | undefined;

  constructor(
    command: readonly string[],
    private readonly reply: (reply: Reply) => void,
  ) {
    // A process group of its own: Ctrl-C in the terminal is ours to hear, and all of it can be killed.
    this.child = spawn('/bin/sh', ['-c', GUARD, 'sh', ...command], {
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
    const { stdin, stdout, stderr } = this.child;
    this.child.on('error', (error) => this.fail(`cannot be started (${error.message})`));
    let code: number | null = null;
    this.child.on('exit', (status) => {
      code = status;
      setTimeout(() => this.ended(code), AFTER_END).unref();
    });
    this.child.on('close', () => this.ended(code));
    // Who has ended takes no more; that it has ended is told by its exit.
    for (const pipe of [stdin!, this.child.stdio[3]!]) pipe.on('error', () => {});
    stdout!.setEncoding('utf8').on('data', (text: string) => this.hear(text));
    stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.lastWords = (this.lastWords + text).slice(-LAST_WORDS);
    });
  }

  tell(line: string): void {
    if (this.fault === undefined) this.child.stdin!.write(`${line}\n`);
  }

  ask(line: string, ms: number): void {
    this.waiting = true;
    if (this.fault === undefined) {
      this.clock = setTimeout(() => this.fail(`did not answer within ${ms} ms`), ms);
      this.tell(line);
    } else this.answer({ fault: this.fault });
  }

  end(): void {
    this.fault ??= 'was ended';
    clearTimeout(this.clock);
    // What the program has started may have outlived it and the shell.
    try {
      if (this.child.pid !== undefined) process.kill(-this.child.pid, 'SIGKILL');
    } catch {
      // Nothing has.
    }
    this.child.stdio[3]?.destroy();
    this.child.stdin?.destroy();
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
  }

  private hear(text: string): void {
    if (this.fault !== undefined) return;
    this.heard += text;
    const end = this.heard.indexOf('\n');
    const line = end < 0 ? this.heard : this.heard.slice(0, end);
    if (line.length > LONGEST_LINE) this.fail(`wrote a line of more than ${LONGEST_LINE} characters`);
    else if (end >= 0) {
      this.heard = this.heard.slice(end + 1);
      if (this.waiting && this.heard === '') this.answer({ line });
      else this.fail(`wrote more than one line for an answer (${oneLine(this.waiting ? this.heard : line)})`);
    }
  }

  private ended(code: number | null): void {
    const lines = this.lastWords.trim().split('\n');
    const words = lines.findLast((line) => /error|exception|panic/i.test(line)) ?? lines.at(-1)!;
    const how =
      code === 127 ? 'was not found or cannot run' : `ended with ${code === null ? 'a signal' : `code ${code}`}`;
    this.fail(`${how}${words ? ` (${oneLine(words)})` : ''}`);
  }

  private fail(fault: string): void {
    if (this.fault !== undefined) return;
    this.fault = fault;
    this.end();
    if (this.waiting) this.answer({ fault });
  }

  private answer(reply: Reply): void {
    clearTimeout(this.clock);
    this.waiting = false;
    this.reply(reply);
  }
}

answerOrders<readonly string[], Order, Reply>((command, reply) => {
  const runs = new Map<number, Run>();
  reply({ line: '' });
  return (order) => {
    const run = runs.get(order.program);
    if (order.kind === 'ask') run!.ask(order.line, order.ms);
    else if (order.kind === 'tell') run!.tell(order.line);
    else {
      run?.end();
      runs.delete(order.program);
      if (order.kind === 'start') runs.set(order.program, new Run(command, reply));
    }
  };
});
