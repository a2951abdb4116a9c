/**
 * Positions on which exports are checked: games that the policy itself plays, with a few random moves for variety, and
 * its outputs along the way. Each export must give the same outputs before it is written.
 */
import { ValueNetwork } from '../../agents/afterstates/value-network.js';
import { remembering } from '../../agents/memory/history.js';
import { Inference } from '../../agents/network/inference.js';
import { type NetworkShape, type Outputs, outputsFor, type Weights } from '../../agents/network/network.js';
import { ActorCritic } from '../../agents/policy/actor-critic.js';
import type { Afterstates } from '../../agents/policy/policy.js';
import { createRng, SeededChance } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import { gameObserver } from '../../env/observer.js';
import { AfterstateChooser } from './afterstate-chooser.js';
import type { Chooser } from './chooser.js';
import { NetworkChooser } from './network-chooser.js';
import { hashObservation, type Opinion, type Vector, type Vectors } from './self-test.js';

/** One position as every format understands it: numbers in, numbers out. */
export interface Recorded {
  observation: Float32Array;
  mask: Uint8Array;
  /** Features of the legal actions by ascending id, if the network reads them. */
  features?: Float32Array;
  /** Outputs of every head. */
  outputs: Outputs;
}

/** Recorded games: as replayable vectors for players with rules, and as bare positions for everybody else. */
export interface Recording {
  vectors: Vectors;
  positions: Recorded[];
}

const GAMES = 3;
const VECTORS_PER_GAME = 16;
/** Longer games are recorded up to here: the action lists are part of the exported file. */
const MAX_ACTIONS = 2000;
const RANDOM_MOVES = 0.05;

/**
 * Games of a network.
 * @param weights as the export will hold them (rounded)
 * @param options parsed options of the game
 * @param observer what the network is shown
 */
export function recordGames(
  game: Game,
  options: unknown,
  shape: NetworkShape,
  weights: Weights,
  observer = gameObserver(game),
): Recording {
  const positions: Recorded[] = [];
  const heads = shape.heads.map(({ name }) => name);
  const policy = new ActorCritic(new Inference(shape, weights), observer, heads);
  const played = remembering(game, shape.memory);
  const vectors = recordVectors(played, options, new NetworkChooser(policy), ({ observation, features }, mask) => {
    positions.push({
      observation: observation.slice(),
      mask: mask.slice(),
      ...(features && { features: features.slice() }),
      outputs: Object.fromEntries(Object.entries(policy.outputs).map(([head, numbers]) => [head, numbers.slice()])),
    });
  });
  return { vectors, positions };
}

/**
 * Games of a network that values positions. Whether positions are learned ones does not matter here.
 * @param afterstates how it plays
 * @param weights, options as for `recordGames`
 * @returns also how far values lie apart in these games
 */
export function recordAfterstates(
  game: Game,
  options: unknown,
  shape: NetworkShape,
  weights: Weights,
  afterstates: Afterstates,
): Recording & { spread: number } {
  const positions: Recorded[] = [];
  const plain = new Inference(shape, weights);
  const chooser = new AfterstateChooser(game, new ValueNetwork(shape, weights), { ...afterstates, spread: 0 });
  const vectors = recordVectors(game, options, chooser, ({ observation }, mask) => {
    const outputs = outputsFor(shape, 1);
    plain.run(observation, 0, outputs);
    positions.push({ observation, mask: mask.slice(), outputs });
  });
  return { vectors, positions, spread: chooser.seen.mean };
}

/**
 * Games of whatever chooses.
 * @param options parsed options of the game
 * @param look shown each recorded position right after it was judged
 */
export function recordVectors(
  game: Game,
  options: unknown,
  chooser: Chooser,
  look?: (opinion: Opinion, mask: Uint8Array) => void,
): Vectors {
  const games: Vectors['games'] = [];
  const mask = new Uint8Array(game.actions);

  for (let g = 0; g < GAMES; g++) {
    const seed = `export/${g}`;
    const rng = createRng(`${seed}/moves`);
    const actions: number[] = [];
    let chance = new SeededChance(seed, game.streams);
    let state = game.newState(options, chance);
    while (!state.over && actions.length < MAX_ACTIONS) {
      state.legal(mask);
      const distribution = chooser.decide(state, mask);
      const random = rng.uniform() < RANDOM_MOVES;
      const action = random ? distribution.ids[rng.int(distribution.legal)]! : distribution.sample(rng);
      actions.push(action);
      state.apply(action, chance);
    }

    // The second time through is for looking: only now the length is known, and positions can be spread over all of it.
    const count = Math.min(VECTORS_PER_GAME, actions.length);
    const steps = new Set(Array.from({ length: count }, (_, i) => Math.floor((i * actions.length) / count)));
    const vectors: Vector[] = [];
    chance = new SeededChance(seed, game.streams);
    state = game.newState(options, chance);
    actions.forEach((action, step) => {
      if (steps.has(step)) {
        state.legal(mask);
        const opinion = chooser.judge(state, mask);
        const { observation, features, legal, probabilities, worths, values, choice } = opinion;
        vectors.push({
          step,
          observation: hashObservation(observation),
          ...(features && { features: hashObservation(features) }),
          legal,
          probabilities: probabilities.map(short),
          ...(worths && { worths: worths.map(short) }),
          values: values.map(short),
          ...(choice !== undefined && { choice }),
        });
        look?.(opinion, mask);
      }
      state.apply(action, chance);
    });
    games.push({ seed, actions, vectors });
  }
  return { options, games };
}

/** Eight digits: a hundredth of the tolerance, and half the file. */
function short(value: number): number {
  return Number(value.toPrecision(8));
}

/** Features of all actions of some positions, zeros for illegal ones: row-major [positions, actions, numbers]. */
export function featuresOfAll(positions: readonly Recorded[], size: number): Float32Array {
  const actions = positions[0]!.mask.length;
  const all = new Float32Array(positions.length * actions * size);
  for (const [i, { mask, features }] of positions.entries()) {
    let from = 0;
    for (let a = 0; a < actions; a++) {
      if (mask[a] === 0) continue;
      all.set(features!.subarray(from, from + size), (i * actions + a) * size);
      from += size;
    }
  }
  return all;
}
