/**
 * What a designer asks of a game. `gameReport`: who wins by seat and by place in the turn order, how games end, how
 * long they take, and whether skill matters. `fullReport` also: when games are decided, what is chosen, what goes along with winning, and what a
 * choice does. Several levels of play, since a fault that only experts meet is another fault. Each level plays the same
 * deals, one agent in every seat.
 */

import { scriptedSpec } from '../../agents/bots/scripted-spec.js';
import type { Seed } from '../../env/chance.js';
import type { GamePackage } from '../../env/game-package.js';
import { listOf } from '../../env/list.js';
import type { SceneBoard } from '../../env/scene.js';
import { TurnEnv } from '../../env/turn-env.js';
import { UserError } from '../../env/user-error.js';
import { differentGames, type Variety, varietyText, withOpenings } from '../different-games.js';
import type { Outcome } from '../outcome.js';
import type { PoolSettings } from '../pool.js';
import { playSaved } from '../saved-games.js';
import { findSeats, type Seating } from '../seats.js';
import { quantile } from '../statistics.js';
import { blocksOfGames } from '../table.js';
import { associations } from './associations.js';
import { decided, roundsToLookAt } from './decided.js';
import { effects } from './effects.js';
import { equalShareTests } from './equal-shares.js';
import { firstLooks } from './first-looks.js';
import { addHeat, type HeatCounts, type HeatMap } from './heat.js';
import { emptyBoard } from './heat-counter.js';
import { ReportGames } from './report-games.js';
import type { Analysis, FullReport, GameReport, Level, Skill } from './result.js';
import { winsOf } from './sides.js';
import { measureSkill } from './skill.js';
import { sumUpGames } from './summary.js';
import { choicesOf, namesOf, thingsOf } from './things.js';
import type { Watched, WatchedDeal } from './watch.js';

/**
 * What to report on.
 * @inline
 */
export interface ReportRequest extends PoolSettings {
  /** Id of a game, or the path of a module that exports one. */
  game: string;
  /** Laid over the options that the agents were trained with, else over the game's own. */
  options?: Record<string, unknown>;
  /** Trained players may be made to play options that are not their own; default: that is refused. */
  otherOptions?: boolean;
  /** Levels of play, weak to strong: specs of agents. Default: random, the last scripted bot of the game, its first. */
  agents?: readonly string[] | undefined;
  /** Games of each level, at least 2. */
  games: number;
  seed?: Seed;
  /** Called at the beginning of each part of the work. @param phase what it is, for people */
  onPhase?: (phase: string) => void;
}

/** What a full report measures besides, at the strongest level. */
export interface FullReportRequest extends ReportRequest {
  /** Games that are stopped and played on; 0: none. */
  looks: number;
  /** How often each is played on from each of the rounds looked at, at least 2. */
  playouts: number;
  /** Choices whose effect is measured; 0: none. */
  effects: number;
}

/** In this many games all that was open to choose is noted. */
const offerGames = 20;

/** In this many games it is counted where on the board they happen. */
const heatGames = 100;

/** Levels of play of a game where none are named: random play, its last scripted bot, its strongest. */
function defaultLevels({ bots = {} }: GamePackage): string[] {
  const names = Object.keys(bots);
  const ranked = names.length > 1 ? [names.at(-1)!, names[0]!] : names;
  return ['random', ...ranked.map(scriptedSpec)];
}

/** Game, options and levels of a report. */
export interface Setting {
  seating: Seating;
  levels: string[];
}

/** @throws UserError for an unknown game or agent, or options that do not fit */
export async function resolveSetting(
  request: Pick<ReportRequest, 'game' | 'options' | 'otherOptions' | 'agents'>,
): Promise<Setting> {
  const named = request.agents ?? [];
  const seating = await findSeats({ ...request, agents: [...named] });
  return { seating, levels: named.length > 0 ? [...named] : defaultLevels(seating) };
}

/** @throws UserError when it is not a whole number of at least `least` */
export function checkCount(name: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least)
    throw new UserError(`${name} is ${value}, wanted a whole number >= ${least}`);
}

