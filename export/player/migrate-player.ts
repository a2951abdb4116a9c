/**
 * An exported player made anew around its own weights, with the rules, bots and runtime of today; carried over where its
 * game has a new version since. The old file carries its own rules, so both are asked about the same positions.
 */
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { type NetworkShape, type Weights, weightShapes } from '../../agents/network/network.js';
import { networkSchema } from '../../agents/network/schema.js';
import { importPlayer } from '../../agents/player-file/file-player.js';
import type { PlayerModule } from '../../agents/player-file/player-module.js';
import { statedProvenanceSchema } from '../../agents/player-file/provenance-schema.js';
import { advisorNamed } from '../../agents/policy/advisor.js';
import { type Carried, carryPieces, gather, type Part } from '../../agents/policy/carry.js';
import { carryPolicy } from '../../agents/policy/migrate.js';
import { piecesSchema, sizeOf } from '../../agents/policy/pieces.js';
import { type Planned, plannedBy, plannedProblem, plannedSchema } from '../../agents/policy/planned.js';
import { trainedOptions } from '../../agents/policy/trained.js';
import { gameOfFile } from '../../agents/settle.js';
import { opponentBots } from '../../agents/spec.js';
import { writeAtomic } from '../../checkpoints/atomic.js';
import { createRng } from '../../env/chance.js';
import type { GamePackage } from '../../env/game-package.js';
import { loadGame } from '../../env/load-game.js';
import { cappedWorths } from '../../env/returns.js';
import { UserError } from '../../env/user-error.js';
import { type ExportSettings, exportNetwork } from '../network/export-network.js';
import { decodeTensors, tensorBytes } from '../network/network-data.js';
import { exportTuned } from './export-tuned.js';
import { playerLadder, playerLadderSchema } from './player-ladder.js';
import { typesPath } from './player-types.js';
import { migratedProvenance } from './provenance.js';

/** What the old and the new file said of the same positions. */
export interface PlayerAgreement {
  /** Positions of games that were played with both files at once. */
  positions: number;
  /** Largest difference of a probability or value. */
  maxError: number;
  /**
   * Positions beside those, in which a number that is gone was not zero or one that stayed is another, and largest
   * difference there.
   */
  lost: number;
  lostError: number;
  /** Of positions in which both looked ahead: how many, and in how many they chose the same. */
  searched: number;
  sameSearched: number;
}

/** A player that was made anew. */
export interface MigratedPlayer {
  path: string;
  bytes: number;
  /** Versions of the game; the same for a player that was only made anew. */
  from: string;
  to: string;
  /** New numbers of the observation by piece: their weights are zero. */
  added: Part[];
  /** Numbers that are gone: what was learned from them is lost. */
  gone: Part[];
  checked: PlayerAgreement;
}

const metaSchema = z.object({
  network: networkSchema,
  observation: piecesSchema,
  weights: z.enum(['float16', 'float32']),
  temperature: z.number().gt(0),
  options: z.record(z.string(), z.unknown()),
  advisor: z.string().optional(),
  plan: plannedSchema.optional(),
  lookahead: z
    .strictObject({
      samples: z.int(),
      rounds: z.int(),
      margin: z.number(),
      evaluation: z.number().optional(),
      opponents: z.record(z.string(), z.number()).optional(),
      capped: z.enum(cappedWorths).optional(),
    })
    .optional(),
  ladder: playerLadderSchema.optional(),
  provenance: statedProvenanceSchema,
});

/**
 * See the head of the file. Nothing is written unless the new player says what the old one said.
 * @param from a player file of this format; its code is run
 * @param named id of its game, or the path of the module that exports it
 * @param graded file of a ladder of the player alone, for its levels; default: those that it has
 * @throws UserError when it is no such file, cannot be carried over, or says something else afterwards
 */
