/** The conformance kit at work: every check, one after the other, on any game. */
import type { Agent } from '../agent.js';
import type { Seed } from '../chance.js';
import type { Game } from '../game.js';
import { type Bot, makerOf } from '../game-package.js';
import { parseOptions } from '../options.js';
import { UserError } from '../user-error.js';
import { copies, damagedSaves, digest, sameSeed, saveLoad } from './copies.js';
import { actionTexts, forced, maskComplete, maskSound, maskWritten, prompts } from './decisions.js';
import { description } from './description.js';
import { digestElsewhere } from './elsewhere.js';
import { ends, length, places, rewards, seats } from './endings.js';
import { type Address, Fault, faultOf } from './fault.js';
import { fieldWrites } from './field-writes.js';
import { chanceGiven, chanceMatters, planner } from './luck.js';
import { type CheckName, checkNames } from './names.js';
import { hiddenState, observation, playerJson, resample } from './observation.js';
import { nothingReached, type Reached, reach } from './reached.js';
import { scene } from './scene.js';
import { unsteady } from './steady.js';
import { symmetries } from './symmetries.js';
import { Trial } from './trial.js';
import type { Whereabouts } from './whereabouts.js';
import { whyNot } from './why-not.js';

/**
 * How to check a game.
 * @inline
 */
export interface CheckSettings {
  /** How many games each check plays; default 24. */
  games?: number;
  /** About how many positions the costly checks look at; default 1,500. */
  states?: number;
  seed?: Seed;
  /** Options to play with, or several; default: each number of players, with and without `askForced`. */
  options?: unknown;
  /** Bots that play every second game, for reaching what random play never does. */
  bots?: readonly (() => Agent)[] | Readonly<Record<string, Bot>>;
  /** Absolute path of the module that exports the game: with it a second process is asked for the same games. */
  module?: string;
  /** Called before each check. */
  onProgress?: (check: string, done: number, all: number) => void;
  /** Called after each check. */
  onResult?: (result: CheckResult) => void;
  /** Seconds that a second process may take; default: as long as it likes. */
  seconds?: number | undefined;
  /** Only these checks, by name; default: all. */
  only?: readonly string[] | undefined;
  /** Where to write how far it is, for another thread that watches. */
  whereabouts?: Whereabouts;
  signal?: AbortSignal;
}

/** One check and how it went. Names are stable. */
export interface CheckResult {
  name: string;
  passed: boolean;
  /** What was wrong, with options, seed and step; or what the check looked at; or why there was nothing to look at. */
  detail: string;
  /** How many positions, games or attempts were looked at; 0 where the check did not apply. */
  count: number;
  /** Of a failed check: equal in all checks that fail for the same reason. */
  cause?: string;
  /** Of a failed check: the position where it failed, if it was one. */
  address?: Address;
}

export interface CheckReport {
  game: string;
  version: string;
  /** All checks passed. */
  passed: boolean;
  checks: CheckResult[];
  reached: Reached;
}

/** A check's outcome: how much it looked at, maybe with a remark; or why it did not apply. */
type Outcome = number | { count: number; detail: string } | string;
type Check = (trial: Trial) => Outcome | Promise<Outcome>;

const checks: Record<Exclude<CheckName, 'same game elsewhere'>, [about: string, check: Check]> = {
  description: ['ids, names, shapes and options are well formed', description],
  prompts: ['seat, prompt and round of every decision are valid', prompts],
  'mask written': ['masks are written whole, and counted', maskWritten],
  'mask sound': ['legal actions apply, all others are refused', maskSound],
  'mask complete': ['no action of the slow enumerator is missing', maskComplete],
  'forced decisions': [
    'decisions with one legal action are asked only with askForced, which changes nothing else',
    forced,
  ],
  'action texts': ['texts and JSON of the legal actions are unique', actionTexts],
  copies: ['copies equal their source and never alias', copies],
  'save and load': ['saved positions load and continue identically', saveLoad],
  'damaged saves': ['damaged bytes are refused and change nothing', damagedSaves],
  'same seed': ['the same seed gives the same game', sameSeed],
  'chance given': ['all randomness is drawn from the chance passed in', chanceGiven],
  'chance matters': ['other outcomes give other games', chanceMatters],
  planner: ['a copy of the state does not reveal future random outcomes', planner],
  observation: ['observations are finite, written whole and in their shape', observation],
  'hidden state': ['no seat is shown what is hidden from it', hiddenState],
  resample: ['redrawn positions are legal and follow the generator', resample],
  'player JSON': ['a view read back gives the same observation and mask', playerJson],
  symmetries: ['turned and mirrored games are the same games', symmetries],
  scene: ['pictures are well formed, and actions are tied to things in them', scene],
  'why not': ['reasons why actions are not legal are of these alone, in words, and tell nothing hidden', whyNot],
  seats: ['every seat acts and sees the game from its own side', seats],
  rewards: ['rewards add up to returns', rewards],
  places: ['final places are a ranking', places],
  length: ['games end within maxDecisions', length],
  end: ['at the end the mask is empty', ends],
  'field writes': ['no number is written beside a field, or is too large for it', fieldWrites],
};

