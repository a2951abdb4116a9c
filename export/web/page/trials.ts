/** Games of two sets of options, played in workers of their own beside the page's, for as long as they are wanted. */
import type { Compared, Trial, TrialOutcome } from '../protocol.js';
import { type Ask, connect } from './connection.js';

/** Workers at most: phones get warm. */
const MOST = 4;
/** Games that a worker takes at a time, and milliseconds after which it tells how far it is. */
const [SHARE, BUDGET] = [10, 400];

export interface Progress {
  /** Deals that were played with both sets. */
  played: number;
  /** Null before the second one. */
  compared: readonly Compared[] | null;
  finished: boolean;
}

/**
 * Plays so many deals with both sets, and compares what there is now and then.
 * @param told gets what is known
 * @returns ends it
 */
export function playTrials(
  sets: readonly [Trial, Trial],
  games: number,
  told: (progress: Progress) => void,
  failed: (error: Error) => void,
): () => void {
  const outcomes = sets.map(() => new Array<TrialOutcome | undefined>(games));
  let wanted = true;
  let next = 0;
  const workers: Worker[] = [];
  const end = () => {
    wanted = false;
    for (const worker of workers) worker.terminate();
  };
  const fail = (error: Error) => {
    if (wanted) failed(error);
    end();
  };
  const start = (): Ask => {
    const worker = new Worker(new URL('worker.js', document.baseURI), { type: 'module' });
    workers.push(worker);
    return connect(worker, (why) => fail(new Error(why)));
  };
  /** Deals that both sets have, up to the first one that is missing. */
  const complete = (): number => {
    const missing = Array.from({ length: games }, (_, i) => i).find((i) => outcomes.some((set) => !set[i]));
    return missing ?? games;
  };
  const asks = Array.from({ length: Math.max(1, Math.min(MOST, (navigator.hardwareConcurrency || 2) - 1)) }, start);
  let compared: readonly Compared[] | null = null;
  let known = 0;
  /** One comparison at a time. */
  let comparing = false;
  const look = async () => {
    const played = complete();
    if (wanted) told({ played, compared, finished: false });
    // Intervals take as long as games do: only when there is much more to tell.
    if (comparing || played < 2 || (played < games && played < 1.5 * known)) return;
    comparing = true;
    known = played;
    const [first, second] = outcomes.map((set) => set.slice(0, played) as TrialOutcome[]);
    compared = await asks[0]!('compare', { first: first!, second: second! });
    comparing = false;
    if (wanted) told({ played: complete(), compared, finished: known === games });
    if (wanted && known < complete()) await look();
  };
  const work = async (ask: Ask) => {
    while (wanted && next < games) {
      const from = next;
      next = Math.min(games, from + SHARE);
      const to = next;
      for (const [n, trial] of sets.entries())
        for (let at = from; wanted && at < to; ) {
          const some = await ask('trial', { ...trial, from: at, to, budget: BUDGET });
          for (const outcome of some) outcomes[n]![at++] = outcome;
        }
      await look();
    }
  };
  Promise.all(asks.map(work)).then(look).catch(fail);
  return end;
}
