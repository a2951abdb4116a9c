/** What the page of the demonstration and its worker say to each other. */

import type { SceneBoard } from '../../env/scene.js';
import type { Estimate } from '../../eval/statistics.js';

/** A game that can be chosen. */
export interface Choosable {
  id: string;
  title: string;
}

/** What computes the gradient steps. */
export interface Computing {
  by: 'WebGPU' | 'WebAssembly';
  /** The graphics adapter, as the browser calls it; with WebAssembly, why there is none. */
  about: string;
}

/** How far learning is. */
export interface Standing {
  updates: number;
  /** Decisions that were learned from, and games that they are from. */
  decisions: number;
  games: number;
  /** In the last update, learning included. */
  decisionsPerSecond: number;
  /** Mean squared error of the values in the last update. */
  loss: number;
}

/** Games of the network against somebody. */
export interface Measured {
  /** Seconds of learning before it; measuring and the first update, which prepares the device, do not count. */
  seconds: number;
  /** Names of opponents, and the share of games won against each; a draw is half a game. */
  against: Readonly<Record<string, Estimate>>;
  /** Games against each. */
  games: number;
}

/** A position of the game with a visitor. */
export interface Shown {
  /** Actions that led there. */
  actions: readonly number[];
  board: SceneBoard;
  /** What the visitor may do, by the id of what is clicked. */
  choices: Readonly<Record<string, number>>;
  /** Empty while the game goes on. */
  result: string;
}

/** From the page. */
export type Order =
  | { do: 'start'; game: string; decisionsPerUpdate: number }
  | { do: 'stop' }
  | { do: 'show'; actions: readonly number[]; seat: number };

/** From the worker. */
export type News =
  | { games: readonly Choosable[] }
  | { computing: Computing }
  | { standing: Standing }
  | { measured: Measured }
  | { stopped: true }
  | { shown: Shown }
  | { failed: string };