export async function migratePlayer(
  from: string,
  out: string,
  named?: string,
  graded?: string,
): Promise<MigratedPlayer> {
  const old = await importPlayer(from);
  const { id, version } = old.game;
  if (old.meta.advisorWeights)
    throw new UserError(
      `${from}: its advisor has trained weights, and the file cannot be carried over: carry over the policy that it was made of, and export that`,
    );
  const parsed = metaSchema.safeParse(old.meta);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new UserError(`${from}: meta.${path.map(String).join('.')}: ${message}; it is no player that we exported`);
  }
  const meta = parsed.data;
  if (sizeOf(meta.observation) !== (meta.plan ? 0 : meta.network.inputs))
    throw new UserError(`${from}: the pieces of its observation are not what its network reads`);
  const loaded = await loadGame(named ?? gameOfFile(from, id));
  const { game, module, evaluate } = loaded;
  const options = trainedOptions(from, { game: { id, version }, options: meta.options }, game);
  const packed = weightsIn(readFileSync(from, 'utf8'), from, meta.network, meta.weights);
  const shape = meta.network;
  const weights = decodeTensors(weightShapes(shape), packed, meta.weights);
  const advisor = meta.advisor === undefined ? undefined : advisorNamed(meta.advisor, loaded);
  const how: ExportSettings = {
    format: 'js',
    out: '',
    weights: meta.weights,
    temperature: meta.temperature,
    lookahead: meta.lookahead,
    ladder: graded === undefined ? meta.ladder : playerLadder(graded, game, options),
    options,
    provenance: migratedProvenance(old.meta.provenance, version, game.version),
  };
  const rivals = meta.lookahead?.opponents;
  const opponents = rivals && opponentBots(rivals, from, loaded);
  const policy = { game: { id, version }, options, observation: meta.observation, shape, weights, advisor };
  const folder = await mkdtemp(join(tmpdir(), 'migrate-'));
  try {
    const trial = join(folder, 'player.mjs');
    how.out = trial;
    let carried: Carried;
    let bytes: number;
    if (meta.plan) {
      const plan = fittingPlan(meta.plan, shape, weights, loaded);
      carried = carryPieces(featurePieces(plan), featurePieces(plan));
      ({ bytes } = await exportTuned(game, module, { ...policy, plan }, how, evaluate, opponents));
    } else {
      const carry = carryPolicy(policy, game);
      ({ carried } = carry);
      ({ bytes } = await exportNetwork(game, module, carry.shape, carry.weights, how, advisor, opponents));
    }
    const made = (await import(pathToFileURL(trial).href)) as PlayerModule;
    const checked = compare(old, made, carried, !meta.plan || evaluate !== undefined);
    if (typesPath(out) !== out) writeAtomic(typesPath(out), readFileSync(typesPath(trial)));
    writeAtomic(out, readFileSync(trial));
    return {
      path: resolve(out),
      bytes,
      from: version,
      to: game.version,
      added: carried.added,
      gone: carried.gone,
      checked,
    };
  } catch (error) {
    if (error instanceof UserError) throw new UserError(`${from}: ${error.message}`, { cause: error });
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The bot that is here for the weights in the file. @throws UserError when they are not its own */
function fittingPlan(
  stored: z.infer<typeof plannedSchema>,
  shape: NetworkShape,
  weights: Weights,
  pack: GamePackage,
): Planned {
  const plan: Planned = { ...stored, tuning: plannedBy(stored.bot, pack).tuning };
  const problem = plannedProblem(plan, shape, weights);
  if (problem) throw new UserError(problem);
  return plan;
}

/** What a bot with trained weights reads, as pieces of an observation. */
const featurePieces = ({ features }: Planned) => features.map((name) => ({ name, shape: [1] }));

/** The network's bytes: the one text in the file that holds as many as its weights take. */
function weightsIn(text: string, from: string, network: NetworkShape, format: 'float16' | 'float32'): Buffer {
  const bytes = weightShapes(network).reduce((sum, tensor) => sum + tensorBytes(tensor, format), 0);
  const blocks = (text.match(/[A-Za-z0-9+/]{16,}={0,2}/g) ?? []).map((block) => Buffer.from(block, 'base64'));
  const fitting = blocks.filter((block) => block.length === bytes);
  if (fitting.length !== 1)
    throw new UserError(`${from}: found ${fitting.length} blocks of ${bytes} bytes of weights, wanted 1`);
  return fitting[0]!;
}

/** So many games; a decision in so many is compared, at most so many of a game, and of those one in so many by search. */
const GAMES = 4;
const EVERY = 5;
const POSITIONS = 60;
const SEARCHED = 10;
/** Probabilities are drawn at the player's temperature, which multiplies rounding; beyond this it is another player. */
const TOLERANCE = 1e-3;
/** Share of positions in which numbers that stayed may be others, as where an index had two meanings; more: a wrong declaration. */
const MOST_OTHERS = 0.1;
/** Sums of numbers that were one are rounded. */
const ROUNDING = 1e-6;

/**
 * Plays games with the rules of both files at once, by random moves and by what the new one does at less than full
 * strength, and asks both.
 * @param judges they judge positions, which a scripted player without an evaluation does not
 */
function compare(old: PlayerModule, made: PlayerModule, carried: Carried, judges: boolean): PlayerAgreement {
  const result = { positions: 0, maxError: 0, lost: 0, lostError: 0, searched: 0, sameSearched: 0 };
  const gone = goneNumbers(carried);
  const before = new Float32Array(carried.size);
  const odd = new Set<string>();
  let others = 0;
  // A scripted player is certain at full strength; below it shows what it makes of every action.
  const all = { topK: made.game.actions, ...(made.meta.plan && { difficulty: 0.5 }) };
  for (let number = 0; number < GAMES; number++) {
    const seed = `migrate/${number}`;
    const rng = createRng(`${seed}/moves`);
    const matches = [old.newGame(seed, made.meta.options), made.newGame(seed, made.meta.options)] as const;
    let positions = 0;
    for (let decision = 0; !matches[1].over && positions < POSITIONS; decision++) {
      const legal = matches.map((match) => match.actions().map(({ action }) => action));
      if (matches[0].actor !== matches[1].actor || `${legal[0]}` !== `${legal[1]}`)
        throw new UserError(
          `the rules are not what they were: other actions are legal at decision ${decision} of game ${seed}`,
        );
      if (decision % EVERY === 0) {
        positions++;
        const [was, is] = matches.map((match) => JSON.parse(JSON.stringify(match.view())) as unknown);
        const drawn = { ...all, seed: decision };
        const [first, second] = [old.act(was, drawn), made.act(is, drawn)];
        const difference = Math.max(
          largest(
            first.probabilities.map(({ p }) => p),
            second.probabilities.map(({ p }) => p),
          ),
          judges ? largest(old.evaluate(was), made.evaluate(is)) : 0,
        );
        const seen = old.encode(was);
        gather(carried, made.encode(is), before);
        const unlike = carried.old.filter(({ from, to }) => differs(seen, before, from, to, gone));
        for (const { name } of unlike) odd.add(name);
        if (unlike.length > 0) others++;
        if (unlike.length > 0 || [...gone].some((i) => seen[i] !== 0)) {
          result.lost++;
          result.lostError = Math.max(result.lostError, difference);
        } else {
          result.positions++;
          result.maxError = Math.max(result.maxError, difference);
        }
        if (made.meta.lookahead && positions % SEARCHED === 0) {
          result.searched++;
          if (old.act(was, { seed: decision }).action === made.act(is, { seed: decision }).action)
            result.sameSearched++;
        }
      }
      const [list] = legal as [number[]];
      const action =
        number % 2 === 0
          ? list[rng.int(list.length)]!
          : made.act(matches[1].view(), { difficulty: 0.75, seed: decision }).action;
      for (const match of matches) match.apply(action);
    }
  }
  const { positions, maxError, lost } = result;
  const pieces = odd.size > 0 ? `; its observation differs in ${[...odd].join(', ')}` : '';
  if (!(maxError <= TOLERANCE))
    throw new UserError(
      `the new player would not say the same: probabilities or values differ by up to ${maxError.toPrecision(3)} on ` +
        `${positions} positions${pieces}`,
    );
  if (others > MOST_OTHERS * (positions + lost))
    throw new UserError(
      `the new player would see something else on ${others} of ${positions + lost} positions${pieces}`,
    );
  if (positions === 0)
    throw new UserError(
      `there is no position in which nothing that is gone counted, so nothing could be compared${pieces}`,
    );
  return result;
}

/** Numbers of the old observation that are not told any more. */
function goneNumbers({ from, size }: Carried): ReadonlySet<number> {
  const there = new Set(from);
  return new Set(Array.from({ length: size }, (_, j) => j).filter((j) => !there.has(j)));
}

/** Whether a piece has another number than it had, among those that stayed. */
function differs(was: Float32Array, is: Float32Array, from: number, to: number, gone: ReadonlySet<number>): boolean {
  for (let i = from; i < to; i++) if (Math.abs(was[i]! - is[i]!) > ROUNDING && !gone.has(i)) return true;
  return false;
}

function largest(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return Infinity;
  // NaN must not pass for equal.
  return Math.max(0, ...a.map((x, i) => (Number.isNaN(x - b[i]!) ? Infinity : Math.abs(x - b[i]!))));
}
