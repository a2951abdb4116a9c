/** The Python side, as this side sees it: a process that is asked one thing at a time and answers in one line. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));

/** Where `setup.ts` puts the Python environment. */
export const environment = path.join(here, '.venv');
export const environmentPython = path.join(
  environment,
  ...(process.platform === 'win32' ? ['Scripts', 'python.exe'] : ['bin', 'python']),
);

/** Versions of everything that takes part. */
export interface PeerVersions {
  python: string;
  torch: string;
  stableBaselines3: string;
  sb3Contrib: string;
  numpy: string;
}

/** What a whole loop of MaskablePPO is made of. */
export interface PeerLoopOrder {
  inputs: number;
  actions: number;
  trunk: number[];
  /** One trunk for policy and values, as ours has; else two, as MaskablePPO has by itself. */
  shared: boolean;
  games: number;
  rows: number;
  minibatch: number;
  epochs: number;
  /** The first is not reported. */
  updates: number;
  threads: number;
  seed: number;
}

/** What a gradient step is made of: files that `step.ts` wrote, and how to go about it. */
export interface PeerStepOrder {
  batch: string;
  steps: number;
  threads: number;
  /** Adam in one kernel. */
  fused: boolean;
}

/** The Python side of a comparison: a process that gets one request at a time and answers in one line. */
export class Peer {
  private readonly process: ChildProcess;
  private readonly lines: AsyncIterator<string>;
  private readonly ended: Promise<unknown>;
  private errors = '';

  /** @throws Error when it is not set up */
  constructor() {
    if (!existsSync(environmentPython))
      throw new Error(`there is no ${environmentPython}: run npx tsx bench/peers/setup.ts first`);
    this.process = spawn(environmentPython, ['-u', path.join(here, 'peer.py')], { stdio: ['pipe', 'pipe', 'pipe'] });
    this.lines = createInterface({ input: this.process.stdout! })[Symbol.asyncIterator]();
    this.ended = once(this.process, 'close');
    // Why it ended is told by whoever waits for its answer.
    this.ended.catch(() => {});
    this.process.stdin!.on('error', () => {});
    this.process.stderr!.on('data', (data) => {
      this.errors = (this.errors + data).slice(-2000);
    });
  }

  versions(): Promise<PeerVersions> {
    return this.ask({ what: 'versions' });
  }

  /** Seconds of each update but the first, playing and learning. */
  loop(order: PeerLoopOrder): Promise<{ seconds: number[]; playSeconds: number[] }> {
    return this.ask({ what: 'loop', ...order });
  }

  /** Milliseconds of one step, the mean over the steps. */
  step(order: PeerStepOrder): Promise<{ milliseconds: number }> {
    return this.ask({ what: 'step', ...order });
  }

  /** What the first steps report, from the weights in the file. */
  check(order: Omit<PeerStepOrder, 'fused' | 'threads'>): Promise<{ reports: StepReport[] }> {
    return this.ask({ what: 'check', ...order });
  }

  close(): void {
    this.process.stdin!.end();
  }

  private async ask<T>(order: Record<string, unknown>): Promise<T> {
    this.process.stdin!.write(`${JSON.stringify(order)}\n`);
    const { value, done } = await this.lines.next();
    if (done) {
      await this.ended;
      throw new Error(`the Python side ended: ${this.errors.trim().split('\n').at(-1) || 'without a word'}`);
    }
    return JSON.parse(value) as T;
  }
}

/** What both sides say of one gradient step. */
export interface StepReport {
  policyLoss: number;
  valueLoss: number;
  entropy: number;
  gradientNorm: number;
}
