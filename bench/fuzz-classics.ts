/**
 * Long robustness run of the small games: random play, everything checked at every decision (test/classics/fuzz.ts).
 * The games are drawn from their numbers, so a fault is found again by starting at its number.
 *
 *   npx tsx bench/fuzz-classics.ts --games 1000000
 */
import { parseArgs } from 'node:util';
import { fuzzGame, smallGames } from '../test/classics/fuzz.js';

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '1000000' },
    from: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
  },
});
const from = Number(values.from);
const to = from + Number(values.games);
for (const one of smallGames) {
  const { id } = one[0];
  if (values.only && values.only !== id) continue;
  let decisions = 0;
  let faults = 0;
  for (let number = from; number < to; number++) {
    try {
      decisions += fuzzGame(one, number);
    } catch (error) {
      if (++faults <= 5) process.stderr.write(`${id}: ${(error as Error).message}\n`);
    }
  }
  process.stdout.write(`${id}: games ${from}..${to - 1}, ${decisions} decisions, ${faults} faults\n`);
  if (faults > 0) process.exitCode = 1;
}
