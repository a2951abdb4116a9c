/**
 * What a policy may be shown of each legal action: the squares of a board that actions stand for, what the game says of its
 * actions, and what the advisor makes of them. A network reads the pieces that its shape names.
 *
 * Exported players carry this file.
 */
import type { ActionPiece, Game, ObservationPiece, State } from '../../env/game.js';
import type { ActionObserver } from '../../env/observer.js';
import { LiveView } from '../../env/view.js';
import type { ScriptedPlayer } from '../bots/scripted-player.js';
import { type PieceShape, placed } from './pieces.js';

/** Kinds of what is known of actions, as a config names them; each is one piece, where a game or its advisor has it. */
export const featureKinds = ['board', 'game', 'choice', 'worths', 'parts'] as const;
export type FeatureKind = (typeof featureKinds)[number];

/** Where the advisor's choice stands in the observation. */
export interface Advised {
  agent: ScriptedPlayer;
  spec: string;
  /** Number of the observation that is 1 where its choice is action 0. */
  choice: number;
}

/** One piece, and who writes it. */
interface Source extends ActionPiece {
  /** Before the actions of a position (optional). @param legal number of legal actions */
  begin?(state: State, mask: Uint8Array, legal: number): void;
  /** @param at where the observation begins @param out all zeros from `to` on */
  write(state: State, action: number, observation: Float32Array, at: number, out: Float32Array, to: number): void;
}

/**
 * All pieces that there are.
 * @param pieces of the observation
 * @param advised the advisor, where there is one
 */
export function featureSources(game: Game, pieces: readonly ObservationPiece[], advised?: Advised): Source[] {
  return [
    ...(game.board ? [boardSource(game.board, pieces)] : []),
    ...(game.actionFeatures ? [gameSource(game.actionFeatures)] : []),
    ...(advised ? adviceSources(game, advised) : []),
  ];
}

/**
 * Writes pieces, in their order.
 * @param names of those that are wanted; one that is not there is left out
 * @returns undefined where none is
 */
export function actionObserver(sources: readonly Source[], names: readonly string[]): ActionObserver | undefined {
  const wanted = sources.filter(({ name }) => names.includes(name));
  if (wanted.length === 0) return undefined;
  const size = wanted.reduce((sum, piece) => sum + piece.size, 0);
  return {
    pieces: wanted.map(({ name, size, about }) => ({ name, size, about })),
    size,
    write(state, mask, observation, at, out, offset) {
      let legal = 0;
      for (let a = 0; a < mask.length; a++) legal += mask[a]!;
      out.fill(0, offset, offset + legal * size);
      for (const source of wanted) source.begin?.(state, mask, legal);
      let to = offset;
      for (let a = 0; a < mask.length; a++) {
        if (mask[a] === 0) continue;
        for (const source of wanted) {
          source.write(state, a, observation, at, out, to);
          to += source.size;
        }
      }
    },
  };
}

/** The piece that says of an action what is on the square that it stands for. */
const BOARD = 'board';

/** Where the planes of a board begin in an observation, and how many squares it has. */
interface Planes {
  planes: number[];
  squares: number;
}

/** @param names of the pieces that are planes of the board */
function planesOf(names: readonly string[], pieces: readonly PieceShape[]): Planes {
  const planes: number[] = [];
  let squares = 0;
  for (const { name, shape, from, to } of placed(pieces)) {
    if (!names.includes(name)) continue;
    squares = shape.slice(-2).reduce((product, n) => product * n, 1);
    for (let plane = from; plane < to; plane += squares) planes.push(plane);
  }
  return { planes, squares };
}

/** What the planes of a board say of the square that an action stands for. */
function boardSource(
  { planes: names, action }: NonNullable<Game['board']>,
  pieces: readonly ObservationPiece[],
): Source {
  const { planes, squares } = planesOf(names, pieces);
  return {
    name: BOARD,
    size: 1 + planes.length,
    about: `1 for an action that is a square of the board, then the planes there: ${names.join(', ')}`,
    write(_state, a, observation, from, out, to) {
      const square = a - action;
      if (square < 0 || square >= squares) return;
      out[to] = 1;
      for (let p = 0; p < planes.length; p++) out[to + 1 + p] = observation[from + planes[p]! + square]!;
    },
  };
}

function gameSource(features: NonNullable<Game['actionFeatures']>): Source {
  return {
    name: 'game',
    size: features.pieces.reduce((sum, { size }) => sum + size, 0),
    about: features.pieces.map(({ name, about }) => `${name}: ${about}`).join('; '),
    write: (state, action, _observation, _at, out, to) => features.write(state, action, out, to),
  };
}

/** The pieces that say what the advisor would do, and what it makes of each action. */
export const CHOICE = 'choice';
export const WORTHS = 'worths';
/** Worths are compared at two scales, so that what is nearly as good and what is bad can both be told apart. */
export const NEAR = 3;
const FAR = 10;
/** Which number of the piece is compared at the near one. */
export const NEAR_AT = 1;
/** A worth and its parts of this size are large. */
const LARGE_WORTH = 20;
const LARGE_PART = 3;
/** How much less than the best is hardly chosen any more. */
const CLOSE = 0.3;

function adviceSources(game: Game, { agent, spec, choice }: Advised): Source[] {
  const chosen: Source = {
    name: CHOICE,
    size: 1,
    about: `1 for what ${spec} would do`,
    write(_state, action, observation, at, out, to) {
      out[to] = observation[at + choice + action]!;
    },
  };
  if (!agent.actionValues) return [chosen];
  const view = new LiveView(game, !agent.choose);
  const names = agent.parts ?? [];
  const values = new Float64Array(game.actions);
  const parts = new Float32Array(game.actions * names.length);
  let best = 0;
  const weigh = (state: State, mask: Uint8Array, legal: number) => {
    // A single action is not weighed: bots are asked where there is a choice.
    if (legal === 1) {
      values.fill(0);
      parts.fill(0);
    } else agent.actionValues!(view.show(state, mask, legal), values, parts);
    best = -Infinity;
    for (let a = 0; a < values.length; a++) if (mask[a] === 1 && values[a]! > best) best = values[a]!;
  };
  const worth: Source = {
    name: WORTHS,
    size: 4,
    about: `action value w by ${spec}, with the best b: exp((w - b) / ${CLOSE}), (w - b) / ${NEAR} and (w - b) / ${FAR} cut off at -1, tanh(w / ${LARGE_WORTH})`,
    begin: weigh,
    write(_state, action, _observation, _at, out, to) {
      const w = values[action]!;
      // Equal infinities differ by nothing.
      const less = w === best ? 0 : w - best;
      out[to] = Math.exp(less / CLOSE);
      out[to + NEAR_AT] = Math.max(-1, less / NEAR);
      out[to + 2] = Math.max(-1, less / FAR);
      out[to + 3] = Math.tanh(w / LARGE_WORTH);
    },
  };
  if (names.length === 0) return [chosen, worth];
  const madeOf: Source = {
    name: 'parts',
    size: names.length,
    about: `what that is made of, each as tanh(x / ${LARGE_PART}): ${names.join(', ')}`,
    write(_state, action, _observation, _at, out, to) {
      const from = action * names.length;
      for (let k = 0; k < names.length; k++) out[to + k] = Math.tanh(parts[from + k]! / LARGE_PART);
    },
  };
  return [chosen, worth, madeOf];
}