/**
 * Holds a game to the contract (env/game.ts). Never throws because of the game: what it throws is a failed check.
 * @throws UserError when the settings are wrong
 */
export async function checkGame(game: Game, settings: CheckSettings = {}): Promise<CheckReport> {
  const {
    games = 24,
    states = 1500,
    seed = 1,
    bots = [],
    module,
    onProgress,
    onResult,
    signal,
    whereabouts,
  } = settings;
  if (!Number.isInteger(games) || games < 1) throw new UserError(`games is ${games}, wanted a whole number >= 1`);
  if (!Number.isInteger(states) || states < 1)
    throw new UserError(`states is ${states}: a whole number >= 1 is wanted`);
  const variants = checkVariants(game, settings.options);
  const players = Object.values(bots as Readonly<Record<string, Bot>>).map(makerOf);
  const trial = new Trial(game, variants, games, String(seed), states, players, whereabouts);
  const results: CheckResult[] = [];
  let reached: Reached = nothingReached(game);
  let changing: Fault | undefined;
  const run = async (name: CheckName, about: string, check: () => ReturnType<Check>) => {
    signal?.throwIfAborted();
    if (settings.only && !settings.only.includes(name)) return;
    onProgress?.(name, results.length, checkNames.length);
    // Lets an interrupt through between two checks.
    await new Promise((resolve) => setImmediate(resolve));
    whereabouts?.begin(checkNames.indexOf(name));
    const result = await attempt(name, about, check, changing);
    results.push(result);
    onResult?.(result);
  };
  // Whether games end at all shows here first.
  whereabouts?.begin(checkNames.indexOf('length'));
  changing = unsteady(trial);
  try {
    reached = reach(trial);
  } catch {
    // Games that cannot be played to their end: the checks say why.
    trial.decisions = games * 100;
  }
  for (const name of checkNames) {
    if (name === 'same game elsewhere') continue;
    const [about, check] = checks[name];
    await run(name, about, () => check(trial));
  }
  const few = new Trial(game, variants, Math.min(games, variants.length), String(seed), states, []);
  await run('same game elsewhere', 'another process plays the same games', async () => {
    if (!module) return 'the address of its module was not given';
    const there = await digestElsewhere({ module, variants, games: few.games, seed: few.seed }, settings.seconds);
    if (there !== digest(few)) throw new Fault('the same seeds give other games in another process');
    return few.games;
  });
  return {
    game: game.id,
    version: game.version,
    passed: results.every((result) => result.passed),
    checks: results,
    reached,
  };
}

/** @param changing why any check may fail: what fails is then told so */
async function attempt(
  name: string,
  about: string,
  check: () => ReturnType<Check>,
  changing: Fault | undefined,
): Promise<CheckResult> {
  try {
    const outcome = await check();
    if (typeof outcome === 'number') return { name, passed: true, detail: about, count: outcome };
    if (typeof outcome === 'string') return { name, passed: true, detail: `not checked: ${outcome}`, count: 0 };
    return { name, passed: true, ...outcome };
  } catch (error) {
    const { message: detail, same: cause, address } = changing ?? faultOf(error);
    return { name, passed: false, detail, count: 0, cause, ...(address && { address }) };
  }
}

/**
 * The options that the games of a check have in turn.
 * @param given those of the settings
 * @throws UserError when they are wrong
 */
export function checkVariants(game: Game, given?: unknown): unknown[] {
  return given === undefined ? allVariants(game) : [given].flat().map((options) => parseOptions(game, options));
}

/** Every number of players the options take, each with and without forced decisions. */
function allVariants(game: Game): unknown[] {
  const variants: unknown[] = [];
  const { min, max } = game.seats;
  for (const askForced of [false, true])
    for (let players = min; players <= max; players++) {
      const parsed = game.options.safeParse(min < max ? { players, askForced } : { askForced });
      if (parsed.success) variants.push(parsed.data);
    }
  if (variants.length === 0) variants.push(parseOptions(game, {}));
  return variants;
}
