/** Which piece of an observation takes the longest to write: where to begin when observations are slow. */
import { createRng, SeededChance } from '../chance.js';
import { type Game, observationSize, type State } from '../game.js';
import { writersOf } from '../kit/pieces.js';
import { pick } from './trial.js';

/** Positions that are written, and how often each is in one timed run. */
const [POSITIONS, TIMES, RUNS] = [64, 8, 5];

/**
 * Times every piece of a game on the kit in positions of random play; pieces that one pass writes count as one.
 * @returns the slowest with its share of the time of all, 0 to 1; null for other games, and where nobody is asked
 */
export function slowestPiece<O>(game: Game<O>, options: O): { name: string; share: number } | null {
  const writers = writersOf(game.observation);
  const states = writers.length > 1 ? randomPositions(game, options) : [];
  if (states.length === 0) return null;
  const out = new Float32Array(observationSize(game));
  const times = writers.map(({ write }) => {
    let least = Number.POSITIVE_INFINITY;
    for (let run = 0; run < RUNS; run++) {
      const start = performance.now();
      for (let time = 0; time < TIMES; time++) for (const state of states) write(state as never, state.actor, out, 0);
      least = Math.min(least, performance.now() - start);
    }
    return least;
  });
  const slowest = times.indexOf(Math.max(...times));
  const all = times.reduce((sum, time) => sum + time, 0);
  return { name: writers[slowest]!.pieces.map(({ name }) => name).join(', '), share: times[slowest]! / all };
}

/** Positions of random play in which somebody is asked. */
function randomPositions<O>(game: Game<O>, options: O): State[] {
  const found: State[] = [];
  const mask = new Uint8Array(game.actions);
  for (let n = 0; found.length < POSITIONS && n < POSITIONS; n++) {
    const chance = new SeededChance(`pieces ${n}`, game.streams);
    const rng = createRng(`pieces ${n}`);
    const state = game.newState(options, chance);
    for (let made = 0; !state.over && found.length < POSITIONS && made < 4 * POSITIONS; made++) {
      const legal = state.legal(mask);
      if (made % 4 === 0) found.push(state.clone());
      state.apply(pick(mask, rng.int(legal)), chance);
    }
  }
  return found;
}
