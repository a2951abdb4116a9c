/**
 * Policies as tables: the probability of each action at each information state of a game, as `tabletop exact --save` writes
 * them. A file may come from anywhere, so all of it is checked when it is read.
 */
import { z } from 'zod';
import { writeAtomic } from '../../checkpoints/atomic.js';
import { readText } from '../../checkpoints/read-text.js';
import { issueText } from '../../env/checked.js';
import { type Game, observationSize } from '../../env/game.js';
import { parseJson } from '../../env/json.js';
import { parseOptions } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';
import { type Playing, refuseOtherOptions, type Trained, trainedOptions } from '../policy/trained.js';
import { informationKey } from './information-state.js';

const FORMAT_VERSION = 1;

/** How far probabilities may add up to something else than 1. */
const ROUNDING = 1e-6;

const numbers = z.array(z.number());

/** One information state. */
const stateSchema = z.strictObject({
  seat: z.int().min(0),
  /** What the seat sees: 32-bit numbers, little-endian, as base64. */
  observation: z.base64(),
  /** The legal actions, ascending. */
  actions: z.array(z.int().min(0)).min(1),
  /** Of each of them. */
  probabilities: z.array(z.number().min(0).max(1)),
  /** Where sampling goes on from: summed regrets, and the summed policy. */
  regrets: numbers.optional(),
  sums: z.array(z.number().min(0)).optional(),
});
export type SolvedState = z.infer<typeof stateSchema>;

const fileSchema = z.strictObject({
  format: z.literal('tabletop-solved'),
  formatVersion: z.literal(FORMAT_VERSION),
  game: z.string(),
  version: z.string(),
  /** All options that were solved. */
  options: z.record(z.string(), z.unknown()),
  players: z.int().positive(),
  /** Number of actions of the game, and of numbers in an observation. */
  actions: z.int().positive(),
  observation: z.int().min(0),
  method: z.strictObject({
    name: z.enum(['backward induction', 'predictive CFR+', 'external-sampling MCCFR']),
    /** 0 where nothing is repeated. */
    iterations: z.int().min(0),
    /** Of what was sampled. */
    seed: z.string().optional(),
  }),
  /** What the seats could gain by the best responses, summed; null where the game is too large to know. */
  nashConv: z.number().nullable(),
  /** Whether every information state is there. Where one is not, the policy is uniform. */
  complete: z.boolean(),
  states: z.array(stateSchema),
});
export type SolvedFile = z.infer<typeof fileSchema>;

/** An observation as it stands in a file. */
export const observationText = (observation: Float32Array): string =>
  Buffer.from(observation.buffer, observation.byteOffset, 4 * observation.length).toString('base64');

/** Writes a policy, one information state a line. @throws UserError when the file cannot be written */
export function writeSolved(file: string, { states, ...facts }: SolvedFile): void {
  const head = JSON.stringify(facts).slice(0, -1);
  writeAtomic(file, `${head},"states":[\n${states.map((state) => JSON.stringify(state)).join(',\n')}\n]}\n`);
}

/** Reads a policy of whatever game. @throws UserError when there is none, or it is damaged */
export function readSolved(file: string): SolvedFile {
  const again = 'make one with tabletop exact --save';
  let content: unknown;
  const text = readText(file);
  try {
    content = parseJson(text);
  } catch {
    throw new UserError(`${file} is damaged or is no solved policy: ${again}`);
  }
  const format = (content as { format?: unknown; formatVersion?: unknown } | null)?.format;
  const version = (content as { formatVersion?: unknown } | null)?.formatVersion;
  if (format === 'tabletop-solved' && version !== FORMAT_VERSION)
    throw new UserError(`${file} is a solved policy of format ${version}, wanted ${FORMAT_VERSION}: ${again}`);
  const parsed = fileSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new UserError(`${file} is no solved policy (${issueText(parsed.error, 'file')}): ${again}`);
}

/** What the policy in a file was made for. @throws UserError as `readSolved` */
export function trainedSolved(file: string): Trained {
  const { game, version, options } = readSolved(file);
  return { game: { id: game, version }, options };
}

/** A policy to look up in. */
export interface SolvedPolicy {
  file: string;
  complete: boolean;
  /** By information state, the probability of each legal action, ascending. */
  states: Map<string, Float64Array>;
}

/**
 * Reads a policy to play a game by.
 * @throws UserError when it is damaged, or made for another game, version or options
 */
export function loadSolved(file: string, game: Game, playing: Playing = {}): SolvedPolicy {
  const solved = readSolved(file);
  const trained = { game: { id: solved.game, version: solved.version }, options: solved.options };
  const own = trainedOptions(file, trained, game);
  if (solved.version !== game.version)
    throw new UserError(
      `${file} plays ${game.id} version ${solved.version}, but the rules here are version ${game.version}: solve it again`,
    );
  if (playing.options !== undefined)
    refuseOtherOptions(file, { options: own }, { ...playing, options: parseOptions(game, playing.options) });
  const size = observationSize(game);
  if (solved.actions !== game.actions || solved.observation !== size || solved.players !== game.players(own as never))
    throw new UserError(
      `${file} has ${solved.actions} actions, observations of ${solved.observation} numbers and ${solved.players} players; ` +
        `${game.id} has ${game.actions}, ${size} and ${game.players(own as never)}: solve it again`,
    );
  return policyOf(solved, file);
}

/**
 * The states by what they are looked up by, each checked.
 * @param file how messages call it
 * @throws UserError that names the first one which cannot be
 */
export function policyOf(solved: SolvedFile, file: string): SolvedPolicy {
  const { states, actions, observation, players, complete } = solved;
  const found = new Map<string, Float64Array>();
  const mask = new Uint8Array(actions);
  for (const [i, state] of states.entries()) {
    const wrong = (what: string) => new UserError(`${file}: states.${i}: ${what}: it is damaged, solve the game again`);
    const seen = Buffer.from(state.observation, 'base64');
    if (seen.length !== 4 * observation) throw wrong(`its observation has not ${observation} numbers`);
    if (state.seat >= players) throw wrong(`there is no seat ${state.seat}`);
    if (state.actions.some((action, k) => action >= actions || (k > 0 && action <= state.actions[k - 1]!)))
      throw wrong(`its actions are not ascending numbers below ${actions}`);
    for (const list of [state.probabilities, state.regrets, state.sums])
      if (list && list.length !== state.actions.length) throw wrong('it has not one number for each action');
    const total = state.probabilities.reduce((sum, p) => sum + p, 0);
    if (!(Math.abs(total - 1) <= ROUNDING)) throw wrong(`its probabilities add up to ${total}`);
    mask.fill(0);
    for (const action of state.actions) mask[action] = 1;
    // A copy, since a view of 32-bit numbers must begin at a multiple of 4.
    const key = informationKey(state.seat, mask, new Float32Array(Uint8Array.from(seen).buffer));
    if (found.has(key)) throw wrong('it is there twice');
    found.set(key, Float64Array.from(state.probabilities));
  }
  return { file, complete, states: found };
}
