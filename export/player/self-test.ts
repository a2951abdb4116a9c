/**
 * Golden vectors: games that were recorded when a player was exported, with what the network said at some positions.
 * A file that still plays them, finds the same legal actions, encodes the same observations out of the view JSON and
 * computes the same probabilities and values is the player that was measured. Part of every exported file.
 */
import type { SelfTest } from '../../agents/player-file/player-module.js';
import { SeededChance } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { hashBytes } from '../../env/hash.js';

/** One position of a recorded game. */
export interface Vector {
  /** Actions played before it. */
  step: number;
  /** `hashBytes` of the acting seat's observation, float32 little endian. */
  observation: number;
  /** The same of the features of the legal actions, where the network reads them. */
  features?: number;
  /** Legal action ids, ascending. */
  legal: number[];
  /** Their probabilities at temperature 1; of a bot that weighs its actions, at half of its strength; none where it has `worths`. */
  probabilities: number[];
  /** What each is worth, of who judges actions by what they lead to. */
  worths?: number[];
  /** Expected returns, acting seat first; none where it judges no positions. */
  values: number[];
  /** The action at full strength, of who draws nothing. */
  choice?: number;
}

/** All that a self-test needs. */
export interface Vectors {
  options: unknown;
  games: { seed: string; actions: number[]; vectors: Vector[] }[];
}

/** Largest difference that passes: two engines may round sums and exponentials differently. */
const TOLERANCE = 1e-5;

/** What a player says about a position; as in `Vector`. */
export interface Opinion {
  observation: Float32Array;
  /** Of the legal actions, where the network reads them. */
  features?: Float32Array | undefined;
  legal: number[];
  probabilities: number[];
  worths?: number[];
  values: number[];
  choice?: number;
}

/** Hash of an observation as it lies in memory. */
export function hashObservation(observation: Float32Array): number {
  return hashBytes(new Uint8Array(observation.buffer, observation.byteOffset, observation.byteLength));
}

/**
 * Plays the recorded games and compares.
 * @param read the position of a view, as the player reads it
 * @param remembers whether it is to be shown the views of the seat's earlier decisions too
 * @param judge the player's word on a position; the observation may be reused between calls
 */
export function runVectors(
  game: Game,
  vectors: Vectors,
  read: (view: unknown, before: readonly unknown[]) => State,
  remembers: boolean,
  judge: (state: State) => Opinion,
): SelfTest {
  const problems: string[] = [];
  const mask = new Uint8Array(game.actions);
  let count = 0;
  let maxError = 0;
  vectors.games.forEach((recorded, g) => {
    const chance = new SeededChance(recorded.seed, game.streams);
    const state = game.newState(game.options.parse(vectors.options), chance);
    let next = 0;
    const before = Array.from({ length: state.players }, (): unknown[] => []);
    // Through text and back, as a front end would send it.
    const shown = () => JSON.parse(JSON.stringify(state.view!(state.actor))) as unknown;
    for (let step = 0; step <= recorded.actions.length; step++) {
      const where = `game ${g}, decision ${step}`;
      const vector = recorded.vectors[next];
      if (vector?.step === step) {
        next++;
        count++;
        try {
          const opinion = judge(read(shown(), before[state.actor]!));
          if (hashObservation(opinion.observation) !== vector.observation)
            problems.push(`${where}: another observation`);
          if (vector.features !== undefined && hashObservation(opinion.features!) !== vector.features)
            problems.push(`${where}: other features of actions`);
          if (opinion.choice !== vector.choice) problems.push(`${where}: another choice`);
          if (opinion.legal.join() !== vector.legal.join()) problems.push(`${where}: other legal actions`);
          else
            for (const [mine, theirs] of [
              [opinion.probabilities, vector.probabilities],
              [opinion.worths ?? [], vector.worths ?? []],
              [opinion.values, vector.values],
            ] as const)
              theirs.forEach((value, i) => {
                maxError = Math.max(maxError, Math.abs(value - (mine[i] ?? Number.NaN)));
              });
        } catch (error) {
          problems.push(`${where}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      if (step === recorded.actions.length) break;
      const action = recorded.actions[step]!;
      state.legal(mask);
      if (mask[action] !== 1) {
        problems.push(`${where}: action ${action} is not legal`);
        break;
      }
      if (remembers) before[state.actor]!.push(shown());
      state.apply(action, chance);
    }
    if (next < recorded.vectors.length && problems.length === 0) problems.push(`game ${g} ended too early`);
  });
  if (!(maxError <= TOLERANCE)) problems.push(`a probability or value differs by ${maxError}`);
  if (count === 0) problems.push('there are no recorded positions');
  return { passed: problems.length === 0, vectors: count, maxError, problems: problems.slice(0, 10) };
}
