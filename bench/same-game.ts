/**
 * How often `tabletop report --compare` finds a difference where there is none: a game is compared with itself, on other
 * deals, and what is called sure is counted.
 *
 *   npx tsx bench/same-game.ts --games 60 fuzzy-knights:scripted:marshal connect-four:random
 */
import { compareOptions } from '../eval/index.js';
import { commandLine, wholeNumber } from './command-line.js';

const { values: flags, positionals } = commandLine(
  import.meta.url,
  { games: { type: 'string', default: '60' }, comparisons: { type: 'string', default: '20' } },
  Infinity,
);
const games = wholeNumber('games', flags.games);
const comparisons = wholeNumber('comparisons', flags.comparisons);
for (const named of positionals) {
  const [game, agent] = [named.slice(0, named.indexOf(':')), named.slice(named.indexOf(':') + 1)];
  let significant = 0;
  let measures = 0;
  let uncorrected = 0;
  for (let i = 0; i < comparisons; i++) {
    const found = await compareOptions({
      game,
      agent,
      others: {},
      games,
      seed: `first ${i}`,
      otherSeed: `second ${i}`,
    });
    if (found.measures.some(({ corrected }) => corrected < 0.05)) significant++;
    measures += found.measures.length;
    uncorrected += found.measures.filter(({ p }) => p < 0.05).length;
  }
  console.log(
    `${game}, ${agent}, 2 x ${games} games: ${significant} of ${comparisons} comparisons call something sure; ` +
      `before correction ${uncorrected} of ${measures} measures lie below 5 %`,
  );
}
