/**
 * Makes the solved positions of Connect Four that agents are measured by (`tabletop exact connect-four --policy`): games of 12
 * to 30 discs in which at least one move changes who wins. In each game both sides play as `scripted:tactical` with a
 * probability of 0.25, 0.5 or 0.75, else any legal move; one position a game, as many of each number of discs, none twice, nor
 * with its mirror.
 *
 *     npx tsx bench/connect-four-positions.ts --write
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createAgent } from '../agents/spec.js';
import { createRng, SeededChance } from '../env/chance.js';
import { loadGame } from '../env/load-game.js';
import { LiveView } from '../env/view.js';
import { positionText, type StoredPosition } from '../games/connect-four/exact/positions.js';
import { COLUMNS, ConnectFourSolver, discsAfter } from '../games/connect-four/exact/solver.js';
import { commandLine, wholeNumber } from './command-line.js';

const LEAST = 12;
const MOST = 30;
const SHARES = [0.25, 0.5, 0.75];

const { values: flags } = commandLine(import.meta.url, {
  positions: { type: 'string', default: '2000' },
  seed: { type: 'string', default: 'connect-four positions 1' },
  write: { type: 'boolean', default: false },
});
const wanted = wholeNumber('positions', flags.positions);
const { seed } = flags;
const pack = await loadGame('connect-four');
const { game } = pack;
const tactical = await createAgent('scripted:tactical', pack);
const view = new LiveView(game);

/** The moves of a game that is not over after so many discs; null where it was. */
function played(name: string, discs: number): number[] | null {
  const rng = createRng(name);
  const chance = new SeededChance(name, game.streams);
  const state = game.newState(game.options.parse({ askForced: true }), chance);
  const share = SHARES[rng.int(SHARES.length)]!;
  tactical.reset(name);
  const moves: number[] = [];
  while (moves.length < discs) {
    view.show(state);
    const any = rng.uniform() >= share;
    let move = any ? rng.int(COLUMNS) : tactical.act(view);
    while (view.mask[move] === 0) move = rng.int(COLUMNS);
    state.apply(move, chance);
    moves.push(move);
    if (state.over) return null;
  }
  return moves;
}

/** The same for a position and its mirror. */
function boardOf(moves: readonly number[]): string {
  const board = (of: readonly number[]) => {
    const columns = Array.from({ length: COLUMNS }, () => '');
    for (const [i, column] of of.entries()) columns[column] += i % 2;
    return columns.join('|');
  };
  return [board(moves), board(moves.map((column) => COLUMNS - 1 - column))].sort()[0]!;
}

const solver = new ConnectFourSolver(23);
const seen = new Set<string>();
const positions: StoredPosition[] = [];
const began = performance.now();
for (let n = 0; positions.length < wanted; n++) {
  const discs = LEAST + (positions.length % (MOST - LEAST + 1));
  const moves = played(`${seed}/${n}`, discs);
  if (!moves || seen.has(boardOf(moves))) continue;
  const outcomes = solver.moves(discsAfter(moves));
  const legal = outcomes.filter((outcome) => outcome !== null);
  if (new Set(legal).size < 2) continue;
  seen.add(boardOf(moves));
  positions.push({ moves, outcomes });
  if (positions.length % 100 === 0) {
    const minutes = ((performance.now() - began) / 60_000) * (wanted / positions.length - 1);
    process.stderr.write(`${positions.length} of ${wanted} positions, ${minutes.toFixed(1)} minutes left\n`);
  }
}
const command = `npx tsx bench/connect-four-positions.ts --positions ${wanted} --seed '${seed}' --write`;
const text = `${JSON.stringify({ command, positions: positions.map(positionText) }, null, 2)}\n`;
if (flags.write)
  writeFileSync(fileURLToPath(new URL('../games/connect-four/exact/positions.json', import.meta.url)), text);
else process.stdout.write(text);
