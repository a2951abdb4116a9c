/**
 * A policy of an older version of its game made into one of this version: weights are carried over by the names of pieces
 * (of bots' weights: of parameters), and both networks must say the same of recorded positions.
 */
import type { Agent } from '../../env/agent.js';
import { createRng, SeededChance } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import type { ActionObserver } from '../../env/observer.js';
import { UserError } from '../../env/user-error.js';
import { LiveView } from '../../env/view.js';
import { PLAN } from '../bots/tuning.js';
import { Inference } from '../network/inference.js';
import {
  layers,
  type NetworkShape,
  type Outputs,
  outputsFor,
  POLICY,
  VALUE,
  type Weights,
  weightsProblem,
  widthOf,
} from '../network/network.js';
import { RandomAgent, randomAction } from '../random.js';
import { planesOf } from './action-features.js';
import { advisedObserver, policyObserver } from './advice.js';
import {
  type Carried,
  type CarriedFeatures,
  carryFeatures,
  carryNetwork,
  carryPieces,
  gather,
  type Part,
} from './carry.js';
import { shapesOf } from './pieces.js';
import type { Planned } from './planned.js';
import { mismatch, type Policy } from './policy.js';
import { trainedOptions } from './trained.js';

/** What was compared, and found equal. */
export interface Agreement {
  /** Views of recorded positions; of a tuned bot, draws of its features. */
  positions: number;
  /** Largest difference of an output, beside its largest size. */
  maxError: number;
  largest: number;
}

/** A policy carried over. */
export interface Migrated {
  policy: Policy;
  /** Versions of the game. */
  from: string;
  to: string;
  /** New numbers by piece: their weights are zero. Of a tuned bot its new weights. */
  added: Part[];
  /** Numbers that are gone: what was learned from them is lost. */
  gone: Part[];
  checked: Agreement;
}

/** Where the numbers of a network's observation come from, and the network for it. */
export interface Carry {
  shape: NetworkShape;
  weights: Weights;
  carried: Carried;
  /** The same of the features of actions that it reads, if it reads any. */
  features: CarriedFeatures | undefined;
}

/** Engines sum in another order: relative to the largest output. */
export const TOLERANCE = 1e-5;

/**
 * Carries a policy over and compares.
 * @param policy of this game, with its advisor or bot (`policyOf`)
 * @param bots that play the recorded games, beside random players; by name
 * @param name what to call the policy in errors: its file
 * @throws UserError when it is of this version already, cannot be carried over, or says something else afterwards
 */
export function migratePolicy(
  policy: Policy,
  game: Game,
  bots: Readonly<Record<string, () => Agent>>,
  name: string,
): Migrated {
  const refuse = (problem: string) => new UserError(`${name}: ${problem}`);
  if (policy.game.id !== game.id) throw refuse(`this policy plays ${policy.game.id}, not ${game.id}`);
  if (!mismatch(policy, game))
    throw refuse(`this policy is of ${game.id} version ${game.version} already, there is nothing to migrate`);
  const options = trainedOptions(name, policy, game);
  const versions = { from: policy.game.version, to: game.version };
  const of = { ...policy, game: { id: game.id, version: game.version }, options };
  try {
    if (policy.plan) {
      const { plan, shape, weights, ...rest } = carryPlan(policy.plan, policy.shape, policy.weights);
      return { ...versions, ...rest, policy: checkedPolicy({ ...of, plan, shape, weights }, game) };
    }
    const { shape, weights, carried, features } = carryPolicy(policy, game);
    const observation = shapesOf(advisedObserver(game, policy.advisor).pieces);
    const made = checkedPolicy({ ...of, observation, shape, weights }, game);
    const checked = compare(policy, made, { carried, features }, game, bots);
    return { ...versions, policy: made, added: carried.added, gone: carried.gone, checked };
  } catch (error) {
    if (error instanceof UserError) throw refuse(error.message);
    throw error;
  }
}

/** The network of a policy for the observation of this version. @throws UserError when it cannot be carried over */
export function carryPolicy(
  { shape, weights, observation, advisor, game: { version } }: Omit<Policy, 'options'>,
  game: Game,
): Carry {
  const same = { actions: [widthOf(shape, POLICY), game.actions], values: [widthOf(shape, VALUE), game.seats.max] };
  for (const [what, [own, there]] of Object.entries(same))
    if (own !== there)
      throw new UserError(`this policy knows ${own} ${what}, ${game.id} has ${there}: it cannot be carried over`);
  const { pieces } = advisedObserver(game, advisor);
  const carried = carryPieces(observation, pieces, game.migrations?.[version], `migrations.${version} of ${game.id}`);
  const board = game.board && planesOf(game.board.planes, pieces);
  const features = shape.actions && carryFeatures(shape.actions, carried, board);
  return { ...carryNetwork(shape, weights, carried, features), carried, features };
}

