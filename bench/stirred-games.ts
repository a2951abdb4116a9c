/**
 * Games of bots in Doomspire, a little beside their path: some decisions are made at random, most of them in one turn.
 * Positions for fitting what judges them, and for testing it.
 */
import { gamePlayers } from '../agents/bots/index.js';
import { parseGameOptions } from '../cli/commands/shared.js';
import { createRng, SeededChance } from '../env/chance.js';
import { game } from '../games/doomspire/game.js';
import { checkBots } from './command-line.js';

/** Share of decisions made at random: in one turn a game, and everywhere else. */
const STIRRED = 0.3;
const ASTRAY = 0.01;

type GameState = ReturnType<typeof game.newState>;

const mask = new Uint8Array(game.actions);
const places = new Uint8Array(4);

/** Who plays such games. */
export type Table = readonly ((s: GameState) => number)[];

/** @param names of scripted bots @throws UserError when there is no such bot */
export function tableOf(names: readonly string[]): Table {
  const { bots } = gamePlayers(game.id);
  checkBots(names, bots);
  return names.map((name) => {
    const bot = bots[name]!.create();
    return (s) => bot.choose!(s);
  });
}

/** @param text of a command @throws UserError for what the game does not know */
export const gameOptions = (text: string) => game.options.parse(parseGameOptions(game, text));

/**
 * Plays one game.
 * @param table of several bots, each seat gets one of them, drawn anew each game
 * @param taken share of the moments where another seat begins to play (searches judge there) that are shown
 * @param see is shown these positions
 * @param options of the game, checked
 * @returns the seat that became King; -1 where the game was cut at the cap
 */
export function playStirred(
  seed: string,
  table: Table,
  taken: number,
  see: (s: GameState) => void,
  options = gameOptions('{}'),
): number {
  const rng = createRng(seed);
  const chance = new SeededChance(seed, game.streams);
  const s = game.newState(options, chance);
  const stirredRound = 1 + rng.int(16);
  const stirredSeat = rng.int(4);
  // One bot needs no draw: its games are those of before there were others.
  const players = Array.from({ length: 4 }, () => table[table.length === 1 ? 0 : rng.int(table.length)]!);
  let round = -1;
  let actor = -1;
  while (!s.over) {
    if ((s.round !== round || s.actor !== actor) && rng.uniform() < taken) see(s);
    ({ round, actor } = s);
    const share = round === stirredRound && actor === stirredSeat ? STIRRED : ASTRAY;
    const legal = s.legal(mask);
    s.apply(rng.uniform() < share ? s.legalActions[rng.int(legal)]! : players[s.actor]!(s), chance);
  }
  if (s.truncated) return -1;
  s.places(places);
  return places.indexOf(0);
}
