/**
 * Positions on which exports are checked: games that the policy itself plays, with a few random moves for variety, and
 * what its network says along the way. Each export must say the same before it is written.
 */
import { Inference } from '../../agents/network/inference.js';
import { MaskedDistribution } from '../../agents/network/masked.js';
import {
  type NetworkShape,
  type Outputs,
  outputsFor,
  POLICY,
  VALUE,
  type Weights,
} from '../../agents/network/network.js';
import { createRng, SeededChance } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { hashObservation, type Vector, type Vectors } from './self-test.js';

/** One position as every format understands it: numbers in, numbers out. */
export interface Recorded {
  observation: Float32Array;
  mask: Uint8Array;
  /** Of every head. */
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
 * @param weights as the export will hold them (rounded)
 * @param options parsed options of the game
 */
export function recordGames(game: Game, options: unknown, shape: NetworkShape, weights: Weights): Recording {
  const recording: Recording = { vectors: { options, games: [] }, positions: [] };
  const network = new Inference(shape, weights);
  const position: Recorded = {
    observation: new Float32Array(shape.inputs),
    mask: new Uint8Array(game.actions),
    outputs: outputsFor(shape, 1),
  };
  const distribution = new MaskedDistribution(game.actions);
  const think = (state: State) => {
    const { observation, mask, outputs } = position;
    state.observe(state.actor, observation, 0);
    state.legal(mask);
    network.run(observation, 0, outputs);
    distribution.set(outputs[POLICY]!, 0, mask, 0);
  };

  for (let g = 0; g < GAMES; g++) {
    const seed = `export/${g}`;
    const rng = createRng(`${seed}/moves`);
    const actions: number[] = [];
    let chance = new SeededChance(seed, game.streams);
    let state = game.newState(options, chance);
    while (!state.over && actions.length < MAX_ACTIONS) {
      think(state);
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
        think(state);
        const { observation, mask, outputs } = position;
        const n = distribution.legal;
        vectors.push({
          step,
          observation: hashObservation(observation),
          legal: [...distribution.ids.subarray(0, n)],
          probabilities: [...distribution.probabilities.subarray(0, n)].map(short),
          values: [...outputs[VALUE]!].map(short),
        });
        recording.positions.push({
          observation: observation.slice(),
          mask: mask.slice(),
          outputs: Object.fromEntries(Object.entries(outputs).map(([head, numbers]) => [head, numbers.slice()])),
        });
      }
      state.apply(action, chance);
    });
    recording.vectors.games.push({ seed, actions, vectors });
  }
  return recording;
}

/** Eight digits: a hundredth of the tolerance, and half the file. */
function short(value: number): number {
  return Number(value.toPrecision(8));
}