/** A bug of ours, or weights that could never be computed, end here. */
function checkedPolicy(policy: Policy, game: Game): Policy {
  const problem = weightsProblem(policy.shape, policy.weights) ?? mismatch(policy, game);
  if (problem) throw new UserError(`it cannot be carried over: ${problem}`);
  return policy;
}

/** Recorded: so many games of each kind of player, a decision in so many, at most so many of a game. */
const GAMES = 3;
const EVERY = 7;
const POSITIONS = 60;
/** Share of actions that are drawn at random in games of bots, so that they do not all go the same way. */
const RANDOM_MOVES = 0.1;

/** What both networks say of positions of games of random players and bots, as all seats see them. */
function compare(
  old: Policy,
  made: Policy,
  { carried, features }: Pick<Carry, 'carried' | 'features'>,
  game: Game,
  bots: Readonly<Record<string, () => Agent>>,
): Agreement {
  const observer = policyObserver(game, made.shape, made.advisor);
  const legal = new LegalFeatures(game.actions, observer.actions, features);
  const shown = new Float32Array(observer.size);
  const before = new Float32Array(carried.size);
  const both = new Both(old, made);
  const view = new LiveView(game);
  const makers: [string, () => Agent][] = [['random', () => new RandomAgent()], ...Object.entries(bots)];
  for (const [player, make] of makers)
    for (let number = 0; number < GAMES; number++) {
      const seed = `migrate/${player}/${number}`;
      const rng = createRng(`${seed}/moves`);
      const chance = new SeededChance(seed, game.streams);
      const state = game.newState(game.options.parse(made.options), chance);
      const agents = Array.from({ length: state.players }, make);
      for (const [seat, agent] of agents.entries()) agent.reset(`${seed}/${seat}`);
      observer.reset?.();
      let positions = 0;
      for (let decision = 0; !state.over && positions < POSITIONS; decision++) {
        if (decision % EVERY === 0) {
          positions++;
          for (let seat = 0; seat < state.players; seat++) {
            observer.write(state, seat, shown, 0);
            gather(carried, shown, before);
            both.compare(before, shown, undefined, legal.of(state, seat, shown));
          }
        }
        const seen = view.show(state);
        const drawn = rng.uniform() < RANDOM_MOVES;
        state.apply(drawn ? randomAction(seen.mask, seen.legal, rng) : agents[state.actor]!.act(seen), chance);
      }
    }
  return both.agreement();
}

/** Features of the legal actions of a position, as both networks read them. */
class LegalFeatures {
  readonly mask: Uint8Array;
  readonly now: Float32Array;
  readonly before: Float32Array;

  constructor(
    actions: number,
    private readonly observer: ActionObserver | undefined,
    private readonly carried: CarriedFeatures | undefined,
  ) {
    this.mask = new Uint8Array(actions);
    this.now = new Float32Array(actions * (observer?.size ?? 0));
    this.before = new Float32Array(actions * (carried?.size ?? 0));
  }

  /** Those of the seat to act; of another one no action is legal. @param observation what that seat sees */
  of(state: State, seat: number, observation: Float32Array): this {
    const { mask, observer, carried, now, before } = this;
    mask.fill(0);
    if (seat !== state.actor) return this;
    const legal = state.legal(mask);
    if (!observer || !carried) return this;
    observer.write(state, mask, observation, 0, now, 0);
    for (let k = 0; k < legal; k++)
      gather(
        carried,
        now.subarray(k * observer.size, (k + 1) * observer.size),
        before.subarray(k * carried.size, (k + 1) * carried.size),
      );
    return this;
  }
}

/** Two networks that must say the same. */
class Both {
  private positions = 0;
  private maxError = 0;
  private largest = 0;
  private readonly networks: [Inference, Inference];
  private readonly outputs: [Outputs, Outputs];

