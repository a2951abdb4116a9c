/** Positions of random games, for tests of what people and learners see. */
import { createRng, type Rng, SeededChance } from '../../../env/chance.js';
import { DONE, FIGHT, MENU } from '../actions.js';
import { type DoomspireState, game } from '../game.js';
import type { DoomspireOptionsInput } from '../options.js';

/**
 * Plays games that spend their dice and rarely trade, so that they get somewhere, and shows positions on the way.
 * @param every how many decisions from one shown position to the next
 */
export function playSampled(
  seed: string,
  games: number,
  every: number,
  options: DoomspireOptionsInput,
  show: (s: DoomspireState, rng: Rng) => void,
): void {
  const rng = createRng(seed);
  const mask = new Uint8Array(game.actions);
  let decisions = 0;
  for (let i = 0; i < games; i++) {
    const chance = new SeededChance(`${seed}/${i}`, game.streams);
    const s = game.newState(game.options.parse(options), chance);
    while (!s.over) {
      const n = s.legal(mask);
      if (decisions++ % every === 0) show(s, rng);
      const pick = (): number => {
        let left = rng.int(n);
        for (let a = 0; ; a++) if (mask[a] && left-- === 0) return a;
      };
      let action = pick();
      for (let again = 0; again < 4 && avoided(action); again++) action = pick();
      s.apply(action, chance);
    }
    show(s, rng);
  }
}

/** Ending a turn, trading, conceding, fleeing: what keeps a random game from getting anywhere. */
const avoided = (a: number): boolean => a === DONE || a === MENU || a === MENU + 3 || a === FIGHT + 1;

/** The legal actions of the pending prompt. */
export function legalOf(s: DoomspireState): number[] {
  const mask = new Uint8Array(game.actions);
  s.legal(mask);
  return [...mask.keys()].filter((a) => mask[a]);
}
