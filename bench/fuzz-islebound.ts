/**
 * Long robustness run of Islebound: mixed random and scripted players, everything checked at each decision. Writes what
 * was reached, and what never was. Ctrl-C stops it; the same command goes on from where it was.
 *
 *   npx tsx bench/fuzz-islebound.ts --games 1000000 --seed 1
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { actionBlocks, blockOf } from '../env/games/islebound/actions.js';
import { game } from '../env/games/islebound/game.js';
import { emptyTally, fuzzGame, type Tally } from '../test/islebound/fuzz.js';

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: 'runs/fuzz-islebound' },
  },
});
const games = Number(values.games);
const progress = `${values.out}/${values.seed}.json`;
mkdirSync(values.out, { recursive: true });

let tally: Tally = emptyTally();
if (existsSync(progress)) tally = JSON.parse(readFileSync(progress, 'utf8')) as Tally;
const save = (): void => {
  writeFileSync(`${progress}.new`, JSON.stringify(tally));
  renameSync(`${progress}.new`, progress);
};

let stop = false;
process.on('SIGINT', () => {
  stop = true;
});
/** Games between two savings; the event loop hears of an interrupt there. */
const block = 500;
while (tally.games < games && !stop) {
  for (let i = 0; i < block && tally.games < games; i++) fuzzGame(values.seed, tally.games, tally);
  save();
  process.stderr.write(`\r${tally.games} of ${games} games, ${tally.faulty} faulty `);
  await new Promise((resolve) => setImmediate(resolve));
}

const share = (n: number, of: number): string => `${((100 * n) / Math.max(1, of)).toFixed(2)} %`;
const lines = [
  `# What ${tally.games} mixed games of Islebound reached`,
  '',
  `    npx tsx bench/fuzz-islebound.ts --games ${games} --seed ${values.seed}`,
  '',
  `${tally.decisions} decisions, ${tally.rounds} rounds, ${share(tally.won, tally.games)} won, ${tally.deep} positions looked at in depth, ${tally.faulty} faulty games.`,
  '',
  ...tally.faults.map((fault) => `- ${fault}`),
  '',
  '| ending | games |',
  '|---|---|',
  ...Object.entries(tally.endings).map(([name, n]) => `| ${name} | ${share(n, tally.games)} |`),
  '',
  '| prompt | asked |',
  '|---|---|',
  ...game.prompts.map((name, i) => `| ${name} | ${share(tally.prompts[i]!, tally.decisions)} |`),
  '',
  '| actions | legal | played |',
  '|---|---|---|',
  ...actionBlocks.map((block, i) => {
    const sum = (list: number[]) => list.reduce((total, n, action) => total + (blockOf[action] === i ? n : 0), 0);
    return `| ${block.name} | ${sum(tally.offered)} | ${sum(tally.played)} |`;
  }),
  '',
  `Never reached: ${game.landmarks!.names.filter((_, i) => tally.landmarks[i] === 0).join(', ') || 'nothing'}.`,
];
writeFileSync(`${values.out}/${values.seed}.md`, `${lines.join('\n')}\n`);
process.stderr.write(`\n${values.out}/${values.seed}.md\n`);
process.exitCode = tally.faulty > 0 ? 1 : 0;
