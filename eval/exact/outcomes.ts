/** Every outcome of one step of a game, and which games have too many of them to be walked. */
import { randomAction } from '../../agents/random.js';
import { type Chance, createRng, EnumeratingChance } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { UserError } from '../../env/user-error.js';

/** Histories and information states that are walked at most; a tree of so many takes about half a gigabyte. */
export const MAX_HISTORIES = 4_000_000;
export const MAX_INFORMATION_STATES = 100_000;

/** All outcomes of one step; refuses what could never be walked. */
class Enumerator implements Chance {
  private readonly source = new EnumeratingChance();
  private first: boolean[] = [];
  private combinations = 1;

  constructor(private readonly game: Game) {}

  draw(stream: number, n: number): number {
    const outcome = this.source.draw(stream, n);
    if (n === 1) return outcome;
    this.combinations *= n;
    if (this.combinations > MAX_HISTORIES) throw tooLarge(this.game);
    this.first.push(outcome === 0);
    return outcome;
  }

  /** Whether anything was drawn in the last step. */
  get drew(): boolean {
    return this.first.length > 0;
  }

  get probability(): number {
    return this.source.probability;
  }

  /** Histories of chance of the last step that no step before it went through: all later draws were first outcomes. */
  get fresh(): number {
    let count = 0;
    for (let i = this.first.length - 1; i >= 0 && this.first[i]; i--) count++;
    return count;
  }

  next(): boolean {
    this.first = [];
    this.combinations = 1;
    return this.source.next();
  }
}

/** A game has too large a tree to be walked. */
export class TooLarge extends UserError {}

/** The error for a game that cannot be walked whole. */
export function tooLarge(game: Game): TooLarge {
  const [histories, states] = [MAX_HISTORIES, MAX_INFORMATION_STATES].map((n) => n.toLocaleString('en-US'));
  return new TooLarge(
    `${game.id} has more than ${histories} histories or ${states} information states, too many to walk`,
  );
}

/** Random games that say whether a tree is worth walking. */
const PROBES = 20;
const FAR_TOO_MANY = 1000 * MAX_HISTORIES;

/**
 * Refuses at once what is far too large: the product of the choices along a random game estimates the number of ends
 * (Knuth 1975); even the geometric mean of some of them, which is less, is compared.
 */
export function probe(game: Game, options: unknown): void {
  const rng = createRng('probe');
  const mask = new Uint8Array(game.actions);
  let logs = 0;
  const chance: Chance = {
    draw(_stream, n) {
      logs += Math.log(n);
      return rng.int(n);
    },
  };
  for (let i = 0; i < PROBES; i++) {
    const state = game.newState(options as never, chance);
    while (!state.over) {
      const legal = state.legal(mask);
      logs += Math.log(legal);
      state.apply(randomAction(mask, legal, rng), chance);
      if (logs > PROBES * Math.log(FAR_TOO_MANY)) throw tooLarge(game);
    }
  }
}

/** The options with forced decisions asked for. */
export function askingAll(options: unknown): unknown {
  return { ...(options as object), askForced: true };
}

/** Calls `visit` for every outcome of `step`, with its probability. @returns histories of chance */
export function eachOutcome(
  game: Game,
  step: (chance: Chance) => State,
  visit: (state: State, probability: number, drew: boolean) => void,
): number {
  const chance = new Enumerator(game);
  let fresh = 0;
  do {
    const state = step(chance);
    fresh += chance.fresh;
    visit(state, chance.probability, chance.drew);
  } while (chance.next());
  return fresh;
}
