/** A thread that plays blocks of fuzz games: gets `[first, past the last]`, posts their tally. */
import { parentPort, workerData } from 'node:worker_threads';
import { fuzzGame } from './play.js';
import { fuzzSubject } from './subjects.js';
import { emptyTally } from './tally.js';

const { id, seed } = workerData as { id: string; seed: string };
const subject = await fuzzSubject(id);
parentPort!.on('message', ([from, to]: [number, number]) => {
  const tally = emptyTally(subject.game);
  for (let number = from; number < to; number++) fuzzGame(subject, seed, number, tally);
  parentPort!.postMessage(tally);
});