/** Plays games with one agent in every seat. @returns their outcomes, with detail */
export async function playGames(
  { source, options, seats }: Seating,
  { otherOptions, games, workers, fleet, signal, onProgress }: ReportRequest,
  agent: string,
  seed: Seed,
): Promise<Outcome[]> {
  const seating = new Array<number>(seats).fill(0);
  const plan = blocksOfGames(games, 1, (i) => ({ seed: `${seed}/${i}`, seatings: [seating] }));
  const table = { game: source, options, otherOptions, agents: [agent], detail: true };
  const { blocks } = await playSaved(table, plan, { workers, fleet, signal, onProgress, settings: {} });
  return blocks.map(([outcome]) => outcome!);
}

/** Random first moves of games of one agent in every seat. */
async function openingOf(
  { source: game, options, seats }: Seating,
  { otherOptions, ...pool }: ReportRequest,
  agent: string,
): Promise<number> {
  const block = { seed: '', seatings: [new Array<number>(seats).fill(0)] };
  const opened = await withOpenings({ game, options, otherOptions, agents: [agent] }, [block], undefined, pool);
  return opened.at(0)!.opening ?? 0;
}

/** The games of a level that differ. */
export function different(all: readonly Outcome[]) {
  const block = { seed: '', seatings: [all[0]!.places.map(() => 0)] };
  return differentGames(
    listOf(all.length, () => block),
    all.map((outcome) => [outcome]),
  );
}

/** What is said of levels whose games were the same. */
function sameGames({ levels, games, skill }: Pick<GameReport, 'levels' | 'games' | 'skill'>): string[] {
  const said = (who: string, one: Variety, all: number) => varietyText(one, all, '').map((line) => `${who}: ${line}`);
  return [
    ...levels.flatMap((level) => said(level.agent, level, games)),
    ...skill.flatMap((one) => said(`${one.agent} against ${one.against}`, one, one.games)),
  ];
}

/** Sums up the games of a level that differ. */
export function levelOf(seating: Seating, agent: string, all: readonly Outcome[]): Level {
  const { played, variety } = different(all);
  const outcomes = played.flat();
  const wins = winsOf(outcomes);
  const inOrder = outcomes.map(({ order }, i) => order!.map((seat) => wins[i]![seat]!));
  return {
    ...sumUpGames(seating, agent, outcomes),
    ...variety,
    placeTests: equalShareTests(inOrder).map((corrected, i) => ({ place: i + 1, corrected })),
    seatTests: equalShareTests(wins).map((corrected, seat) => ({ seat, corrected })),
  };
}

/**
 * Plays the games and sums them up. Same request, same report, whatever the number of workers.
 * @throws UserError for an unknown game or agent, an agent that fails, an interruption
 */
export async function gameReport(request: ReportRequest): Promise<GameReport> {
  checkCount('games', request.games, 2);
  const setting = await resolveSetting(request);
  const { seating } = setting;
  const levels: Level[] = [];
  for (const agent of setting.levels) levels.push(await playLevel(seating, request, agent));
  const whole = { ...facts(request, seating), levels, skill: await skillOf(setting, request, levels) };
  return { ...whole, first: [...sameGames(whole), ...firstLooks(whole, null)] };
}

/**
 * The same, and an analysis of the strongest level.
 * @throws UserError for an unknown game or agent, an agent that fails, an interruption
 */
