/**
 * What a designer asks of a game: who wins by seat and by place in the turn order, how games end and how long they take,
 * when they are decided, what is chosen, what goes along with winning, and what a choice does. Three levels of play, since
 * a fault that only experts meet is another fault. Each level plays the same deals, one agent in every seat.
 */

import type { Seed } from '../../env/chance.js';
import type { GamePackage } from '../../env/game-package.js';
import { UserError } from '../../env/user-error.js';
import type { PoolSettings } from '../pool.js';
import { findSeats, type Seating } from '../seats.js';
import { sumUpGames } from '../simulate.js';
import { holm, mean, pairedTest, quantile } from '../statistics.js';
import { associations } from './associations.js';
import { decided, roundsToLookAt } from './decided.js';
import { effects } from './effects.js';
import { firstLooks } from './first-looks.js';
import { sidesOf } from './playouts.js';
import { ReportGames } from './report-games.js';
import type { ReportSetup } from './report-service.js';
import type { GameReport, Level } from './result.js';
import { choicesOf, namesOf, thingsOf } from './things.js';
import type { Watched } from './watch.js';

/**
 * What to report on.
 * @inline
 */
export interface ReportRequest extends PoolSettings {
  /** Id of a game, or the path of a module that exports one. */
  game: string;
  options?: Record<string, unknown>;
  /** Trained players may be made to play options that are not their own; default: that is refused. */
  otherOptions?: boolean;
  /** Levels of play, weak to strong: specs of agents. Default: random, the last scripted bot of the game, its first. */
  agents?: readonly string[];
  /** Games of each level. */
  games: number;
  /** Games that are stopped and played on, at the strongest level; 0: none. */
  looks: number;
  /** How often each is played on from each of the rounds looked at. */
  playouts: number;
  /** Choices whose effect is measured, at the strongest level; 0: none. */
  effects: number;
  seed?: Seed;
  /** Hears what is being done. */
  onPhase?: (phase: string) => void;
}

/** So many games are noted with all that was open to choose. */
const offerGames = 20;

/** Levels of play of a game where none are named: random play, its last scripted bot, its strongest. */
function defaultLevels({ bots = {} }: GamePackage): string[] {
  const names = Object.keys(bots);
  const ranked = names.length > 1 ? [names.at(-1)!, names[0]!] : names;
  return ['random', ...ranked.map((name) => `scripted:${name}`)];
}

/** Game, options and levels of a report. */
export interface Setting {
  seating: Seating;
  levels: string[];
}

/** @throws UserError for an unknown game or agent, or options that do not fit */
export async function settle(
  request: Pick<ReportRequest, 'game' | 'options' | 'otherOptions' | 'agents'>,
): Promise<Setting> {
  const named = request.agents ?? [];
  const seating = await findSeats({ ...request, agents: [...named] });
  return { seating, levels: named.length > 0 ? [...named] : defaultLevels(seating) };
}

/** @throws UserError when it is no number of games */
export function checkCount(name: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least)
    throw new UserError(`${name} is ${value}, wanted a whole number >= ${least}`);
}

/** Plays games of a level. */
export async function watchLevel(playing: ReportGames, seed: Seed, games: number): Promise<Watched[]> {
  const tasks = Array.from({ length: games }, (_, i) => ({ seed: `${seed}/${i}`, offers: i < offerGames }));
  return playing.all('watch', tasks);
}

/** Sums up the games of a level. */
export function levelOf(seating: Seating, agent: string, watched: readonly Watched[]): Level {
  const outcomes = watched.map(({ outcome }) => outcome);
  const { seats: players } = seating;
  const wins = winsOf(watched);
  const ps = Array.from(
    { length: players },
    (_, place) =>
      pairedTest(
        outcomes.map(({ order }, i) => wins[i]![order![place]!]!),
        mean(wins.map((game) => mean(game))),
      ).p,
  );
  return {
    agent,
    ...sumUpGames(seating, [agent], outcomes),
    placeTests: players > 1 ? holm(ps).map((corrected, i) => ({ place: i + 1, corrected })) : [],
  };
}

/** What each seat made of the first place at the rules' own end. */
export function winsOf(watched: readonly Watched[]): number[][] {
  return watched.map(({ outcome: { places, truncated } }) =>
    sidesOf(places)
      .slice(0, places.length)
      .map((share) => (truncated ? 0 : share)),
  );
}

/**
 * Plays the games and reports. Same request, same report, whatever the number of workers.
 * @throws UserError for an unknown game or agent, an agent that fails, an interruption
 */
export async function gameReport(request: ReportRequest): Promise<GameReport> {
  const { games, seed = 1, onPhase = () => {} } = request;
  checkCount('games', games, 2);
  for (const name of ['looks', 'playouts', 'effects'] as const) checkCount(name, request[name], 0);
  if (request.looks > 0) checkCount('playouts', request.playouts, 2);
  const { seating, levels: specs } = await settle(request);
  const { seats: players } = seating;
  const levels: Level[] = [];
  let rest: Omit<GameReport, 'levels' | 'first' | keyof ReturnType<typeof facts>> | undefined;
  for (const [n, agent] of specs.entries()) {
    const playing = new ReportGames(setupOf(seating, request, agent), request);
    try {
      onPhase(`${agent} plays`);
      const watched = await watchLevel(playing, seed, games);
      levels.push(levelOf(seating, agent, watched));
      if (n < specs.length - 1) continue;
      const named = namesOf(watched);
      const lengths = watched.map(({ outcome }) => outcome.rounds);
      const until = Math.max(1, Math.floor(quantile(Float64Array.from(lengths).sort(), 0.5) / 2));
      const found = associations(
        thingsOf(watched, named, until),
        winsOf(watched),
        watched.map(({ outcome: { order } }) => Array.from({ length: players }, (_, seat) => order!.indexOf(seat))),
      );
      onPhase('games are played on from their rounds');
      const looks = Math.min(request.looks, games);
      const rounds = roundsToLookAt(lengths);
      const looked = await playing.all(
        'look',
        Array.from({ length: looks }, (_, i) => ({ seed: `${seed}/${i}`, rounds, playouts: request.playouts })),
      );
      onPhase('choices are forbidden and forced');
      rest = {
        decided: looks > 0 ? decided(looked, rounds, request.playouts) : null,
        choices: choicesOf(watched, named),
        until,
        associations: found.map(({ choice: _, plain: __, ...one }) => one),
        effects: await effects(playing, seed, watched, found, request.effects),
      };
    } finally {
      await playing.close();
    }
  }
  const whole = { ...facts(request, seating), levels, ...rest! };
  return { ...whole, first: firstLooks(whole) };
}

/** What a report is about. */
function facts(request: ReportRequest, seating: Seating) {
  const { game, seats: players, spelled } = seating;
  const { games, seed = 1 } = request;
  return {
    game: game.id,
    title: game.title,
    version: game.version,
    players,
    options: spelled,
    seed: String(seed),
    games,
    parity: 1 / players,
  };
}

/** What the games of an agent in every seat are played with. */
export function setupOf(
  seating: Seating,
  { otherOptions }: Pick<ReportRequest, 'otherOptions'>,
  agent: string,
): ReportSetup {
  return { game: seating.source, options: seating.options, otherOptions, agent };
}
