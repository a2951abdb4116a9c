/** A thread that plays blocks of fuzz games: gets `[first, past the last]`, posts their tally. */
import { parentPort, workerData } from 'node:worker_threads';
import { emptyTally, fuzzGame } from './fuzz.js';

parentPort!.on('message', ([from, to]: [number, number]) => {
  const tally = emptyTally();
  for (let i = from; i < to; i++) fuzzGame(workerData as string, i, tally);
  parentPort!.postMessage(tally);
});
