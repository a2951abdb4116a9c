/** What games of random play tell before anything is learned: the scale of leads, and whether turns are chains of decisions. */
import { randomAction } from '../../agents/random.js';
import { createRng, RecordingChance, SeededChance } from '../../env/chance.js';
import type { Game } from '../../env/game.js';

/** What was found in games of random play. */
export interface RandomGames {
  /** Mean and standard deviation of how far seats are ahead at the end; null where the game tells no leads, or all are alike. */
  leads: { mean: number; deviation: number } | null;
  /** Share of decisions after which the same seat decides again and no luck was drawn in between. */
  chained: number;
}

const GAMES = 32;

/** Decisions of a game that are looked at: in some, random play hardly ends. */
const LONGEST = 20_000;

/**
 * Plays them; always the same ones.
 * @param variants options, checked, one after the other
 */
export function playRandomGames(game: Game, variants: readonly unknown[]): RandomGames {
  const leads: number[] = [];
  const mask = new Uint8Array(game.actions);
  let decisions = 0;
  let chained = 0;
  for (let n = 0; n < GAMES; n++) {
    const chance = new RecordingChance(new SeededChance(`random games ${n}`, game.streams));
    const state = game.newState(variants[n % variants.length], chance);
    const rng = createRng(`random games ${n}`);
    for (let made = 0; made < LONGEST && !state.over; made++) {
      const { actor } = state;
      const legal = state.legal(mask);
      chance.outcomes.length = 0;
      state.apply(randomAction(mask, legal, rng), chance);
      if (legal === 1) continue;
      decisions++;
      if (!state.over && state.actor === actor && chance.outcomes.length === 0) chained++;
    }
    if (!state.over || !state.leads) continue;
    const own = new Float64Array(state.players);
    state.leads(own);
    leads.push(...own);
  }
  const mean = meanOf(leads);
  const deviation = Math.sqrt(meanOf(leads.map((lead) => (lead - mean) ** 2)));
  return { leads: deviation > 0 ? { mean, deviation } : null, chained: decisions > 0 ? chained / decisions : 0 };
}

const meanOf = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