  constructor(
    private readonly old: { shape: NetworkShape; weights: Weights },
    made: { shape: NetworkShape; weights: Weights },
  ) {
    this.networks = [new Inference(old.shape, old.weights), new Inference(made.shape, made.weights)];
    this.outputs = [outputsFor(old.shape, 1), outputsFor(made.shape, 1)];
  }

  /**
   * Computes both.
   * @param places for a head: where each old output stands in the new network; default: at its own place
   * @param legal where they read features of actions
   */
  compare(before: Float32Array, now: Float32Array, places?: readonly number[], legal?: LegalFeatures): void {
    this.networks[0].run(before, 0, this.outputs[0], legal?.mask, 0, legal?.before);
    this.networks[1].run(now, 0, this.outputs[1], legal?.mask, 0, legal?.now);
    this.positions++;
    for (const { name } of this.old.shape.heads) {
      const [mine, theirs] = [this.outputs[0][name]!, this.outputs[1][name]!];
      for (let k = 0; k < mine.length; k++) {
        const difference = Math.abs(mine[k]! - theirs[places?.[k] ?? k]!);
        // NaN must not pass for equal.
        this.maxError = Math.max(this.maxError, Number.isNaN(difference) ? Infinity : difference);
        this.largest = Math.max(this.largest, Math.abs(mine[k]!));
      }
    }
  }

  /** @throws UserError when they said something else, or were asked nothing */
  agreement(): Agreement {
    const { positions, maxError, largest } = this;
    if (positions === 0) throw new UserError('there were no positions to compare outputs on');
    if (!(maxError <= TOLERANCE * Math.max(1, largest)))
      throw new UserError(
        `carried over it would not say the same: outputs differ by up to ${maxError.toPrecision(3)} on ${positions} ` +
          'views of recorded positions; train it again',
      );
    return { positions, maxError, largest };
  }
}

/** Features are of about -1 to 1; so many draws of all of them are compared. */
const DRAWS = 200;

/** A tuned bot with the weights that it has now, in their order; new ones are as the bot has them. */
function carryPlan(
  plan: Planned,
  shape: NetworkShape,
  weights: Weights,
): { plan: Planned; shape: NetworkShape; weights: Weights; added: Part[]; gone: Part[]; checked: Agreement } {
  const { bot, tuning } = plan;
  const lost = plan.features.find((feature) => !tuning.features.includes(feature));
  if (lost !== undefined)
    throw new UserError(`it depends on the feature ${lost}, which ${bot} has no more; train it again`);
  const gone = plan.parameters.find(({ name }) => !tuning.parameters.some((own) => own.name === name));
  if (gone) throw new UserError(`it changes the weight ${gone.name}, which ${bot} has no more; train it again`);
  const from = Int32Array.from(tuning.parameters, ({ name }) => plan.parameters.findIndex((own) => own.name === name));
  const parameters = tuning.parameters.map((own, i) => (from[i]! < 0 ? own : plan.parameters[from[i]!]!));
  const heads = shape.heads.map((head) => (head.name === PLAN ? { ...head, width: parameters.length } : head));
  const made = { ...weights };
  const { inputs, outputs } = layers(shape).find(({ name }) => name === PLAN)!;
  made[`${PLAN}.kernel`] = carryColumns(weights[`${PLAN}.kernel`]!, inputs, outputs, from);
  made[`${PLAN}.bias`] = carryColumns(weights[`${PLAN}.bias`]!, 1, outputs, from);
  const both = new Both({ shape, weights }, { shape: { ...shape, heads }, weights: made });
  const places = plan.parameters.map((_, k) => from.indexOf(k));
  const rng = createRng('migrate/features');
  for (let draw = 0; draw < DRAWS; draw++) {
    const features = Float32Array.from({ length: shape.inputs }, () => 2 * rng.uniform() - 1);
    both.compare(features, features, places);
  }
  return {
    plan: { ...plan, parameters },
    shape: { ...shape, heads },
    weights: made,
    added: tuning.parameters.flatMap(({ name }, i) => (from[i]! < 0 ? [{ piece: name, numbers: 1 }] : [])),
    gone: [],
    checked: both.agreement(),
  };
}

/** Row-major [rows, width] with the columns that are named, zeros for -1. */
function carryColumns(matrix: Float32Array, rows: number, width: number, from: Int32Array): Float32Array {
  const out = new Float32Array(rows * from.length);
  for (let r = 0; r < rows; r++)
    from.forEach((k, i) => {
      if (k >= 0) out[r * from.length + i] = matrix[r * width + k]!;
    });
  return out;
}
