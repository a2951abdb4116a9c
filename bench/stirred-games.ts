/**
 * Games of four `mixed` in Doomspire, a little beside its path: some decisions are made at random, most of them in one turn.
 * Positions for fitting what judges them, and for testing it.
 */
import { gamePlayers } from '../agents/bots/index.js';
import { createRng, SeededChance } from '../env/chance.js';
import { game } from '../env/games/doomspire/game.js';

/** Share of decisions made at random: in one turn a game, and everywhere else. */
const STIRRED = 0.3;
const ASTRAY = 0.01;

type GameState = ReturnType<typeof game.newState>;

const mixed = gamePlayers(game.id).bots.mixed!.create();
const mask = new Uint8Array(game.actions);
const places = new Uint8Array(4);

/**
 * Plays one game.
 * @param taken share of the moments where another seat begins to play (searches judge there) that are shown
 * @param see is shown these positions
 * @returns the seat that became King; -1 where the game was cut at the cap
 */
export function playStirred(seed: string, taken: number, see: (s: GameState) => void): number {
  const rng = createRng(seed);
  const chance = new SeededChance(seed, game.streams);
  const s = game.newState(game.options.parse({}), chance);
  const stirredRound = 1 + rng.int(16);
  const stirredSeat = rng.int(4);
  let round = -1;
  let actor = -1;
  while (!s.over) {
    if ((s.round !== round || s.actor !== actor) && rng.uniform() < taken) see(s);
    ({ round, actor } = s);
    const share = round === stirredRound && actor === stirredSeat ? STIRRED : ASTRAY;
    const legal = s.legal(mask);
    s.apply(rng.uniform() < share ? s.legalActions[rng.int(legal)]! : mixed.choose!(s), chance);
  }
  if (s.truncated) return -1;
  s.places(places);
  return places.indexOf(0);
}
