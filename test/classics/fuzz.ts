/**
 * One random game of a small game, everything checked at every decision: the position can come up, the mask is what the
 * slow enumerator finds, saving and loading change nothing, what is hidden stays hidden, rewards add up. Used by
 * fuzz.test.ts and bench/fuzz-classics.ts.
 */
import { createRng, type Rng, SeededChance } from '../../env/chance.js';
import { type Game, observationSize } from '../../env/game.js';
import { game as cartpole } from '../../env/games/cartpole/game.js';
import type { CellState } from '../../env/games/cells.js';
import { game as connectFour } from '../../env/games/connect-four/game.js';
import { game as invalidActions } from '../../env/games/invalid-actions/game.js';
import { game as kuhn } from '../../env/games/kuhn/game.js';
import { game as leduc } from '../../env/games/leduc/game.js';
import { game as ticTacToe } from '../../env/games/tic-tac-toe/game.js';

type SmallGame = Game<unknown, CellState<Int16Array>>;

const ask = (rng: Rng) => rng.int(4) === 0;

/** The small games, and how options are drawn for one game of each. */
export const smallGames: readonly (readonly [game: SmallGame, draw: (rng: Rng) => object])[] = [
  [kuhn as unknown as SmallGame, (rng) => ({ players: 2 + rng.int(3), askForced: ask(rng) })],
  [leduc as unknown as SmallGame, (rng) => ({ askForced: ask(rng) })],
  [ticTacToe as unknown as SmallGame, (rng) => ({ askForced: ask(rng) })],
  [connectFour as unknown as SmallGame, (rng) => ({ askForced: ask(rng) })],
  [cartpole as unknown as SmallGame, (rng) => ({ limit: 1 + rng.int(60), askForced: ask(rng) })],
  [
    invalidActions as unknown as SmallGame,
    (rng) => {
      const dim = 2 + rng.int(69);
      return { dim, invalid: rng.int(dim - 1), masked: rng.int(4) > 0, length: 1 + rng.int(20) };
    },
  ],
];

/**
 * Plays and checks one game, drawn from its number alone.
 * @returns its decisions
 * @throws Error with number, options, decision and board at the first fault
 */
export function fuzzGame([game, draw]: (typeof smallGames)[number], number: number): number {
  const rng = createRng(`fuzz/${number}`);
  const mask = new Uint8Array(game.actions);
  const size = observationSize(game);
  const [seen, again] = [new Float32Array(size), new Float32Array(size)];
  const options = game.options.parse(draw(rng));
  const chance = new SeededChance(`fuzz/${number}`, game.streams);
  const state = game.newState(options, chance);
  const other = game.newState(options, new SeededChance('other', game.streams));
  const sums = new Float64Array(state.players);
  const step = new Float64Array(state.players);
  let decisions = 0;
  const fault = (what: string) =>
    new Error(`game ${number} ${JSON.stringify(options)}, decision ${decisions}: ${what}\n${state.text(0)}`);
  for (; !state.over; decisions++) {
    const n = state.legal(mask);
    const legal = [...mask.keys()].filter((action) => mask[action] === 1);
    if (state.fault(state.cells)) throw fault(state.fault(state.cells));
    if (n !== legal.length || game.enumerate!(state).join() !== legal.join()) throw fault(`mask ${legal}`);
    other.load(state.save());
    if (other.hash() !== state.hash()) throw fault('another hash after loading');
    const seat = rng.int(state.players);
    state.observe(seat, seen, 0);
    other.resample(seat, rng);
    other.observe(seat, again, 0);
    if (seen.some((value, i) => value !== again[i])) throw fault(`seat ${seat} sees what is hidden`);
    if (other.fault(other.cells)) throw fault(`redrawn: ${other.fault(other.cells)}`);
    state.apply(legal[rng.int(n)]!, chance);
    state.rewards(step);
    for (let i = 0; i < sums.length; i++) sums[i]! += step[i]!;
  }
  if (state.fault(state.cells)) throw fault(state.fault(state.cells));
  if (state.legal(mask) !== 0 || game.enumerate!(state).length > 0) throw fault('actions after the end');
  if (decisions > game.maxDecisions(options)) throw fault(`${decisions} decisions`);
  if (game.utility === 'zero-sum' && Math.abs(sums.reduce((a, b) => a + b)) > 1e-9) throw fault(`sums ${sums}`);
  return decisions;
}
