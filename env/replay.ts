/**
 * A game told again: what was chosen and where luck came from, with a check of every position on the way, so that a
 * replay of other rules is noticed at the first step that differs. Text in, text out; files are the caller's.
 */

import { z } from 'zod';
import { type Chance, ScriptedChance, type Seed, SeededChance } from './chance.js';
import { issueText } from './checked.js';
import { endingOf } from './finished.js';
import type { Game } from './game.js';
import { parseJson } from './json.js';
import { parseOptions } from './options.js';
import { TurnEnv } from './turn-env.js';
import { UserError } from './user-error.js';

const FORMAT = 'tabletop-gym replay';

/** Text that commands and pages show: a control character could move the cursor, or forge a line. */
const shown = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^\P{Cc}*$/u, 'it has control characters');

const replaySchema = z.strictObject({
  format: z.literal(FORMAT),
  formatVersion: z.literal(1),
  /** Id and version of the game. */
  game: z.string(),
  version: z.string(),
  /** All options, defaults included. */
  options: z.record(z.string(), z.unknown()),
  /** The seed of the game, or the outcomes of chance in the order they were drawn: exactly one of the two. */
  seed: shown(1000).optional(),
  outcomes: z.array(z.int().min(0)).optional(),
  actions: z.array(z.int().min(0)),
  /** Base64: 16 bits of the position's hash, little end first, at the start and after each action. */
  checks: z.string().regex(/^[A-Za-z0-9+/]*=*$/),
  /** The whole hash of the last position. */
  hash: z.number(),
  /** Who played, one name a seat; for readers only. */
  agents: z.array(shown(4000)).max(255).optional(),
  /** What people called the seats, one a seat, empty where nothing; for readers only. */
  names: z.array(shown(40)).max(16).optional(),
  /** Places and ending, if the game was over; for readers only. */
  result: z.strictObject({ places: z.array(z.int()), ending: shown(200), truncated: z.boolean() }).optional(),
});

/** A checked replay; made by `recordReplay` and `parseReplay`, plain JSON. */
export type Replay = z.infer<typeof replaySchema>;

/** A game that was played, as its player knows it. */
export interface PlayedGame {
  options?: unknown;
  /** The seed its `SeededChance` had. */
  seed?: Seed;
  /** Where luck came from, if from outside: all outcomes in order (`RecordingChance.outcomes`). */
  outcomes?: readonly number[];
  /** Every action in order; the game need not be over. */
  actions: ArrayLike<number>;
  /** Names of the agents by seat. */
  agents?: readonly string[];
  /** What people called the seats. */
  names?: readonly string[];
}

/**
 * Makes a replay by playing the game again, with a check of every position.
 * @param played the game as it was played: options, seed or outcomes of chance, and actions
 * @throws UserError when the actions are not those of such a game
 */
export function recordReplay(game: Game, played: PlayedGame): Replay {
  const options = parseOptions(game, played.options);
  const { seed, outcomes } = played;
  if ((seed === undefined) === (outcomes === undefined))
    throw new UserError('a replay needs the seed of the game or the outcomes of chance, one of the two');
  const env = new TurnEnv(game, { options });
  env.start({ chance: chanceOf(game, seed, outcomes) });
  const hashes = [env.state.hash()];
  for (let i = 0; i < played.actions.length; i++) {
    env.play(played.actions[i]!);
    hashes.push(env.state.hash());
  }
  return replayOf(env, { ...played, options }, hashes);
}

/**
 * The replay of a game that was just played, without playing it again.
 * @param env after the last action
 * @param played with the seed or the outcomes, one of the two
 * @param hashes of the position at the start and after each action
 */
export function replayOf(env: TurnEnv, played: PlayedGame, hashes: readonly number[]): Replay {
  const { game } = env;
  const { options, seed, outcomes } = played;
  const checks = new Uint8Array(2 * hashes.length);
  hashes.forEach((hash, i) => writeCheck(checks, i, hash));
  return {
    format: FORMAT,
    formatVersion: 1,
    game: game.id,
    version: game.version,
    options: options as Record<string, unknown>,
    ...(seed === undefined ? { outcomes: [...outcomes!] } : { seed: String(seed) }),
    actions: Array.from(played.actions),
    checks: base64(checks),
    hash: env.state.hash(),
    ...(played.agents && { agents: [...played.agents] }),
    ...(played.names?.some((name) => name !== '') && { names: [...played.names] }),
    ...(env.over && {
      result: { places: [...env.places()], ending: endingOf(env.state), truncated: env.state.truncated },
    }),
  };
}

/** Writes a replay as the text of a replay file, one line of JSON. */
export function formatReplay(replay: Replay): string {
  return `${JSON.stringify(replay)}\n`;
}

