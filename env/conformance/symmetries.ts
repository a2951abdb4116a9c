/** Symmetries: a game that is turned or mirrored is the same game. */
import type { SeededChance } from '../chance.js';
import type { Game, State, Symmetry } from '../game.js';
import { hold } from './fault.js';
import { difference, observe, pieceAt, type Trial, twin } from './trial.js';

/** What is played along turned, on the same luck, has the turned actions and observations, and ends alike. */
export function symmetries(trial: Trial): number | string {
  const { game } = trial;
  if (!game.symmetries || game.symmetries.length === 0) return 'the game declares no symmetries';
  for (const symmetry of game.symmetries) {
    const { name, actions, observation, auxiliary = {} } = symmetry;
    each(`symmetry '${name}': actions`, actions, game.actions);
    each(`symmetry '${name}': observation`, observation, trial.size);
    for (const [target, places] of Object.entries(auxiliary)) {
      const size = game.auxiliary?.find((one) => one.name === target)?.size;
      hold(size !== undefined, () => `symmetry '${name}': the game has no auxiliary target '${target}'`);
      each(`symmetry '${name}': auxiliary ${target}`, places, size!);
    }
  }
  return game.symmetries.reduce((count, symmetry) => count + along(trial, symmetry), 0);
}

/** All numbers below `size` stand in the list, each once. */
function each(what: string, list: readonly number[], size: number): void {
  hold(list.length === size, () => `${what} has ${list.length} numbers, ${size} wanted`);
  const seen = new Set(list.filter((n) => Number.isInteger(n) && n >= 0 && n < size));
  hold(seen.size === size, () => `${what} has not each of 0..${size - 1} once`);
}

function along(trial: Trial, symmetry: Symmetry): number {
  const { game } = trial;
  const told = `symmetry '${symmetry.name}'`;
  const mask = new Uint8Array(game.actions);
  const moved = { mask: new Uint8Array(game.actions), observation: new Float32Array(trial.size) };
  let other: State;
  let luck: SeededChance;
  const same = (state: State, legal: Uint8Array) => {
    hold(other.actor === state.actor && other.prompt === state.prompt, () => `${told}: another decision is asked`);
    hold(other.round === state.round && other.truncated === state.truncated, () => `${told}: another round or end`);
    other.legal(mask);
    for (const [action, is] of legal.entries()) moved.mask[symmetry.actions[action]!] = is;
    const action = difference(mask, moved.mask);
    hold(action < 0, () => `${told}: another mask at action ${action}`);
    for (let seat = 0; seat < state.players; seat++) {
      for (const [at, value] of observe(trial, state, seat).entries())
        moved.observation[symmetry.observation[at]!] = value;
      const at = difference(observe(trial, other, seat), moved.observation);
      hold(at < 0, () => `${told}: seat ${seat}, another observation, ${pieceAt(game, at)}`);
    }
  };
  return trial.play({
    begin({ state, chance }) {
      other = state.clone();
      luck = twin(game, chance);
    },
    visit: ({ state, mask: legal }) => same(state, legal),
    played: (_, action) => other.apply(symmetry.actions[action]!, luck),
    end({ state, mask: legal }) {
      same(state, legal);
      hold(ranking(game, other) === ranking(game, state), () => `${told}: the game ends otherwise`);
      targets(game, symmetry, state, other);
    },
  });
}

function ranking(game: Game, state: State): string {
  const places = new Uint8Array(state.players);
  const rewards = new Float64Array(state.players);
  if (game.scoring === 'places') state.places(places);
  else state.rewards(rewards);
  return `${state.ending()} ${places} ${rewards}`;
}

/** Auxiliary targets are turned as the symmetry says. */
function targets(game: Game, { name: turn, auxiliary }: Symmetry, state: State, other: State): void {
  for (const { name, size, write } of game.auxiliary ?? []) {
    const plain = new Float32Array(size);
    const turned = new Float32Array(size);
    const wanted = new Float32Array(size);
    for (let seat = 0; seat < state.players; seat++) {
      write(state, seat, plain, 0);
      write(other, seat, turned, 0);
      for (const [at, value] of plain.entries()) wanted[auxiliary?.[name]?.[at] ?? at] = value;
      const at = difference(turned, wanted);
      hold(at < 0, () => `symmetry '${turn}': seat ${seat}, another auxiliary target ${name}, number ${at}`);
    }
  }
}
