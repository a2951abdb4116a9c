/**
 * What games of random play tell before anything is learned: the scale of leads, whether turns are chains of decisions, and
 * how long games are.
 */
import { randomAction } from '../../agents/random.js';
import { createRng, RecordingChance, SeededChance } from '../../env/chance.js';
import type { Service } from '../../env/fleet.js';
import type { Game } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { OtherThread, ThisThread } from '../../env/place.js';

/** What was found in games of random play. */
export interface RandomGames {
  /** Mean and standard deviation of how far seats are ahead at the end; null where the game tells no leads, or all are alike. */
  leads: { mean: number; deviation: number } | null;
  /** Share of decisions after which the same seat decides again and no luck was drawn in between. */
  chained: number;
  /** Decisions of a seat in a game. */
  decisions: number;
}

/** What is played. Plain data. */
interface Setup {
  /** What `loadGame` finds the game by. */
  game: string;
  /** Options, checked; each game has those of one of them. */
  variants: readonly unknown[];
}

interface RandomPlay {
  play(argument: undefined): Promise<RandomGames>;
}

const service: Service<Setup, RandomPlay> = {
  name: 'random games',
  module: import.meta.url,
  async open({ game: source, variants }) {
    const { game } = await loadGame(source);
    return { play: async () => playRandomGames(game, variants) };
  },
};

export default service;

/** What was found before, by what was played. */
const found = new Map<string, Promise<RandomGames>>();

/** Plays them once a process, in a thread of their own if there are any: a game may loop for ever, or take all memory. */
export function randomGames(setup: Setup, threaded: boolean): Promise<RandomGames> {
  const key = JSON.stringify(setup);
  let games = found.get(key);
  if (!games) {
    games = inPlace(setup, threaded);
    found.set(key, games);
    // Another attempt is another one.
    games.catch(() => found.delete(key));
  }
  return games;
}

async function inPlace(setup: Setup, threaded: boolean): Promise<RandomGames> {
  const place = threaded ? new OtherThread<RandomPlay>(service, setup) : new ThisThread<RandomPlay>(service, setup);
  try {
    return await place.call('play', undefined);
  } finally {
    await place.close();
  }
}

const GAMES = 32;

/** Decisions of a game that are looked at: in some, random play hardly ends. */
const LONGEST = 20_000;

/** Plays them; always the same ones. */
function playRandomGames(game: Game, variants: readonly unknown[]): RandomGames {
  const leads: number[] = [];
  const mask = new Uint8Array(game.actions);
  let decisions = 0;
  let chained = 0;
  let seats = 0;
  for (let n = 0; n < GAMES; n++) {
    const chance = new RecordingChance(new SeededChance(`random games ${n}`, game.streams));
    const state = game.newState(variants[n % variants.length], chance);
    const rng = createRng(`random games ${n}`);
    seats += state.players;
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
  return {
    leads: deviation > 0 ? { mean, deviation } : null,
    chained: decisions > 0 ? chained / decisions : 0,
    decisions: decisions / seats,
  };
}

const meanOf = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