/**
 * Reads a replay from the text of a replay file.
 * @param name what messages call it, such as its path
 * @throws UserError when it is not a replay, or a damaged one
 */
export function parseReplay(text: string, name = 'replay'): Replay {
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (error) {
    const { message } = error as SyntaxError;
    const why = message.startsWith('it has ') ? message : 'no valid JSON';
    throw new UserError(`${name} is not a replay: it is damaged or another kind of file (${why})`);
  }
  const format = (json as { format?: unknown } | null)?.format;
  if (format !== FORMAT) throw new UserError(`${name} is not a replay: its format is not '${FORMAT}'`);
  const parsed = replaySchema.safeParse(json);
  if (!parsed.success) {
    throw new UserError(`${name} is a damaged replay: ${issueText(parsed.error, 'file')}`);
  }
  const replay = parsed.data;
  if ((replay.seed === undefined) === (replay.outcomes === undefined))
    throw new UserError(`${name} is a damaged replay: it needs a seed or outcomes, one of the two`);
  if (bytesOf(replay.checks, name).length !== 2 * (replay.actions.length + 1))
    throw new UserError(`${name} is a damaged replay: ${replay.actions.length} actions, but not as many checks`);
  return replay;
}

/** What a visitor of `playReplay` is shown: the position before each action, and the last one. */
export interface ReplayMoment {
  /** Number of actions played so far. */
  step: number;
  env: TurnEnv;
  /** The action about to be played; -1 at the end. */
  action: number;
}

/**
 * Plays a replay and checks every position.
 * @param options `visit` is called before each action and at the end; `anyVersion` plays a replay of another version of
 *   the game too; `luck` is put in front of where luck comes from, such as to note what is drawn
 * @returns the environment after the last action
 * @throws UserError naming the first step that differs
 */
export function playReplay(
  game: Game,
  replay: Replay,
  {
    visit,
    anyVersion = false,
    luck = (chance) => chance,
  }: { visit?: (moment: ReplayMoment) => void; anyVersion?: boolean; luck?: (chance: Chance) => Chance } = {},
): TurnEnv {
  if (replay.game !== game.id) throw new UserError(`this is a replay of ${replay.game}, not of ${game.id}`);
  if (replay.version !== game.version && !anyVersion)
    throw new UserError(
      `this replay was recorded with version ${replay.version} of ${game.id}, here is ${game.version}: use that one`,
    );
  const checks = bytesOf(replay.checks);
  const env = new TurnEnv(game, { options: replay.options });
  const count = replay.actions.length;
  try {
    env.start({ chance: luck(chanceOf(game, replay.seed, replay.outcomes)) });
  } catch (error) {
    throw failure(error, 0);
  }
  for (let step = 0; step <= count; step++) {
    const hash = env.state.hash();
    if (low(hash) !== readCheck(checks, step) || (step === count && hash !== replay.hash))
      throw new UserError(
        step === 0
          ? 'this replay differs from the game at the start: other rules, or a damaged file'
          : `this replay differs from the game first after step ${step} of ${count}: other rules, or a damaged file`,
      );
    visit?.({ step, env, action: replay.actions[step] ?? -1 });
    if (step === count) break;
    try {
      env.play(replay.actions[step]!);
    } catch (error) {
      throw failure(error, step + 1);
    }
  }
  const { result } = replay;
  if (result && replay.version === game.version && !sameResult(result, env))
    throw new UserError('this replay tells another result than its game has: a damaged file');
  return env;
}

const sameResult = ({ places, ending, truncated }: NonNullable<Replay['result']>, env: TurnEnv): boolean =>
  env.over &&
  ending === endingOf(env.state) &&
  truncated === env.state.truncated &&
  String(places) === String(env.places());

function chanceOf(game: Game, seed: Seed | undefined, outcomes: readonly number[] | undefined): Chance {
  return outcomes ? new ScriptedChance(outcomes) : new SeededChance(seed!, game.streams);
}

// A wrong action or outcome means a wrong file; any other error of the game is a bug and stays one.
function failure(error: unknown, step: number): unknown {
  if (!(error instanceof UserError) && !(error instanceof RangeError && /scripted/.test(error.message))) return error;
  return new UserError(`this replay differs from the game at step ${step}: ${error.message}`);
}

const low = (hash: number) => hash % 0x10000;

function writeCheck(checks: Uint8Array, step: number, hash: number): void {
  checks[2 * step] = low(hash) & 0xff;
  checks[2 * step + 1] = low(hash) >> 8;
}

function readCheck(checks: Uint8Array, step: number): number {
  return checks[2 * step]! + 0x100 * checks[2 * step + 1]!;
}

// Browsers read and write replays too, and have no `Buffer`.
function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function bytesOf(text: string, name = 'this replay'): Uint8Array {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    throw new UserError(`${name} is a damaged replay: checks: this is no base64`);
  }
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
