/** `--queue`: the same command over the workers of a queue. */
import process from 'node:process';
import type { Fleet } from '../env/fleet.js';
import { UserError } from '../env/user-error.js';

export const QUEUE = '--queue <url>';
export const QUEUE_ABOUT = 'play on the workers of this Redis queue, with the same result (docs/many-machines.md)';

/** What this process was asked to do, without addresses, which hold passwords. */
function commandText(): string {
  const words = process.argv.slice(2);
  const at = words.indexOf('--queue');
  if (at >= 0) words.splice(at, 2);
  return ['tabletop', ...words.filter((word) => !word.startsWith('--queue='))].join(' ');
}

/**
 * Works with the fleet of a queue, where one is named, and leaves it when the work is over.
 * @param flags of the command @param clear makes room on the terminal for a note
 * @throws UserError when threads are asked for too, or the queue cannot be used
 */
export async function withQueue<T>(
  { queue, workers }: { queue?: string | undefined; workers?: number | undefined },
  clear: () => void,
  work: (fleet: Fleet | undefined) => Promise<T>,
): Promise<T> {
  if (queue === undefined) return work(undefined);
  if (workers !== undefined)
    throw new UserError('--workers sets threads of this machine, which --queue does not use: leave one of them out');
  return withFleet(queue, clear, work);
}

/** The same where threads do something too. */
export async function withFleet<T>(queue: string, clear: () => void, work: (fleet: Fleet) => Promise<T>): Promise<T> {
  const { QueueFleet } = await import('../queue/fleet.js');
  const onNote = (text: string) => {
    clear();
    process.stderr.write(`note: ${text}\n`);
  };
  const fleet = await QueueFleet.connect(queue, { command: commandText(), onNote });
  try {
    return await work(fleet);
  } finally {
    await fleet.close();
  }
}
