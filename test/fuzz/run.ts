/** Plays many fuzz games on worker threads, block by block, so that a run can be stopped and gone on with. */
import { startThread } from '../../env/thread.js';
import { addTally, type Tally } from './tally.js';

export interface FuzzRun {
  /** The game (subjects.ts). */
  id: string;
  seed: string;
  games: number;
  workers: number;
  /** Games in a block; a block is the unit of progress. */
  block: number;
  /** Blocks already in `tally`. */
  done: Set<number>;
  tally: Tally;
  onBlock?: () => void;
  signal?: AbortSignal;
}

/** Plays every block that is not done yet. The tally does not depend on the number of workers, the order of faults apart. */
export async function runFuzz(run: FuzzRun): Promise<void> {
  const blocks = Math.ceil(run.games / run.block);
  let next = 0;
  const take = (): number => {
    while (next < blocks && run.done.has(next)) next++;
    return run.signal?.aborted || next >= blocks ? -1 : next++;
  };
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const thread = startThread(new URL('./worker.js', import.meta.url), { id: run.id, seed: run.seed });
      let block = -1;
      const go = () => {
        block = take();
        if (block < 0) thread.terminate().then(() => resolve(), reject);
        else thread.postMessage([block * run.block, Math.min(run.games, (block + 1) * run.block)]);
      };
      thread.on('message', (tally: Tally) => {
        addTally(run.tally, tally);
        run.done.add(block);
        run.onBlock?.();
        go();
      });
      thread.on('error', reject);
      go();
    });
  await Promise.all(Array.from({ length: run.workers }, work));
}