export async function fullReport(request: FullReportRequest): Promise<FullReport> {
  checkCount('games', request.games, 2);
  for (const name of ['looks', 'playouts', 'effects'] as const) checkCount(name, request[name], 0);
  if (request.looks > 0) checkCount('playouts', request.playouts, 2);
  const setting = await resolveSetting(request);
  const { seating, levels: specs } = setting;
  const strongest = specs.at(-1)!;
  const levels: Level[] = [];
  for (const agent of specs.slice(0, -1)) levels.push(await playLevel(seating, request, agent));
  const { source: game, options } = seating;
  const playing = new ReportGames({ game, options, otherOptions: request.otherOptions, agent: strongest }, request);
  try {
    request.onPhase?.(`${strongest} plays`);
    const opening = await openingOf(seating, request, strongest);
    const deals = listOf(request.games, (i) => ({ seed: `${request.seed ?? 1}/${i}`, opening }));
    const board = boardAtFirst(seating, deals.at(0)!.seed);
    const all = await playing.all(
      'watch',
      listOf(deals.length, (i) => ({ ...deals.at(i)!, offers: i < offerGames, heat: board !== null && i < heatGames })),
    );
    levels.push(levelOf(seating, strongest, outcomesOf(all)));
    const watched = different(outcomesOf(all)).kept.map((i) => ({ ...all[i]!, deal: deals.at(i)! }));
    const analysis = { ...(await analyse(playing, watched, request)), heat: heatMap(board, watched) };
    const whole = { ...facts(request, seating), levels, skill: await skillOf(setting, request, levels) };
    return { ...whole, ...analysis, first: [...sameGames(whole), ...firstLooks(whole, analysis)] };
  } finally {
    await playing.close();
  }
}

/** @param played levels whose games among themselves were played */
const skillOf = (setting: Setting, request: ReportRequest, played: readonly Level[]): Promise<Skill[]> =>
  measureSkill(
    setting.seating,
    setting.levels,
    request,
    async (agent) => played.find((one) => one.agent === agent) ?? (await playLevel(setting.seating, request, agent)),
  );

async function playLevel(seating: Seating, request: ReportRequest, agent: string): Promise<Level> {
  request.onPhase?.(`${agent} plays`);
  return levelOf(seating, agent, await playGames(seating, request, agent, request.seed ?? 1));
}

const outcomesOf = (watched: readonly Watched[]): Outcome[] => watched.map(({ outcome }) => outcome);

async function analyse(
  playing: ReportGames,
  watched: readonly WatchedDeal[],
  request: FullReportRequest,
): Promise<Omit<Analysis, 'heat'>> {
  const { looks, playouts, onPhase } = request;
  const outcomes = outcomesOf(watched);
  const named = namesOf(watched);
  const lengths = outcomes.map(({ rounds }) => rounds);
  const until = Math.max(1, Math.floor(quantile(Float64Array.from(lengths).sort(), 0.5) / 2));
  const found = associations(
    thingsOf(watched, named, until),
    winsOf(outcomes),
    outcomes.map(({ order, places }) => places.map((_, seat) => order!.indexOf(seat))),
  );
  onPhase?.('games are played on from their rounds');
  const rounds = roundsToLookAt(lengths);
  const looked = await playing.all(
    'look',
    watched.slice(0, looks).map(({ deal }) => ({ ...deal, rounds, playouts })),
  );
  onPhase?.('choices are forbidden and forced');
  return {
    decided: looks > 0 ? decided(looked, rounds, playouts) : null,
    choices: choicesOf(watched, named),
    until,
    associations: found.map(({ choice: _, ...one }) => one),
    effects: await effects(playing, watched, found, request.effects),
  };
}

/** The board of a game's first position; null: its picture has none. */
function boardAtFirst({ game, options }: Seating, seed: Seed): SceneBoard | null {
  const env = new TurnEnv(game, { options });
  env.start({ seed });
  return emptyBoard(game, env.state);
}

/** Where these games happened, where that was counted. */
function heatMap(board: SceneBoard | null, watched: readonly Watched[]): HeatMap | null {
  const counts = watched.reduce<HeatCounts | null>((sum, { heat }) => (heat ? addHeat(sum, heat) : sum), null);
  return board && counts && { ...counts, board };
}

/** What a report is about. */
function facts({ games, seed = 1 }: ReportRequest, { game, seats: players, spelled }: Seating) {
  return {
    game: game.id,
    title: game.title,
    version: game.version,
    players,
    options: spelled,
    seed: String(seed),
    games,
    byRewards: game.scoring === 'rewards',
    parity: 1 / players,
  };
}
