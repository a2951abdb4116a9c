/** The thread behind eval/pool.ts: sets up a table, plays the blocks it is sent, answers with their outcomes. */
import { parentPort, workerData } from 'node:worker_threads';
import { UserError } from '../env/user-error.js';
import type { Effort } from './effort.js';
import type { Outcome } from './match.js';
import { type Block, openTable, type TableSettings } from './table.js';

/** What the pool sends: a block to play. */
export interface WorkerTask {
  index: number;
  block: Block;
}

/** What the thread answers; `played` counts the games since its last answer. */
export type WorkerMessage =
  | { kind: 'block'; index: number; outcomes: Outcome[]; effort: Effort[]; played: number }
  | { kind: 'games'; played: number }
  | { kind: 'failed'; message: string; user: boolean; stack?: string };

/** Milliseconds between two notes about games played inside a block. */
const noteEvery = 250;

function send(message: WorkerMessage): void {
  parentPort!.postMessage(message);
}

function fail(error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  send({ kind: 'failed', message, user: error instanceof UserError, stack });
}

const opening = openTable(workerData as TableSettings);
// What goes wrong here is told with the first block, which waits for it.
opening.catch(() => {});
let noted = performance.now();
let played = 0;

parentPort!.on('message', async ({ index, block }: WorkerTask) => {
  try {
    const table = await opening;
    const outcomes: Outcome[] = [];
    for (let game = 0; game < block.seatings.length; game++) {
      outcomes.push(table.play(block, game));
      played++;
      if (performance.now() - noted > noteEvery) {
        send({ kind: 'games', played });
        played = 0;
        noted = performance.now();
      }
    }
    send({ kind: 'block', index, outcomes, effort: table.effort(), played });
    played = 0;
  } catch (error) {
    fail(error);
  }
});
