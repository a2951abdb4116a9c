/**
 * Makes the values of Connect Four's first eight discs (exact/opening-values.ts). Those of eight discs come from the solver,
 * which takes a day of one core, or from Markus Thill's table of them (2014), which lists the positions that the side to move
 * does not win, three bytes each: 22 bits column by column from the left (a disc is 10 of the side to move and 11 of the
 * other, from below; 0 ends a column, but for the last) and two bits, 1 where it loses. All others follow from these. `--check n` compares n
 * of them, spread evenly, with the solver.
 *
 *     npx tsx games/connect-four/test/make-openings.ts [--table book.dat] [--check 100] --write
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commandLine, wholeNumber } from '../../../bench/command-line.js';
import { MOST_DISCS, Openings, packValues } from '../exact/openings.js';
import { afterMove, COLUMNS, ConnectFourSolver, canPlay, discsOf, type Outcome, winsAt } from '../exact/solver.js';

const { values: flags } = commandLine(import.meta.url, {
  table: { type: 'string' },
  check: { type: 'string', default: '0' },
  write: { type: 'boolean', default: false },
});
const checks = wholeNumber('check', flags.check, 0);
const openings = new Openings();
const solver = new ConnectFourSolver(23);
const last = openings.positions(MOST_DISCS);

/** Values of the last positions out of the table. */
function tabled(file: string): Outcome[] {
  const bytes = readFileSync(file);
  const values = new Array<Outcome>(last.length).fill(1);
  for (let from = 0; from + 2 < bytes.length; from += 3) {
    const bits = bytes.readUIntBE(from, 3).toString(2).padStart(24, '0');
    const columns: string[] = [];
    for (let bit = 0, column = ''; columns.length < COLUMNS; ) {
      if (bit >= 22 || bits[bit] === '0') {
        columns.push(column);
        column = '';
        bit++;
      } else {
        column += bits[bit + 1];
        bit += 2;
      }
    }
    const at = discsOf(
      (column, row) => row < columns[column]!.length,
      (column, row) => columns[column]![row] === '0',
    );
    const place = openings.placeOf(at);
    if (place === undefined) throw new Error(`${file}: the position at byte ${from} is none of ${MOST_DISCS} discs`);
    values[place] = bits.endsWith('1') ? -1 : 0;
  }
  return values;
}

const byDiscs: Outcome[][] = [];
byDiscs[MOST_DISCS] = flags.table === undefined ? last.map((at) => solver.solve(at)) : tabled(flags.table);
for (let discs = MOST_DISCS - 1; discs >= 0; discs--)
  byDiscs[discs] = openings.positions(discs).map((at) => {
    let best: Outcome = -1;
    for (let column = 0; column < COLUMNS && best < 1; column++) {
      if (!canPlay(at, column)) continue;
      const next = afterMove(at, column);
      const value = winsAt(at, column) ? 1 : ((0 - byDiscs[discs + 1]![openings.placeOf(next)!]!) as Outcome);
      if (value > best) best = value;
    }
    return best;
  });

const values = byDiscs.flat();
const share = (value: Outcome) => byDiscs[MOST_DISCS]!.filter((one) => one === value).length;
console.log(
  `${values.length} positions, ${last.length} of ${MOST_DISCS} discs: ${share(1)} won, ${share(0)} drawn, ${share(-1)} lost`,
);
const all = Array.from({ length: MOST_DISCS + 1 }, (_, discs) => openings.positions(discs)).flat();
let wrong = 0;
for (let i = 0; i < checks; i++) {
  // Positions of few discs take the solver minutes.
  const first = all.length - last.length;
  const place = first + Math.floor(((i + 0.5) * last.length) / checks);
  if (solver.solve(all[place]!) !== values[place]) wrong++;
}
if (checks > 0) console.log(`${wrong} of ${checks} differ from the solver`);
if (flags.write && wrong === 0)
  writeFileSync(
    fileURLToPath(new URL('../exact/opening-values.ts', import.meta.url)),
    `/** Made by test/make-openings.ts: values of positions, five in a byte. */\nexport const VALUES =\n  '${packValues(values)}';\n`,
  );
